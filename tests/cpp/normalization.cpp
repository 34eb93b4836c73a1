// SPDX-License-Identifier: MIT
// Tests layer norm and RMS norm. This file is long because their backward passes share samples and
// plain loops.
#include "attention/normalization.hpp"

#include <cmath>
#include <limits>
#include <string>
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
using test::refusal;

enum class Centre { kMean, kZero };

// Layer norm (around the mean) or RMS norm (around zero) with plain loops in long double.
template <class T>
Tensor<double> plain_norm(const TensorView<T>& x, Centre centre, const TensorView<T>& gain,
                          const TensorView<T>& bias, double epsilon) {
  Tensor<double> y(x.shape());
  const auto d = static_cast<long double>(x.cols());
  for (Index r = 0; r < x.rows(); ++r) {
    long double mean = 0;
    for (const T entry : x.row(r)) mean += centre == Centre::kMean ? entry / d : 0;
    long double square = 0;
    for (const T entry : x.row(r)) square += (entry - mean) * (entry - mean) / d;
    for (Index c = 0; c < x.cols(); ++c) {
      const long double v = (x(r, c) - mean) / std::sqrt(square + epsilon);
      y(r, c) = static_cast<double>(v * (gain.empty() ? 1 : gain(0, c)) +
                                    (bias.empty() ? 0 : bias(0, c)));
    }
  }
  return y;
}

// Returns x · 2^exponent, which is exact unless an entry overflows or underflows.
template <class T>
Tensor<T> times_power(const Tensor<T>& x, int exponent) {
  Tensor<T> result(x);
  for (T& entry : result) entry = std::ldexp(entry, exponent);
  return result;
}

template <class T>
Tensor<T> whole_row() {
  return Tensor<T>({1, 9}, {3, -1, 4, 1, -5, 8, 2, -6, 5});
}

// Exponents from the smallest to the largest e for which `whole_row` times 2^e is exact in T.
template <class T>
std::vector<int> exponents() {
  using Limits = std::numeric_limits<T>;
  const int least = Limits::min_exponent - Limits::digits;
  const int most = Limits::max_exponent - 4;
  return {least, least + 1, least / 2, -300 * most / 1000, 300 * most / 1000, most / 2, most};
}

TEMPLATE_TEST_CASE("layer norm: by hand", "[parts]", float, double) {
  using T = TestType;
  // Mean 2 and variance 1; with epsilon 3, the divisor is 2.
  const Tensor<T> x({2}, {1, 3});
  CHECK(first_miss(layer_norm(x, {.epsilon = 0}), Tensor<double>({2}, {-1, 1}), {}) == "");
  CHECK(first_miss(layer_norm(x, {.epsilon = 3}), Tensor<double>({2}, {-0.5, 0.5}), {}) == "");
  const Tensor<T> gain({2}, {2, 3});
  const Tensor<T> bias({2}, {10, 20});
  CHECK(first_miss(layer_norm(x, {.gain = gain, .bias = bias, .epsilon = 0}),
                   Tensor<double>({2}, {8, 23}), {}) == "");
}

TEMPLATE_TEST_CASE("rms norm: by hand", "[parts]", float, double) {
  using T = TestType;
  // The mean square is 25; with epsilon 11, the divisor is 6.
  const Tensor<T> x({2}, {1, 7});
  const Tensor<T> gain({2}, {6, -6});
  CHECK(first_miss(rms_norm(x, {.epsilon = 0}), Tensor<double>({2}, {0.2, 1.4}),
                   kFewRoundings<T>) == "");
  CHECK(first_miss(rms_norm(x, {.gain = gain, .epsilon = 11}), Tensor<double>({2}, {1, -7}),
                   kFewRoundings<T>) == "");
}

TEMPLATE_TEST_CASE("layer norm, rms norm: equal plain loops, for batches and rows with a stride",
                   "[parts]", float, double) {
  using T = TestType;
  for (const Index d : test::kTileEdges) {
    CAPTURE(d);
    const auto x = draw<T>({2, 3, d}, {.seed = 1, .mean = 2});
    const auto gain = draw<T>({d}, {.seed = 2});
    const auto bias = draw<T>({d}, {.seed = 3});
    const double epsilon = 1e-3;
    CHECK(first_miss(layer_norm(x, {.gain = gain, .bias = bias, .epsilon = epsilon}),
                     plain_norm<T>(x, Centre::kMean, gain, bias, epsilon), kFewRoundings<T>) == "");
    CHECK(first_miss(rms_norm(x, {.gain = gain, .epsilon = epsilon}),
                     plain_norm<T>(x, Centre::kZero, gain, {}, epsilon), kFewRoundings<T>) == "");
    const Index part = (d + 1) / 2;
    const TensorView<T> columns(x.data(), {6, part}, d);
    CHECK(first_miss(layer_norm(columns), plain_norm<T>(columns, Centre::kMean, {}, {}, 1e-5),
                     kFewRoundings<T>) == "");
    CHECK(first_miss(rms_norm(columns), plain_norm<T>(columns, Centre::kZero, {}, {}, 1e-5),
                     kFewRoundings<T>) == "");
  }
}

TEMPLATE_TEST_CASE("layer norm: an offset that all entries share changes no bit", "[parts]", float,
                   double) {
  using T = TestType;
  Tensor<T> x = whole_row<T>();
  const auto y = as<double>(layer_norm(x));
  // After this addition only the last few bits of T represent an entry of x, but all sums are
  // exact.
  for (T& entry : x) entry += std::ldexp(T(1), std::numeric_limits<T>::digits - 5);
  CHECK(first_miss(layer_norm(x), y, {}) == "");
}

TEMPLATE_TEST_CASE("layer norm, rms norm: no power of 2 changes a bit, without epsilon", "[parts]",
                   float, double) {
  using T = TestType;
  const auto x = whole_row<T>();
  const auto layer = as<double>(layer_norm(x, {.epsilon = 0}));
  const auto rms = as<double>(rms_norm(x, {.epsilon = 0}));
  for (const int exponent : exponents<T>()) {
    CAPTURE(exponent);
    const auto scaled = times_power(x, exponent);
    CHECK(first_miss(layer_norm(scaled, {.epsilon = 0}), layer, {}) == "");
    CHECK(first_miss(rms_norm(scaled, {.epsilon = 0}), rms, {}) == "");
  }
}

TEMPLATE_TEST_CASE("layer norm, rms norm: the largest numbers do not overflow", "[parts]", float,
                   double) {
  using T = TestType;
  const T most = std::numeric_limits<T>::max();
  const Tensor<T> x({4}, {most, -most, -most, most});
  const Tensor<double> signs({4}, {1, -1, -1, 1});
  CHECK(first_miss(layer_norm(x), signs, kFewRoundings<T>) == "");
  CHECK(first_miss(rms_norm(x), signs, kFewRoundings<T>) == "");
  const auto gradient = layer_norm_gradient(x, Tensor<T>({4}, {1, 1, 2, 2}));
  CHECK(first_miss(gradient.gain, Tensor<double>({4}, {1, -1, -2, 2}), kFewRoundings<T>) == "");
  CHECK(std::isfinite(gradient.x(0, 0)));
}

TEST_CASE("layer norm, rms norm: a tiny epsilon beside tiny entries counts", "[parts]") {
  for (const double epsilon : {1e-300, 1e-240, 1e-200, 1e-5}) {
    CAPTURE(epsilon);
    const auto x = draw({3, 7}, {.seed = 4, .variance = epsilon});
    CHECK(first_miss(layer_norm(x, {.epsilon = epsilon}),
                     plain_norm<double>(x, Centre::kMean, {}, {}, epsilon),
                     kFewRoundings<double>) == "");
    CHECK(first_miss(rms_norm(x, {.epsilon = epsilon}),
                     plain_norm<double>(x, Centre::kZero, {}, {}, epsilon),
                     kFewRoundings<double>) == "");
  }
}

TEMPLATE_TEST_CASE("layer norm, rms norm: constant rows and rows of zeros", "[parts]", float,
                   double) {
  using T = TestType;
  const Tensor<T> x({2, 3}, {T(0.1), T(0.1), T(0.1), 0, 0, 0});
  const Tensor<T> bias({3}, {5, 6, 7});
  CHECK(first_miss(layer_norm(x, {.bias = bias}), Tensor<double>({2, 3}, {5, 6, 7, 5, 6, 7}), {}) ==
        "");
  CHECK(first_miss(layer_norm(x, {.epsilon = 0}),
                   Tensor<double>(as<double>(
                       Tensor<T>({2, 3}, {kNaN<T>, kNaN<T>, kNaN<T>, kNaN<T>, kNaN<T>, kNaN<T>}))),
                   {}) == "");
  const auto rms = rms_norm(x);
  CHECK((rms(1, 0) == 0 && rms(1, 1) == 0 && rms(1, 2) == 0));
  CHECK(std::isnan(rms_norm(x, {.epsilon = 0})(1, 0)));
  // A single component equals its mean.
  CHECK(layer_norm(Tensor<T>({1}, {9}))(0, 0) == 0);
}

TEMPLATE_TEST_CASE("layer norm, rms norm: NaN and infinity stay in their row", "[parts]", float,
                   double) {
  using T = TestType;
  const Tensor<T> x({3, 3}, {1, kNaN<T>, 2, 1, kInf<T>, 2, 1, 2, 3});
  const auto y = layer_norm(x);
  for (Index c = 0; c < 3; ++c)
    CHECK((std::isnan(y(0, c)) && std::isnan(y(1, c)) && std::isfinite(y(2, c))));
  const auto rms = rms_norm(x);
  CHECK((std::isnan(rms(0, 0)) && std::isnan(rms(1, 1)) && rms(1, 0) == 0 && rms(1, 2) == 0));
  CHECK(std::isfinite(rms(2, 0)));
}

TEST_CASE("layer norm gradient: equals central differences", "[parts]") {
  const auto x = draw({2, 2, 5}, {.seed = 5});
  const auto gain = draw({5}, {.seed = 6});
  const auto bias = draw({5}, {.seed = 7});
  const auto g = draw(x.shape(), {.seed = 8});
  for (const double epsilon : {1e-5, 0.5}) {
    CAPTURE(epsilon);
    const auto loss = [&](const auto& at, const auto& by, const auto& plus) {
      return dot(layer_norm(at, {.gain = by, .bias = plus, .epsilon = epsilon}), g);
    };
    const auto [of_x, of_gain, of_bias] =
        layer_norm_gradient(x, g, {.gain = gain, .bias = bias, .epsilon = epsilon});
    CHECK(first_miss(of_x, differences([&](const auto& at) { return loss(at, gain, bias); }, x),
                     test::kDifferenceQuotient) == "");
    CHECK(first_miss(of_gain, differences([&](const auto& by) { return loss(x, by, bias); }, gain),
                     test::kDifferenceQuotient) == "");
    CHECK(first_miss(of_bias,
                     differences([&](const auto& plus) { return loss(x, gain, plus); }, bias),
                     test::kDifferenceQuotient) == "");
  }
}

TEST_CASE("rms norm gradient: equals central differences", "[parts]") {
  const auto x = draw({2, 2, 5}, {.seed = 5});
  const auto gain = draw({5}, {.seed = 6});
  const auto g = draw(x.shape(), {.seed = 8});
  const auto loss = [&](const auto& at, const auto& by) {
    return dot(rms_norm(at, {.gain = by, .epsilon = 0.5}), g);
  };
  const auto [of_x, of_gain] = rms_norm_gradient(x, g, {.gain = gain, .epsilon = 0.5});
  CHECK(first_miss(of_x, differences([&](const auto& at) { return loss(at, gain); }, x),
                   test::kDifferenceQuotient) == "");
  CHECK(first_miss(of_gain, differences([&](const auto& by) { return loss(x, by); }, gain),
                   test::kDifferenceQuotient) == "");
}

TEMPLATE_TEST_CASE("norm gradients: without gain they are those with a gain of ones", "[parts]",
                   float, double) {
  using T = TestType;
  const auto x = draw<T>({4, 11}, {.seed = 9});
  const auto g = draw<T>({4, 11}, {.seed = 10});
  Tensor<T> ones({11});
  for (T& entry : ones) entry = 1;
  const auto layer = layer_norm_gradient(x, g);
  const auto layer_of_ones = layer_norm_gradient(x, g, {.gain = ones});
  CHECK(first_miss(layer.x, as<double>(layer_of_ones.x), {}) == "");
  CHECK(first_miss(layer.gain, as<double>(layer_of_ones.gain), {}) == "");
  const auto rms = rms_norm_gradient(x, g);
  const auto rms_of_ones = rms_norm_gradient(x, g, {.gain = ones});
  CHECK(first_miss(rms.x, as<double>(rms_of_ones.x), {}) == "");
  CHECK(first_miss(rms.gain, as<double>(rms_of_ones.gain), {}) == "");
}

TEST_CASE("norm gradients: in float they are those in double, rounded", "[parts]") {
  for (const Index d : test::kTileEdges) {
    CAPTURE(d);
    const auto x = draw<float>({5, d}, {.seed = 11});
    const auto gain = draw<float>({d}, {.seed = 12});
    const auto g = draw<float>({5, d}, {.seed = 13});
    const auto gain_in_double = as<double>(gain);
    const auto layer = layer_norm_gradient(x, g, {.gain = gain});
    const auto layer_in_double =
        layer_norm_gradient(as<double>(x), as<double>(g), {.gain = gain_in_double});
    CHECK(first_miss(layer.x, layer_in_double.x, kFewRoundings<float>) == "");
    CHECK(first_miss(layer.gain, layer_in_double.gain, kFewRoundings<float>) == "");
    CHECK(first_miss(layer.bias, layer_in_double.bias, kFewRoundings<float>) == "");
    const auto rms = rms_norm_gradient(x, g, {.gain = gain});
    const auto rms_in_double =
        rms_norm_gradient(as<double>(x), as<double>(g), {.gain = gain_in_double});
    CHECK(first_miss(rms.x, rms_in_double.x, kFewRoundings<float>) == "");
    CHECK(first_miss(rms.gain, rms_in_double.gain, kFewRoundings<float>) == "");
  }
}

TEMPLATE_TEST_CASE("norm gradients: scaling a row by a power of 2 divides its gradient by it",
                   "[parts]", float, double) {
  using T = TestType;
  const auto x = whole_row<T>();
  const auto g = draw<T>(x.shape(), {.seed = 14});
  const auto layer = layer_norm_gradient(x, g, {.epsilon = 0});
  const auto rms = rms_norm_gradient(x, g, {.epsilon = 0});
  // With these exponents, all entries of the scaled row and of its gradient are normal numbers.
  const int most = std::numeric_limits<T>::max_exponent - 16;
  for (const int exponent : {-most, -most / 2, most / 2, most}) {
    CAPTURE(exponent);
    const auto scaled = times_power(x, exponent);
    const auto scaled_layer = layer_norm_gradient(scaled, g, {.epsilon = 0});
    const auto scaled_rms = rms_norm_gradient(scaled, g, {.epsilon = 0});
    CHECK(first_miss(times_power(scaled_layer.x, exponent), as<double>(layer.x), {}) == "");
    CHECK(first_miss(scaled_layer.gain, as<double>(layer.gain), {}) == "");
    CHECK(first_miss(times_power(scaled_rms.x, exponent), as<double>(rms.x), {}) == "");
    CHECK(first_miss(scaled_rms.gain, as<double>(rms.gain), {}) == "");
  }
}

TEST_CASE("norm gradients: those of gain and bias are added in double", "[parts]") {
  constexpr float kLarge = 1 << 24;
  // The normalised rows are (−1, 1). A sum in float would lose all terms after the first.
  Tensor<float> x({101, 2});
  Tensor<float> g({101, 2});
  for (Index r = 0; r < 101; ++r) {
    x(r, 0) = -1;
    x(r, 1) = 1;
    g(r, 0) = g(r, 1) = r == 0 ? kLarge : 1;
  }
  const auto layer = layer_norm_gradient(x, g, {.epsilon = 0});
  CHECK(layer.gain(0, 1) == kLarge + 100);
  CHECK(layer.bias(0, 0) == kLarge + 100);
  CHECK(rms_norm_gradient(x, g, {.epsilon = 0}).gain(0, 0) == -kLarge - 100);
}

TEST_CASE("layer norm, rms norm: shapes without entries return at once", "[parts]") {
  constexpr Index kHuge = Index{1} << 50;
  for (const Shape& shape : {Shape{0, 4}, Shape{kHuge, 0}, Shape{0}}) {
    const Tensor<float> x(shape);
    CHECK(layer_norm(x).shape() == shape);
    CHECK(rms_norm(x).shape() == shape);
    CHECK(layer_norm_gradient(x, x).bias.shape() == Shape{shape.back()});
    CHECK(rms_norm_gradient(x, x).gain.shape() == Shape{shape.back()});
  }
}

TEST_CASE("layer norm, rms norm: errors", "[parts]") {
  const Tensor<double> x({2, 3});
  const Tensor<double> three({3});
  const Tensor<double> row({1, 2});
  const std::string gain = "ShapeMismatch | gain: expected (3), got (1, 2)";
  const std::string bias = "ShapeMismatch | bias: expected (3), got (1, 2)";
  CHECK(refusal([&] { layer_norm(x, {.gain = row}); }) == gain);
  CHECK(refusal([&] { layer_norm(x, {.bias = row}); }) == bias);
  CHECK(refusal([&] { layer_norm_gradient(x, x, {.gain = row}); }) == gain);
  CHECK(refusal([&] { layer_norm_gradient(x, x, {.bias = row}); }) == bias);
  CHECK(refusal([&] { rms_norm(x, {.gain = row}); }) == gain);
  CHECK(refusal([&] { rms_norm_gradient(x, x, {.gain = row}); }) == gain);
  const std::string shape = "ShapeMismatch | output_gradient: expected (2, 3), got (3)";
  CHECK(refusal([&] { layer_norm_gradient(x, three); }) == shape);
  CHECK(refusal([&] { rms_norm_gradient(x, three); }) == shape);
  const Tensor<float> wide({0, Index{1} << 50});
  CHECK(refusal([&] { layer_norm_gradient(wide, wide); }).starts_with("OutOfMemory | memory: "));
  CHECK(refusal([&] { rms_norm_gradient(wide, wide); }).starts_with("OutOfMemory | memory: "));
  for (const double epsilon : {-1e-9, std::nan(""), HUGE_VAL}) {
    const std::string start = "OutOfRange | epsilon: expected a finite number >= 0, got ";
    CHECK(refusal([&] { layer_norm(x, {.epsilon = epsilon}); }).starts_with(start));
    CHECK(refusal([&] { layer_norm_gradient(x, x, {.epsilon = epsilon}); }).starts_with(start));
    CHECK(refusal([&] { rms_norm(x, {.epsilon = epsilon}); }).starts_with(start));
    CHECK(refusal([&] { rms_norm_gradient(x, x, {.epsilon = epsilon}); }).starts_with(start));
  }
}

}  // namespace
}  // namespace attention
