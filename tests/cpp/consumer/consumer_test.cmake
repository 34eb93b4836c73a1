# SPDX-License-Identifier: MIT
# Builds the consumer beside this file in WORK and runs it. With INSTALLED_FROM, a build folder, the
# library is installed from there first, and the install tree moved; else the consumer builds the
# library from SOURCE, as a shared one. FLAGS and STANDARD are the consumer's compiler flags and C++
# standard, which need not be those of an installed library.
cmake_minimum_required(VERSION 3.25)

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY OUTPUT_VARIABLE output)
  set(output "${output}" PARENT_SCOPE)
endfunction()

set(standard)
if(STANDARD)
  set(standard "-DCMAKE_CXX_STANDARD=${STANDARD}")
endif()
file(REMOVE_RECURSE "${WORK}")
if(INSTALLED_FROM)
  run("${CMAKE_COMMAND}" --install "${INSTALLED_FROM}" --prefix "${WORK}/prefix")
  file(RENAME "${WORK}/prefix" "${WORK}/moved")
  set(where "-DCMAKE_PREFIX_PATH=${WORK}/moved")
else()
  # Together, because each source alone would read Eigen anew.
  set(where "-DATTENTION_SOURCE=${SOURCE}" -DCMAKE_UNITY_BUILD=ON -DBUILD_SHARED_LIBS=ON)
endif()
run("${CMAKE_COMMAND}" -S "${CMAKE_CURRENT_LIST_DIR}" -B "${WORK}/build" -G "${GENERATOR}"
  "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DCMAKE_CXX_FLAGS=${FLAGS}" ${where} ${standard})
run("${CMAKE_COMMAND}" --build "${WORK}/build")
run("${WORK}/build/consumer")
set(expected "f(57) = 45.49999993\nstreamed: 1\nfrom columns: 1\nlearns: 1\nnum_heads: expected a divisor of 8, got 3\n")
if(NOT output STREQUAL expected)
  message(FATAL_ERROR "the consumer printed ${output}")
endif()
