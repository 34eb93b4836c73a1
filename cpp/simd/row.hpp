// SPDX-License-Identifier: MIT
// The kernels for one row of numbers, with spans as arguments.
#pragma once

#include <algorithm>
#include <cstddef>
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
/// @param y  as many numbers as x; may be the memory of x
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

template <class T>
void subtract(std::span<T> x, T y) noexcept {
  kernels<T>().subtract(x.data(), x.size(), y);
}

template <class T>
void divide(std::span<T> x, T y) noexcept {
  kernels<T>().divide(x.data(), x.size(), y);
}

/// value_i ← x_i Φ(x_i), slope_i ← Φ(x_i) + x_i φ(x_i), where Φ is the distribution function of
/// the standard normal distribution and φ its density. If `by_tanh`, Φ(x) is (1 + tanh u)/2 with u
/// = √(2/π) (x + 0.044715 x³), and φ its derivative. Computed in double and rounded once; the
/// result of an entry does not depend on its position. At −∞, the value is −0 and the slope 0; at
/// ∞, they are ∞ and 1; at NaN, both are NaN.
/// @param value  as many numbers as x, or none; may be the memory of x
/// @param slope  as many numbers as x, or none
template <class T>
void gelu(bool by_tanh, std::span<const T> x, std::span<T> value, std::span<T> slope) noexcept {
  constexpr std::size_t kLanes = 8;
  constexpr std::size_t kBlock = 8 * kLanes;
  // Initialised, because the kernel also reads the rest of the last vector.
  double values[kBlock] = {};
  double slopes[kBlock];
  for (std::size_t first = 0; first < x.size(); first += kBlock) {
    const std::size_t size = std::min(kBlock, x.size() - first);
    for (std::size_t i = 0; i < size; ++i) values[i] = x[first + i];
    gelu_kernel()(by_tanh, values, slopes, (size + kLanes - 1) / kLanes * kLanes);
    const auto put = [&](const double* from, std::span<T> to) {
      if (to.empty()) return;
      for (std::size_t i = 0; i < size; ++i) to[first + i] = static_cast<T>(from[i]);
    };
    put(values, value);
    put(slopes, slope);
  }
}

}  // namespace attention::simd
