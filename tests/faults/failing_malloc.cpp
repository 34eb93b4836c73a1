// SPDX-License-Identifier: MIT
// The heap of the WebAssembly module attention_faults, which tests/engine/faults.test.ts loads. It
// replaces malloc, so that allocations fail or trap as `arm` sets.
#include <emscripten/bind.h>
#include <malloc.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>

// Emscripten's allocator, which serves all requests that do not fail.
extern "C" void* emscripten_builtin_malloc(std::size_t bytes);
extern "C" void emscripten_builtin_free(void* memory);
extern "C" void* emscripten_builtin_memalign(std::size_t alignment, std::size_t bytes);

namespace {

constinit std::int32_t requests = 0;
constinit std::int32_t failing = 0;
constinit std::int32_t trapping = 0;
constinit bool stays_full = false;

bool is_failing() {
  ++requests;
  if (requests == trapping) __builtin_trap();
  return requests == failing || (stays_full && failing > 0 && requests > failing);
}

// Resets the counter. The allocation with number `fail_at` fails, and with `stay_full` all later
// ones too; the one with number `trap_at` traps. Numbers start at 1; 0 means none.
void arm(std::int32_t fail_at, std::int32_t trap_at, bool stay_full) {
  requests = 0;
  stays_full = stay_full;
  failing = fail_at;
  trapping = trap_at;
}

std::int32_t allocations() { return requests; }

}  // namespace

extern "C" {

void* malloc(std::size_t bytes) {
  return is_failing() ? nullptr : emscripten_builtin_malloc(bytes);
}

void free(void* memory) { emscripten_builtin_free(memory); }

void* calloc(std::size_t count, std::size_t bytes_each) {
  std::size_t bytes = 0;
  void* const memory = __builtin_mul_overflow(count, bytes_each, &bytes) ? nullptr : malloc(bytes);
  return memory == nullptr ? nullptr : std::memset(memory, 0, bytes);
}

void* realloc(void* memory, std::size_t bytes) {
  void* const moved = malloc(bytes);
  if (moved == nullptr || memory == nullptr) return moved;
  std::memcpy(moved, memory, std::min(bytes, malloc_usable_size(memory)));
  free(memory);
  return moved;
}

void* memalign(std::size_t alignment, std::size_t bytes) {
  return is_failing() ? nullptr : emscripten_builtin_memalign(alignment, bytes);
}

void* aligned_alloc(std::size_t alignment, std::size_t bytes) { return memalign(alignment, bytes); }

int posix_memalign(void** memory, std::size_t alignment, std::size_t bytes) {
  *memory = memalign(alignment, bytes);
  return *memory == nullptr ? ENOMEM : 0;
}

}  // extern "C"

EMSCRIPTEN_BINDINGS(faults) {
  emscripten::function("arm", &arm);
  emscripten::function("allocations", &allocations);
}
