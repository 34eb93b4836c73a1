// SPDX-License-Identifier: MIT
#include "attention/detail/elementary.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace attention::detail {
namespace {

// Coefficients of the series 2 s² / 3 + 2 s⁴ / 5 + …, with the s of `natural_log`. Because
// s² ≤ 0.0295, truncating the series changes ln(1 + f) by a relative error below 2⁻⁵⁸.
constexpr std::array<double, 10> kSeries = {2.0 / 3,  2.0 / 5,  2.0 / 7,  2.0 / 9,  2.0 / 11,
                                            2.0 / 13, 2.0 / 15, 2.0 / 17, 2.0 / 19, 2.0 / 21};
// ln 2 as the sum of two numbers. The first ends in so many zero bits that its product with the
// exponent e is exact.
constexpr double kLn2High = 0x1.62e42feep-1;
constexpr double kLn2Low = 0x1.a39ef35793c76p-33;

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

// Splits x = 2^e (1 + f), so that ln x = e ln 2 + ln(1 + f). With s = f / (2 + f), ln(1 + f) is
// 2 artanh s = 2s + s·series, where series = 2s²/3 + 2s⁴/5 + … The equal form
// f − (f²/2 − s (f²/2 + series)) is computed, because it has a smaller rounding error: f is exact.
double natural_log(double x) noexcept {
  if (x == 0) return -std::numeric_limits<double>::infinity();
  if (!(x > 0)) return std::numeric_limits<double>::quiet_NaN();
  if (std::isinf(x)) return x;
  int exponent = 0;
  double mantissa = std::frexp(x, &exponent);
  if (mantissa < std::numbers::sqrt2 / 2) {
    mantissa *= 2;
    --exponent;
  }
  const double f = mantissa - 1;
  const double s = f / (2 + f);
  const double half_square = 0.5 * f * f;
  double series = 0;
  for (std::size_t i = kSeries.size(); i-- > 0;) series = series * (s * s) + kSeries[i];
  series *= s * s;
  const double e = exponent;
  return e * kLn2High - ((half_square - (s * (half_square + series) + e * kLn2Low)) - f);
}

// std::sin and std::cos, which handle any angle, would add 4 kB (compressed) to the WebAssembly
// module.
SineAndCosine sine_and_cosine(double angle) noexcept {
  // π/2 as the sum of three numbers. The first two have 33 bits, so that their products with
  // `turns`, which has at most 20 bits, are exact.
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
