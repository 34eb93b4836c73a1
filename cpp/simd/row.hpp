// SPDX-License-Identifier: MIT
// The kernels for one row of numbers, with spans as arguments.
#pragma once

#include <span>

#include "simd/kernels.hpp"

namespace attention::simd {

/// Returns the largest of the numbers, or −∞ if there are none. Ignores NaN.
template <class T>
T max_of(std::span<const T> x) noexcept {
  return kernels<T>().largest(x.data(), x.size());
}

/// Returns Σ_i x_i, added in an order that depends only on the length: sixteen partial sums, each
/// of every sixteenth entry, which are then added.
template <class T>
T sum_of(std::span<const T> x) noexcept {
  return kernels<T>().sum(x.data(), x.size());
}

/// y_i ← e^{x_i − M} · (1/S) where M is the largest of the numbers and S = Σ_k e^{x_k − M}. One
/// call gives the same bits as `max_of`, `subtract`, `exp_in_place` and `sum_of`.
/// @param y  as many numbers as x; may be the same memory
template <class T>
void softmax(std::span<const T> x, std::span<T> y) noexcept {
  kernels<T>().softmax(x.data(), x.size(), y.data());
}

/// x_i ← e^{x_i}. The result of an entry does not depend on its position. For float, the relative
/// error is at most 2 units in the last place, and results below the smallest normal number may be
/// 0; double uses std::exp. As in IEEE 754: e^{−∞} = 0, e^{+∞} = +∞, e^{NaN} = NaN; overflow gives
/// +∞.
template <class T>
void exp_in_place(std::span<T> x) noexcept {
  kernels<T>().exp_of_difference(x.data(), x.size(), T(0), x.data());
}

/// x_i ← x_i − y
template <class T>
void subtract(std::span<T> x, T y) noexcept {
  kernels<T>().subtract(x.data(), x.size(), y);
}

/// x_i ← x_i / y
template <class T>
void divide(std::span<T> x, T y) noexcept {
  kernels<T>().divide(x.data(), x.size(), y);
}

}  // namespace attention::simd
