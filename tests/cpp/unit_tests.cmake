# SPDX-License-Identifier: MIT
find_package(Catch2 REQUIRED)

if(TARGET Catch2::Catch2WithMain)
  add_library(test_main INTERFACE)
  target_link_libraries(test_main INTERFACE Catch2::Catch2WithMain)
else()
  add_library(test_main OBJECT support/main.cpp)
  target_link_libraries(test_main PRIVATE attention_options PUBLIC Catch2::Catch2)
endif()

# attention_add_catch_test(<target>) registers the whole program as one ctest test, because with
# sanitizers the start of a program takes longer than most test cases. To save time,
# AddressSanitizer records one frame per allocation; run the program alone to get full call stacks.
function(attention_add_catch_test target)
  add_test(NAME "Catch2: ${target}" COMMAND ${target})
  set_tests_properties("Catch2: ${target}" PROPERTIES
    ENVIRONMENT "ASAN_OPTIONS=malloc_context_size=1")
endfunction()

# attention_add_tests(<target> <source>...) adds a test program that may include internal headers.
function(attention_add_tests target)
  add_executable(${target} ${ARGN})
  target_include_directories(${target} PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}")
  target_link_libraries(${target} PRIVATE attention::lab attention_options test_main)
  # Compiles the tests without optimisation and without UndefinedBehaviorSanitizer, so that they
  # compile quickly. These settings do not affect the library under test.
  set_target_properties(${target} PROPERTIES ATTENTION_TEST_CODE ON)
  target_compile_options(${target} PRIVATE -O0)
  attention_unity(${target})
  attention_add_catch_test(${target})
endfunction()

set(support
  support/attention_problem.cpp
  support/attention_samples.cpp
  support/language_model_problem.cpp
  support/matchers.cpp
  support/multi_head_problem.cpp
  support/reference.cpp
  support/reference_attention.cpp
  support/reference_eigenvalue.cpp
  support/reference_multi_head.cpp
  support/refusal.cpp
  support/row_error.cpp
  support/samples.cpp
  support/streaming_agreement.cpp
  support/training_case.cpp
  support/visibility.cpp)
add_library(test_support OBJECT ${support})
attention_unity(test_support)
set_target_properties(test_support PROPERTIES ATTENTION_TEST_CODE ON)
target_include_directories(test_support PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}")
target_link_libraries(test_support PRIVATE attention::lab attention_options test_main)

attention_add_tests(attention_tests
  $<TARGET_OBJECTS:test_support>
  activation.cpp
  alibi.cpp
  attention.cpp
  attention_edges.cpp
  attention_errors.cpp
  attention_masks.cpp
  attention_reference.cpp
  cross_entropy.cpp
  dropout.cpp
  empty_rows.cpp
  error.cpp
  gradient_attention.cpp
  gradient_attention_errors.cpp
  gradient_attention_masks.cpp
  gradient_attention_numbers.cpp
  kernel_regression.cpp
  kernel_regression_edges.cpp
  kernels.cpp
  logarithm.cpp
  mask.cpp
  masked_softmax.cpp
  matmul.cpp
  memory.cpp
  normalization.cpp
  rotary.cpp
  scores.cpp
  score_bias.cpp
  scores_edges.cpp
  simd_exp.cpp
  softmax.cpp
  softmax_statistics.cpp
  symmetry.cpp
  symmetry_reference.cpp
  tensor.cpp
  visibility.cpp)
attention_add_tests(attention_more_tests
  $<TARGET_OBJECTS:test_support>
  dot_product_moments.cpp
  dot_product_moments_edges.cpp
  dot_product_moments_law.cpp
  eigenvalue.cpp
  gradient_kernel_regression.cpp
  gradient_multi_head.cpp
  gradient_multi_head_numbers.cpp
  gradient_softmax.cpp
  grouped_heads.cpp
  head_stream.cpp
  heads.cpp
  language_model.cpp
  language_model_generator.cpp
  language_model_numbers.cpp
  language_model_states.cpp
  language_model_training.cpp
  moments.cpp
  multi_head.cpp
  multi_head_errors.cpp
  multi_head_projections.cpp
  multi_head_reference.cpp
  multi_head_variants.cpp
  pointing.cpp
  positional_encoding.cpp
  random.cpp
  saturation.cpp
  streaming.cpp
  streaming_edges.cpp
  training.cpp
  training_optimizer.cpp
  training_tasks.cpp)
target_precompile_headers(attention_tests PRIVATE
  support/catch.hpp support/matchers.hpp support/reference.hpp support/samples.hpp)
target_precompile_headers(attention_more_tests REUSE_FROM attention_tests)

find_package(Eigen3 REQUIRED NO_MODULE)

# Tests of the public API. They are compiled as an external program: with its own Eigen and without
# the internal headers.
function(attention_add_api_tests target)
  add_executable(${target} ${ARGN} support/refusal.cpp)
  target_include_directories(${target} PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}")
  target_link_libraries(${target} PRIVATE
    attention::attention Eigen3::Eigen attention_options test_main)
  set_target_properties(${target} PROPERTIES ATTENTION_TEST_CODE ON)
  target_compile_options(${target} PRIVATE -O0)
  attention_unity(${target})
  attention_add_catch_test(${target})
endfunction()

# Compiles every public header on its own, and all except attention/eigen.hpp without Eigen.
file(GLOB headers CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}/cpp"
  "${PROJECT_SOURCE_DIR}/cpp/attention/*.hpp")
foreach(header IN LISTS headers)
  get_filename_component(name "${header}" NAME_WE)
  set(source "${CMAKE_CURRENT_BINARY_DIR}/headers/${name}.cpp")
  file(CONFIGURE OUTPUT "${source}" CONTENT "#include \"${header}\"\n")
  list(APPEND header_sources "${source}")
endforeach()
set(header_with_eigen "${CMAKE_CURRENT_BINARY_DIR}/headers/eigen.cpp")
list(REMOVE_ITEM header_sources "${header_with_eigen}")
add_library(attention_header_tests OBJECT ${header_sources})
target_link_libraries(attention_header_tests PRIVATE attention::attention attention_options)
set_target_properties(attention_header_tests PROPERTIES ATTENTION_TEST_CODE ON)

attention_add_api_tests(attention_api_tests
  "${header_with_eigen}"
  api/eigen.cpp
  api/errors.cpp
  api/hand_cases.cpp
  api/shape.cpp
  api/tensor.cpp
  api/tensor_argument.cpp)

# These programs measure the library's heap allocations. They redirect malloc and other functions
# with --wrap, an option of the GNU linker.
if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
  attention_add_tests(attention_memory_tests streaming_memory.cpp $<TARGET_OBJECTS:test_support>)
  target_link_options(attention_memory_tests PRIVATE -Wl,--wrap=malloc,--wrap=calloc,--wrap=free,--wrap=_ZN9attention6detail14require_memoryEm)
  attention_add_api_tests(attention_allocation_tests api/allocations.cpp)
  target_link_options(attention_allocation_tests PRIVATE -Wl,--wrap=malloc,--wrap=aligned_alloc,--wrap=sysconf)
endif()
