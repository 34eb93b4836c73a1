// SPDX-License-Identifier: MIT
#include "attention/gradient/attention.hpp"

#include "attention/error.hpp"
#include "attention/gradient/scores.hpp"
#include "attention/gradient/softmax.hpp"
#include "attention/memory.hpp"
#include "simd/matmul.hpp"

namespace attention {
namespace {

void check_shape(const char* argument, const Shape& shape, const Shape& expected) {
  if (shape != expected)
    throw Error(ErrorKind::kShapeMismatch, argument, shape_text(expected), shape_text(shape));
}

// The results, each with a copy to multiply by, and three matrices like one item's weights.
template <class T>
std::uint64_t bytes_needed(const TensorView<T>& queries, const TensorView<T>& keys,
                           const TensorView<T>& values, const Shape& scores_shape) {
  const std::uint64_t results = add_bytes(
      bytes_of<T>(values.shape), add_bytes(bytes_of<T>(queries.shape), bytes_of<T>(keys.shape)));
  const std::uint64_t weights =
      multiply_bytes(multiply_bytes(sizeof(T), side(scores_shape, 1)), side(scores_shape));
  return add_bytes(multiply_bytes(results, 2), multiply_bytes(weights, 3));
}

template <class T>
AdditiveParameters<T> zero_like(const AdditiveParameters<T>& parameters) {
  const auto zero = [](const Matrix<T>& x) -> Matrix<T> {
    return Matrix<T>::Zero(x.rows(), x.cols());
  };
  return {zero(parameters.W_q), zero(parameters.W_k), zero(parameters.w_v), zero(parameters.bias)};
}

// A score that gave way to another number has no say in the loss. What was added to has.
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

// Through the score of one batch item to its arguments.
template <class T>
void through_score(const MatrixView<T>& queries, const MatrixView<T>& keys,
                   const AttentionOptions<T>& options, Matrix<T>& scores_gradient, Index b,
                   AttentionGradient<T>& gradient) {
  switch (options.score) {
    case Score::kAdditive:
      return additive_scores_gradient<T>(queries, keys, options.additive, scores_gradient,
                                         gradient.queries.matrix(b), gradient.keys.matrix(b),
                                         gradient.additive);
    case Score::kGaussian:
      return gaussian_scores_gradient<T>(queries, keys, options.sigma, scores_gradient,
                                         gradient.queries.matrix(b), gradient.keys.matrix(b),
                                         gradient.sigma);
    case Score::kDot:
      break;
  }
  scores_gradient /= divisor_of(options.scale, keys.cols());
  dot_scores_gradient<T>(queries, keys, scores_gradient, gradient.queries.matrix(b),
                         gradient.keys.matrix(b));
}

}  // namespace

template <class T>
AttentionGradient<T> attention_gradient(const TensorView<T>& queries, const TensorView<T>& keys,
                                        const TensorView<T>& values,
                                        const AttentionOptions<T>& options,
                                        const Attention<T>& stages,
                                        const TensorView<T>& output_gradient) {
  const Shape shape = checked_scores_shape<T>(queries, keys, values, options.score);
  check_shape("stages", stages.weights.shape, shape);
  check_shape("output_gradient", output_gradient.shape,
              with_matrix(leading(shape), side(shape, 1), side(values.shape)));
  const KeyFilter filter(options.visibility, shape);
  require_memory(bytes_needed(queries, keys, values, shape));
  const Tensor<T> factors = dropout_factors<T>(options.dropout, shape);
  const bool is_dropped = factors.rows.size() > 0;
  if (is_dropped) check_shape("stages", stages.dropped_weights.shape, shape);

  AttentionGradient<T> gradient{
      Tensor<T>(queries.shape), Tensor<T>(keys.shape), Tensor<T>(values.shape), {}, T(0)};
  if (options.score == Score::kAdditive) gradient.additive = zero_like(options.additive);
  gradient.values.rows.setZero();
  for (Index b = 0; b < batch_of(shape); ++b) {
    const auto weights = stages.weights.matrix(b);
    simd::transposed_multiply_add<T>(is_dropped ? stages.dropped_weights.matrix(b) : weights,
                                     output_gradient.matrix(b), gradient.values.matrix(b));

    Matrix<T> weights_gradient(weights.rows(), weights.cols());
    simd::multiply_transposed<T>(output_gradient.matrix(b), values.matrix(b), weights_gradient);
    if (is_dropped) weights_gradient.array() *= factors.matrix(b).array();

    Matrix<T> scores_gradient = softmax_gradient<T>(weights, weights_gradient);
    stop_at_hidden(filter, b, options.masking, scores_gradient);
    through_score<T>(queries.matrix(b), keys.matrix(b), options, scores_gradient, b, gradient);
  }
  return gradient;
}

#define ATTENTION_INSTANTIATE(T)                                        \
  template AttentionGradient<T> attention_gradient(                     \
      const TensorView<T>&, const TensorView<T>&, const TensorView<T>&, \
      const AttentionOptions<T>&, const Attention<T>&, const TensorView<T>&);
ATTENTION_INSTANTIATE(float)
ATTENTION_INSTANTIATE(double)
#undef ATTENTION_INSTANTIATE

}  // namespace attention
