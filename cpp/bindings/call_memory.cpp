// SPDX-License-Identifier: MIT
#include "bindings/call_memory.hpp"

#if defined(__EMSCRIPTEN__)

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>

// The heap itself, which Emscripten gives to those who put something before it.
extern "C" void* emscripten_builtin_malloc(std::size_t bytes);
extern "C" void emscripten_builtin_free(void* memory);

namespace attention::bindings {
namespace {

using Link = CallMemory::Link;

// Before each piece of memory; as wide as keeps the piece aligned.
struct alignas(std::max_align_t) Header {
  Link link;
  std::size_t bytes;
};

// The list is a ring through this.
constinit Link ring{&ring, &ring};

void append(Link& link) {
  link = {ring.older, &ring};
  link.older->newer = &link;
  ring.older = &link;
}

void remove(Link& link) {
  link.older->newer = link.newer;
  link.newer->older = link.older;
}

Header* header_of(void* memory) { return static_cast<Header*>(memory) - 1; }

}  // namespace

CallMemory::CallMemory() : begin_{}, end_{} { append(begin_); }

void CallMemory::abandon() { append(end_); }

CallMemory::~CallMemory() {
  if (end_.newer != nullptr) {
    while (begin_.newer != &end_) {
      Link* const link = begin_.newer;
      remove(*link);
      emscripten_builtin_free(link);
    }
    remove(end_);
  }
  remove(begin_);
}

}  // namespace attention::bindings

// The names under which C++ and the module's JavaScript take memory, all of them: what came from
// another heap could not be given back to this one.
namespace b = attention::bindings;

extern "C" {

void* malloc(std::size_t bytes) {
  if (bytes > SIZE_MAX - sizeof(b::Header)) return nullptr;
  void* const memory = emscripten_builtin_malloc(sizeof(b::Header) + bytes);
  if (memory == nullptr) return nullptr;
  auto* const header = static_cast<b::Header*>(memory);
  header->bytes = bytes;
  b::append(header->link);
  return header + 1;
}

void free(void* memory) {
  if (memory == nullptr) return;
  b::Header* const header = b::header_of(memory);
  b::remove(header->link);
  emscripten_builtin_free(header);
}

void* calloc(std::size_t count, std::size_t bytes_each) {
  std::size_t bytes = 0;
  void* const memory = __builtin_mul_overflow(count, bytes_each, &bytes) ? nullptr : malloc(bytes);
  return memory == nullptr ? nullptr : std::memset(memory, 0, bytes);
}

void* realloc(void* memory, std::size_t bytes) {
  void* const moved = malloc(bytes);
  if (moved == nullptr || memory == nullptr) return moved;
  std::memcpy(moved, memory, std::min(bytes, b::header_of(memory)->bytes));
  free(memory);
  return moved;
}

// Nothing here asks for more alignment than `malloc` gives.
void* aligned_alloc(std::size_t, std::size_t) { return nullptr; }
void* memalign(std::size_t, std::size_t) { return nullptr; }
int posix_memalign(void**, std::size_t, std::size_t) { return ENOMEM; }

}  // extern "C"

#else

namespace attention::bindings {

CallMemory::CallMemory() : begin_{}, end_{} {}
CallMemory::~CallMemory() = default;
void CallMemory::abandon() {}

}  // namespace attention::bindings

#endif
