// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "simd/view.hpp"

namespace attention::simd {

/// Heap bytes that a product uses beyond its arguments, at most. If the heap cannot give them, the
/// product uses smaller blocks on the stack: it takes longer and gives the same bits.
inline constexpr std::size_t kMostScratchBytes = 145 * 1024;

/// c ← c + a·b. Entry (i, j) is summed over p = 0, 1, … in this order, whatever the shapes and the
/// lanes, so that every build but a relaxed one gives the same bits.
/// @param a  (m, k)
/// @param b  (k, n)
/// @param c  (m, n), overlapping neither a nor b
template <class T>
void multiply_add(const Input<T>& a, const Input<T>& b, const Output<T>& c) noexcept;

/// c ← a·b, as above.
template <class T>
void multiply(const Input<T>& a, const Input<T>& b, const Output<T>& c) noexcept;

/// c ← a·bᵀ with b (n, k), as above.
template <class T>
void multiply_transposed(const Input<T>& a, const Input<T>& b, const Output<T>& c) noexcept;

/// c ← c + a·bᵀ with b (n, k), as above.
template <class T>
void multiply_transposed_add(const Input<T>& a, const Input<T>& b, const Output<T>& c) noexcept;

/// c ← c + aᵀ·b with a (k, m), as above.
template <class T>
void transposed_multiply_add(const Input<T>& a, const Input<T>& b, const Output<T>& c) noexcept;

}  // namespace attention::simd
