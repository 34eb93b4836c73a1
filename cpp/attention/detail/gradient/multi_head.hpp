// SPDX-License-Identifier: MIT
#pragma once

#include "attention/detail/gradient/attention.hpp"
#include "attention/detail/multi_head.hpp"

namespace attention::detail {

/// How a loss changes with each input of `multi_head`; each part is shaped like what it belongs to.
template <class T>
struct MultiHeadGradient {
  Tensor<T> queries;  ///< for self-attention the gradient of x is the sum of these three
  Tensor<T> keys;
  Tensor<T> values;
  MultiHeadParameters<T> parameters;  ///< empty where a matrix was not read or a bias not given
};

/// The stages that the backward pass reads.
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

/// A view of stages.
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
/// ∂L/∂concat = G W_o, ∂L/∂W_o = Gᵀ concat, ∂L/∂b_o = Σ_r G_r; each head's part of it goes through
/// `attention_gradient`; with P what that gives of a projection y = x Wᵀ + b, side by side,
/// ∂L/∂x = P W, ∂L/∂W = Pᵀ x, ∂L/∂b = Σ_r P_r. A shared W gets the sum over the heads.
/// @param stages           what `multi_head` gave for the same arguments and options
/// @param output_gradient  (…, m, E_o) G = ∂L/∂output
/// NaN and ±∞ follow IEEE; m = 0 gives gradients of 0.
/// @throws as `multi_head`, and ShapeMismatch (output_gradient; stages of other shapes)
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
