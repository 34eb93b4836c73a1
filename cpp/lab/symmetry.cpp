// SPDX-License-Identifier: MIT
#include "lab/symmetry.hpp"

#include <cmath>
#include <span>
#include <utility>

#include "attention/detail/product.hpp"
#include "attention/detail/refuse.hpp"
#include "attention/detail/scores.hpp"
#include "attention/softmax.hpp"
#include "lab/eigenvalue.hpp"
#include "simd/instantiate.hpp"

namespace attention::lab {
namespace {

template <class T>
void check(const TensorView<T>& tokens, const SelfSimilarityOptions<T>& options) {
  const Index d = tokens.cols();
  const auto& W_q = options.W_q;
  const auto& W_k = options.W_k;
  check_matrix("tokens", tokens.shape());
  if (tokens.empty()) refuse_empty("tokens", ErrorCode::kRowAndColumn, {}, tokens.shape());
  if (W_q.has_value() != W_k.has_value())
    refuse_shape(W_q ? "W_k" : "W_q", ErrorCode::kShape,
                 {Shape{d, W_q ? W_q->cols() : W_k->cols()}}, {});
  if (!W_q) return;
  if (W_q->rows() != d)
    refuse_shape("W_q", ErrorCode::kShape, {{Shape{d, -1}, "d_k"}},
                 Shape{W_q->rows(), W_q->cols()});
  if (W_q->cols() == 0) refuse_empty("W_q", ErrorCode::kColumn, {}, Shape{d, 0});
  if (W_k->rows() != d || W_k->cols() != W_q->cols())
    refuse_shape("W_k", ErrorCode::kShape, {Shape{d, W_q->cols()}},
                 Shape{W_k->rows(), W_k->cols()});
}

template <class T>
Tensor<T> product(const TensorView<T>& a, const TensorView<T>& b) {
  Tensor<T> c = uninitialised<T>({a.rows(), b.cols()});
  multiply<T>(matrix_of(a), matrix_of(b), matrix_of(c));
  return c;
}

template <class T>
Tensor<T> scores_of(const TensorView<T>& tokens, const SelfSimilarityOptions<T>& options) {
  if (!options.W_q) return scaled_dot_scores(tokens, tokens, options.scale);
  return scaled_dot_scores(product<T>(tokens, *options.W_q), product<T>(tokens, *options.W_k),
                           options.scale);
}

// Returns max |x_ij − x_ji|. Once the maximum is NaN, it stays NaN, because every comparison with
// NaN is false.
template <class T>
T asymmetry(const Tensor<T>& x) {
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
T relative_distance(std::span<const T> output, std::span<const T> token) {
  double apart = 0;
  double length = 0;
  for (std::size_t c = 0; c < token.size(); ++c) {
    const auto x = static_cast<double>(token[c]);
    const double moved = static_cast<double>(output[c]) - x;
    apart += moved * moved;
    length += x * x;
  }
  return static_cast<T>(std::sqrt(apart) / std::sqrt(length));
}

}  // namespace

template <class T>
SelfSimilarity<T> self_similarity(const TensorView<T>& tokens,
                                  const SelfSimilarityOptions<T>& options) {
  check(tokens, options);
  const Index n = tokens.rows();
  SelfSimilarity<T> result;
  result.scores = scores_of(tokens, options);
  result.weights = softmax(result.scores);
  result.output = product<T>(result.weights, tokens);
  result.scores_asymmetry = asymmetry(result.scores);
  result.weights_asymmetry = asymmetry(result.weights);
  for (auto* column : {&result.relative_distances, &result.row_sums, &result.column_sums})
    *column = Tensor<T>({n, 1});
  double diagonal = 0;
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j) {
      result.row_sums(i, 0) += result.weights(i, j);
      result.column_sums(j, 0) += result.weights(i, j);
    }
    diagonal += static_cast<double>(result.weights(i, i));
    result.relative_distances(i, 0) = relative_distance<T>(result.output.row(i), tokens.row(i));
  }
  result.mean_diagonal = static_cast<T>(diagonal / static_cast<double>(n));
  const Matrix<double> scores = matrix_of(std::as_const(result.scores)).template cast<double>();
  result.smallest_eigenvalue = static_cast<T>(smallest_eigenvalue(scores));
  return result;
}

ATTENTION_INSTANTIATE(self_similarity);

}  // namespace attention::lab
