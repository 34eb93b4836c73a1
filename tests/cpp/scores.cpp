// SPDX-License-Identifier: MIT
// Tests properties of the scores. scores_edges.cpp tests extreme numbers and errors;
// attention_reference.cpp compares the scores with plain loops.
#include "support/matrices.hpp"

#include <cmath>

#include "lab/mistakes.hpp"
#include "support/catch.hpp"
#include "support/matchers.hpp"
#include "support/samples.hpp"
#include "support/tolerance.hpp"

namespace attention::test {
namespace {

template <class T>
AdditiveParameters<T> random_additive(Index h, Index d_q, Index d_k, unsigned seed) {
  return {random_matrix<T>(h, d_q, seed, -1, 1),
          random_matrix<T>(h, d_k, seed + 1, -1, 1),
          random_matrix<T>(1, h, seed + 2, -1, 1),
          {}};
}

TEMPLATE_TEST_CASE("scores: document 000's 2 × 2 example", "[scores]", float, double) {
  using T = TestType;
  const auto queries = rows<T>({{1, 2}, {3, 4}});
  const auto keys = rows<T>({{5, 6}, {7, 8}});
  CHECK_THAT(dot_scores<T>(queries, keys), is_exactly<T>(rows<T>({{17, 23}, {39, 53}})));
  const Tolerance four_digits{.abs = 5e-5};
  CHECK_THAT(
      scaled_dot_scores<T>(queries, keys),
      is_close_to<T>(rows<T>({{T(12.0208), T(16.2635)}, {T(27.5772), T(37.4767)}}), four_digits));
}

TEMPLATE_TEST_CASE("scores: transposing the keys twice gives other numbers without an error",
                   "[scores]", float, double) {
  using T = TestType;
  const auto queries = rows<T>({{1, 2}, {3, 4}});
  const auto keys = rows<T>({{5, 6}, {7, 8}});
  const Tolerance four_digits{.abs = 5e-5};
  const auto twice = double_transpose_scores<T>(queries, keys);
  CHECK_THAT(twice, is_close_to<T>(rows<T>({{T(13.4350), T(15.5563)}, {T(30.4056), T(35.3553)}}),
                                   four_digits));
  // If the matrix of keys is symmetric, the additional transpose has no effect.
  const auto symmetric = rows<T>({{5, 6}, {6, 8}});
  CHECK_THAT(double_transpose_scores<T>(queries, symmetric),
             is_exactly<T>(scaled_dot_scores<T>(queries, symmetric)));
}

TEMPLATE_TEST_CASE("scores: a dot product is the same with query and key exchanged", "[scores]",
                   float, double) {
  using T = TestType;
  for (const auto& sizes : random_sizes(3, 1)) {
    const Matrix<T> queries = random_matrix<T>(sizes[0], sizes[2], 2, -1, 1) / T(3);
    const Matrix<T> keys = random_matrix<T>(sizes[1], sizes[2], 3, -1, 1) / T(3);
    const Matrix<T> swapped = dot_scores<T>(keys, queries).transpose();
    CHECK_THAT(dot_scores<T>(queries, keys), is_exactly<T>(swapped));
  }
}

TEMPLATE_TEST_CASE("scores: doubling a query doubles only its own dot products", "[scores]", float,
                   double) {
  using T = TestType;
  auto queries = random_matrix<T>(3, 6, 4, -1, 1);
  const auto keys = random_matrix<T>(5, 6, 5, -1, 1);
  Matrix<T> expected = dot_scores<T>(queries, keys);
  expected.row(1) *= 2;
  queries.row(1) *= 2;
  CHECK_THAT(dot_scores<T>(queries, keys), is_exactly<T>(expected));
}

TEMPLATE_TEST_CASE("scores: each name of a divisor selects its number", "[scores]", float, double) {
  using T = TestType;
  CHECK(divisor_of<T>({.divisor = Divisor::kNone}, 16) == 1);
  CHECK(divisor_of<T>({}, 16) == 4);
  CHECK(divisor_of<T>({.divisor = Divisor::kSqrtDk}, 2) == std::sqrt(T(2)));
  CHECK(divisor_of<T>({.divisor = Divisor::kDk}, 16) == 16);
  CHECK(divisor_of<T>({.divisor = Divisor::kSqrtEmbed, .embed_size = 9}, 16) == 3);
  CHECK(divisor_of<T>({.divisor = Divisor::kNumber, .number = T(-0.5)}, 16) == T(-0.5));
  CHECK(divisor_of<T>({.divisor = Divisor::kNumber, .number = kInf<T>}, 16) == kInf<T>);
}

TEMPLATE_TEST_CASE("scores: scaled scores are the dot products, divided", "[scores]", float,
                   double) {
  using T = TestType;
  const Matrix<T> queries = random_matrix<T>(4, 7, 6, -1, 1) / T(3);
  const Matrix<T> keys = random_matrix<T>(9, 7, 7, -1, 1) / T(3);
  const Matrix<T> dots = dot_scores<T>(queries, keys);
  for (const Scale& scale :
       {Scale{}, Scale{.divisor = Divisor::kNone}, Scale{.divisor = Divisor::kDk},
        Scale{.divisor = Divisor::kSqrtEmbed, .embed_size = 512},
        Scale{.divisor = Divisor::kNumber, .number = T(-0.3)}}) {
    CAPTURE(kDivisorNames[static_cast<std::size_t>(scale.divisor)]);
    const Matrix<T> expected = dots / divisor_of<T>(scale, 7);
    CHECK_THAT(scaled_dot_scores<T>(queries, keys, scale),
               is_close_to<T>(expected, kFewRoundings<T>));
  }
  const Scale infinite{.divisor = Divisor::kNumber, .number = kInf<T>};
  CHECK_THAT(scaled_dot_scores<T>(queries, keys, infinite), is_exactly<T>(Matrix<T>::Zero(4, 9)));
}

TEMPLATE_TEST_CASE("scores: the defaults divide by the root of the number of components",
                   "[scores]", float, double) {
  using T = TestType;
  const Matrix<T> ones = Matrix<T>::Ones(1, 64);
  CHECK(scaled_dot_scores<T>(ones, ones)(0, 0) == 8);
}

TEMPLATE_TEST_CASE("scores: additive scores by hand", "[scores]", float, double) {
  using T = TestType;
  // With saturated tanh the score is at most |3| + |−2| + |1| = 6 for w_v = (3, −2, 1) (erratum
  // E-39, see web/src/ledger).
  const AdditiveParameters<T> far{
      column<T>({50, -50, 50}), column<T>({0, 0, 0}), row<T>({3, -2, 1}), {}};
  CHECK(additive_scores<T>(row<T>({1}), row<T>({9}), far)(0, 0) == 6);
  CHECK(additive_scores<T>(row<T>({-1}), row<T>({9}), far)(0, 0) == -6);
  const AdditiveParameters<T> near{row<T>({1, 2}), row<T>({-1}), row<T>({2}), row<T>({T(0.25)})};
  // The score is 2 tanh(0.5 + 2 · 0.25 − 0.5 + 0.25) = 2 tanh(0.75).
  CHECK(passes(static_cast<double>(
                   additive_scores<T>(row<T>({T(0.5), T(0.25)}), row<T>({T(0.5)}), near)(0, 0)),
               2 * std::tanh(0.75), kFewRoundings<T>));
}

TEMPLATE_TEST_CASE("scores: additive scores are odd without a bias, but not with one", "[scores]",
                   float, double) {
  using T = TestType;
  const Matrix<T> queries = random_matrix<T>(5, 3, 8, -1, 1);
  const Matrix<T> keys = random_matrix<T>(7, 4, 9, -1, 1);
  const Matrix<T> turned_queries = -queries;
  const Matrix<T> turned_keys = -keys;
  auto parameters = random_additive<T>(6, 3, 4, 10);
  const Matrix<T> turned = -additive_scores<T>(queries, keys, parameters);
  CHECK_THAT(additive_scores<T>(turned_queries, turned_keys, parameters), is_exactly<T>(turned));
  CHECK((turned.array() != 0).all());
  parameters.bias = Matrix<T>::Constant(1, 6, T(0.5));
  const Matrix<T> biased = additive_scores<T>(queries, keys, parameters);
  const Matrix<T> biased_turned = -additive_scores<T>(turned_queries, turned_keys, parameters);
  CHECK(((biased - biased_turned).array().abs() > T(1e-3)).all());
}

TEMPLATE_TEST_CASE("scores: a bias of zeros equals no bias", "[scores]", float, double) {
  using T = TestType;
  const Matrix<T> queries = random_matrix<T>(2, 3, 11, -1, 1);
  const Matrix<T> keys = random_matrix<T>(3, 3, 12, -1, 1);
  auto parameters = random_additive<T>(5, 3, 3, 13);
  const Matrix<T> without = additive_scores<T>(queries, keys, parameters);
  parameters.bias = Matrix<T>::Zero(1, 5);
  CHECK_THAT(additive_scores<T>(queries, keys, parameters), is_exactly<T>(without));
}

TEMPLATE_TEST_CASE("scores: additive scores are at most the sum of |w_v|", "[scores]", float,
                   double) {
  using T = TestType;
  for (const double size : {0.1, 10.0, 1e4}) {
    auto parameters = random_additive<T>(40, 5, 5, 14);
    parameters.W_q *= static_cast<T>(size);
    const T bound = parameters.w_v.array().abs().sum();
    const Matrix<T> scores = additive_scores<T>(random_matrix<T>(20, 5, 15, -1, 1),
                                                random_matrix<T>(20, 5, 16, -1, 1), parameters);
    CHECK(scores.array().abs().maxCoeff() <= bound + static_cast<T>(kSumOfWeights<T>.abs));
    CHECK(scores.array().abs().maxCoeff() > 0);
  }
}

TEMPLATE_TEST_CASE("scores: Gaussian scores by hand", "[scores]", float, double) {
  using T = TestType;
  // The squared distance is 3² + 4² = 25. The last check uses the waists of document 001 (a source
  // text, see web/src/ledger) with σ = 1.
  CHECK(gaussian_scores<T>(row<T>({4, 6}), row<T>({1, 2}))(0, 0) == T(-12.5));
  CHECK(gaussian_scores<T>(row<T>({4, 6}), row<T>({1, 2}), T(2))(0, 0) == T(-3.125));
  CHECK_THAT(gaussian_scores<T>(column<T>({57}), column<T>({51, 56, 58})),
             is_exactly<T>(row<T>({-18, T(-0.5), T(-0.5)})));
}

TEMPLATE_TEST_CASE("scores: Gaussian scores are 0 at the query's own key and below 0 elsewhere",
                   "[scores]", float, double) {
  using T = TestType;
  const Matrix<T> x = random_matrix<T>(12, 5, 17, -1, 1);
  for (const T sigma : {T(0.1), T(1), T(30)}) {
    const Matrix<T> scores = gaussian_scores<T>(x, x, sigma);
    for (Index i = 0; i < 12; ++i)
      for (Index j = 0; j < 12; ++j) CHECK((i == j ? scores(i, j) == 0 : scores(i, j) < 0));
  }
}

TEMPLATE_TEST_CASE("scores: Gaussian scores are invariant under a shift of all points", "[scores]",
                   float, double) {
  using T = TestType;
  const Matrix<T> queries = random_matrix<T>(4, 3, 18, -1, 1);
  const Matrix<T> keys = random_matrix<T>(6, 3, 19, -1, 1);
  const Matrix<T> far_queries = queries.array() + T(37.25);
  const Matrix<T> far_keys = keys.array() + T(37.25);
  CHECK_THAT(gaussian_scores<T>(far_queries, far_keys, T(0.75)),
             is_exactly<T>(gaussian_scores<T>(queries, keys, T(0.75))));
}

TEMPLATE_TEST_CASE("scores: a larger angle does not imply a smaller dot product", "[scores]", float,
                   double) {
  using T = TestType;
  const auto found = angles<T>(row<T>({1, 0}), rows<T>({{1, 0}, {5, 5}, {1, 5}}));
  CHECK_THAT(found.dots, is_exactly<T>(row<T>({1, 5, 1})));
  CHECK_THAT(found.degrees,
             is_close_to<T>(row<T>({0, 45, T(78.69006752597979)}), kFewRoundings<T>));
  CHECK(found.degrees(0, 0) == 0);
  CHECK_THAT(found.cosines, is_close_to<T>(row<T>({1, std::sqrt(T(0.5)), 1 / std::sqrt(T(26))}),
                                           kFewRoundings<T>));
  CHECK_THAT(found.query_lengths, is_exactly<T>(row<T>({1})));
  CHECK_THAT(found.key_lengths,
             is_close_to<T>(column<T>({1, std::sqrt(T(50)), std::sqrt(T(26))}), kFewRoundings<T>));
}

TEMPLATE_TEST_CASE("scores: cosines and angles are independent of lengths", "[scores]", float,
                   double) {
  using T = TestType;
  const Matrix<T> queries = random_matrix<T>(5, 4, 20, -1, 1);
  const Matrix<T> keys = random_matrix<T>(6, 4, 21, -1, 1);
  const auto expected = angles<T>(queries, keys);
  for (const T length : {T(0.125), T(1024)}) {
    const auto found = angles<T>((queries * length).eval(), (keys / length).eval());
    CHECK_THAT(found.cosines, is_close_to<T>(expected.cosines, kFewRoundings<T>));
    CHECK_THAT(found.degrees, is_close_to<T>(expected.degrees, kFewRoundings<T>));
    CHECK_THAT(found.dots, is_exactly<T>(expected.dots));
  }
  const auto turned = angles<T>((-queries).eval(), keys);
  const Matrix<T> supplements = 180 - expected.degrees.array();
  CHECK_THAT(turned.degrees, is_close_to<T>(supplements, kFewRoundings<T>));
}

TEMPLATE_TEST_CASE("scores: a vector is at 0° to itself and at 180° to its negative, never NaN",
                   "[scores]", float, double) {
  using T = TestType;
  // `angles` must clamp cosines to [−1, 1], because rounding makes some of them larger than 1.
  const Matrix<T> x = random_matrix<T>(200, 7, 22, -1, 1) / T(3);
  const auto same = angles<T>(x, x);
  const auto opposite = angles<T>(x, (-x).eval());
  CHECK(same.cosines.maxCoeff() <= 1);
  CHECK(opposite.cosines.minCoeff() >= -1);
  CHECK(same.degrees.allFinite());
  CHECK(opposite.degrees.allFinite());
  // acos loses half of the digits here: if rounding puts the cosine ε below 1, the angle is √(2ε)
  // radians.
  const T slack = 4 * std::sqrt(std::numeric_limits<T>::epsilon()) * T(57.3);
  for (Index i = 0; i < 200; ++i) {
    CHECK(same.degrees(i, i) <= slack);
    CHECK(opposite.degrees(i, i) >= 180 - slack);
  }
}

TEMPLATE_TEST_CASE("scores: the dot products of angles equal dot_scores", "[scores]", float,
                   double) {
  using T = TestType;
  const Matrix<T> queries = random_matrix<T>(5, 9, 23, -1, 1) / T(3);
  const Matrix<T> keys = random_matrix<T>(11, 9, 24, -1, 1) / T(3);
  CHECK_THAT(angles<T>(queries, keys).dots, is_exactly<T>(dot_scores<T>(queries, keys)));
}

}  // namespace
}  // namespace attention::test
