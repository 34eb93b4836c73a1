// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>

namespace attention::detail {

/// A size in bytes that says "too large for this machine" where the true one overflows.
inline constexpr std::uint64_t kTooManyBytes = std::numeric_limits<std::uint64_t>::max();

/// a · n, or `kTooManyBytes`.
std::uint64_t multiply_bytes(std::uint64_t a, std::uint64_t n) noexcept;

/// The same for a side or a count, n ≥ 0.
template <std::integral Count>
std::uint64_t multiply_bytes(std::uint64_t a, Count n) noexcept {
  return multiply_bytes(a, static_cast<std::uint64_t>(n));
}

/// a + b, or `kTooManyBytes`.
std::uint64_t add_bytes(std::uint64_t a, std::uint64_t b) noexcept;

/// Refuses a call that needs more bytes than this machine has in all, before it allocates any. It
/// allocates nothing itself: what is free now is found out by the allocations that follow, and
/// std::bad_alloc unwinds the call.
/// @throws OutOfMemory naming "memory", with the bytes asked for
void require_memory(std::uint64_t bytes);

/// Refuses a call for which an allocation of so many bytes has failed.
/// @throws OutOfMemory naming "memory", with the bytes
[[noreturn]] void refuse_memory(std::uint64_t bytes);

}  // namespace attention::detail
