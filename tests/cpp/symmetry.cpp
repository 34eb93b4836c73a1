// SPDX-License-Identifier: MIT
#include "lab/symmetry.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <type_traits>

#include "support/catch.hpp"
#include "support/matchers.hpp"
#include "support/reference.hpp"
#include "support/refusal.hpp"
#include "support/samples.hpp"
#include "support/tolerance.hpp"

namespace attention::test {
namespace {

template <class T>
SelfSimilarityOptions<T> projected(const Matrix<T>& W_q, const Matrix<T>& W_k) {
  return {.W_q = W_q, .W_k = W_k};
}

template <class T>
SelfSimilarityOptions<T> unscaled() {
  return {.scale = {.divisor = Divisor::kNone}};
}

/// The rounding error of an eigenvalue that is exactly 0: n·ε times the largest score.
template <class T>
double rounding_of(const SelfSimilarity<T>& x) {
  return static_cast<double>(x.scores.rows()) *
         static_cast<double>(std::numeric_limits<T>::epsilon() * x.scores.cwiseAbs().maxCoeff());
}

TEMPLATE_TEST_CASE("symmetry: without projections, scores are symmetric", "[symmetry]", float,
                   double) {
  using T = TestType;
  for (const Index n : {1, 2, 7, 33}) {
    CAPTURE(n);
    const auto result = self_similarity<T>(random_matrix<T>(n, 13, 1, -2, 2));
    CHECK(result.scores_asymmetry == 0);
    CHECK_THAT(result.scores, is_exactly<T>(result.scores.transpose()));
  }
}

TEMPLATE_TEST_CASE("symmetry: softmax of symmetric scores is asymmetric, with A_ij/A_ji = Z_j/Z_i",
                   "[symmetry]", float, double) {
  using T = TestType;
  const auto result = self_similarity<T>(random_matrix<T>(6, 4, 2, -2, 2));
  CHECK(result.weights_asymmetry > T(0.1));
  const Matrix<double> partition = in_double(result.scores).array().exp().rowwise().sum();
  for (Index i = 0; i < 6; ++i)
    for (Index j = 0; j < 6; ++j)
      CHECK(passes(result.weights(i, j) / result.weights(j, i), partition(j) / partition(i),
                   kReference<T>));
}

TEMPLATE_TEST_CASE("symmetry: with equal row sums of exp, the weights are symmetric", "[symmetry]",
                   float, double) {
  using T = TestType;
  const auto result = self_similarity<T>(rows<T>({{1, 0}, {0, 1}}));
  CHECK(result.weights_asymmetry == 0);
  CHECK(result.weights(0, 0) > result.weights(0, 1));
}

TEMPLATE_TEST_CASE("symmetry: rows of weights sum to 1, columns do not, and all weights to n",
                   "[symmetry]", float, double) {
  using T = TestType;
  const auto result = self_similarity<T>(random_matrix<T>(9, 4, 3, -2, 2));
  CHECK_THAT(result.row_sums, is_close_to<T>(Matrix<T>::Ones(9, 1), kSumOfWeights<T>));
  CHECK((result.column_sums.array() - 1).abs().maxCoeff() > T(0.1));
  CHECK(passes(result.column_sums.sum(), 9, kSumOfWeights<T>));
}

TEMPLATE_TEST_CASE("symmetry: tied projections give symmetric, positive semi-definite scores",
                   "[symmetry]", float, double) {
  using T = TestType;
  for (unsigned seed = 0; seed < 20; ++seed) {
    CAPTURE(seed);
    // The scores of ten tokens projected to three dimensions have rank 3, so seven eigenvalues are
    // 0.
    const Matrix<T> W = random_matrix<T>(5, 3, seed, -1, 1);
    const auto result =
        self_similarity<T>(random_matrix<T>(10, 5, seed + 50, -2, 2), projected<T>(W, W));
    CHECK(result.scores_asymmetry == 0);
    CHECK(passes(result.smallest_eigenvalue, 0, {.abs = rounding_of(result)}));
  }
}

TEMPLATE_TEST_CASE("symmetry: separate projections make scores asymmetric and indefinite",
                   "[symmetry]", float, double) {
  using T = TestType;
  for (unsigned seed = 0; seed < 20; ++seed) {
    CAPTURE(seed);
    const auto result = self_similarity<T>(random_matrix<T>(10, 5, seed + 50, -2, 2),
                                           projected<T>(random_matrix<T>(5, 3, seed, -1, 1),
                                                        random_matrix<T>(5, 3, seed + 100, -1, 1)));
    CHECK(result.scores_asymmetry > T(0.1));
    CHECK(result.smallest_eigenvalue < T(-0.1));
  }
}

TEMPLATE_TEST_CASE("symmetry: identity projections change nothing", "[symmetry]", float, double) {
  using T = TestType;
  const Matrix<T> tokens = random_matrix<T>(7, 5, 4, -2, 2);
  const Matrix<T> identity = Matrix<T>::Identity(5, 5);
  const auto plain = self_similarity<T>(tokens);
  const auto result = self_similarity<T>(tokens, projected<T>(identity, identity));
  CHECK_THAT(result.scores, is_exactly<T>(plain.scores));
  CHECK_THAT(result.output, is_exactly<T>(plain.output));
}

TEMPLATE_TEST_CASE("symmetry: exchanging W_q and W_k transposes the scores", "[symmetry]", float,
                   double) {
  using T = TestType;
  const Matrix<T> tokens = random_matrix<T>(7, 5, 5, -2, 2);
  const Matrix<T> W_q = random_matrix<T>(5, 3, 6, -1, 1);
  const Matrix<T> W_k = random_matrix<T>(5, 3, 7, -1, 1);
  const auto result = self_similarity<T>(tokens, projected<T>(W_q, W_k));
  const auto exchanged = self_similarity<T>(tokens, projected<T>(W_k, W_q));
  CHECK_THAT(exchanged.scores, is_exactly<T>(result.scores.transpose()));
  CHECK(exchanged.smallest_eigenvalue == result.smallest_eigenvalue);
}

TEMPLATE_TEST_CASE("symmetry: long tokens of equal length attend to themselves, short ones do not",
                   "[symmetry]", float, double) {
  using T = TestType;
  // The score of a token with itself is ‖x‖²/√d. With 300 components of ±1 it is 17, so each token
  // attends almost only to itself. With components of ±0.1 it is 0.17, so the weights are similar.
  Matrix<T> tokens = random_matrix<T>(6, 300, 8, -1, 1);
  for (Index i = 0; i < tokens.size(); ++i) tokens.data()[i] = tokens.data()[i] < 0 ? T(-1) : T(1);
  const auto result = self_similarity<T>(tokens);
  CHECK(result.mean_diagonal > T(0.99999));
  CHECK(result.relative_distances.maxCoeff() < T(1e-5));
  const Matrix<T> shorter = tokens / 10;
  const auto spread = self_similarity<T>(shorter);
  CHECK(spread.mean_diagonal < T(0.25));
  CHECK(spread.relative_distances.minCoeff() > T(0.5));
}

TEMPLATE_TEST_CASE("symmetry: a longer token in the same direction gets the weight (erratum E-35)",
                   "[symmetry]", float, double) {
  using T = TestType;
  const auto result = self_similarity<T>(rows<T>({{1, 0}, {3, 0}, {0, 1}}), unscaled<T>());
  CHECK(result.scores_asymmetry == 0);
  CHECK(passes(result.weights(0, 1), .844, {.abs = 5e-4}));
  CHECK(result.weights(0, 0) < result.weights(0, 1));
}

TEMPLATE_TEST_CASE("symmetry: divides by the root of the queries' width", "[symmetry]", float,
                   double) {
  using T = TestType;
  const Matrix<T> tokens = rows<T>({{1, 2, 3}});
  const Matrix<T> W = rows<T>({{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}});
  auto options = projected<T>(W, W);
  CHECK(self_similarity<T>(tokens, options).scores(0, 0) == 7);
  options.scale.divisor = Divisor::kDk;
  CHECK(self_similarity<T>(tokens, options).scores(0, 0) == T(3.5));
  CHECK(self_similarity<T>(tokens, unscaled<T>()).scores(0, 0) == 14);
}

TEMPLATE_TEST_CASE("symmetry: one token gives itself all the weight", "[symmetry]", float, double) {
  using T = TestType;
  const Matrix<T> token = rows<T>({{1, 2}});
  const auto result = self_similarity<T>(token, unscaled<T>());
  CHECK_THAT(result.output, is_exactly<T>(token));
  CHECK(result.mean_diagonal == 1);
  CHECK(result.relative_distances(0, 0) == 0);
  CHECK(result.smallest_eigenvalue == 5);
}

TEMPLATE_TEST_CASE("symmetry: the relative distance of a token of length 0 is not finite",
                   "[symmetry]", float, double) {
  using T = TestType;
  CHECK(self_similarity<T>(rows<T>({{0}, {1}})).relative_distances(0, 0) == kInf<T>);
  CHECK(std::isnan(self_similarity<T>(rows<T>({{0}})).relative_distances(0, 0)));
}

TEMPLATE_TEST_CASE("symmetry: distances are accurate where squares of lengths overflow T",
                   "[symmetry]", float, double) {
  using T = TestType;
  const int power = std::is_same_v<T, float> ? 100 : 500;
  for (const T length : {T(1), std::ldexp(T(1), power), std::ldexp(T(1), -power)}) {
    CAPTURE(length);
    // All scores are 0, so the output of both tokens is their mean, 0.
    const Matrix<T> none = Matrix<T>::Zero(1, 1);
    const auto result =
        self_similarity<T>(rows<T>({{length}, {-length}}), projected<T>(none, none));
    CHECK_THAT(result.relative_distances, is_exactly<T>(column<T>({1, 1})));
  }
}

TEMPLATE_TEST_CASE("symmetry: inputs that are not finite give NaN", "[symmetry]", float, double) {
  using T = TestType;
  // The last two values are finite, but their squares, which are part of a score on the diagonal,
  // overflow.
  const T largest = std::numeric_limits<T>::max();
  for (const T bad : {kNaN<T>, kInf<T>, largest, 2 * std::sqrt(largest)}) {
    CAPTURE(bad);
    Matrix<T> tokens = random_matrix<T>(4, 3, 9, 1, 2);
    tokens(1, 2) = bad;
    const auto result = self_similarity<T>(tokens);
    CHECK(std::isnan(result.scores_asymmetry));
    CHECK(std::isnan(result.weights_asymmetry));
    CHECK(std::isnan(result.smallest_eigenvalue));
    CHECK(std::isnan(result.mean_diagonal));
  }
}

TEMPLATE_TEST_CASE("symmetry: refuses tokens and projections that do not fit", "[symmetry]", float,
                   double) {
  using T = TestType;
  const auto zeros = [](Index rows, Index cols) -> Matrix<T> {
    return Matrix<T>::Zero(rows, cols);
  };
  const auto refuse = [](const Matrix<T>& tokens, const SelfSimilarityOptions<T>& options) {
    return refusal([&] { self_similarity<T>(tokens, options); });
  };
  const std::string empty = "EmptyInput | tokens: expected at least one row and one column, got ";
  CHECK(refuse(zeros(0, 3), {}) == empty + "(0, 3)");
  CHECK(refuse(zeros(3, 0), {}) == empty + "(3, 0)");
  CHECK(refuse(zeros(2, 3), {.W_q = zeros(3, 4)}) ==
        "ShapeMismatch | W_k: expected (3, 4), got none");
  CHECK(refuse(zeros(2, 3), {.W_k = zeros(3, 4)}) ==
        "ShapeMismatch | W_q: expected (3, 4), got none");
  const auto project = [&](const Matrix<T>& W_q, const Matrix<T>& W_k) {
    return refuse(zeros(2, 3), projected<T>(W_q, W_k));
  };
  CHECK(project(zeros(3, 4), zeros(3, 4)) == "accepted");
  CHECK(project(zeros(2, 4), zeros(3, 4)) == "ShapeMismatch | W_q: expected (3, d_k), got (2, 4)");
  CHECK(project(zeros(3, 4), zeros(2, 4)) == "ShapeMismatch | W_k: expected (3, 4), got (2, 4)");
  CHECK(project(zeros(3, 4), zeros(3, 5)) == "ShapeMismatch | W_k: expected (3, 4), got (3, 5)");
  CHECK(project(zeros(3, 0), zeros(3, 0)) ==
        "EmptyInput | W_q: expected at least one column, got (3, 0)");
}

TEMPLATE_TEST_CASE("symmetry: refuses a divisor of 0 and inputs larger than the memory",
                   "[symmetry]", float, double) {
  using T = TestType;
  const auto kind = [](const Matrix<T>& tokens, const SelfSimilarityOptions<T>& options) {
    const std::string text = refusal([&] { self_similarity<T>(tokens, options); });
    return text.substr(0, text.find(':'));
  };
  const Matrix<T> many = Matrix<T>::Ones(1 << 20, 1);
  CHECK(kind(many, {.scale = {.divisor = Divisor::kNumber, .number = 0}}) ==
        "OutOfRange | divisor_number");
  CHECK(kind(many, {.scale = {.divisor = Divisor::kSqrtEmbed}}) == "OutOfRange | embed_size");
  CHECK(kind(many, {}) == "OutOfMemory | memory");
}

}  // namespace
}  // namespace attention::test
