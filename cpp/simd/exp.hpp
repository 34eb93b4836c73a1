// SPDX-License-Identifier: MIT
#pragma once

#include <span>

namespace attention::simd {

/// Computes y_i = e^{x_i − shift} for every entry. The result of an entry does not depend on its
/// position in the span. Relative error ≤ 2 units in the last place; results below the smallest
/// normal number may be 0. As in IEEE 754: e^{−∞} = 0, e^{+∞} = +∞, e^{NaN} = NaN; overflow gives
/// +∞.
/// @param y  as long as x; may be the same memory
void exp_of_difference(std::span<const float> x, float shift, std::span<float> y) noexcept;

/// Computes y_i = e^{x_i − shift} in double with std::exp, so that tests can use double as the
/// reference for float.
void exp_of_difference(std::span<const double> x, double shift, std::span<double> y) noexcept;

/// Replaces each x_i by e^{x_i}, computed by `exp_of_difference`.
template <class T>
void exp_in_place(std::span<T> x) noexcept {
  exp_of_difference(x, T(0), x);
}

}  // namespace attention::simd
