// SPDX-License-Identifier: MIT
#include "attention/softmax.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "support/catch.hpp"
#include "support/matchers.hpp"
#include "support/reference.hpp"
#include "support/samples.hpp"
#include "support/tolerance.hpp"

namespace attention {
namespace {

TEMPLATE_TEST_CASE("softmax: the logits 0, ln 2, ln 3 weigh 1/6, 2/6, 3/6", "[softmax]", float,
                   double) {
  using T = TestType;
  const Matrix<T> weights = softmax<T>(row<T>({0, std::log(T(2)), std::log(T(3))}));
  CHECK_THAT(weights, is_close_to<T>(row<T>({T(1) / 6, T(2) / 6, T(3) / 6}), kFewRoundings<T>));
}

TEMPLATE_TEST_CASE("softmax: weights are not negative and every row sums to 1", "[softmax]", float,
                   double) {
  using T = TestType;
  const Matrix<T> weights = softmax<T>(random_matrix<T>(9, 70, 1, -20, 20));
  CHECK(weights.minCoeff() >= 0);
  CHECK(weights.maxCoeff() <= 1);
  const Matrix<T> sums = weights.rowwise().sum();
  CHECK_THAT(sums, is_close_to<T>(Matrix<T>::Ones(9, 1), kSumOfWeights<T>));
}

TEMPLATE_TEST_CASE("softmax: adding a constant to a row changes nothing", "[softmax]", float,
                   double) {
  using T = TestType;
  const Matrix<T> logits = random_matrix<T>(4, 13, 2, -3, 3);
  for (const T shift : {T(1), T(-64), T(1000)}) {
    const Matrix<T> shifted = logits.array() + shift;
    CHECK_THAT(softmax<T>(shifted), is_exactly<T>(softmax<T>(logits)));
  }
}

TEMPLATE_TEST_CASE("softmax: permuting the logits permutes the weights", "[softmax]", float,
                   double) {
  using T = TestType;
  const Matrix<T> logits = random_matrix<T>(3, 21, 3, -3, 3);
  const Matrix<T> reversed = logits.rowwise().reverse();
  const Matrix<T> expected = softmax<T>(logits).rowwise().reverse();
  CHECK_THAT(softmax<T>(reversed), is_close_to<T>(expected, kFewRoundings<T>));
}

TEMPLATE_TEST_CASE("softmax: a larger logit never weighs less", "[softmax]", float, double) {
  using T = TestType;
  const Matrix<T> logits = random_matrix<T>(1, 40, 4, -30, 30);
  const Matrix<T> weights = softmax<T>(logits);
  for (Index a = 0; a < logits.cols(); ++a)
    for (Index b = 0; b < logits.cols(); ++b)
      if (logits(0, a) > logits(0, b)) CHECK(weights(0, a) >= weights(0, b));
}

TEMPLATE_TEST_CASE("softmax: agrees with the plain formula for 1 to 70 logits", "[softmax]", float,
                   double) {
  using T = TestType;
  for (Index n = 1; n <= 70; ++n) {
    CAPTURE(n);
    const Matrix<T> logits = random_matrix<T>(2, n, 100 + static_cast<unsigned>(n), -8, 8);
    const Matrix<double> expected = reference::softmax(logits.template cast<double>());
    const Matrix<double> got = softmax<T>(logits).template cast<double>();
    CHECK_THAT(got, is_close_to<double>(expected, kReference<T>));
  }
}

TEST_CASE("softmax: float agrees with double", "[softmax]") {
  const Matrix<double> logits = random_matrix<double>(5, 33, 5, -8, 8);
  const Matrix<float> in_float = softmax<float>(logits.cast<float>());
  const Matrix<double> got = in_float.cast<double>();
  CHECK_THAT(got, is_close_to<double>(softmax<double>(logits), kReference<float>));
}

TEMPLATE_TEST_CASE("softmax: logits at the end of the range do not overflow", "[softmax]", float,
                   double) {
  using T = TestType;
  const T huge = std::numeric_limits<T>::max();
  CHECK_THAT(softmax<T>(row<T>({huge, huge})), is_exactly<T>(row<T>({T(0.5), T(0.5)})));
  CHECK_THAT(softmax<T>(row<T>({huge, 0})), is_exactly<T>(row<T>({1, 0})));
  CHECK_THAT(softmax<T>(row<T>({huge, -huge})), is_exactly<T>(row<T>({1, 0})));
  CHECK_THAT(softmax<T>(row<T>({-huge, -huge, -huge, -huge})),
             is_exactly<T>(Matrix<T>::Constant(1, 4, T(0.25))));
}

TEMPLATE_TEST_CASE("softmax: a single logit weighs 1, whatever it is", "[softmax]", float, double) {
  using T = TestType;
  for (const T logit : {T(0), T(-1e30), T(1e30), std::numeric_limits<T>::denorm_min()})
    CHECK_THAT(softmax<T>(row<T>({logit})), is_exactly<T>(row<T>({1})));
}

TEMPLATE_TEST_CASE("softmax: no rows and empty rows stay what they are", "[softmax]", float,
                   double) {
  using T = TestType;
  CHECK_THAT(softmax<T>(Matrix<T>(0, 5)), is_exactly<T>(Matrix<T>(0, 5)));
  CHECK_THAT(softmax<T>(Matrix<T>(3, 0)), is_exactly<T>(Matrix<T>(3, 0)));
}

TEMPLATE_TEST_CASE("softmax: a logit of minus infinity weighs 0", "[softmax]", float, double) {
  using T = TestType;
  const Matrix<T> weights = softmax<T>(row<T>({-kInf<T>, 2, -kInf<T>, 2, -kInf<T>}));
  CHECK_THAT(weights, is_exactly<T>(row<T>({0, T(0.5), 0, T(0.5), 0})));
}

TEMPLATE_TEST_CASE("softmax: NaN, +infinity or only −infinity make their own row NaN", "[softmax]",
                   float, double) {
  using T = TestType;
  const Matrix<T> logits = rows<T>({{0, kNaN<T>, 1},
                                    {kNaN<T>, kNaN<T>, kNaN<T>},
                                    {kInf<T>, 0, 0},
                                    {-kInf<T>, -kInf<T>, -kInf<T>},
                                    {-kInf<T>, kNaN<T>, 0},
                                    {5, 5, -kInf<T>}});
  Matrix<T> expected = Matrix<T>::Constant(6, 3, kNaN<T>);
  expected.row(5) << T(0.5), T(0.5), 0;
  CHECK_THAT(softmax<T>(logits), is_exactly<T>(expected));
}

TEMPLATE_TEST_CASE("softmax: reads foreign memory and blocks of rows alike", "[softmax]", float,
                   double) {
  using T = TestType;
  const Matrix<T> logits = random_matrix<T>(6, 5, 6, -3, 3);
  const std::vector<T> foreign(logits.data(), logits.data() + logits.size());
  const Matrix<T> weights = softmax<T>(logits);
  CHECK_THAT(softmax<T>(Eigen::Map<const Matrix<T>>(foreign.data(), 6, 5)), is_exactly<T>(weights));
  CHECK_THAT(softmax<T>(logits.middleRows(2, 3)),
             is_exactly<T>(Matrix<T>(weights.middleRows(2, 3))));
}

}  // namespace
}  // namespace attention
