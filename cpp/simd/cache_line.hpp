// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

namespace attention::simd {

/// Cache-line size in bytes. A load that straddles two lines costs two accesses.
inline constexpr std::size_t kLineBytes = 64;

/// The number of numbers of type T in a cache line.
template <class T>
inline constexpr std::size_t kLine = kLineBytes / sizeof(T);

/// Returns the first address ≥ `at` at which a cache line begins.
template <class T>
T* first_of_line(T* at) noexcept {
  const auto address = reinterpret_cast<std::uintptr_t>(at);
  return at + (kLineBytes - address % kLineBytes) % kLineBytes / sizeof(T);
}

}  // namespace attention::simd
