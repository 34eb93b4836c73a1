// SPDX-License-Identifier: MIT
#include "attention/rotary.hpp"

#include <cmath>
#include <limits>
#include <string>

#include "attention/positional_encoding.hpp"
#include "attention/random.hpp"
#include "support/catch.hpp"
#include "support/refusal.hpp"
#include "support/samples.hpp"
#include "support/tensors.hpp"
#include "support/tolerance.hpp"

namespace attention {
namespace {

using test::kFewRoundings;
using test::refusal;

constexpr RotaryPairs kBothPairs[] = {RotaryPairs::kAdjacent, RotaryPairs::kHalves};

// Rounding an angle of up to 11 to double rotates a pair by up to 11 · 2⁻⁵³.
template <class T>
constexpr test::Tolerance kAngle{.abs = kFewRoundings<T>.abs + 0x1p-48,
                                 .rel = kFewRoundings<T>.rel};

template <class T>
Tensor<double> plain_rotary(const TensorView<T>& x, const RotaryOptions& options) {
  Tensor<double> y(x.shape());
  const Index d = x.cols();
  const Index n = x.shape()[x.shape().size() - 2];
  for (Index r = 0; r < x.rows(); ++r)
    for (Index i = 0; i < d / 2; ++i) {
      const bool is_adjacent = options.pairs == RotaryPairs::kAdjacent;
      const Index a = is_adjacent ? 2 * i : i;
      const Index b = is_adjacent ? 2 * i + 1 : i + d / 2;
      const double angle = static_cast<double>(options.first + r % n) *
                           std::pow(options.base, -2.0 * static_cast<double>(i) / double(d));
      y(r, a) = x(r, a) * std::cos(angle) - x(r, b) * std::sin(angle);
      y(r, b) = x(r, a) * std::sin(angle) + x(r, b) * std::cos(angle);
    }
  return y;
}

TEST_CASE("rotary: by hand", "[parts]") {
  const Tensor<double> x({3, 4}, {1, 2, 3, 4, 1, 0, 0, 1, 1, 0, 0, 1});
  // With width 4 and base 100 the angles of position t are t and t/10.
  const double c1 = std::cos(1), s1 = std::sin(1), c2 = std::cos(0.1), s2 = std::sin(0.1);
  const double c3 = std::cos(2), s3 = std::sin(2), c4 = std::cos(0.2), s4 = std::sin(0.2);
  CHECK(first_miss(rotary(x, {.base = 100}),
                   Tensor<double>({3, 4}, {1, 2, 3, 4, c1, s1, -s2, c2, c3, s3, -s4, c4}),
                   kFewRoundings<double>) == "");
  CHECK(first_miss(rotary(x, {.base = 100, .pairs = RotaryPairs::kHalves}),
                   Tensor<double>({3, 4}, {1, 2, 3, 4, c1, -s2, s1, c2, c3, -s4, s3, c4}),
                   kFewRoundings<double>) == "");
}

TEMPLATE_TEST_CASE("rotary: equals plain loops, for batches and rows with a stride", "[parts]",
                   float, double) {
  using T = TestType;
  for (const RotaryPairs pairs : kBothPairs)
    for (const Index d : {2, 4, 6, 16, 34}) {
      CAPTURE(d);
      const auto x = draw<T>({2, 3, 5, d}, {.seed = 1});
      const RotaryOptions options{.base = 500, .first = 7, .pairs = pairs};
      CHECK(first_miss(rotary(x, options), plain_rotary<T>(x, options), kAngle<T>) == "");
      const TensorView<T> columns(x.data(), {6, 5, 2}, d);
      CHECK(first_miss(rotary(columns, options), plain_rotary<T>(columns, options), kAngle<T>) ==
            "");
    }
}

TEMPLATE_TEST_CASE("rotary: turns (0, 1) to the row of the sinusoidal encoding", "[parts]", float,
                   double) {
  using T = TestType;
  constexpr Index kFirst = (1 << 20) - 3;
  Tensor<T> x({3, 6});
  for (Index r = 0; r < 3; ++r)
    for (Index c = 1; c < 6; c += 2) x(r, c) = 1;
  // `rotary_gradient` rotates (0, 1) by −θ to (sin θ, cos θ), a pair of the positional encoding.
  CHECK(first_miss(rotary_gradient(x, {.first = kFirst}),
                   as<double>(positional_encoding<T>(3, 6, {.first = kFirst})), {}) == "");
}

TEST_CASE("rotary: dot products depend only on the distance of the positions", "[parts]") {
  const auto query = draw({1, 8}, {.seed = 2});
  const auto key = draw({1, 8}, {.seed = 3});
  for (const RotaryPairs pairs : kBothPairs) {
    const auto score = [&](Index at, Index of) {
      return dot(rotary(query, {.first = at, .pairs = pairs}),
                 rotary(key, {.first = of, .pairs = pairs}));
    };
    const double expected = score(5, 2);
    CHECK(std::abs(score(6, 2) - expected) > 1e-3);
    for (const Index shift : {1, 10, 1000})
      // Rounding an angle of up to 1000 gives an error of up to 1000 · 2⁻⁵³.
      CHECK(std::abs(score(5 + shift, 2 + shift) - expected) < 1e-11);
  }
}

TEMPLATE_TEST_CASE("rotary gradient: undoes the rotation and is its transpose", "[parts]", float,
                   double) {
  using T = TestType;
  const auto x = draw<T>({2, 7, 10}, {.seed = 4});
  const auto g = draw<T>({2, 7, 10}, {.seed = 5});
  for (const RotaryPairs pairs : kBothPairs) {
    const RotaryOptions options{.first = 3, .pairs = pairs};
    CHECK(first_miss(rotary_gradient(rotary(x, options), options), as<double>(x),
                     kFewRoundings<T>) == "");
    // The loss Σ y g is linear in x, so its gradient g' fulfils Σ y g = Σ x g'. Each of the 140
    // terms is rounded.
    CHECK(std::abs(dot(rotary(x, options), g) - dot(x, rotary_gradient(g, options))) <=
          140 * std::numeric_limits<T>::epsilon());
  }
}

TEMPLATE_TEST_CASE("rotary: NaN and infinity stay in their pair, large numbers stay finite",
                   "[parts]", float, double) {
  using T = TestType;
  const T most = std::numeric_limits<T>::max();
  const Tensor<T> x({1, 6}, {test::kNaN<T>, 1, test::kInf<T>, 1, most, 0});
  const auto y = rotary(x, {.base = 2, .first = 1});
  CHECK((std::isnan(y(0, 0)) && std::isnan(y(0, 1))));
  CHECK((std::isinf(y(0, 2)) && std::isinf(y(0, 3))));
  CHECK((std::isfinite(y(0, 4)) && y(0, 4) > most / 2 && std::isfinite(y(0, 5))));
}

TEST_CASE("rotary: shapes without entries return at once", "[parts]") {
  constexpr Index kHuge = Index{1} << 50;
  for (const Shape& shape :
       {Shape{0, 4}, Shape{kHuge, 3, 0}, Shape{0, kHuge}, Shape{0, 1 << 20, kHuge}}) {
    const Tensor<float> x(shape);
    CHECK(rotary(x).shape() == shape);
    CHECK(rotary_gradient(x).shape() == shape);
  }
}

TEST_CASE("rotary: errors", "[parts]") {
  const auto refused = [](const Shape& shape, const RotaryOptions& options) {
    const Tensor<double> x(shape);
    const std::string forward = refusal([&] { rotary(x, options); });
    std::string backward = refusal([&] { rotary_gradient(x, options); });
    if (const auto at = backward.find("output_gradient"); at != std::string::npos)
      backward.replace(at, std::string("output_gradient").size(), "x");
    return forward == backward ? forward : forward + " but " + backward;
  };
  CHECK(refused({4}, {}) == "ShapeMismatch | x: expected at least 2 axes, got (4)");
  CHECK(refused({2, 3}, {}) == "ShapeMismatch | x: expected an even number of columns, got (2, 3)");
  CHECK(refused({2, 2}, {.base = 0.5}) ==
        "OutOfRange | base: expected a finite number >= 1, got 0.5");
  CHECK(refused({2, 2}, {.base = HUGE_VAL}).starts_with("OutOfRange | base: "));
  CHECK(refused({2, 2}, {.base = std::nan("")}).starts_with("OutOfRange | base: "));
  const std::string first =
      "OutOfRange | first: expected a whole number >= 0, with first + positions <= 2^20, got ";
  CHECK(refused({2, 2}, {.first = -1}) == first + "-1");
  CHECK(refused({2, 2}, {.first = (1 << 20) - 1}) == first + "1048575");
  CHECK(refused({2, 2}, {.first = std::numeric_limits<Index>::max()}).starts_with(first));
  CHECK(refused({0, (1 << 20) + 1, 2}, {}) == first + "0");
  CHECK(refused({1, 2}, {.first = (1 << 20) - 1}) == "accepted");
}

}  // namespace
}  // namespace attention
