// SPDX-License-Identifier: MIT
#include "attention/detail/activation.hpp"

#include <cmath>
#include <numbers>

#include "simd/instantiate.hpp"

namespace attention::detail {
namespace {

// Beyond this, both forms of Φ are 0 or 1 in double, and products such as ∞ · 0 would be NaN.
constexpr double kTail = 40;

constexpr double kSqrtTwoOverPi = std::numbers::sqrt2 * std::numbers::inv_sqrtpi;
constexpr double kCubic = 0.044715;

double normal_distribution(double x) { return std::erfc(-x / std::numbers::sqrt2) / 2; }

// (1 + tanh(u)) / 2 = 1 / (1 + e^{−2u}), which keeps the digits of small results.
double tanh_distribution(double x) {
  return 1 / (1 + std::exp(-2 * kSqrtTwoOverPi * x * (1 + kCubic * x * x)));
}

}  // namespace

template <class T>
T gelu(T x, GeluApproximation approximation) noexcept {
  const double at = static_cast<double>(x);
  if (std::abs(at) > kTail) return at > 0 ? x : T(-0.0);
  const double share =
      approximation == GeluApproximation::kNone ? normal_distribution(at) : tanh_distribution(at);
  return static_cast<T>(at * share);
}

template <class T>
T gelu_slope(T x, GeluApproximation approximation) noexcept {
  const double at = static_cast<double>(x);
  if (std::abs(at) > kTail) return at > 0 ? T(1) : T(0);
  if (approximation == GeluApproximation::kNone) {
    const double density = std::exp(-at * at / 2) * kSqrtTwoOverPi / 2;
    return static_cast<T>(normal_distribution(at) + at * density);
  }
  const double share = tanh_distribution(at);
  const double inner_slope = 2 * kSqrtTwoOverPi * (1 + 3 * kCubic * at * at);
  return static_cast<T>(share + at * share * (1 - share) * inner_slope);
}

ATTENTION_INSTANTIATE(gelu);
ATTENTION_INSTANTIATE(gelu_slope);

}  // namespace attention::detail
