// SPDX-License-Identifier: MIT
#pragma once

#include "attention/options.hpp"

namespace attention::detail {

/// GELU of one number (formulas: `GeluApproximation`), computed in double and rounded once. In both
/// tails it is the limit: gelu(−∞) = −0, gelu(∞) = ∞. gelu(NaN) = NaN.
template <class T>
T gelu(T x, GeluApproximation approximation) noexcept;

/// The derivative of `gelu` at x: 0 at −∞, 1 at ∞.
template <class T>
T gelu_slope(T x, GeluApproximation approximation) noexcept;

}  // namespace attention::detail
