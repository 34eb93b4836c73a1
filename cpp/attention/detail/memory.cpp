// SPDX-License-Identifier: MIT
#include "attention/detail/memory.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdio>
#include <string_view>

#include "attention/detail/refuse.hpp"

#if defined(__EMSCRIPTEN__)
#include <emscripten/heap.h>
#elif defined(__unix__) || defined(__APPLE__)
#include <fcntl.h>
#include <unistd.h>
#endif

namespace attention::detail {
namespace {

#if !defined(__EMSCRIPTEN__)
// Returns the machine's total memory in bytes, or the largest std::ptrdiff_t if it is unknown.
std::uint64_t machine_memory() noexcept {
#if defined(_SC_PHYS_PAGES) && defined(_SC_PAGESIZE)
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long page = sysconf(_SC_PAGESIZE);
  if (pages > 0 && page > 0)
    return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page);
#endif
  return std::numeric_limits<std::ptrdiff_t>::max();
}
#endif

#if defined(__linux__)
// Reads the start of a file into the buffer; the result is empty if the file cannot be read.
// A std::ifstream would allocate memory.
template <std::size_t n>
std::string_view read(const char* path, char (&buffer)[n]) noexcept {
  const int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  std::size_t size = 0;
  while (size < n) {
    const ssize_t count = ::read(file, buffer + size, n - size);
    if (count <= 0) break;
    size += static_cast<std::size_t>(count);
  }
  close(file);
  return {buffer, size};
}

// Removes the text up to and including the first `end`, or all of it if there is none. Returns the
// removed text without `end`.
std::string_view take(std::string_view& text, char end) noexcept {
  const std::size_t size = text.find(end);
  const std::string_view taken = text.substr(0, size);
  text.remove_prefix(std::min(text.size(), taken.size() + 1));
  return taken;
}

// Returns the number that a file contains, or `kTooManyBytes` for other contents, such as "max".
std::uint64_t limit_in(const char* path) noexcept {
  char buffer[32];
  std::string_view text = read(path, buffer);
  const std::string_view line = take(text, '\n');
  std::uint64_t limit = 0;
  const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), limit);
  const bool is_number = error == std::errc() && end == line.data() + line.size() && text.empty();
  return is_number ? limit : kTooManyBytes;
}
#endif

// The limit of `require_memory`. An allocator that overcommits would grant larger requests, and the
// program would crash when it writes to the pages.
std::uint64_t largest_size() noexcept {
#if defined(__EMSCRIPTEN__)
  return emscripten_get_heap_max();
#else
  // Cached, because reading the limits takes longer than a small computation.
  static const std::uint64_t size =
      std::min(machine_memory(), group_memory("/proc/self/cgroup", "/sys/fs/cgroup"));
  return size;
#endif
}

}  // namespace

std::uint64_t group_memory([[maybe_unused]] const char* groups,
                           [[maybe_unused]] const char* mount) noexcept {
  std::uint64_t least = kTooManyBytes;
#if defined(__linux__)
  char buffer[4096];
  std::string_view lines = read(groups, buffer);
  while (!lines.empty()) {
    // A line is "hierarchy:controllers:/group". Version 2 of control groups lists no controllers.
    std::string_view group = take(lines, '\n');
    take(group, ':');
    std::string_view controllers = take(group, ':');
    const bool is_second = controllers.empty();
    bool has_memory = is_second;
    while (!controllers.empty()) has_memory = take(controllers, ',') == "memory" || has_memory;
    if (!has_memory || !group.starts_with('/')) continue;
    if (group == "/") group.remove_suffix(1);
    // In a container, the path of the group may be the host's. Then only the last pass, for the
    // root, finds a file.
    for (bool is_root = false; !is_root; group = group.substr(0, group.rfind('/'))) {
      is_root = group.empty();
      char path[sizeof(buffer) + 256];
      const int size =
          std::snprintf(path, sizeof(path), "%s%s%.*s/%s", mount, is_second ? "" : "/memory",
                        static_cast<int>(group.size()), group.data(),
                        is_second ? "memory.max" : "memory.limit_in_bytes");
      if (size > 0 && static_cast<std::size_t>(size) < sizeof(path))
        least = std::min(least, limit_in(path));
    }
  }
#endif
  return least;
}

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
  const ErrorValue got = bytes == kTooManyBytes ? ErrorValue("at least 2^64 - 1") : bytes;
  refuse(ErrorKind::kOutOfMemory, "memory", ErrorCode::kMemory, {}, got);
}

void refuse_allocation() { refuse(ErrorKind::kOutOfMemory, "memory", ErrorCode::kRoom, {}, {}); }

}  // namespace attention::detail
