// SPDX-License-Identifier: MIT
#include "attention/detail/memory.hpp"

#include <cstddef>
#include <string>

#include "attention/error.hpp"

#if defined(__EMSCRIPTEN__)
#include <emscripten/heap.h>
#elif defined(__unix__) || defined(__APPLE__)
#include <unistd.h>
#endif

namespace attention::detail {
namespace {

// Returns the machine's total memory in bytes. `require_memory` refuses larger requests, because an
// allocator that overcommits would grant them, and the program would crash when it writes to the
// pages.
std::uint64_t largest_size() {
#if defined(__EMSCRIPTEN__)
  return emscripten_get_heap_max();
#elif defined(_SC_PHYS_PAGES) && defined(_SC_PAGESIZE)
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long page = sysconf(_SC_PAGESIZE);
  if (pages > 0 && page > 0)
    return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page);
#endif
#if !defined(__EMSCRIPTEN__)
  return std::numeric_limits<std::ptrdiff_t>::max();
#endif
}

}  // namespace

std::uint64_t multiply_bytes(std::uint64_t a, std::uint64_t n) noexcept {
  std::uint64_t product = 0;
  return __builtin_mul_overflow(a, n, &product) ? kTooManyBytes : product;
}

std::uint64_t add_bytes(std::uint64_t a, std::uint64_t b) noexcept {
  std::uint64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? kTooManyBytes : sum;
}

void require_memory(std::uint64_t bytes) {
  if (bytes > largest_size()) refuse_memory(bytes);
}

void refuse_memory(std::uint64_t bytes) {
  const std::string requested =
      bytes == kTooManyBytes ? "at least 2^64 - 1" : std::to_string(bytes);
  throw Error(ErrorKind::kOutOfMemory, "memory", "at most the available memory",
              requested + " bytes");
}

void refuse_allocation() {
  throw Error(ErrorKind::kOutOfMemory, "memory", "enough for the result", "none");
}

}  // namespace attention::detail
