// SPDX-License-Identifier: MIT
#pragma once

#include "attention/detail/attention.hpp"

namespace attention::detail {

/// The gradient of a loss with respect to each input of `attention`; each part has the shape of its
/// input.
template <class T>
struct AttentionGradient {
  Tensor<T> queries;
  Tensor<T> keys;
  Tensor<T> values;
  AdditiveParameters<T> additive;  ///< gradients for Score::kAdditive, else empty
  T sigma = 0;                     ///< ∂L/∂σ for Score::kGaussian, else 0
  Tensor<T> score_bias;            ///< without axes and entries if there is no bias
};

/// Views of the intermediate results that the backward pass of attention reads.
template <class T>
struct AttentionWeights {
  TensorView<T> weights;
  TensorView<T> dropped_weights;

  AttentionWeights(const TensorView<T>& plain, const TensorView<T>& dropped)
      : weights(plain), dropped_weights(dropped) {}
  AttentionWeights(const Attention<T>& stages)  // NOLINT: implicit
      : weights(stages.weights), dropped_weights(stages.dropped_weights) {}
};

/// Backward pass of `attention`: see attention::scaled_dot_product_gradient. The parts for softmax
/// and scores are in softmax_row.hpp and gradient/scores.hpp.
/// @param stages  the result of `attention` for the same arguments and options
template <class T>
AttentionGradient<T> attention_gradient(const TensorView<T>& queries, const TensorView<T>& keys,
                                        const TensorView<T>& values,
                                        const AttentionOptions<T>& options,
                                        const AttentionWeights<T>& stages,
                                        const TensorView<T>& output_gradient);

/// Returns the bytes that `attention_gradient` allocates for arguments of these shapes, including
/// results, or `kTooManyBytes` (memory.hpp).
template <class T>
std::uint64_t attention_gradient_bytes(const Shape& queries, const Shape& keys, const Shape& values,
                                       const AttentionOptions<T>& options);

}  // namespace attention::detail
