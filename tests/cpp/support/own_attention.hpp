// SPDX-License-Identifier: MIT
// Scores, masked softmax, attention and streaming attention with the arguments of own_arguments.hpp
// and with matrices as results.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "attention/detail/streaming.hpp"
#include "attention/scores.hpp"
#include "support/own_arguments.hpp"

namespace attention::test {

template <class T>
struct AdditiveParameters {
  Matrix<T> W_q, W_k, w_v, bias;
};

template <class T>
attention::AdditiveParameters<T> given(const AdditiveParameters<T>& p) {
  return {given(p.W_q), given(p.W_k), given(p.w_v), given(p.bias)};
}

template <class T>
attention::ScoreBias given(const std::optional<TensorView<T>>& bias) {
  return bias ? attention::ScoreBias(TensorArgument<T>(given(*bias))) : attention::ScoreBias();
}

/// The arguments of attention other than queries, keys and values.
template <class T>
struct AttentionOptions {
  Score score = Score::kDot;
  Scale scale = {};
  AdditiveParameters<T> additive = {};
  T sigma = 1;
  Visibility visibility = {};
  Masking<T> masking = {};
  bool mask_before_scale = false;
  Dropout dropout = {};
  std::optional<TensorView<T>> score_bias = {};
  bool grouped = false;
};

template <class T>
attention::AttentionOptions given(const AttentionOptions<T>& options) {
  return {options.scale, given(options.visibility, options.masking), given(options.dropout),
          given(options.score_bias), options.grouped};
}

/// An attention::AttentionStages (`stages`) and copies of its tensors as matrices.
template <class T>
struct Attention {
  Tensor<T> scores, scaled_scores, logits, weights;
  Tensor<T> dropped_weights;  ///< without axes if there is no dropout
  Tensor<T> output;
  std::vector<std::uint8_t> empty_rows;
  attention::AttentionStages<T> stages = {};

  Attention() = default;
  Attention(attention::AttentionStages<T> x)  // NOLINT: implicit
      : scores(x.scores),
        scaled_scores(x.scaled_scores),
        logits(x.logits),
        weights(x.weights),
        dropped_weights(if_any(x.dropped_weights)),
        output(x.output),
        empty_rows(x.empty_rows.begin(), x.empty_rows.end()),
        stages(std::move(x)) {}
};

template <class T>
abi::Inputs<T> inputs_of(const TensorView<T>& queries, const TensorView<T>& keys,
                         const TensorView<T>& values) {
  return {given(queries), given(keys), given(values)};
}

template <class T>
Attention<T> attention(const TensorView<T>& queries, const TensorView<T>& keys,
                       const TensorView<T>& values, const AttentionOptions<T>& options = {}) {
  const attention::AdditiveParameters<T> additive = given(options.additive);
  return abi::attention_stages<T>(inputs_of(queries, keys, values), given(options),
                                  {options.score, &additive, static_cast<double>(options.sigma)},
                                  {.masks_before_scale = options.mask_before_scale});
}

template <class T>
struct AttentionGradient {
  Tensor<T> queries, keys, values;
  AdditiveParameters<T> additive;
  T sigma = 0;
  Tensor<T> score_bias;  ///< without axes and entries if there is no bias
};

template <class T>
AttentionGradient<T> attention_gradient(const TensorView<T>& queries, const TensorView<T>& keys,
                                        const TensorView<T>& values,
                                        const AttentionOptions<T>& options,
                                        const Attention<T>& stages,
                                        const TensorView<T>& output_gradient) {
  const attention::AdditiveParameters<T> additive = given(options.additive);
  const auto [by, sigma] = abi::attention_gradient<T>(
      inputs_of(queries, keys, values), given(options), stages.stages, given(output_gradient),
      {options.score, &additive, static_cast<double>(options.sigma)});
  return {by.inputs.queries,
          by.inputs.keys,
          by.inputs.values,
          {if_any(by.W_q).rows, if_any(by.W_k).rows, if_any(by.w_v).rows, if_any(by.bias).rows},
          sigma,
          if_any(by.inputs.score_bias)};
}

template <class T>
struct MaskedSoftmax {
  Tensor<T> logits, weights;
  std::vector<std::uint8_t> empty_rows;
};

template <class T>
MaskedSoftmax<T> masked_softmax(const TensorView<T>& scores, const Visibility& visibility,
                                const Masking<T>& masking = {}) {
  const auto x = abi::masked_softmax<T>(given(scores), given(visibility, masking));
  return {x.logits, x.weights, {x.empty_rows.begin(), x.empty_rows.end()}};
}

template <class T>
Matrix<T> dot_scores(const Matrix<T>& queries, const Matrix<T>& keys) {
  return as_matrix(attention::dot_scores(queries, keys));
}
template <class T>
Matrix<T> scaled_dot_scores(const Matrix<T>& queries, const Matrix<T>& keys,
                            const Scale& scale = {}) {
  return as_matrix(attention::scaled_dot_scores(queries, keys, scale));
}
template <class T>
Matrix<T> additive_scores(const Matrix<T>& queries, const Matrix<T>& keys,
                          const AdditiveParameters<T>& parameters) {
  return as_matrix(attention::additive_scores(queries, keys, given(parameters)));
}
template <class T>
Matrix<T> gaussian_scores(const Matrix<T>& queries, const Matrix<T>& keys, T sigma = 1) {
  return as_matrix(attention::gaussian_scores(queries, keys, static_cast<double>(sigma)));
}

template <class T>
struct StreamingOptions {
  Scale scale = {};
  Visibility visibility = {};
  Masking<T> masking = {};
  Index tile_queries = Tiles().queries;
  Index tile_keys = Tiles().keys;
  std::optional<TensorView<T>> score_bias = {};
  bool grouped = false;
};

template <class T>
attention::AttentionOptions given(const StreamingOptions<T>& options) {
  return {options.scale,
          given(options.visibility, options.masking),
          {},
          given(options.score_bias),
          options.grouped};
}

template <class T>
struct StreamingAttention {
  Tensor<T> output, log_sum_exp;
  std::vector<std::uint8_t> empty_rows;
};

template <class T>
StreamingAttention<T> streaming_attention(const TensorView<T>& queries, const TensorView<T>& keys,
                                          const TensorView<T>& values,
                                          const StreamingOptions<T>& options = {}) {
  const auto x = detail::streaming_attention<T>(inputs_of(queries, keys, values), given(options),
                                                {options.tile_queries, options.tile_keys});
  return {x.output, x.log_sum_exp, {x.empty_rows.begin(), x.empty_rows.end()}};
}

}  // namespace attention::test
