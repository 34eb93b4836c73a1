// SPDX-License-Identifier: MIT
// Elementary functions with the same bits on every platform.
#pragma once

namespace attention::detail {

/// Natural logarithm with an error of at most 1 unit in the last place. std::log differs between
/// platforms in the last bit and would add lookup tables to the WebAssembly module.
/// ln 0 = −∞, ln ∞ = ∞, and NaN for NaN and negative numbers, as in IEEE 754.
double natural_log(double x) noexcept;

inline float natural_log(float x) noexcept {
  return static_cast<float>(natural_log(static_cast<double>(x)));
}

struct SineAndCosine {
  double sine;
  double cosine;
};

/// Computes sine and cosine with an absolute error of at most 2⁻⁵¹.
/// @param angle  in [0, 2²⁰]
SineAndCosine sine_and_cosine(double angle) noexcept;

}  // namespace attention::detail
