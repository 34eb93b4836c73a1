// SPDX-License-Identifier: MIT
#include "support/matrices.hpp"

#include <cmath>

#include "attention/error.hpp"
#include "support/catch.hpp"
#include "support/matchers.hpp"
#include "support/tolerance.hpp"

namespace attention::test {
namespace {

TEMPLATE_TEST_CASE("positional encoding: sines and cosines with decreasing frequencies",
                   "[positions]", float, double) {
  using T = TestType;
  // With width 6 and base 1000 the frequencies are 1, 1/10 and 1/100.
  Matrix<T> expected(2, 6);
  for (Index r = 0; r < 2; ++r)
    for (Index i = 0; i < 3; ++i) {
      const double angle = static_cast<double>(r) / std::pow(10.0, static_cast<double>(i));
      expected(r, 2 * i) = static_cast<T>(std::sin(angle));
      expected(r, 2 * i + 1) = static_cast<T>(std::cos(angle));
    }
  CHECK_THAT(positional_encoding<T>(2, 6, {.base = 1000}),
             IsCloseTo<T>(expected, kFewRoundings<T>));
}

TEST_CASE("positional encoding: the default equals Vaswani et al.", "[positions]") {
  // The row of position 3: sin 3, cos 3, sin 0.03 and cos 0.03.
  Matrix<double> expected(1, 4);
  expected << 0.14112000805986722, -0.98999249660044545, 0.029995500202495661, 0.99955003374898754;
  CHECK_THAT((positional_encoding<double>(4, 4).bottomRows(1).eval()),
             IsCloseTo<double>(expected, kFewRoundings<double>));
}

TEST_CASE("positional encoding: sines and cosines equal the platform's at every position",
          "[positions]") {
  constexpr Index kMost = 1 << 20;
  for (Index first = 0; first < kMost; first += 997) {
    const Matrix<double> x = positional_encoding<double>(1, 2, {.first = first});
    const double angle = static_cast<double>(first);
    // The library and the standard library may differ by 2 units in the last place of 1, which are
    // 2⁻⁵¹.
    CHECK(std::abs(x(0, 0) - std::sin(angle)) <= 0x1p-51);
    CHECK(std::abs(x(0, 1) - std::cos(angle)) <= 0x1p-51);
  }
  CHECK(positional_encoding<double>(1, 2, {.first = kMost - 1}).allFinite());
}

TEST_CASE("positional encoding: a later first position gives the later rows", "[positions]") {
  const Matrix<double> all = positional_encoding<double>(20, 7);
  CHECK(positional_encoding<double>(6, 7, {.first = 14}) == all.bottomRows(6));
}

TEST_CASE("positional encoding: an odd width ends with a sine", "[positions]") {
  const Matrix<double> x = positional_encoding<double>(3, 3);
  for (Index r = 0; r < 3; ++r)
    CHECK(passes(x(r, 2), std::sin(static_cast<double>(r) * std::pow(10000.0, -2.0 / 3)),
                 kFewRoundings<double>));
}

TEST_CASE("positional encoding: the dot product of two positions depends on their distance",
          "[positions]") {
  constexpr Index kColumns = 32;
  const Matrix<double> x = positional_encoding<double>(64, kColumns);
  const Matrix<double> dots = x * x.transpose();
  for (Index p = 0; p < 64; ++p)
    for (Index q = 0; q < 64; ++q) {
      double expected = 0;
      for (Index i = 0; i < kColumns; i += 2)
        expected += std::cos(static_cast<double>(p - q) *
                             std::pow(10000.0, -static_cast<double>(i) / kColumns));
      // Rounding an angle of up to 64 gives an error of up to 64 · 2⁻⁵³, and the dot product adds
      // 32 such terms.
      CHECK(std::abs(dots(p, q) - expected) < 1e-12);
    }
}

TEST_CASE("positional encoding: no rows or no columns give no entries", "[positions]") {
  CHECK(positional_encoding<double>(0, 4).size() == 0);
  CHECK(positional_encoding<double>(4, 0).rows() == 4);
}

TEST_CASE("positional encoding: refuses invalid options", "[positions]") {
  const auto argument = [](Index positions, Index width, const PositionalEncodingOptions& options) {
    try {
      positional_encoding<double>(positions, width, options);
    } catch (const Error& error) {
      return std::string(error.argument());
    }
    return std::string();
  };
  CHECK(argument(-1, 2, {}) == "shape");
  CHECK(argument(2, -1, {}) == "shape");
  CHECK(argument(2, 2, {.base = 0.5}) == "base");
  CHECK(argument(2, 2, {.base = std::nan("")}) == "base");
  CHECK(argument(2, 2, {.base = INFINITY}) == "base");
  CHECK(argument(2, 2, {.first = -1}) == "first");
  CHECK(argument(2, 2, {.first = (1 << 20) - 1}) == "first");
}

TEST_CASE("positional encoding: no positions with a huge width return at once", "[positions]") {
  CHECK(positional_encoding<double>(0, Index(1) << 60).size() == 0);
}

}  // namespace
}  // namespace attention::test
