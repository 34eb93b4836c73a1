# SPDX-License-Identifier: MIT
# Builds the project in PROJECT, which uses the library, in WORK. With INSTALLED_FROM, a build folder,
# the library is installed from there first, and the install tree moved; else the project builds the
# library from SOURCE, as a shared one. Then, for each file <program>.txt in EXPECTED, runs the program
# and compares what it prints; without EXPECTED, runs the project's own tests.
cmake_minimum_required(VERSION 3.25)

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY OUTPUT_VARIABLE output ECHO_OUTPUT_VARIABLE)
  set(output "${output}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE "${WORK}")
if(INSTALLED_FROM)
  run("${CMAKE_COMMAND}" --install "${INSTALLED_FROM}" --prefix "${WORK}/prefix")
  file(RENAME "${WORK}/prefix" "${WORK}/moved")
  set(where "-DCMAKE_PREFIX_PATH=${WORK}/moved")
else()
  # Together, because each source alone would read Eigen anew.
  set(where "-DATTENTION_SOURCE=${SOURCE}" -DCMAKE_UNITY_BUILD=ON -DBUILD_SHARED_LIBS=ON)
endif()
run("${CMAKE_COMMAND}" -S "${PROJECT}" -B "${WORK}/build" -G "${GENERATOR}"
  "-DCMAKE_CXX_COMPILER=${COMPILER}" ${where})
run("${CMAKE_COMMAND}" --build "${WORK}/build")

if(NOT EXPECTED)
  run("${CMAKE_CTEST_COMMAND}" --test-dir "${WORK}/build" --output-on-failure --no-tests=error)
  return()
endif()
file(GLOB files "${EXPECTED}/*.txt")
foreach(file IN LISTS files)
  cmake_path(GET file STEM program)
  run("${WORK}/build/${program}")
  file(READ "${file}" expected)
  if(NOT output STREQUAL expected)
    message(FATAL_ERROR "${program} printed\n${output}\nexpected\n${expected}")
  endif()
endforeach()
