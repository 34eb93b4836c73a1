// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <new>
#include <stdexcept>

namespace attention::detail {

/// The result of size computations that overflow 64 bits; `require_memory` refuses it.
inline constexpr std::uint64_t kTooManyBytes = std::numeric_limits<std::uint64_t>::max();

/// Returns a · n, or `kTooManyBytes` if it overflows.
std::uint64_t multiply_bytes(std::uint64_t a, std::uint64_t n) noexcept;

/// Returns a · n for a length or count n ≥ 0, or `kTooManyBytes` if it overflows.
template <std::integral Count>
std::uint64_t multiply_bytes(std::uint64_t a, Count n) noexcept {
  return multiply_bytes(a, static_cast<std::uint64_t>(n));
}

/// Returns a + b, or `kTooManyBytes` if it overflows.
std::uint64_t add_bytes(std::uint64_t a, std::uint64_t b) noexcept;

/// Returns the smallest memory limit in bytes of this process's control groups and their parents,
/// or `kTooManyBytes` if there is none. A limit that cannot be read does not count.
/// @param groups  the file that lists the groups, such as /proc/self/cgroup
/// @param mount   the folder of the control groups, such as /sys/fs/cgroup
std::uint64_t group_memory(const char* groups, const char* mount) noexcept;

/// Throws if `bytes` exceeds the memory of the machine, or of the container in which the program
/// runs; these limits are read at the first call. Functions of the library call it with the number
/// of bytes that they need, before they allocate. The free memory is not checked: if it is too
/// small, a later allocation throws std::bad_alloc.
/// @throws OutOfMemory naming "memory", with the requested bytes in the message
void require_memory(std::uint64_t bytes);

/// @throws OutOfMemory naming "memory", with the size in the message
[[noreturn]] void refuse_memory(std::uint64_t bytes);

[[noreturn]] void refuse_allocation();

/// Returns the result of `call`, and converts std::bad_alloc and std::length_error into an Error.
/// In the WebAssembly modules, the exception handler of the bindings does this for all functions,
/// because a handler in each function would make the modules larger.
/// @throws OutOfMemory, and whatever `call` throws
template <class Call>
auto guarded(Call&& call) {
#ifdef __EMSCRIPTEN__
  return call();
#else
  try {
    return call();
  } catch (const std::bad_alloc&) {
    refuse_allocation();
  } catch (const std::length_error&) {
    refuse_allocation();
  }
#endif
}

}  // namespace attention::detail
