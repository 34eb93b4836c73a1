// SPDX-License-Identifier: MIT
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "simd/row.hpp"
#include "support/catch.hpp"

namespace attention::simd {

using namespace detail;
using namespace test;
namespace {

template <class T>
T exp_of(T x) {
  exp_in_place(std::span<T>(&x, 1));
  return x;
}

// The unit in the last place of the float nearest to `exact`: its distance to the next float above.
double ulp(double exact) {
  const auto near = static_cast<float>(exact);
  return static_cast<double>(std::nextafter(near, INFINITY)) - static_cast<double>(near);
}

TEMPLATE_TEST_CASE("exp: e⁰ is 1 and e¹ is e", "[exp]", float, double) {
  CHECK(exp_of<TestType>(0) == 1);
  CHECK(exp_of<TestType>(-TestType(0)) == 1);
  CHECK(exp_of<TestType>(std::numeric_limits<TestType>::denorm_min()) == 1);
  CHECK(exp_of<TestType>(1) == static_cast<TestType>(2.718281828459045235));
}

TEMPLATE_TEST_CASE("exp: follows IEEE at the edges", "[exp]", float, double) {
  using Limits = std::numeric_limits<TestType>;
  CHECK(exp_of(-Limits::infinity()) == 0);
  CHECK(exp_of(Limits::infinity()) == Limits::infinity());
  CHECK(std::isnan(exp_of(Limits::quiet_NaN())));
  CHECK(std::isnan(exp_of(-Limits::quiet_NaN())));
  CHECK(exp_of(Limits::max()) == Limits::infinity());
  CHECK(exp_of(Limits::lowest()) == 0);
}

TEST_CASE("exp: the largest float with a finite exponential is finite, the next is infinite",
          "[exp]") {
  const float largest = 88.72283F;
  REQUIRE(std::exp(static_cast<double>(largest)) < std::numeric_limits<float>::max());
  const double exact = std::exp(static_cast<double>(largest));
  CHECK(std::abs(static_cast<double>(exp_of(largest)) - exact) <= 2 * ulp(exact));
  CHECK(exp_of(std::nextafter(largest, 100.F)) == std::numeric_limits<float>::infinity());
  CHECK(exp_of(100.F) == std::numeric_limits<float>::infinity());
  CHECK(exp_of(104.F) == std::numeric_limits<float>::infinity());
}

TEST_CASE("exp: results below the smallest normal float are 0 or nearly correct", "[exp]") {
  for (int i = 0; i < 800; ++i) {
    const float x = -87.4F - 0.03F * static_cast<float>(i);
    const float got = exp_of(x);
    const double exact = std::exp(static_cast<double>(x));
    CAPTURE(x, exact);
    CHECK((got == 0 || std::abs(static_cast<double>(got) - exact) <= 2 * ulp(exact)));
  }
}

TEST_CASE("exp: within 2 units in the last place over the whole range of float", "[exp]") {
  const double smallest_normal = std::numeric_limits<float>::min();
  // A prime stride over the bit patterns of floats reaches every exponent, with varied
  // significands.
  constexpr std::uint32_t kStride = 9973;
  std::vector<float> x;
  for (const float end : {88.72283F, -87.3F}) {
    const auto sign = std::bit_cast<std::uint32_t>(end) & 0x80000000U;
    for (std::uint32_t bits = sign; bits <= std::bit_cast<std::uint32_t>(end); bits += kStride)
      x.push_back(std::bit_cast<float>(bits));
  }
  REQUIRE(x.size() > 200'000);
  std::vector<float> got = x;
  exp_in_place(std::span<float>(got));
  double worst = 0;
  float worst_at = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double exact = std::exp(static_cast<double>(x[i]));
    if (exact < smallest_normal) continue;
    const double error = std::abs(static_cast<double>(got[i]) - exact) / ulp(exact);
    if (error > worst) {
      worst = error;
      worst_at = x[i];
    }
  }
  CAPTURE(worst_at);
  CHECK(worst <= 2);
}

TEMPLATE_TEST_CASE("exp: every length from 0 to 9 is processed, and nothing else is written",
                   "[exp]", float, double) {
  for (std::size_t n = 0; n <= 9; ++n) {
    CAPTURE(n);
    std::vector<TestType> x(n + 2, -7);
    for (std::size_t i = 0; i < n; ++i) x[i + 1] = static_cast<TestType>(i);
    exp_in_place(std::span<TestType>(x).subspan(1, n));
    CHECK(x.front() == -7);
    CHECK(x.back() == -7);
    for (std::size_t i = 0; i < n; ++i) CHECK(x[i + 1] == exp_of(static_cast<TestType>(i)));
  }
}

TEMPLATE_TEST_CASE("exp: the exponential of a number does not depend on its position", "[exp]",
                   float, double) {
  for (const double exponent : {0.7, -3.3, 41.7, -80.2})
    for (std::size_t n = 1; n <= 40; ++n) {
      CAPTURE(exponent, n);
      const auto x = static_cast<TestType>(exponent);
      std::vector<TestType> row(n, x);
      exp_in_place(std::span<TestType>(row));
      CHECK(row == std::vector<TestType>(n, exp_of(x)));
    }
}

TEMPLATE_TEST_CASE("exp: NaN and infinity do not affect their neighbours", "[exp]", float, double) {
  using Limits = std::numeric_limits<TestType>;
  for (const TestType odd : {Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity()})
    for (std::size_t at = 0; at < 7; ++at) {
      std::vector<TestType> x(7, TestType(0.7));
      x[at] = odd;
      exp_in_place(std::span<TestType>(x));
      CAPTURE(odd, at);
      for (std::size_t i = 0; i < x.size(); ++i)
        if (i != at) CHECK(x[i] == exp_of(TestType(0.7)));
    }
}

}  // namespace
}  // namespace attention::simd
