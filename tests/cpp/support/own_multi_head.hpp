// SPDX-License-Identifier: MIT
// Multi-head attention and heads with the arguments of own_arguments.hpp and with matrices as
// results.
#pragma once

#include <optional>
#include <utility>

#include "attention/multi_head.hpp"
#include "lab/mistakes.hpp"
#include "lab/multi_head_variants.hpp"
#include "support/own_attention.hpp"

namespace attention::test {

template <class T>
struct MultiHeadParameters {
  Matrix<T> W_q, b_q, W_k, b_k, W_v, b_v, W_o, b_o;
};

template <class T>
attention::MultiHeadParameters<T> given(const MultiHeadParameters<T>& p) {
  return {given(p.W_q), given(p.b_q), given(p.W_k), given(p.b_k),
          given(p.W_v), given(p.b_v), given(p.W_o), given(p.b_o)};
}

template <class T>
struct MultiHeadOptions {
  Index num_heads = 1;
  Projection projection = Projection::kFull;
  bool shape_from_queries = false;
  Scale scale = {};
  Visibility visibility = {};
  Masking<T> masking = {};
  bool mask_before_scale = false;
  Dropout dropout = {};
  Index num_kv_heads = 0;
  std::optional<TensorView<T>> score_bias = {};
};

template <class T>
attention::MultiHeadOptions given(const MultiHeadOptions<T>& options) {
  return {options.num_heads,
          options.projection,
          options.scale,
          given(options.visibility, options.masking),
          given(options.dropout),
          options.num_kv_heads,
          given(options.score_bias)};
}
template <class T>
abi::DocumentVariant variant_of(const MultiHeadOptions<T>& options) {
  return {.masks_before_scale = options.mask_before_scale,
          .has_shape_of_queries = options.shape_from_queries};
}

/// The options that reproduce a multi-head implementation of the lessons' source documents.
template <class T>
MultiHeadOptions<T> multi_head_options(MultiHeadVariant variant, Index num_heads) {
  const auto [options, document] = lab::multi_head_options(variant, num_heads);
  MultiHeadOptions<T> result;
  result.num_heads = options.num_heads;
  result.projection = options.projection;
  result.shape_from_queries = document.has_shape_of_queries;
  result.scale = options.scale;
  result.visibility.mask_axes = options.mask.axes;
  result.masking = {options.mask.method, static_cast<T>(options.mask.fill), options.mask.empty_row};
  result.mask_before_scale = document.masks_before_scale;
  return result;
}

/// An attention::MultiHeadStages (`stages`) and copies of its tensors as matrices.
template <class T>
struct MultiHead {
  Tensor<T> projected_queries, projected_keys, projected_values;
  Tensor<T> head_queries, head_keys, head_values;
  Attention<T> heads;
  Tensor<T> concat, output;
  attention::MultiHeadStages<T> stages = {};

  MultiHead() = default;
  MultiHead(attention::MultiHeadStages<T> x)  // NOLINT: implicit
      : projected_queries(x.projected_queries),
        projected_keys(x.projected_keys),
        projected_values(x.projected_values),
        head_queries(x.head_queries),
        head_keys(x.head_keys),
        head_values(x.head_values),
        heads(x.heads),
        concat(x.concat),
        output(x.output),
        stages(std::move(x)) {}
};

template <class T>
MultiHead<T> multi_head(const TensorView<T>& queries, const TensorView<T>& keys,
                        const TensorView<T>& values, const MultiHeadParameters<T>& parameters,
                        const MultiHeadOptions<T>& options) {
  return abi::multi_head_stages<T>(inputs_of(queries, keys, values), given(parameters),
                                   given(options), variant_of(options));
}

template <class T>
Tensor<T> multi_head_output(const TensorView<T>& queries, const TensorView<T>& keys,
                            const TensorView<T>& values, const MultiHeadParameters<T>& parameters,
                            const MultiHeadOptions<T>& options) {
  return abi::multi_head<T>(inputs_of(queries, keys, values), given(parameters), given(options),
                            variant_of(options));
}

template <class T>
struct MultiHeadGradient {
  Tensor<T> queries, keys, values;
  MultiHeadParameters<T> parameters;  ///< empty for unused matrices and absent biases
  Tensor<T> score_bias;               ///< without axes and entries if there is no bias
};

template <class T>
MultiHeadGradient<T> multi_head_gradient(const TensorView<T>& queries, const TensorView<T>& keys,
                                         const TensorView<T>& values,
                                         const MultiHeadParameters<T>& parameters,
                                         const MultiHeadOptions<T>& options,
                                         const MultiHead<T>& stages,
                                         const TensorView<T>& output_gradient) {
  const auto by = abi::multi_head_gradient<T>(inputs_of(queries, keys, values), given(parameters),
                                              stages.stages, given(output_gradient), given(options),
                                              variant_of(options));
  const auto part = [](const attention::Tensor<T>& x) { return if_any(x).rows; };
  return {by.queries,
          by.keys,
          by.values,
          {part(by.W_q), part(by.b_q), part(by.W_k), part(by.b_k), part(by.W_v), part(by.b_v),
           part(by.W_o), part(by.b_o)},
          if_any(by.score_bias)};
}

template <class T>
Tensor<T> split_heads(const TensorView<T>& x, Index num_heads) {
  return abi::split_heads<T>(given(x), num_heads);
}
template <class T>
Tensor<T> merge_heads(const TensorView<T>& x) {
  return abi::merge_heads<T>(given(x));
}
template <class T>
Tensor<T> wrong_view_of_heads(const TensorView<T>& x, Index num_heads) {
  return lab::wrong_view_of_heads<T>(given(x), num_heads);
}

}  // namespace attention::test
