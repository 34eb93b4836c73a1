// SPDX-License-Identifier: MIT
#include "attention/detail/sine_and_cosine.hpp"

#include <array>
#include <cmath>
#include <numbers>

namespace attention::detail {
namespace {

// Computes Σ_j (−1)ʲ x²ʲ / (first + 2j)! from the square of x, |x| ≤ π/4. The truncation error is
// below 2⁻⁵⁸.
double series(double square, int first) {
  static constexpr auto kInverseFactorials = [] {
    std::array<double, 19> result = {1};
    double factorial = 1;
    for (std::size_t k = 1; k < result.size(); ++k) {
      factorial *= static_cast<double>(k);
      result[k] = 1 / factorial;
    }
    return result;
  }();
  double sum = 0;
  for (int k = 18 - first; k >= 0; k -= 2)
    sum = kInverseFactorials[static_cast<std::size_t>(k)] - square * sum;
  return sum;
}

}  // namespace

// std::sin and std::cos, which handle any angle, would add 4 kB (compressed) to the WebAssembly
// module.
SineAndCosine sine_and_cosine(double angle) noexcept {
  // π/2 as the sum of three numbers. The first two have 33 bits, so that their products with a
  // number of quarter turns are exact.
  constexpr double kHalfPiHigh = 0x1.921fb544p+0;
  constexpr double kHalfPiMiddle = 0x1.0b4611a6p-34;
  constexpr double kHalfPiLow = 0x1.3198a2e037073p-69;
  const double turns = std::round(angle * (2 / std::numbers::pi));
  const double x = angle - turns * kHalfPiHigh - turns * kHalfPiMiddle - turns * kHalfPiLow;
  const double sine = x * series(x * x, 1);
  const double cosine = series(x * x, 0);
  switch (static_cast<int>(turns) % 4) {
    case 0:
      return {sine, cosine};
    case 1:
      return {cosine, -sine};
    case 2:
      return {-sine, -cosine};
    default:
      return {-cosine, sine};
  }
}

}  // namespace attention::detail
