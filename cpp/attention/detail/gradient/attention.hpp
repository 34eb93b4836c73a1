// SPDX-License-Identifier: MIT
#pragma once

#include "attention/detail/attention.hpp"

namespace attention::detail {

/// How a loss changes with each input of `attention`; each part is shaped like what it belongs to.
template <class T>
struct AttentionGradient {
  Tensor<T> queries;
  Tensor<T> keys;
  Tensor<T> values;
  AdditiveParameters<T> additive;  ///< for Score::kAdditive, else empty
  T sigma = 0;                     ///< for Score::kGaussian, else 0
};

/// The stages that the backward pass reads.
template <class T>
struct AttentionWeights {
  TensorView<T> weights;
  TensorView<T> dropped_weights;

  AttentionWeights(const TensorView<T>& plain, const TensorView<T>& dropped)
      : weights(plain), dropped_weights(dropped) {}
  AttentionWeights(const Attention<T>& stages)  // NOLINT: a view of them
      : weights(stages.weights), dropped_weights(stages.dropped_weights) {}
};

/// Backward pass of `attention`.
/// ∂L/∂V = Wᵀ G; ∂L/∂w = G Vᵀ; through dropout; ∂L/∂l_ij = w_ij (∂L/∂w_ij − Σ_k w_ik ∂L/∂w_ik);
/// then to the scores (a score that was excluded or replaced passes nothing on, one that was added
/// to does) and through the score to its arguments. A row without keys passes nothing to queries
/// and keys.
/// @param stages           what `attention` gave for the same arguments and options
/// @param output_gradient  (…, m, d_v) G = ∂L/∂output
/// NaN and ±∞ follow IEEE; m = 0 gives gradients of 0.
/// @throws as `attention`, and ShapeMismatch (output_gradient; stages of other shapes)
/// Source: the chain rule through the steps of attention.hpp; softmax's is in gradient/softmax.hpp,
/// the scores' are in gradient/scores.hpp
template <class T>
AttentionGradient<T> attention_gradient(const TensorView<T>& queries, const TensorView<T>& keys,
                                        const TensorView<T>& values,
                                        const AttentionOptions<T>& options,
                                        const AttentionWeights<T>& stages,
                                        const TensorView<T>& output_gradient);

/// Bytes that `attention_gradient` takes for arguments of these shapes, results included, or
/// `kTooManyBytes` (memory.hpp).
template <class T>
std::uint64_t attention_gradient_bytes(const Shape& queries, const Shape& keys, const Shape& values,
                                       const AttentionOptions<T>& options);

}  // namespace attention::detail
