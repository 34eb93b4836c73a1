# SPDX-License-Identifier: MIT
# What every target of this project is compiled with: attention_options.

add_library(attention_options INTERFACE)
target_compile_features(attention_options INTERFACE cxx_std_20)
target_compile_options(attention_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast
  # No fused multiply-add behind the source's back: every platform rounds the same way.
  -ffp-contract=off
  # GCC inlines a library's exported functions only where another library cannot replace them.
  $<$<NOT:$<BOOL:${EMSCRIPTEN}>>:-fno-semantic-interposition>)

# Targets with the property ATTENTION_TEST_CODE are spared UndefinedBehaviorSanitizer, which takes a third
# of the time of compiling a test, and line numbers, a fifth. It is the library that is watched. For a
# debugger, configure a build of type Debug without ATTENTION_SANITIZE.
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

# attention_unity(<target>): compiles a target's sources in groups. Each of them alone would read Eigen,
# Catch2 or Embind anew, which takes longer than its own lines.
function(attention_unity target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 6)
endfunction()

if(EMSCRIPTEN)
  # Readers wait for the download; what computes long is in simd/, which asks for speed itself.
  # Seen as a whole, it is a tenth smaller than file by file. Linked with -Os or -Oz instead of the
  # build type's -O3, its loops would take twice as long.
  # -fexceptions: a refused call unwinds, so that it leaves nothing half-built and nothing allocated.
  target_compile_options(attention_options INTERFACE -fexceptions $<$<CONFIG:Release>:-Os -flto>)
  target_link_options(attention_options INTERFACE -fexceptions $<$<CONFIG:Release>:-flto>)
  if(ATTENTION_WASM_SIMD)
    target_compile_options(attention_options INTERFACE -msimd128
      $<$<BOOL:${ATTENTION_WASM_RELAXED}>:-mrelaxed-simd>)
  endif()
endif()
