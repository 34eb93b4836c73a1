# SPDX-License-Identifier: MIT
# Toolchain file for WebAssembly. Finds Emscripten by the environment variable EMSDK or by emcc on
# the PATH, and includes Emscripten's own toolchain file.

if(DEFINED ENV{EMSDK} AND EXISTS "$ENV{EMSDK}/upstream/emscripten")
  set(emscripten_root "$ENV{EMSDK}/upstream/emscripten")
else()
  find_program(emcc_program emcc NO_CACHE)
  if(NOT emcc_program)
    message(FATAL_ERROR "Emscripten was not found: put emcc on the PATH or set EMSDK")
  endif()
  file(REAL_PATH "${emcc_program}" emcc_program)
  get_filename_component(emscripten_root "${emcc_program}" DIRECTORY)
  foreach(candidate "${emscripten_root}" "${emscripten_root}/../share/emscripten" "${emscripten_root}/../libexec")
    if(EXISTS "${candidate}/cmake/Modules/Platform/Emscripten.cmake")
      set(emscripten_root "${candidate}")
      break()
    endif()
  endforeach()
endif()

include("${emscripten_root}/cmake/Modules/Platform/Emscripten.cmake")
