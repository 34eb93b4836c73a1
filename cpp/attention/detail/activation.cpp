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

// e^{−2|u|} with u = √(2/π) (x + 0.044715 x³), for both tails without overflow: (1 + tanh |u|) / 2
// = 1 / (1 + e^{−2|u|}).
double tanh_exponential(double x) {
  return std::exp(-2 * kSqrtTwoOverPi * std::abs(x) * (1 + kCubic * x * x));
}

double tanh_distribution(double x) {
  const double exponential = tanh_exponential(x);
  return (x < 0 ? exponential : 1) / (1 + exponential);
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
  const double exponential = tanh_exponential(at);
  const double share = (at < 0 ? exponential : 1) / (1 + exponential);
  const double rest = (at < 0 ? 1 : exponential) / (1 + exponential);
  const double inner_slope = 2 * kSqrtTwoOverPi * (1 + 3 * kCubic * at * at);
  return static_cast<T>(share + at * share * rest * inner_slope);
}

ATTENTION_INSTANTIATE(gelu);
ATTENTION_INSTANTIATE(gelu_slope);

}  // namespace attention::detail
