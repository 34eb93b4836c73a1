// SPDX-License-Identifier: MIT
#include <cmath>
#include <limits>
#include <string>
#include <type_traits>

#include "support/catch.hpp"
#include "support/matchers.hpp"
#include "support/refusal.hpp"
#include "support/samples.hpp"
#include "support/softmax.hpp"
#include "support/tolerance.hpp"

namespace attention::test {
namespace {

/// Half a unit of the seventh decimal place, the last one that erratum E-01 (web/src/ledger)
/// prints.
constexpr Tolerance kPrinted{.abs = 5e-8};

TEMPLATE_TEST_CASE("entropy: is 0 when one weight is 1 and ln n when all are equal", "[softmax]",
                   float, double) {
  using T = TestType;
  CHECK(entropy<T>(row<T>({0, 1, 0})) == 0);
  CHECK_FALSE(std::signbit(entropy<T>(row<T>({0, 1, 0}))));
  CHECK(entropy<T>(row<T>({1})) == 0);
  for (const Index n : {2, 3, 10, 70}) {
    const Matrix<T> equal = Matrix<T>::Constant(1, n, 1 / static_cast<T>(n));
    CHECK(passes(entropy<T>(equal), std::log(static_cast<double>(n)), kSumOfWeights<T>));
  }
}

TEMPLATE_TEST_CASE("entropy: is between 0 and ln n and increases with the temperature", "[softmax]",
                   float, double) {
  using T = TestType;
  const Matrix<T> logits = random_matrix<T>(1, 12, 1, -3, 3);
  T last = 0;
  for (const T temperature : {T(0.125), T(0.25), T(0.5), T(1), T(2), T(4), T(8)}) {
    const T now = entropy<T>(softmax<T>(logits, temperature));
    CHECK(now > last);
    CHECK(now < std::log(T(12)));
    last = now;
  }
}

TEMPLATE_TEST_CASE("softmax Jacobian: weights of 2/3 and 1/3 have slopes of 2/9", "[softmax]",
                   float, double) {
  using T = TestType;
  const T slope = T(2) / 9;
  CHECK_THAT(softmax_jacobian<T>(row<T>({T(2) / 3, T(1) / 3})),
             is_close_to<T>(rows<T>({{slope, -slope}, {-slope, slope}}), kFewRoundings<T>));
}

TEMPLATE_TEST_CASE(
    "softmax Jacobian: is symmetric, its rows sum to 0, its diagonal is not negative", "[softmax]",
    float, double) {
  using T = TestType;
  const Matrix<T> weights = softmax<T>(random_matrix<T>(1, 40, 2, -6, 6));
  const Matrix<T> jacobian = softmax_jacobian<T>(weights);
  CHECK_THAT(jacobian, is_exactly<T>(jacobian.transpose()));
  const Matrix<T> sums = jacobian.rowwise().sum();
  CHECK_THAT(sums, is_close_to<T>(Matrix<T>::Zero(40, 1), kSumOfWeights<T>));
  CHECK(jacobian.diagonal().minCoeff() >= 0);
}

TEST_CASE("softmax Jacobian: equals central differences", "[softmax]") {
  const Matrix<double> logits = random_matrix<double>(1, 9, 3, -2, 2);
  Matrix<double> slopes(9, 9);
  for (Index j = 0; j < 9; ++j) {
    Matrix<double> above = logits;
    Matrix<double> below = logits;
    above(0, j) += kDifferenceStep;
    below(0, j) -= kDifferenceStep;
    const Matrix<double> rise = softmax<double>(above) - softmax<double>(below);
    slopes.col(j) = rise.transpose() / (2 * kDifferenceStep);
  }
  CHECK_THAT(softmax_jacobian<double>(softmax<double>(logits)),
             is_close_to<double>(slopes, kDifferenceQuotient));
}

TEMPLATE_TEST_CASE("softmax Jacobian: its norm equals the norm of the explicit Jacobian",
                   "[softmax]", float, double) {
  using T = TestType;
  for (Index n = 1; n <= 70; ++n)
    for (const double spread : {0.5, 8.0}) {
      CAPTURE(n, spread);
      const auto seed = 200 + static_cast<unsigned>(n);
      const Matrix<T> weights = softmax<T>(random_matrix<T>(1, n, seed, -spread, spread));
      const double formed = in_double(softmax_jacobian<T>(weights)).norm();
      CHECK(passes(softmax_jacobian_norm<T>(weights), formed, kReference<T>));
    }
}

TEMPLATE_TEST_CASE("softmax Jacobian: its norm is accurate where one weight is nearly 1",
                   "[softmax]", float, double) {
  using T = TestType;
  for (const int power : {6, 12, std::is_same_v<T, double> ? 40 : 20}) {
    CAPTURE(power);
    const Tolerance relative{.rel = kFewRoundings<T>.rel};
    const T rest = std::ldexp(T(1), -power);
    const auto r = static_cast<double>(rest);
    const double of_two = 2 * r * (1 - r);
    CHECK(passes(softmax_jacobian_norm<T>(row<T>({1 - rest, rest})), of_two, relative));
    CHECK(passes(softmax_jacobian_norm<T>(row<T>({rest, 1 - rest})), of_two, relative));
    const double of_three =
        r * std::sqrt(6 * (1 - 2 * r) * (1 - 2 * r) +
                      2 * ((1 - r) * (1 - r) + (1 - 2 * r) * (1 - 2 * r) + r * r));
    CHECK(passes(softmax_jacobian_norm<T>(row<T>({rest, 1 - 2 * rest, rest})), of_three, relative));
  }
  CHECK(softmax_jacobian_norm<T>(row<T>({0, 1, 0})) == 0);
}

TEMPLATE_TEST_CASE("softmax Jacobian: its norm is at most 1/2, for two equal weights", "[softmax]",
                   float, double) {
  using T = TestType;
  CHECK(softmax_jacobian_norm<T>(row<T>({T(0.5), T(0.5)})) == T(0.5));
  CHECK(softmax_jacobian_norm<T>(row<T>({0, T(0.5), 0, T(0.5)})) == T(0.5));
  for (unsigned seed = 0; seed < 50; ++seed) {
    const Matrix<T> weights = softmax<T>(random_matrix<T>(1, 2 + seed % 5, seed, -3, 3));
    CHECK(softmax_jacobian_norm<T>(weights) <= T(0.5));
  }
}

TEMPLATE_TEST_CASE("softmax statistics: 1, 1, 1, 5 has a small gradient until it is divided",
                   "[softmax]", float, double) {
  using T = TestType;
  const Matrix<T> logits = row<T>({1, 1, 1, 5});
  const auto at = [&](T temperature) {
    return softmax_statistics<T>(logits, temperature).jacobian_norms(0, 0);
  };
  const Tolerance tolerance = std::is_same_v<T, double> ? kPrinted : kGolden<T>;
  CHECK(passes(at(1), .0702594, tolerance));
  CHECK(passes(at(2), .3058078, tolerance));
  CHECK(passes(at(4), .4144114, tolerance));
}

TEMPLATE_TEST_CASE("softmax statistics: rows are independent", "[softmax]", float, double) {
  using T = TestType;
  const Matrix<T> logits = random_matrix<T>(5, 7, 4, -3, 3);
  const auto statistics = softmax_statistics<T>(logits, T(0.7));
  CHECK_THAT(statistics.weights, is_exactly<T>(softmax<T>(logits, T(0.7))));
  for (Index i = 0; i < 5; ++i) {
    const Matrix<T> weights = statistics.weights.row(i);
    CHECK(statistics.entropy(i, 0) == entropy<T>(weights));
    CHECK(statistics.largest(i, 0) == weights.maxCoeff());
    CHECK_THAT(Matrix<T>(statistics.jacobian.middleRows(7 * i, 7)),
               is_exactly<T>(softmax_jacobian<T>(weights)));
    CHECK(statistics.jacobian_norms(i, 0) == softmax_jacobian_norm<T>(weights));
  }
}

TEMPLATE_TEST_CASE("softmax statistics: a NaN row is NaN in every statistic, the others are not",
                   "[softmax]", float, double) {
  using T = TestType;
  const auto statistics =
      softmax_statistics<T>(rows<T>({{1, 2, 3}, {-kInf<T>, -kInf<T>, -kInf<T>}, {3, kNaN<T>, 1}}));
  for (const auto* column :
       {&statistics.entropy, &statistics.largest, &statistics.jacobian_norms}) {
    CHECK(std::isfinite((*column)(0, 0)));
    CHECK(std::isnan((*column)(1, 0)));
    CHECK(std::isnan((*column)(2, 0)));
  }
  CHECK(statistics.jacobian.topRows(3).allFinite());
  CHECK(statistics.jacobian.bottomRows(6).array().isNaN().all());
}

TEMPLATE_TEST_CASE("softmax statistics: a weight of 0 contributes nothing", "[softmax]", float,
                   double) {
  using T = TestType;
  const auto statistics = softmax_statistics<T>(row<T>({0, -kInf<T>, 0}));
  CHECK(passes(statistics.entropy(0, 0), std::log(2.0), kFewRoundings<T>));
  CHECK(statistics.jacobian_norms(0, 0) == T(0.5));
}

TEMPLATE_TEST_CASE("softmax statistics: no rows give no statistics", "[softmax]", float, double) {
  using T = TestType;
  const auto statistics = softmax_statistics<T>(Matrix<T>(0, 4));
  CHECK_THAT(statistics.entropy, is_exactly<T>(Matrix<T>(0, 1)));
  CHECK_THAT(statistics.jacobian, is_exactly<T>(Matrix<T>(0, 4)));
}

TEMPLATE_TEST_CASE(
    "softmax statistics: refuse empty rows, a temperature of 0 and what no memory holds",
    "[softmax]", float, double) {
  using T = TestType;
  CHECK(refusal([] { softmax_statistics<T>(Matrix<T>(3, 0)); }) ==
        "EmptyInput | logits: expected at least one column, got (3, 0)");
  CHECK(refusal([] { softmax_statistics<T>(Matrix<T>(3, 1), 0); }) ==
        "OutOfRange | temperature: expected a finite number > 0, got 0");
  // The 2²⁰ logits fit into memory, but the 2⁴⁰ entries of the Jacobian do not.
  const Matrix<T> wide = Matrix<T>::Zero(1, 1 << 20);
  const auto kind = [](const std::string& text) { return text.substr(0, text.find(' ')); };
  CHECK(kind(refusal([&] { softmax_statistics<T>(wide); })) == "OutOfMemory");
  CHECK(kind(refusal([&] { softmax_jacobian<T>(wide); })) == "OutOfMemory");
}

}  // namespace
}  // namespace attention::test
