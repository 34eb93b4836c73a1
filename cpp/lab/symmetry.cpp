// SPDX-License-Identifier: MIT
#include "lab/symmetry.hpp"

#include <cmath>
#include <span>

#include "attention/detail/memory.hpp"
#include "attention/detail/product.hpp"
#include "attention/error.hpp"
#include "lab/eigenvalue.hpp"
#include "simd/instantiate.hpp"
#include "simd/row.hpp"

namespace attention::lab {
namespace {

template <class T>
void check(const MatrixView<T>& tokens, const SelfSimilarityOptions<T>& options) {
  const Index d = tokens.cols();
  const auto& W_q = options.W_q;
  const auto& W_k = options.W_k;
  if (tokens.rows() == 0 || d == 0)
    throw Error(ErrorKind::kEmptyInput, "tokens", "at least one row and one column",
                shape_text(tokens.rows(), d));
  if (W_q.has_value() != W_k.has_value())
    throw Error(ErrorKind::kShapeMismatch, W_q ? "W_k" : "W_q",
                shape_text(d, W_q ? W_q->cols() : W_k->cols()), "none");
  if (!W_q) return;
  if (W_q->rows() != d)
    throw Error(ErrorKind::kShapeMismatch, "W_q", shape_text(d, -1, "d_k"),
                shape_text(W_q->rows(), W_q->cols()));
  if (W_q->cols() == 0)
    throw Error(ErrorKind::kEmptyInput, "W_q", "at least one column", shape_text(d, 0));
  if (W_k->rows() != d || W_k->cols() != W_q->cols())
    throw Error(ErrorKind::kShapeMismatch, "W_k", shape_text(d, W_q->cols()),
                shape_text(W_k->rows(), W_k->cols()));
}

// Returns the bytes of the intermediate results, of both projections, and of the copies in double
// from which the eigenvalue is computed.
template <class T>
std::uint64_t bytes_needed(Index n, Index d, Index d_k) {
  const std::uint64_t column = multiply_bytes(sizeof(T), n);
  const std::uint64_t sides = add_bytes(multiply_bytes(column, d), multiply_bytes(column, d_k));
  const std::uint64_t square = multiply_bytes(multiply_bytes(sizeof(T) + sizeof(double), n), n);
  return add_bytes(multiply_bytes(square, 2), add_bytes(sides, multiply_bytes(column, d_k)));
}

template <class T>
Matrix<T> product(const MatrixView<T>& a, const MatrixView<T>& b) {
  Matrix<T> c(a.rows(), b.cols());
  multiply<T>(a, b, c);
  return c;
}

template <class T>
Matrix<T> scores_of(const MatrixView<T>& tokens, const SelfSimilarityOptions<T>& options) {
  if (!options.W_q) return scaled_dot_scores<T>(tokens, tokens, options.scale);
  return scaled_dot_scores<T>(product<T>(tokens, *options.W_q), product<T>(tokens, *options.W_k),
                              options.scale);
}

// Returns max |x_ij − x_ji|. Once the maximum is NaN, it stays NaN, because every comparison with
// NaN is false.
template <class T>
T asymmetry(const Matrix<T>& x) {
  T most = 0;
  for (Index i = 0; i < x.rows(); ++i)
    for (Index j = 0; j <= i; ++j) {
      const T apart = std::abs(x(i, j) - x(j, i));
      if (apart > most || std::isnan(apart)) most = apart;
    }
  return most;
}

// Returns ‖output − token‖ / ‖token‖. It computes in double, in which squares of floats neither
// overflow nor underflow.
template <class T>
T relative_distance(const RowView<T>& output, const RowView<T>& token) {
  double apart = 0;
  double length = 0;
  for (Index c = 0; c < token.size(); ++c) {
    const auto x = static_cast<double>(token(c));
    const double moved = static_cast<double>(output(c)) - x;
    apart += moved * moved;
    length += x * x;
  }
  return static_cast<T>(std::sqrt(apart) / std::sqrt(length));
}

}  // namespace

template <class T>
SelfSimilarity<T> self_similarity(const MatrixView<T>& tokens,
                                  const SelfSimilarityOptions<T>& options) {
  check(tokens, options);
  const Index n = tokens.rows();
  const Index d_k = options.W_q ? options.W_q->cols() : tokens.cols();
  divisor_of(options.scale, d_k);
  require_memory(bytes_needed<T>(n, tokens.cols(), d_k));

  SelfSimilarity<T> result;
  result.scores = scores_of(tokens, options);
  result.weights = result.scores;
  for (Index i = 0; i < n; ++i) {
    const std::span<T> row(&result.weights(i, 0), static_cast<std::size_t>(n));
    simd::softmax<T>(row, row);
  }
  result.output = product<T>(result.weights, tokens);
  result.scores_asymmetry = asymmetry(result.scores);
  result.weights_asymmetry = asymmetry(result.weights);
  result.relative_distances.resize(n, 1);
  double diagonal = 0;
  result.row_sums = zeros<T>(n, 1);
  result.column_sums = zeros<T>(n, 1);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) {
      result.row_sums(i, 0) += result.weights(i, j);
      result.column_sums(j, 0) += result.weights(i, j);
    }
    diagonal += static_cast<double>(result.weights(i, i));
    result.relative_distances(i, 0) = relative_distance<T>(result.output.row(i), tokens.row(i));
  }
  result.mean_diagonal = static_cast<T>(diagonal / static_cast<double>(n));
  const Matrix<double> scores = result.scores.template cast<double>();
  result.smallest_eigenvalue = static_cast<T>(smallest_eigenvalue(scores));
  return result;
}

ATTENTION_INSTANTIATE(self_similarity);

}  // namespace attention::lab
