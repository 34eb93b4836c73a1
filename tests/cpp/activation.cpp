// SPDX-License-Identifier: MIT
#include "attention/activation.hpp"

#include <cmath>
#include <limits>
#include <numbers>

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

// The share that GELU keeps of x, in forms without cancellation.
long double plain_share(long double x, GeluApproximation approximation) {
  if (approximation == GeluApproximation::kNone)
    return std::erfc(-x / std::numbers::sqrt2_v<long double>) / 2;
  const long double u =
      std::sqrt(2 / std::numbers::pi_v<long double>) * (x + 0.044715L * x * x * x);
  return 1 / (1 + std::exp(-2 * u));
}

template <class T>
T gelu_at(T x, GeluApproximation approximation = GeluApproximation::kNone) {
  return gelu(Tensor<T>({1}, {x}), approximation)(0, 0);
}

template <class T>
T slope_at(T x, GeluApproximation approximation = GeluApproximation::kNone, T g = 1) {
  return gelu_gradient(Tensor<T>({1}, {x}), Tensor<T>({1}, {g}), approximation)(0, 0);
}

// From −30 to 30, in steps that are no round numbers.
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
      // Rounded to T first: the smallest results are subnormal in float.
      expected(0, i) = static_cast<double>(static_cast<T>(at * plain_share(at, approximation)));
    }
    // An exponential amplifies the rounding of its argument, which is up to 2400 here.
    constexpr double kRelative = std::is_same_v<T, double> ? 1e-12 : 2e-7;
    // Where the exponential is subnormal, its error is multiplied by up to 30.
    CHECK(first_miss(gelu(x, approximation), expected,
                     {.abs = 32 * std::numeric_limits<T>::denorm_min(), .rel = kRelative}) == "");
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
