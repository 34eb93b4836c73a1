# SPDX-License-Identifier: MIT
# The INTERFACE target attention_options holds the compile options of every target of this project.

add_library(attention_options INTERFACE)
target_compile_features(attention_options INTERFACE cxx_std_20)
target_compile_options(attention_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast
  # The compiler must not fuse a multiplication and an addition, so that results are rounded in the
  # same way on every platform.
  -ffp-contract=off
  # Without this option, GCC inlines no exported functions, because another library could replace
  # them at load time.
  $<$<NOT:$<BOOL:${EMSCRIPTEN}>>:-fno-semantic-interposition>)

# Targets with the property ATTENTION_TEST_CODE are compiled without UndefinedBehaviorSanitizer,
# which takes a third of a test's compile time, and without debug information, which takes a fifth.
# Only the library needs the checks. To use a debugger, configure a Debug build without
# ATTENTION_SANITIZE.
if(ATTENTION_SANITIZE)
  set(is_test "$<BOOL:$<TARGET_PROPERTY:ATTENTION_TEST_CODE>>")
  target_compile_options(attention_options INTERFACE
    -fsanitize=address$<$<NOT:${is_test}>:,undefined> $<${is_test}:-g0>
    -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(attention_options INTERFACE -fsanitize=address,undefined)
endif()

if(ATTENTION_SANITIZE_THREADS)
  target_compile_options(attention_options INTERFACE -fsanitize=thread)
  target_link_options(attention_options INTERFACE -fsanitize=thread)
endif()

# attention_unity(<target> [<size>]) makes a target a unity build, which compiles its sources in
# groups of <size> (default 6). Reading Eigen, Catch2 or Embind again for each source would take
# longer than compiling the source itself.
function(attention_unity target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 6)
  if(ARGC GREATER 1)
    set_target_properties(${target} PROPERTIES UNITY_BUILD_BATCH_SIZE ${ARGV1})
  endif()
endfunction()

if(EMSCRIPTEN)
  # Sources are compiled for size (-Os), because readers wait for the download; only the slow
  # computations in simd/kernels.cpp and simd/matmul.cpp are compiled with -O3. Link-time
  # optimisation makes the module a tenth smaller. Linking with -Os or -Oz instead of the build
  # type's -O3 would make loops twice as slow.
  # -fexceptions enables exceptions: unwinding after an error frees memory and partial results.
  target_compile_options(attention_options INTERFACE
    -msimd128 -fexceptions $<$<CONFIG:Release>:-Os -flto>)
  target_link_options(attention_options INTERFACE -fexceptions $<$<CONFIG:Release>:-flto>)
endif()
