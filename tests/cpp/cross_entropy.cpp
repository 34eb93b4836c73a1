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

TEMPLATE_TEST_CASE("cross-entropy: with n equal logits the loss is ln n for every class",
                   "[cross_entropy]", float, double) {
  using T = TestType;
  const auto result = cross_entropy<T>(Matrix<T>::Constant(3, 8, 5).eval(), {0, 3, 7});
  const T ln_8 = std::log(T(8));
  CHECK_THAT(result.losses, is_close_to<T>(column<T>({ln_8, ln_8, ln_8}), kFewRoundings<T>));
  CHECK(passes(static_cast<double>(result.loss), std::log(8.0), kFewRoundings<T>));
}

TEMPLATE_TEST_CASE("cross-entropy: the loss is −ln of the target's weight", "[cross_entropy]",
                   float, double) {
  using T = TestType;
  const Matrix<T> logits = random_matrix<T>(4, 33, 1, -5, 5);
  const std::vector<Index> targets = {0, 32, 7, 7};
  const Matrix<T> weights = softmax<T>(logits);
  const auto result = cross_entropy<T>(logits, targets);
  double sum = 0;
  for (Index i = 0; i < 4; ++i) {
    const auto loss = static_cast<double>(result.losses(i, 0));
    const auto weight = static_cast<double>(weights(i, targets[static_cast<std::size_t>(i)]));
    CHECK(passes(loss, -std::log(weight), kReference<T>));
    sum += loss;
  }
  CHECK(result.loss == static_cast<T>(sum / 4));
}

TEMPLATE_TEST_CASE("cross-entropy: the loss is finite where the target's weight underflows",
                   "[cross_entropy]", float, double) {
  using T = TestType;
  const auto result = cross_entropy<T>(row<T>({0, 20000}), {0});
  CHECK(softmax<T>(row<T>({0, 20000}))(0, 0) == 0);
  CHECK(result.loss == 20000);
  CHECK_THAT(result.logits_gradient, is_exactly<T>(row<T>({-1, 1})));
}

TEMPLATE_TEST_CASE("cross-entropy: adding a large constant to a row changes nothing",
                   "[cross_entropy]", float, double) {
  using T = TestType;
  const Matrix<T> logits = random_matrix<T>(2, 5, 2, -2, 2);
  const Matrix<T> shifted = logits.array() + 1024;
  const std::vector<Index> targets = {1, 4};
  CHECK_THAT(cross_entropy<T>(shifted, targets).losses,
             is_exactly<T>(cross_entropy<T>(logits, targets).losses));
}

TEST_CASE("cross-entropy: its gradient equals central differences", "[cross_entropy]") {
  Matrix<double> logits = random_matrix<double>(3, 6, 3, -2, 2);
  const std::vector<Index> targets = {5, 0, 2};
  const auto result = [&] { return cross_entropy<double>(logits, targets); };
  check_gradient(result().logits_gradient, logits, [&] { return result().loss; });
}

TEMPLATE_TEST_CASE("cross-entropy: the gradient of a row sums to 0", "[cross_entropy]", float,
                   double) {
  using T = TestType;
  const auto result = cross_entropy<T>(random_matrix<T>(4, 50, 4, -5, 5), {0, 49, 20, 20});
  const Matrix<T> sums = result.logits_gradient.rowwise().sum();
  CHECK_THAT(sums, is_close_to<T>(Matrix<T>::Zero(4, 1), kSumOfWeights<T>));
}

TEMPLATE_TEST_CASE(
    "cross-entropy: NaN, +infinity and only −infinity make their row and the mean NaN",
    "[cross_entropy]", float, double) {
  using T = TestType;
  const auto result = cross_entropy<T>(
      rows<T>({{kNaN<T>, 1}, {kInf<T>, 1}, {-kInf<T>, -kInf<T>}, {0, 0}}), {1, 1, 1, 1});
  CHECK(result.losses.topRows(3).array().isNaN().all());
  CHECK(std::isfinite(result.losses(3, 0)));
  CHECK(std::isnan(result.loss));
  CHECK(result.logits_gradient.topRows(3).array().isNaN().all());
  CHECK(result.logits_gradient.row(3).allFinite());
}

TEMPLATE_TEST_CASE("cross-entropy: a target with logit −∞ has infinite loss", "[cross_entropy]",
                   float, double) {
  using T = TestType;
  const auto result = cross_entropy<T>(row<T>({-kInf<T>, 0}), {0});
  CHECK(result.loss == kInf<T>);
  CHECK_THAT(result.logits_gradient, is_exactly<T>(row<T>({-1, 1})));
}

TEMPLATE_TEST_CASE("cross-entropy: needs a class and one target for each row", "[cross_entropy]",
                   float, double) {
  using T = TestType;
  const auto refuse = [](Index rows, Index cols, const Shape& shape) {
    const std::vector<Index> targets(static_cast<std::size_t>(size_of(shape)));
    return refusal([&] {
      attention::cross_entropy(Matrix<T>::Zero(rows, cols).eval(), view(targets, shape));
    });
  };
  CHECK(refuse(2, 3, {2}) == "accepted");
  CHECK(refuse(2, 3, {2, 1}) == "accepted");
  CHECK(refuse(0, 3, {0}) ==
        "EmptyInput | logits: expected at least one row and one column, got (0, 3)");
  CHECK(refuse(2, 0, {2}) ==
        "EmptyInput | logits: expected at least one row and one column, got (2, 0)");
  CHECK(refuse(2, 3, {1}) == "ShapeMismatch | targets: expected (2), got (1)");
  CHECK(refuse(2, 3, {2, 2}) == "ShapeMismatch | targets: expected (2), got (2, 2)");
}

TEST_CASE("cross-entropy: the mean over many rows keeps its digits in float", "[cross_entropy]") {
  constexpr Index kRows = 400'000;
  const auto result =
      cross_entropy<float>(Matrix<float>::Zero(kRows, 2).eval(), std::vector<Index>(kRows));
  CHECK(passes(static_cast<double>(result.loss), std::log(2.0), {.rel = 1e-6}));
}

TEMPLATE_TEST_CASE("cross-entropy: targets are whole numbers from 0 to n − 1", "[cross_entropy]",
                   float, double) {
  using T = TestType;
  const auto refuse = [](Index target) {
    return refusal([&] { cross_entropy<T>(Matrix<T>::Zero(1, 3).eval(), {target}); });
  };
  const std::string expected = "OutOfRange | targets: expected whole numbers from 0 to 2, got ";
  CHECK(refuse(2) == "accepted");
  CHECK(refuse(-1) == expected + "-1");
  CHECK(refuse(3) == expected + "3");
  CHECK(refuse(16'777'217) == expected + "16777217");
  CHECK(refuse(std::numeric_limits<Index>::max()) == expected + "9223372036854775807");
  CHECK(refuse(std::numeric_limits<Index>::min()) == expected + "-9223372036854775808");
  // A float cannot represent the index of the last class, 2²⁴ + 1.
  if (std::is_same_v<T, double>) return;
  constexpr Index kClasses = (Index(1) << 24) + 2;
  const auto last = cross_entropy<T>(Matrix<T>::Zero(1, kClasses).eval(), {kClasses - 1});
  CHECK(last.logits_gradient(0, kClasses - 1) < -0.5);
}

}  // namespace
}  // namespace attention::test
