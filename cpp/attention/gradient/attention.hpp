// SPDX-License-Identifier: MIT
#pragma once

#include "attention/attention.hpp"

namespace attention {

/// How a loss changes with each input of `attention`; each part is shaped like what it belongs to.
template <class T>
struct AttentionGradient {
  Tensor<T> queries;
  Tensor<T> keys;
  Tensor<T> values;
  AdditiveParameters<T> additive;  ///< for Score::kAdditive, else empty
  T sigma = 0;                     ///< for Score::kGaussian, else 0
};

/// Backward pass of `attention`.
/// ∂L/∂V = Wᵀ G; ∂L/∂w = G Vᵀ; through dropout; ∂L/∂l_ij = w_ij (∂L/∂w_ij − Σ_k w_ik ∂L/∂w_ik);
/// then to the scores (a score that was excluded or replaced passes nothing on, one that was added
/// to does) and through the score to its arguments. A row without keys passes nothing to queries
/// and keys.
/// @param stages           what `attention` gave for the same arguments and options
/// @param output_gradient  (…, m, d_v) G = ∂L/∂output
/// @throws ShapeMismatch (output_gradient), OutOfMemory
template <class T>
AttentionGradient<T> attention_gradient(const TensorView<T>& queries, const TensorView<T>& keys,
                                        const TensorView<T>& values,
                                        const AttentionOptions<T>& options,
                                        const Attention<T>& stages,
                                        const TensorView<T>& output_gradient);

}  // namespace attention
