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
  Tensor<T> score_bias;               ///< without axes and entries if there is no bias
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

/// See attention::multi_head_gradient.
template <class T>
MultiHeadGradient<T> multi_head_gradient(const TensorView<T>& queries, const TensorView<T>& keys,
                                         const TensorView<T>& values,
                                         const MultiHeadParametersView<T>& parameters,
                                         const MultiHeadOptions<T>& options,
                                         const MultiHeadStagesView<T>& stages,
                                         const TensorView<T>& output_gradient);

}  // namespace attention::detail
