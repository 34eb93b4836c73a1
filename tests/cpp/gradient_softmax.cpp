// SPDX-License-Identifier: MIT

#include <cmath>
#include <string>

#include "support/catch.hpp"
#include "support/matchers.hpp"
#include "support/refusal.hpp"
#include "support/samples.hpp"
#include "support/softmax.hpp"
#include "support/tolerance.hpp"

namespace attention::test {
namespace {

TEMPLATE_TEST_CASE("softmax gradient: equal weights with gradients 1 and 0 have slopes ±1/4",
                   "[gradient]", float, double) {
  using T = TestType;
  CHECK_THAT(softmax_gradient<T>(row<T>({T(0.5), T(0.5)}), row<T>({1, 0})),
             is_exactly<T>(row<T>({T(0.25), T(-0.25)})));
}

TEST_CASE("softmax gradient: equals central differences", "[gradient]") {
  Matrix<double> logits = random_matrix<double>(3, 7, 1, -2, 2);
  const Matrix<double> g = random_matrix<double>(3, 7, 2, -1, 1);
  for (const double temperature : {0.5, 1.0, 3.0}) {
    CAPTURE(temperature);
    const auto weights = [&] { return softmax<double>(logits, temperature); };
    check_gradient(softmax_gradient<double>(weights(), g, temperature), logits,
                   [&] { return weights().cwiseProduct(g).sum(); });
  }
}

TEMPLATE_TEST_CASE("softmax gradient: equals the Jacobian times the weights' gradient",
                   "[gradient]", float, double) {
  using T = TestType;
  for (Index n = 1; n <= 70; ++n) {
    CAPTURE(n);
    const auto seed = 100 + 2 * static_cast<unsigned>(n);
    const Matrix<T> weights = softmax<T>(random_matrix<T>(2, n, seed, -3, 3));
    const Matrix<T> g = random_matrix<T>(2, n, seed + 1, -1, 1);
    const Matrix<T> gradient = softmax_gradient<T>(weights, g);
    Matrix<double> expected(2, n);
    for (Index i = 0; i < 2; ++i)
      expected.row(i) = in_double(g).row(i) * softmax_jacobian<double>(in_double(weights).row(i));
    // The tolerance is absolute, because the terms of an entry may cancel. Each term is at most 1:
    // it is a product of weights and of a gradient, which are all at most 1.
    CHECK_THAT(in_double(gradient), is_close_to<double>(expected, {.abs = kReference<T>.rel}));
  }
}

TEMPLATE_TEST_CASE("softmax gradient: each row sums to 0", "[gradient]", float, double) {
  using T = TestType;
  const Matrix<T> weights = softmax<T>(random_matrix<T>(5, 40, 3, -3, 3));
  const Matrix<T> sums =
      softmax_gradient<T>(weights, random_matrix<T>(5, 40, 4, -1, 1)).rowwise().sum();
  CHECK_THAT(sums, is_close_to<T>(Matrix<T>::Zero(5, 1), kSumOfWeights<T>));
}

TEMPLATE_TEST_CASE("softmax gradient: adding a constant to a row of gradients changes nothing",
                   "[gradient]", float, double) {
  using T = TestType;
  const Matrix<T> weights = softmax<T>(random_matrix<T>(2, 9, 5, -3, 3));
  const Matrix<T> g = random_matrix<T>(2, 9, 6, -1, 1);
  const Matrix<T> more = g.array() + 1;
  CHECK_THAT(softmax_gradient<T>(weights, more),
             is_close_to<T>(softmax_gradient<T>(weights, g), kFewRoundings<T>));
}

TEMPLATE_TEST_CASE("softmax gradient: is 0 for a weight of 1 and for rows of zeros", "[gradient]",
                   float, double) {
  using T = TestType;
  CHECK_THAT(softmax_gradient<T>(rows<T>({{0, 1, 0}, {0, 0, 0}}), rows<T>({{3, 5, 7}, {3, 5, 7}})),
             is_exactly<T>(Matrix<T>::Zero(2, 3)));
}

TEMPLATE_TEST_CASE("softmax gradient: NaN or infinity under a weight of 0 makes its own row NaN",
                   "[gradient]", float, double) {
  using T = TestType;
  const Matrix<T> gradient =
      softmax_gradient<T>(rows<T>({{0, 1, 0}, {0, 1, 0}, {0, 1, 0}}),
                          rows<T>({{kNaN<T>, 1, 1}, {kInf<T>, 1, 1}, {1, 1, 1}}));
  CHECK(gradient.topRows(2).array().isNaN().all());
  CHECK_THAT(Matrix<T>(gradient.row(2)), is_exactly<T>(Matrix<T>::Zero(1, 3)));
}

TEMPLATE_TEST_CASE("softmax gradient: empty weights have an empty gradient", "[gradient]", float,
                   double) {
  using T = TestType;
  CHECK_THAT(softmax_gradient<T>(Matrix<T>(0, 4), Matrix<T>(0, 4)), is_exactly<T>(Matrix<T>(0, 4)));
  CHECK_THAT(softmax_gradient<T>(Matrix<T>(4, 0), Matrix<T>(4, 0)), is_exactly<T>(Matrix<T>(4, 0)));
}

TEMPLATE_TEST_CASE("softmax gradient: refuses another shape and a temperature of 0", "[gradient]",
                   float, double) {
  using T = TestType;
  const auto refuse = [](Index rows, Index cols, T temperature) {
    return refusal([&] {
      softmax_gradient<T>(Matrix<T>::Zero(2, 3).eval(), Matrix<T>::Zero(rows, cols).eval(),
                          temperature);
    });
  };
  CHECK(refuse(2, 4, 1) == "ShapeMismatch | weights_gradient: expected (2, 3), got (2, 4)");
  CHECK(refuse(3, 3, 1) == "ShapeMismatch | weights_gradient: expected (2, 3), got (3, 3)");
  const std::string expected = "OutOfRange | temperature: expected a finite number > 0, got ";
  CHECK(refuse(2, 3, 0) == expected + "0");
  CHECK(refuse(2, 3, kNaN<T>) == expected + "NaN");
  CHECK(refuse(2, 3, kInf<T>) == expected + "Infinity");
}

TEMPLATE_TEST_CASE("softmax gradient: many rows without columns return at once", "[gradient]",
                   float, double) {
  const Matrix<TestType> none(Index(1) << 60, 0);
  CHECK(softmax_gradient<TestType>(none, none).size() == 0);
}

}  // namespace
}  // namespace attention::test
