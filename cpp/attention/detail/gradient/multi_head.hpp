// SPDX-License-Identifier: MIT
#pragma once

#include "attention/detail/gradient/attention.hpp"
#include "attention/detail/multi_head.hpp"

namespace attention::detail {

/// The gradient of a loss with respect to each input of `multi_head`; each part has the shape of
/// its input.
template <class T>
struct MultiHeadGradient {
  Tensor<T> queries;  ///< in self-attention, ∂L/∂x is the sum of these three
  Tensor<T> keys;
  Tensor<T> values;
  MultiHeadParameters<T> parameters;  ///< empty for unread matrices and absent biases
};

/// Views of the intermediate results that the backward pass of multi-head attention reads.
template <class T>
struct MultiHeadStagesView {
  TensorView<T> projected_queries;
  TensorView<T> projected_keys;
  TensorView<T> projected_values;
  TensorView<T> head_queries;
  TensorView<T> head_keys;
  TensorView<T> head_values;
  AttentionWeights<T> heads;
  TensorView<T> concat;
};

template <class T>
MultiHeadStagesView<T> view_of(const MultiHead<T>& stages) {
  return {stages.projected_queries,
          stages.projected_keys,
          stages.projected_values,
          stages.head_queries,
          stages.head_keys,
          stages.head_values,
          stages.heads,
          stages.concat};
}

/// Backward pass of `multi_head`.
/// ∂L/∂concat = G W_o, ∂L/∂W_o = Gᵀ concat, ∂L/∂b_o = Σ_r G_r. Each head's part goes through
/// `attention_gradient`. Let P be the concatenated gradients of a projection y = x Wᵀ + b: ∂L/∂x =
/// P W, ∂L/∂W = Pᵀ x, ∂L/∂b = Σ_r P_r. The gradient of a shared W is summed over the heads.
/// @param stages           the result of `multi_head` for the same arguments and options
/// @param output_gradient  of shape (…, m, E_o): G = ∂L/∂output
/// NaN and ±∞ follow IEEE 754; for m = 0 all gradients are 0.
/// @throws as `multi_head` does, and ShapeMismatch naming `output_gradient`, or `stages` if their
///     shapes do not match
/// Source: the chain rule through the steps of multi_head.hpp
template <class T>
MultiHeadGradient<T> multi_head_gradient(const TensorView<T>& queries, const TensorView<T>& keys,
                                         const TensorView<T>& values,
                                         const MultiHeadParametersView<T>& parameters,
                                         const MultiHeadOptions<T>& options,
                                         const MultiHeadStagesView<T>& stages,
                                         const TensorView<T>& output_gradient);

template <class T>
MultiHeadGradient<T> multi_head_gradient(const TensorView<T>& queries, const TensorView<T>& keys,
                                         const TensorView<T>& values,
                                         const MultiHeadParametersView<T>& parameters,
                                         const MultiHeadOptions<T>& options,
                                         const MultiHead<T>& stages,
                                         const TensorView<T>& output_gradient) {
  return multi_head_gradient<T>(queries, keys, values, parameters, options, view_of(stages),
                                output_gradient);
}

}  // namespace attention::detail
