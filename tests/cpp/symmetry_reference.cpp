// SPDX-License-Identifier: MIT
#include <cmath>

#include "lab/symmetry.hpp"
#include "support/catch.hpp"
#include "support/matchers.hpp"
#include "support/reference.hpp"
#include "support/reference_eigenvalue.hpp"
#include "support/row_error.hpp"
#include "support/samples.hpp"
#include "support/tolerance.hpp"

namespace attention::test {
namespace {

SelfSimilarity<double> plain(const Matrix<double>& tokens, const Matrix<double>& W_q,
                             const Matrix<double>& W_k) {
  const Index n = tokens.rows();
  const auto product = [](const Matrix<double>& a, const Matrix<double>& b) {
    return reference::multiply_add<double>(a, b, Matrix<double>::Zero(a.rows(), b.cols()));
  };
  SelfSimilarity<double> result;
  const Matrix<double> keys = product(tokens, W_k).transpose();
  result.scores = product(product(tokens, W_q), keys) / std::sqrt(static_cast<double>(W_q.cols()));
  result.weights = reference::softmax(result.scores);
  result.output = product(result.weights, tokens);
  result.scores_asymmetry = (result.scores - result.scores.transpose()).cwiseAbs().maxCoeff();
  result.weights_asymmetry = (result.weights - result.weights.transpose()).cwiseAbs().maxCoeff();
  result.mean_diagonal = result.weights.trace() / static_cast<double>(n);
  result.relative_distances =
      (result.output - tokens).rowwise().norm().array() / tokens.rowwise().norm().array();
  result.row_sums = result.weights.rowwise().sum();
  result.column_sums = result.weights.colwise().sum().transpose();
  const Matrix<double> symmetric = (result.scores + result.scores.transpose()) / 2;
  result.smallest_eigenvalue = reference::smallest_eigenvalue(symmetric);
  return result;
}

TEMPLATE_TEST_CASE("symmetry: agrees with plain loops for shapes from 1 to 70", "[symmetry]", float,
                   double) {
  using T = TestType;
  const double allowed = kStageError<T>;
  for (Index n = 1; n <= 70; ++n) {
    const Index d = 1 + 37 * n % 70;
    const Index d_k = 1 + 23 * n % 70;
    CAPTURE(n, d, d_k);
    const auto seed = static_cast<unsigned>(10 * n);
    const double spread = 1 / std::sqrt(static_cast<double>(d));
    const Matrix<T> tokens = random_matrix<T>(n, d, seed, 1, 2);
    const Matrix<T> W_q = random_matrix<T>(d, d_k, seed + 1, -spread, spread);
    const Matrix<T> W_k = random_matrix<T>(d, d_k, seed + 2, -spread, spread);
    const auto got = self_similarity<T>(tokens, {.W_q = W_q, .W_k = W_k});
    const auto expected = plain(in_double(tokens), in_double(W_q), in_double(W_k));
    CHECK(row_error(in_double(got.scores), expected.scores) <= allowed);
    CHECK(row_error(in_double(got.weights), expected.weights) <= allowed);
    CHECK(row_error(in_double(got.output), expected.output) <= allowed);
    CHECK(row_error(in_double(got.row_sums), expected.row_sums) <= allowed);
    CHECK(row_error(in_double(got.column_sums), expected.column_sums) <= allowed);
    // These results can be much smaller than the terms they are computed from, so the tolerance is
    // absolute: `allowed` times the size of the terms. Scores are at most `largest`; weights and
    // relative lengths are about 1.
    const double largest = expected.scores.cwiseAbs().maxCoeff();
    CHECK(passes(got.scores_asymmetry, expected.scores_asymmetry, {.abs = allowed * largest}));
    CHECK(passes(got.weights_asymmetry, expected.weights_asymmetry, {.abs = allowed}));
    CHECK(passes(got.mean_diagonal, expected.mean_diagonal, {.abs = allowed}));
    CHECK_THAT(in_double(got.relative_distances),
               is_close_to<double>(expected.relative_distances, {.abs = allowed}));
    CHECK(
        passes(got.smallest_eigenvalue, expected.smallest_eigenvalue, {.abs = allowed * largest}));
  }
}

}  // namespace
}  // namespace attention::test
