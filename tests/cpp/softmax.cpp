// SPDX-License-Identifier: MIT

#include <cmath>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "lab/mistakes.hpp"
#include "support/catch.hpp"
#include "support/matchers.hpp"
#include "support/reference.hpp"
#include "support/refusal.hpp"
#include "support/samples.hpp"
#include "support/softmax.hpp"
#include "support/tolerance.hpp"

namespace attention::test {
namespace {

TEMPLATE_TEST_CASE("softmax: the logits 0, ln 2, ln 3 have weights 1/6, 2/6, 3/6", "[softmax]",
                   float, double) {
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

TEMPLATE_TEST_CASE("softmax: a larger logit never has a smaller weight", "[softmax]", float,
                   double) {
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
  const Matrix<float> in_float = softmax<float>(logits.cast<float>().eval());
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

TEMPLATE_TEST_CASE("softmax: a single logit has weight 1", "[softmax]", float, double) {
  using T = TestType;
  for (const T logit : {T(0), T(-1e30), T(1e30), std::numeric_limits<T>::denorm_min()})
    CHECK_THAT(softmax<T>(row<T>({logit})), is_exactly<T>(row<T>({1})));
}

TEMPLATE_TEST_CASE("softmax: no rows and empty rows give the same shape", "[softmax]", float,
                   double) {
  using T = TestType;
  CHECK_THAT(softmax<T>(Matrix<T>(0, 5)), is_exactly<T>(Matrix<T>(0, 5)));
  // The matrix has 2⁵⁰ rows without entries. A loop over the rows would take days.
  constexpr Index kRows = Index(1) << 50;
  CHECK(softmax<T>(Matrix<T>(kRows, 0)).rows() == kRows);
  CHECK(naive_softmax<T>(Matrix<T>(kRows, 0)).rows() == kRows);
  CHECK_THAT(softmax<T>(Matrix<T>(3, 0)), is_exactly<T>(Matrix<T>(3, 0)));
}

TEMPLATE_TEST_CASE("softmax: a logit of minus infinity has weight 0", "[softmax]", float, double) {
  using T = TestType;
  const Matrix<T> weights = softmax<T>(row<T>({-kInf<T>, 2, -kInf<T>, 2, -kInf<T>}));
  CHECK_THAT(weights, is_exactly<T>(row<T>({0, T(0.5), 0, T(0.5), 0})));
}

TEMPLATE_TEST_CASE("softmax: NaN, +infinity or only −infinity make only their own row NaN",
                   "[softmax]", float, double) {
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

TEMPLATE_TEST_CASE("softmax: accepts foreign memory and blocks of rows", "[softmax]", float,
                   double) {
  using T = TestType;
  const Matrix<T> logits = random_matrix<T>(6, 5, 6, -3, 3);
  const std::vector<T> foreign(logits.data(), logits.data() + logits.size());
  const Matrix<T> weights = softmax<T>(logits);
  CHECK_THAT(softmax<T>(Eigen::Map<const Matrix<T>>(foreign.data(), 6, 5)), is_exactly<T>(weights));
  CHECK_THAT(softmax<T>(logits.middleRows(2, 3)),
             is_exactly<T>(Matrix<T>(weights.middleRows(2, 3))));
}

TEMPLATE_TEST_CASE("softmax: a temperature of 1 changes no bit", "[softmax]", float, double) {
  using T = TestType;
  const Matrix<T> logits = rows<T>({{1, 2, 3}, {-kInf<T>, 0, 1}, {kNaN<T>, 0, 1}, {kInf<T>, 0, 1}});
  CHECK_THAT(softmax<T>(logits, 1), is_exactly<T>(softmax<T>(logits)));
}

TEMPLATE_TEST_CASE("softmax: a temperature of 2^k equals dividing the logits by it", "[softmax]",
                   float, double) {
  using T = TestType;
  const Matrix<T> logits = random_matrix<T>(3, 21, 7, -3, 3);
  for (const T temperature : {T(0.125), T(0.5), T(2), T(64)}) {
    const Matrix<T> divided = logits / temperature;
    CHECK_THAT(softmax<T>(logits, temperature), is_exactly<T>(softmax<T>(divided)));
  }
}

TEMPLATE_TEST_CASE("softmax: agrees with the plain formula at any temperature", "[softmax]", float,
                   double) {
  using T = TestType;
  const Matrix<T> logits = random_matrix<T>(4, 33, 8, -2, 2);
  for (const T temperature : {T(0.3), T(0.9), T(1.1), T(7)}) {
    CAPTURE(temperature);
    const Matrix<double> divided =
        logits.template cast<double>() / static_cast<double>(temperature);
    const Matrix<double> got = softmax<T>(logits, temperature).template cast<double>();
    CHECK_THAT(got, is_close_to<double>(reference::softmax(divided), kReference<T>));
  }
}

TEMPLATE_TEST_CASE("softmax: towards temperature 0 the largest logit gets all the weight",
                   "[softmax]", float, double) {
  using T = TestType;
  const T huge = std::numeric_limits<T>::max();
  for (const T temperature : {T(1e-3), std::numeric_limits<T>::min(), kSmallest<T>[0]}) {
    CAPTURE(temperature);
    CHECK_THAT(softmax<T>(row<T>({1, 4, 3, 2}), temperature), is_exactly<T>(row<T>({0, 1, 0, 0})));
    CHECK_THAT(softmax<T>(row<T>({huge, -huge, huge, 0}), temperature),
               is_exactly<T>(row<T>({T(0.5), 0, T(0.5), 0})));
  }
}

TEMPLATE_TEST_CASE("softmax: towards an infinite temperature the weights become equal", "[softmax]",
                   float, double) {
  using T = TestType;
  const T huge = std::numeric_limits<T>::max();
  const Matrix<T> equal = Matrix<T>::Constant(1, 4, T(0.25));
  CHECK_THAT(softmax<T>(row<T>({1, 4, 3, 2}), huge), is_exactly<T>(equal));
  // The difference between the logits would overflow, but after division by the temperature it is
  // 2.
  const T ratio = std::exp(T(-2));
  CHECK_THAT(softmax<T>(row<T>({huge, -huge}), huge),
             is_close_to<T>(row<T>({1 / (1 + ratio), ratio / (1 + ratio)}), kFewRoundings<T>));
}

TEMPLATE_TEST_CASE("softmax: a higher temperature never gives a larger maximum", "[softmax]", float,
                   double) {
  using T = TestType;
  const Matrix<T> logits = random_matrix<T>(1, 12, 9, -1, 1);
  T last = 1;
  for (const T temperature : {T(0.125), T(0.25), T(0.5), T(1), T(2), T(4), T(8)}) {
    const T largest = softmax<T>(logits, temperature).maxCoeff();
    CHECK(largest < last);
    last = largest;
  }
}

TEMPLATE_TEST_CASE("softmax: a row that is NaN stays NaN at every temperature", "[softmax]", float,
                   double) {
  using T = TestType;
  const Matrix<T> logits =
      rows<T>({{0, kNaN<T>, 1}, {kInf<T>, 0, 0}, {-kInf<T>, -kInf<T>, -kInf<T>}});
  for (const T temperature : {T(0.5), T(2)})
    CHECK_THAT(softmax<T>(logits, temperature), is_exactly<T>(Matrix<T>::Constant(3, 3, kNaN<T>)));
}

TEMPLATE_TEST_CASE("softmax: a temperature must be finite and above 0", "[softmax]", float,
                   double) {
  using T = TestType;
  const std::string expected = "OutOfRange | temperature: expected a finite number > 0, got ";
  const auto refuse = [](T temperature) {
    return refusal([&] { softmax<T>(row<T>({1, 2}), temperature); });
  };
  CHECK(refuse(0) == expected + "0");
  CHECK(refuse(-1) == expected + "-1");
  CHECK(refuse(kNaN<T>) == expected + "NaN");
  CHECK(refuse(kInf<T>) == expected + "Infinity");
}

TEMPLATE_TEST_CASE("naive softmax: equals softmax while nothing overflows", "[softmax]", float,
                   double) {
  using T = TestType;
  const Matrix<T> logits = random_matrix<T>(5, 33, 10, -8, 8);
  CHECK_THAT(naive_softmax<T>(logits), is_close_to<T>(softmax<T>(logits), kReference<T>));
  CHECK_THAT(naive_softmax<T>(Matrix<T>(0, 5)), is_exactly<T>(Matrix<T>(0, 5)));
  CHECK_THAT(naive_softmax<T>(Matrix<T>(3, 0)), is_exactly<T>(Matrix<T>(3, 0)));
}

TEMPLATE_TEST_CASE(
    "naive softmax: a logit of 89 in float or 710 in double gives infinity / infinity", "[softmax]",
    float, double) {
  using T = TestType;
  const T fits = std::is_same_v<T, float> ? T(88) : T(709);
  CHECK_THAT(naive_softmax<T>(row<T>({fits, 0})), is_exactly<T>(softmax<T>(row<T>({fits, 0}))));
  CHECK_THAT(naive_softmax<T>(row<T>({fits + 1, 0})), is_exactly<T>(row<T>({kNaN<T>, 0})));
  CHECK_THAT(softmax<T>(row<T>({fits + 1, fits + 1})), is_exactly<T>(row<T>({T(0.5), T(0.5)})));
}

TEMPLATE_TEST_CASE("naive softmax: a row far below 0 gives 0 / 0", "[softmax]", float, double) {
  using T = TestType;
  CHECK_THAT(naive_softmax<T>(rows<T>({{-1000, -1000}, {0, 0}})),
             is_exactly<T>(rows<T>({{kNaN<T>, kNaN<T>}, {T(0.5), T(0.5)}})));
}

}  // namespace
}  // namespace attention::test
