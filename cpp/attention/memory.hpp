// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>

#include "attention/matrix.hpp"

namespace attention {

/// A size in bytes that says "too large for this machine" where the true one overflows.
inline constexpr std::uint64_t kTooManyBytes = std::numeric_limits<std::uint64_t>::max();

/// a · n for n ≥ 0, or `kTooManyBytes`.
std::uint64_t multiply_bytes(std::uint64_t a, Index n);

/// a + b, or `kTooManyBytes`.
std::uint64_t add_bytes(std::uint64_t a, std::uint64_t b);

/// Refuses a call whose results cannot be stored, before any of them is allocated. Asks the
/// allocator for the whole at once and gives it back, so that a call either has all its memory or
/// takes none.
/// @throws OutOfMemory naming "memory", with the bytes asked for
void require_memory(std::uint64_t bytes);

}  // namespace attention
