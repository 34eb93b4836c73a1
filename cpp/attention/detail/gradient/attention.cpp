// SPDX-License-Identifier: MIT
#include "attention/detail/gradient/attention.hpp"

#include <algorithm>

#include "attention/detail/gradient/scores.hpp"
#include "attention/detail/memory.hpp"
#include "attention/detail/product.hpp"
#include "attention/detail/softmax_row.hpp"
#include "simd/instantiate.hpp"

namespace attention::detail {
namespace {

// Returns the bytes that the backward pass of additive scores needs: the features of queries and
// keys, the gradients of these features, and the gradients of the parameters.
template <class T>
std::uint64_t additive_bytes(Index m, Index n, const AdditiveParameters<T>& parameters) {
  const Index hidden = parameters.W_q.rows();
  std::uint64_t bytes = bytes_of<T>({hidden, 2});
  for (const Matrix<T>* W : {&parameters.W_q, &parameters.W_k})
    bytes = add_bytes(bytes, bytes_of<T>({W->rows(), W->cols()}));
  for (const Index rows : {m, n}) bytes = add_bytes(bytes, bytes_of<T>({2, rows, hidden}));
  return bytes;
}

template <class T>
AdditiveParameters<T> zero_like(const AdditiveParameters<T>& parameters) {
  const auto zero = [](const Matrix<T>& x) { return zeros<T>(x.rows(), x.cols()); };
  return {zero(parameters.W_q), zero(parameters.W_k), zero(parameters.w_v), zero(parameters.bias)};
}

// Sets the gradient of hidden scores to 0, except under kAdd: there, the fill is added to a hidden
// score, so that the logit still depends on the score.
template <class T>
void stop_at_hidden(const KeyFilter& filter, Index b, const Masking<T>& masking,
                    Matrix<T>& scores_gradient) {
  if (filter.keeps_all() || masking.method == MaskMethod::kAdd) return;
  std::vector<std::uint8_t> keep(static_cast<std::size_t>(scores_gradient.cols()));
  for (Index i = 0; i < scores_gradient.rows(); ++i) {
    filter.row(b, i, 0, scores_gradient.cols(), keep.data());
    for (Index j = 0; j < scores_gradient.cols(); ++j)
      if (keep[static_cast<std::size_t>(j)] == 0) scores_gradient(i, j) = 0;
  }
}

// Computes the gradients of the queries and score parameters of one batch item from the gradient of
// its scores, and adds to the gradient of its keys.
template <class T>
void through_score(const MatrixView<T>& queries, const MatrixView<T>& keys,
                   const AttentionOptions<T>& options, Matrix<T>& scores_gradient,
                   MatrixSpan<T> queries_gradient, MatrixSpan<T> keys_gradient,
                   AttentionGradient<T>& gradient) {
  switch (options.score) {
    case Score::kAdditive:
      return additive_scores_gradient<T>(queries, keys, options.additive, scores_gradient,
                                         queries_gradient, keys_gradient, gradient.additive);
    case Score::kGaussian:
      return gaussian_scores_gradient<T>(queries, keys, options.sigma, scores_gradient,
                                         queries_gradient, keys_gradient, gradient.sigma);
    case Score::kDot:
      break;
  }
  scores_gradient /= divisor_of(options.scale, keys.cols());
  dot_scores_gradient<T>(queries, keys, scores_gradient, queries_gradient, keys_gradient);
}

}  // namespace

template <class T>
std::uint64_t attention_gradient_bytes(const Shape& queries, const Shape& keys, const Shape& values,
                                       const AttentionOptions<T>& options) {
  const Index m = side(queries, 1);
  const Index n = side(keys, 1);
  // The gradient of the weights, then of the scores, for one batch item.
  std::uint64_t bytes = bytes_of<T>({m, n});
  for (const Shape* result : {&queries, &keys, &values})
    bytes = add_bytes(bytes, bytes_of<T>(*result));
  if (options.dropout.rate > 0 || options.dropout.keep)
    bytes = add_bytes(bytes, bytes_of<T>(with_matrix(leading(queries), m, n)));
  bytes = add_bytes(bytes, score_bias_gradient_bytes(options.score_bias));
  if (options.score != Score::kAdditive) return bytes;
  return add_bytes(bytes, additive_bytes(m, n, options.additive));
}

template <class T>
AttentionGradient<T> attention_gradient(const TensorView<T>& queries, const TensorView<T>& keys,
                                        const TensorView<T>& values,
                                        const AttentionOptions<T>& options,
                                        const AttentionWeights<T>& stages,
                                        const TensorView<T>& output_gradient) {
  const Shape shape = checked_scores_shape<T>(queries, keys, values, options);
  check_shape("stages", stages.weights, shape);
  check_shape("output_gradient", output_gradient,
              with_matrix(leading(shape), side(shape, 1), side(values.shape)));
  // Checks the bias, whose entries the backward pass does not read.
  ScoreBias<T>(options.score_bias, shape);
  const KeyFilter filter(options.visibility, shape);
  require_memory(attention_gradient_bytes(queries.shape, keys.shape, values.shape, options));
  const Tensor<T> factors = dropout_factors<T>(options.dropout, shape);
  const bool is_dropped = factors.rows.size() > 0;
  if (is_dropped) check_shape("stages", stages.dropped_weights, shape);

  AttentionGradient<T> gradient{
      Tensor<T>(queries.shape), Tensor<T>(keys.shape), Tensor<T>(values.shape), {}, T(0), {}};
  if (options.score == Score::kAdditive) gradient.additive = zero_like(options.additive);
  gradient.keys.rows.setZero();
  gradient.values.rows.setZero();
  ScoreBiasGradient<T> bias_gradient(options.score_bias, shape);
  const Index group = heads_in_group(queries.shape, keys.shape);
  for (Index b = 0; b < batch_of(shape); ++b) {
    const Index kv = b / group;
    const auto weights = stages.weights.matrix(b);
    transposed_multiply_add<T>(is_dropped ? stages.dropped_weights.matrix(b) : weights,
                               output_gradient.matrix(b), gradient.values.matrix(kv));

    Matrix<T> weights_gradient(weights.rows(), weights.cols());
    multiply_transposed<T>(output_gradient.matrix(b), values.matrix(kv), weights_gradient);
    if (is_dropped) weights_gradient.array() *= factors.matrix(b).array();

    Matrix<T>& scores_gradient = weights_gradient;
    for (Index i = 0; i < weights.rows(); ++i) {
      const std::span<T> row(&weights_gradient(i, 0), size(weights.cols()));
      const std::span<const T> of_query(weights.data() + i * weights.outerStride(), row.size());
      softmax_row_gradient<T>(of_query, row, T(1), row);
    }
    stop_at_hidden(filter, b, options.masking, scores_gradient);
    bias_gradient.add(b, scores_gradient);
    through_score<T>(queries.matrix(b), keys.matrix(kv), options, scores_gradient,
                     gradient.queries.matrix(b), gradient.keys.matrix(kv), gradient);
  }
  gradient.score_bias = bias_gradient.rounded();
  return gradient;
}

ATTENTION_INSTANTIATE(attention_gradient);
ATTENTION_INSTANTIATE(attention_gradient_bytes);

}  // namespace attention::detail
