# SPDX-License-Identifier: MIT
# Builds the external project PROJECT in the folder WORK.
# INSTALLED_FROM is a build folder of the library. If it is set, the script installs the library
# from that folder and moves the installed files, so that the test fails if they contain old paths.
# Otherwise the project builds the library from SOURCE as a shared library.
# PKG_CONFIG is the program pkg-config. If it is set, the script also compiles the program
# PROJECT/bandwidth.cpp with the options from the installed attention.pc.
# EXPECTED is a folder of files <program>.txt. If it is set, the script runs each of these programs
# and compares its output with the file. Otherwise it runs the project's own tests.
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
  # A unity build parses Eigen less often. HWY_COMPILE_ONLY_STATIC compiles the kernels for one
  # instruction set only. Both settings save time.
  set(where "-DATTENTION_SOURCE=${SOURCE}" -DCMAKE_UNITY_BUILD=ON -DBUILD_SHARED_LIBS=ON
    -DCMAKE_CXX_FLAGS=-DHWY_COMPILE_ONLY_STATIC)
endif()
run("${CMAKE_COMMAND}" -S "${PROJECT}" -B "${WORK}/build" -G "${GENERATOR}"
  "-DCMAKE_CXX_COMPILER=${COMPILER}" ${where})
run("${CMAKE_COMMAND}" --build "${WORK}/build")
if(SOURCE)
  run("${CMAKE_COMMAND}" --install "${WORK}/build" --prefix "${WORK}/prefix")
  file(GLOB_RECURSE files RELATIVE "${WORK}/prefix" "${WORK}/prefix/*")
  if(NOT files STREQUAL "bin/consumer")
    message(FATAL_ERROR "the project installed ${files}, expected only its own program")
  endif()
endif()
if(PKG_CONFIG)
  file(GLOB_RECURSE package "${WORK}/moved/*/attention.pc")
  run("${PKG_CONFIG}" --cflags --libs "${package}")
  separate_arguments(options UNIX_COMMAND "${output}")
  run("${COMPILER}" -std=c++20 "${PROJECT}/bandwidth.cpp" ${options} -o "${WORK}/build/bandwidth")
endif()

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
