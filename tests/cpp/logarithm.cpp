// SPDX-License-Identifier: MIT
#include "attention/detail/elementary.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/catch.hpp"

namespace attention::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The error of natural_log(x), in units in the last place of ln x.
double units_away(double x) {
  const long double exact = std::log(static_cast<long double>(x));
  const double rounded = std::abs(static_cast<double>(exact));
  const double unit = std::nextafter(rounded, kInfinity) - rounded;
  return static_cast<double>(std::abs(natural_log(x) - exact)) / unit;
}

TEST_CASE("logarithm: within 1 unit in the last place near 1, far from it and subnormal",
          "[logarithm]") {
  double furthest = 0;
  for (int i = 1; i <= 4000; ++i) {
    const double step = i / 4000.0;
    for (const double x : {1 - step / 2, 1 + step, 1 + step * 1e-9, std::exp(1400 * step - 700),
                           step * std::numeric_limits<double>::min()})
      furthest = std::max(furthest, units_away(x));
  }
  CHECK(furthest <= 1);
}

TEST_CASE("logarithm: follows IEEE 754 at the edges", "[logarithm]") {
  CHECK(natural_log(1.0) == 0);
  CHECK(natural_log(0.0) == -kInfinity);
  CHECK(natural_log(-0.0) == -kInfinity);
  CHECK(natural_log(kInfinity) == kInfinity);
  CHECK(std::isnan(natural_log(-1.0)));
  CHECK(std::isnan(natural_log(-kInfinity)));
  CHECK(std::isnan(natural_log(std::numeric_limits<double>::quiet_NaN())));
}

TEST_CASE("logarithm: the float version rounds the double version", "[logarithm]") {
  CHECK(natural_log(2.0F) == static_cast<float>(natural_log(2.0)));
  CHECK(natural_log(0.0F) == -std::numeric_limits<float>::infinity());
}

}  // namespace
}  // namespace attention::test
