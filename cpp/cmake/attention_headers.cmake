# SPDX-License-Identifier: MIT
# Finds header-only libraries. A WebAssembly build may use the host's headers of Eigen and Highway,
# but must not see the host's other headers. Therefore each library gets an include folder with
# nothing but a symbolic link to its headers.

# attention_find_headers(<target> <header>) finds the folder that holds <header> and creates an
# INTERFACE target with that include folder.
function(attention_find_headers target header)
  find_path(${target}_ROOT ${header}
    HINTS ENV CPATH
    PATHS /usr/include /usr/local/include /opt/homebrew/include /opt/local/include
    PATH_SUFFIXES eigen3 NO_CMAKE_FIND_ROOT_PATH
    DOC "Folder that holds ${header}")
  if(NOT ${target}_ROOT)
    message(FATAL_ERROR "${header} was not found; set ${target}_ROOT to the folder that holds it")
  endif()
  get_filename_component(folder "${header}" DIRECTORY)
  set(include "${PROJECT_BINARY_DIR}/include/${target}")
  file(MAKE_DIRECTORY "${include}")
  file(CREATE_LINK "${${target}_ROOT}/${folder}" "${include}/${folder}" SYMBOLIC COPY_ON_ERROR)
  add_library(${target} INTERFACE)
  target_include_directories(${target} SYSTEM INTERFACE "$<BUILD_INTERFACE:${include}>")
endfunction()
