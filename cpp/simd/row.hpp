// SPDX-License-Identifier: MIT
#pragma once

#include <span>

namespace attention::simd {

/// Returns the largest of the numbers, or −∞ if there are none. Ignores NaN.
template <class T>
T max_of(std::span<const T> x) noexcept;

/// Returns Σ_i x_i, added in an order that depends only on the length: sixteen partial sums, each
/// of every sixteenth entry, which are then added.
template <class T>
T sum_of(std::span<const T> x) noexcept;

/// y_i ← e^{x_i − M} · (1/S) where M is the largest of the numbers and S = Σ_k e^{x_k − M}. One
/// call gives the same bits as `max_of`, `exp_of_difference` (exp.hpp) and `sum_of`.
/// @param y  as many numbers as x; may be the same memory
template <class T>
void softmax(std::span<const T> x, std::span<T> y) noexcept;

/// x_i ← x_i − y
template <class T>
void subtract(std::span<T> x, T y) noexcept;

/// x_i ← x_i / y
template <class T>
void divide(std::span<T> x, T y) noexcept;

}  // namespace attention::simd
