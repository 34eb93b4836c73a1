// SPDX-License-Identifier: MIT
#pragma once

namespace attention::detail {

struct SineAndCosine {
  double sine;
  double cosine;
};

/// Computes sine and cosine with an absolute error of at most 2 · 2⁻⁵², that is, 2 units in the
/// last place of 1.
/// @param angle  in [0, 2²⁰]
SineAndCosine sine_and_cosine(double angle) noexcept;

}  // namespace attention::detail
