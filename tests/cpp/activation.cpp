// SPDX-License-Identifier: MIT
#include "attention/activation.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <vector>

#include "attention/random.hpp"
#include "support/catch.hpp"
#include "support/refusal.hpp"
#include "support/samples.hpp"
#include "support/tensors.hpp"
#include "support/tolerance.hpp"

namespace attention {
namespace {

using test::kFewRoundings;
using test::kInf;
using test::kNaN;

constexpr GeluApproximation kBothGelus[] = {GeluApproximation::kNone, GeluApproximation::kTanh};

// Returns the factor s of GELU(x) = s·x, by formulas without cancellation.
long double plain_share(long double x, GeluApproximation approximation) {
  if (approximation == GeluApproximation::kNone)
    return std::erfc(-x / std::numbers::sqrt2_v<long double>) / 2;
  const long double u =
      std::sqrt(2 / std::numbers::pi_v<long double>) * (x + 0.044715L * x * x * x);
  return 1 / (1 + std::exp(-2 * u));
}

long double plain_slope(long double x, GeluApproximation approximation) {
  constexpr long double kPi = std::numbers::pi_v<long double>;
  const long double share = plain_share(x, approximation);
  if (approximation == GeluApproximation::kNone)
    return share + x * std::exp(-x * x / 2) / std::sqrt(2 * kPi);
  const long double inner_slope = std::sqrt(8 / kPi) * (1 + 3 * 0.044715L * x * x);
  return share + x * share * plain_share(-x, approximation) * inner_slope;
}

// Returns |got − expected| in units in the last place (of T) of `expected`.
template <class T>
long double units(T got, long double expected) {
  using Limits = std::numeric_limits<T>;
  int exponent = 0;
  std::frexp(expected, &exponent);
  const int last = std::max(exponent, Limits::min_exponent) - Limits::digits;
  return std::abs(static_cast<long double>(got) - expected) / std::ldexp(1.0L, last);
}

// Floats in [−40, 40] whose bit patterns are multiples of a prime, so that every exponent occurs
// with varied significands. Then, for each GELU (exact and tanh), 100 floats around the zero of its
// derivative.
Tensor<float> floats() {
  constexpr std::uint32_t kStride = 19937;
  std::vector<float> list;
  for (std::uint32_t bits = 0; bits <= std::bit_cast<std::uint32_t>(40.F); bits += kStride)
    for (const float sign : {1.F, -1.F}) list.push_back(sign * std::bit_cast<float>(bits));
  for (const float zero : {-0.7517916F, -0.7524614F})
    for (std::uint32_t i = 0; i < 100; ++i)
      list.push_back(std::bit_cast<float>(std::bit_cast<std::uint32_t>(zero) - 50 + i));
  Tensor<float> x({static_cast<Index>(list.size())});
  std::copy(list.begin(), list.end(), x.begin());
  return x;
}

template <class T>
Tensor<T> slopes_at(const Tensor<T>& x, GeluApproximation approximation) {
  Tensor<T> ones(x.shape());
  std::fill(ones.begin(), ones.end(), T(1));
  return gelu_gradient(x, ones, approximation);
}

template <class T>
T gelu_at(T x, GeluApproximation approximation = GeluApproximation::kNone) {
  return gelu(Tensor<T>({1}, {x}), approximation)(0, 0);
}

template <class T>
T slope_at(T x, GeluApproximation approximation = GeluApproximation::kNone, T g = 1) {
  return gelu_gradient(Tensor<T>({1}, {x}), Tensor<T>({1}, {g}), approximation)(0, 0);
}

// Returns 401 numbers from −29.98 to 29.98, in equal steps.
template <class T>
Tensor<T> line() {
  Tensor<T> x({401});
  for (Index i = 0; i < x.size(); ++i)
    x(0, i) = static_cast<T>(0.1499 * static_cast<double>(i - 200));
  return x;
}

TEST_CASE("gelu: values of PyTorch", "[parts]") {
  CHECK(gelu_at(1.0) == Approx(0.8413447460685429).epsilon(1e-15));
  CHECK(gelu_at(1.0, GeluApproximation::kTanh) == Approx(0.8411919906082768).epsilon(1e-15));
  CHECK(slope_at(1.0) == Approx(1.0833154705876864).epsilon(1e-15));
  CHECK(slope_at(0.0) == 0.5);
}

TEMPLATE_TEST_CASE("gelu: equals the formula in long double, and keeps the digits of its tails",
                   "[parts]", float, double) {
  using T = TestType;
  const auto x = line<T>();
  for (const GeluApproximation approximation : kBothGelus) {
    Tensor<double> expected(x.shape());
    for (Index i = 0; i < x.size(); ++i) {
      const long double at = x(0, i);
      // Rounds to T first: the smallest results are subnormal in float, so they lose digits.
      expected(0, i) = static_cast<double>(static_cast<T>(at * plain_share(at, approximation)));
    }
    // The argument of exp is as low as −2000. Its absolute rounding error becomes a relative error.
    constexpr double kRelative = std::is_same_v<T, double> ? 1e-12 : 2e-7;
    // If exp(…) is subnormal, its rounding error is multiplied by |x|, which is up to 30.
    CHECK(first_miss(gelu(x, approximation), expected,
                     {.abs = 32 * std::numeric_limits<T>::denorm_min(), .rel = kRelative}) == "");
  }
}

TEST_CASE("gelu: floats and their slopes are the exact numbers, rounded once", "[parts]") {
  // In units in the last place: 1/2 for rounding to float, the rest for the computation in double.
  constexpr long double kOneRounding = 0.51L;
  const auto x = floats();
  for (const GeluApproximation approximation : kBothGelus) {
    const auto value = gelu(x, approximation);
    const auto slope = slopes_at(x, approximation);
    long double worst_value = 0;
    long double worst_slope = 0;
    for (Index i = 0; i < x.size(); ++i) {
      const long double at = x(0, i);
      worst_value = std::max(worst_value, units(value(0, i), at * plain_share(at, approximation)));
      worst_slope = std::max(worst_slope, units(slope(0, i), plain_slope(at, approximation)));
    }
    CAPTURE(static_cast<int>(approximation));
    CHECK(worst_value <= kOneRounding);
    CHECK(worst_slope <= kOneRounding);
  }
}

TEST_CASE("gelu: doubles are off by a few units, also in the tail, and their slopes by two epsilon",
          "[parts]") {
  long double worst_value = 0;
  long double worst_slope = 0;
  for (int i = -37500; i <= 37500; ++i) {
    const double x = i * 0.99993e-3;
    const long double value = x * plain_share(x, GeluApproximation::kNone);
    worst_value = std::max(worst_value, units(gelu_at(x), value));
    worst_slope =
        std::max(worst_slope, std::abs(slope_at(x) - plain_slope(x, GeluApproximation::kNone)));
  }
  CHECK(worst_value <= 10);
  CHECK(worst_slope <= 2 * std::numeric_limits<double>::epsilon());
}

TEMPLATE_TEST_CASE("gelu: an entry depends neither on its place in the row nor on its neighbours",
                   "[parts]", float, double) {
  using T = TestType;
  const std::vector<T> odd = {kNaN<T>, kInf<T>, -kInf<T>, T(-0.0)};
  for (const GeluApproximation approximation : kBothGelus)
    for (Index n = 1; n <= 140; ++n) {
      Tensor<T> x({n});
      for (Index i = 0; i < n; ++i)
        x(0, i) = i % 5 == 2 ? odd[static_cast<std::size_t>(i / 5 % 4)]
                             : static_cast<T>(0.217 * static_cast<double>(i % 29 - 20));
      const auto value = gelu(x, approximation);
      const auto slope = slopes_at(x, approximation);
      for (Index i = 0; i < n; ++i) {
        CAPTURE(n, i);
        const T at = x(0, i);
        CHECK(
            (std::isnan(at) ? std::isnan(value(0, i)) : value(0, i) == gelu_at(at, approximation)));
        CHECK((std::isnan(at) ? std::isnan(slope(0, i))
                              : slope(0, i) == slope_at(at, approximation)));
      }
    }
}

TEST_CASE("gelu: the parts at x and −x differ by x, and their slopes add up to 1", "[parts]") {
  const auto x = line<double>();
  for (const GeluApproximation approximation : kBothGelus)
    for (const double at : x) {
      CAPTURE(at);
      CHECK(std::abs(gelu_at(at, approximation) - gelu_at(-at, approximation) - at) <=
            4e-16 * std::abs(at));
      CHECK(std::abs(slope_at(at, approximation) + slope_at(-at, approximation) - 1) <= 1e-15);
    }
}

TEST_CASE("gelu: the approximation is off by at most 5e-4", "[parts]") {
  const auto x = line<double>();
  double largest = 0;
  for (const double at : x)
    largest = std::max(largest, std::abs(gelu_at(at) - gelu_at(at, GeluApproximation::kTanh)));
  CHECK(largest > 4e-4);
  CHECK(largest < 5e-4);
}

TEMPLATE_TEST_CASE("gelu: extreme numbers", "[parts]", float, double) {
  using T = TestType;
  const T most = std::numeric_limits<T>::max();
  for (const GeluApproximation approximation : kBothGelus) {
    for (const T large : {T(40), T(41), T(1e20), most, kInf<T>}) {
      CAPTURE(large);
      CHECK(gelu_at(large, approximation) == large);
      const T none = gelu_at(-large, approximation);
      CHECK((none == 0 && std::signbit(none)));
      CHECK(slope_at(large, approximation) == 1);
      CHECK(slope_at(-large, approximation) == 0);
    }
    CHECK(std::isnan(gelu_at(kNaN<T>, approximation)));
    CHECK(std::isnan(slope_at(kNaN<T>, approximation)));
    CHECK((gelu_at(T(-0.0), approximation) == 0 && std::signbit(gelu_at(T(-0.0), approximation))));
    for (const T tiny : test::kSmallest<T>) CHECK(gelu_at(2 * tiny, approximation) == tiny);
  }
}

TEST_CASE("gelu gradient: equals central differences", "[parts]") {
  const auto x = draw({2, 3, 5}, {.seed = 1, .variance = 4});
  const auto g = draw(x.shape(), {.seed = 2});
  for (const GeluApproximation approximation : kBothGelus)
    CHECK(
        first_miss(gelu_gradient(x, g, approximation),
                   differences([&](const auto& at) { return dot(gelu(at, approximation), g); }, x),
                   test::kDifferenceQuotient) == "");
}

TEST_CASE("gelu gradient: in float it is that in double, rounded", "[parts]") {
  const auto x = line<float>();
  const auto g = draw<float>(x.shape(), {.seed = 3});
  for (const GeluApproximation approximation : kBothGelus)
    CHECK(first_miss(gelu_gradient(x, g, approximation),
                     gelu_gradient(as<double>(x), as<double>(g), approximation),
                     {.abs = 1e-37, .rel = kFewRoundings<float>.rel}) == "");
}

TEST_CASE("gelu: rows with a stride, shapes without entries, errors", "[parts]") {
  const auto x = draw({3, 4}, {.seed = 4});
  const auto part = gelu(TensorView<double>(x.data(), {3, 2}, 4));
  CHECK(part(2, 1) == gelu_at(x(2, 1)));
  const Shape huge = {Index{1} << 50, 0};
  CHECK(gelu(Tensor<float>(huge)).shape() == huge);
  CHECK(gelu_gradient(Tensor<float>(huge), Tensor<float>(huge)).shape() == huge);
  CHECK(test::refusal([&] { gelu_gradient(x, part); }) ==
        "ShapeMismatch | output_gradient: expected (3, 4), got (3, 2)");
}

}  // namespace
}  // namespace attention
