// SPDX-License-Identifier: MIT
// Reads the options that several calls share. JavaScript passes them as numbers, in the order in
// which these functions read them.
#pragma once

#include "attention/detail/multi_head.hpp"
#include "bindings/arguments.hpp"

namespace attention::bindings {

template <class T>
Scale<T> next_scale(Choices& next) {
  return {choice<Divisor>("divisor", kDivisorNames, next.index()), static_cast<T>(next.number()),
          index_of("embed_size", next.number())};
}

/// Reads the bias of the scores, tensor `index` of the request, if it is given.
template <class T>
std::optional<TensorView<T>> score_bias(std::size_t index) {
  return is_given(index) ? request_tensor<T>(index) : std::optional<TensorView<T>>();
}

/// Reads how scores are masked. Tensor `mask` of the request is the mask, and the tensor after it
/// contains the valid lengths.
template <class T, class Options>
void next_masking(Choices& next, std::size_t mask, Options& options) {
  const bool one_hides = next.flag();
  Visibility& visibility = options.visibility;
  if (is_given(mask))
    visibility.mask = one_hides ? mask_of_hidden<T>(request_tensor<T>(mask))
                                : mask_of_kept<T>(request_tensor<T>(mask));
  if (is_given(mask + 1)) visibility.valid_lens = valid_lens_of<T>(request_tensor<T>(mask + 1));
  visibility.mask_axes = next.flag() ? MaskAxes::kTrailing : MaskAxes::kExplicit;
  visibility.causal = next.flag();
  visibility.alignment = choice<CausalAlignment>("alignment", kCausalAlignmentNames, next.index());
  options.masking = {choice<MaskMethod>("mask_method", kMaskMethodNames, next.index()),
                     static_cast<T>(next.number()),
                     choice<EmptyRow>("empty_row", kEmptyRowNames, next.index())};
}

/// Reads the options that attention with one head and multi-head attention share: masking,
/// `mask_before_scale` and dropout. Tensor `keep` of the request contains the flags of the weights
/// that dropout keeps.
template <class T, class Options>
void next_masking_and_dropout(Choices& next, std::size_t mask, std::size_t keep, Options& options) {
  next_masking<T>(next, mask, options);
  options.mask_before_scale = next.flag();
  options.dropout.rate = next.number();
  options.dropout.seed = whole("dropout_seed", next.number());
  if (is_given(keep))
    options.dropout.keep = mask_of_kept<T>(request_tensor<T>(keep), "dropout_keep");
}

/// The indices of attention's tensors in the request.
struct AttentionTensor {
  enum : std::size_t {
    kQueries,
    kKeys,
    kValues,
    kScoreBias,
    kMask,  // the next tensor contains the valid lengths
    kKeep = kMask + 2,
    kParameters,                        // W_q, W_k, w_v and bias, one tensor each
    kOutputGradient = kParameters + 4,  // in training calls, the targets
  };
};

template <class T>
AdditiveParameters<T> additive_parameters(std::size_t first) {
  const auto rows = [first](std::size_t i) { return request_rows<T>(first + i); };
  return {rows(0), rows(1), rows(2), rows(3)};
}

template <class T>
AttentionOptions<T> next_attention(Choices& next) {
  AttentionOptions<T> options;
  options.score = choice<Score>("score", kScoreNames, next.index());
  options.scale = next_scale<T>(next);
  options.sigma = static_cast<T>(next.number());
  options.grouped = next.flag();
  options.score_bias = score_bias<T>(AttentionTensor::kScoreBias);
  next_masking_and_dropout<T>(next, AttentionTensor::kMask, AttentionTensor::kKeep, options);
  if (options.score == Score::kAdditive)
    options.additive = additive_parameters<T>(AttentionTensor::kParameters);
  return options;
}

template <class T>
Response& add_stages(Response& response, Attention<T>& stages) {
  return response
      .add(stages.scores, stages.scaled_scores, stages.logits, stages.weights,
           stages.dropped_weights, stages.output)
      .template add_list<T>(stages.empty_rows);
}

/// The indices of multi-head attention's tensors in the request.
struct MultiHeadTensor {
  enum : std::size_t {
    kQueries,
    kKeys,
    kValues,
    kScoreBias,
    kMask,  // the next tensor contains the valid lengths
    kKeep = kMask + 2,
    kParameters,                        // W_q, b_q, W_k, b_k, W_v, b_v, W_o and b_o
    kOutputGradient = kParameters + 8,  // in training calls, the targets
  };
};

template <class T>
MultiHeadOptions<T> next_multi_head(Choices& next) {
  MultiHeadOptions<T> options;
  options.num_heads = index_of("num_heads", next.number());
  options.num_kv_heads = index_of("num_kv_heads", next.number());
  options.projection = choice<Projection>("projection", kProjectionNames, next.index());
  options.shape_from_queries = next.flag();
  options.scale = next_scale<T>(next);
  options.score_bias = score_bias<T>(MultiHeadTensor::kScoreBias);
  next_masking_and_dropout<T>(next, MultiHeadTensor::kMask, MultiHeadTensor::kKeep, options);
  return options;
}

template <class T>
MultiHeadParametersView<T> multi_head_parameters() {
  const auto rows = [](std::size_t i) { return rows_given<T>(MultiHeadTensor::kParameters + i); };
  return {rows(0), rows(1), rows(2), rows(3), rows(4), rows(5), rows(6), rows(7)};
}

inline OptimizerOptions next_optimizer(Choices& next) {
  return {choice<OptimizerMethod>("optimizer", kOptimizerNames, next.index()),
          next.number(),
          next.number(),
          next.number(),
          next.number(),
          next.number(),
          next.number(),
          next.number()};
}

}  // namespace attention::bindings
