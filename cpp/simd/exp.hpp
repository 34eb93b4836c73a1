// SPDX-License-Identifier: MIT
#pragma once

#include <span>

namespace attention::simd {

/// x_i ← e^{x_i} for every entry, wherever it lies in the span.
/// Relative error ≤ 2 units in the last place; results below the smallest normal number may be 0.
/// IEEE at the edges: e^{−∞} = 0, e^{+∞} = +∞, e^{NaN} = NaN, and what is too large is +∞.
void exp_in_place(std::span<float> x);

/// The same in double, by the platform's own exp: double is the precision that float is judged by.
void exp_in_place(std::span<double> x);

}  // namespace attention::simd
