// SPDX-License-Identifier: MIT
#pragma once

#include <span>

namespace attention::simd {

/// y_i = e^{x_i − shift} for every entry, wherever it lies in the span.
/// Relative error ≤ 2 units in the last place; results below the smallest normal number may be 0.
/// IEEE at the edges: e^{−∞} = 0, e^{+∞} = +∞, e^{NaN} = NaN, and what is too large is +∞.
/// @param y  as many numbers as x; may be the same ones
void exp_of_difference(std::span<const float> x, float shift, std::span<float> y) noexcept;

/// The same in double, by the platform's own exp: double is the precision that float is judged by.
void exp_of_difference(std::span<const double> x, double shift, std::span<double> y) noexcept;

/// x_i ← e^{x_i}, as above.
template <class T>
void exp_in_place(std::span<T> x) noexcept {
  exp_of_difference(x, T(0), x);
}

}  // namespace attention::simd
