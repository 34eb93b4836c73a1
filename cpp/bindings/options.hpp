// SPDX-License-Identifier: MIT
// Reads the options that several calls share. JavaScript passes them as numbers, in the order in
// which these functions read them.
#pragma once

#include "attention/multi_head.hpp"
#include "bindings/arguments.hpp"

namespace attention::bindings {

inline Scale next_scale(Choices& next) {
  return {choice<Divisor>("divisor", kDivisorNames, next.index()), next.number(),
          index_of("embed_size", next.number())};
}

/// Returns the bias of the scores, tensor `index` of the request, if it is given.
template <class T>
ScoreBias score_bias(std::size_t index) {
  return is_given(index) ? ScoreBias(TensorArgument<T>(request_view<T>(index))) : ScoreBias();
}

/// Reads how scores are masked. Tensor `mask` of the request is the mask, and the tensor after it
/// contains the valid lengths.
template <class T>
MaskOptions next_mask(Choices& next, std::size_t mask) {
  MaskOptions options;
  auto& flags = next.flag() ? options.hide : options.keep;
  if (is_given(mask)) flags = flags_of<T>("mask", mask);
  if (is_given(mask + 1)) options.valid_lens = lengths_of<T>("valid_lens", mask + 1);
  options.axes = next.flag() ? MaskAxes::kTrailing : MaskAxes::kExplicit;
  options.causal = next.flag();
  options.alignment = choice<CausalAlignment>("alignment", kCausalAlignmentNames, next.index());
  options.method = choice<MaskMethod>("mask_method", kMaskMethodNames, next.index());
  options.fill = next.number();
  options.empty_row = choice<EmptyRow>("empty_row", kEmptyRowNames, next.index());
  return options;
}

/// Reads dropout. Tensor `keep` of the request contains the flags of the weights that it keeps.
template <class T>
Dropout next_dropout(Choices& next, std::size_t keep) {
  Dropout dropout{next.number(), whole("dropout_seed", next.number())};
  if (is_given(keep)) dropout.keep = flags_of<T>("dropout_keep", keep);
  return dropout;
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

/// The queries, keys and values of a request, its first three tensors.
template <class T>
abi::Inputs<T> inputs() {
  return {request_view<T>(0), request_view<T>(1), request_view<T>(2)};
}

template <class T>
AdditiveParameters<T> additive_parameters(std::size_t first) {
  const auto part = [first](std::size_t i) { return request_view<T>(first + i); };
  return {part(0), part(1), part(2), part(3)};
}

/// The arguments of attention with one head, beside its inputs.
template <class T>
struct AttentionCall {
  explicit AttentionCall(Choices& next) {
    score = choice<Score>("score", kScoreNames, next.index());
    options.scale = next_scale(next);
    sigma = next.number();
    options.grouped = next.flag();
    options.score_bias = score_bias<T>(AttentionTensor::kScoreBias);
    options.mask = next_mask<T>(next, AttentionTensor::kMask);
    variant.masks_before_scale = next.flag();
    options.dropout = next_dropout<T>(next, AttentionTensor::kKeep);
    additive = additive_parameters<T>(AttentionTensor::kParameters);
  }

  Score score;
  double sigma;
  AttentionOptions options;
  abi::DocumentVariant variant;
  AdditiveParameters<T> additive;
};

template <class T>
Response& add_stages(Response& response, AttentionStages<T>& stages) {
  return response
      .add(stages.scores, stages.scaled_scores, stages.logits, stages.weights,
           stages.dropped_weights, stages.output)
      .template add_list<T>(stages.empty_rows.entries());
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

/// The arguments of multi-head attention, beside its inputs.
template <class T>
struct MultiHeadCall {
  explicit MultiHeadCall(Choices& next) {
    options.num_heads = index_of("num_heads", next.number());
    options.num_kv_heads = index_of("num_kv_heads", next.number());
    options.projection = choice<Projection>("projection", kProjectionNames, next.index());
    variant.has_shape_of_queries = next.flag();
    options.scale = next_scale(next);
    options.score_bias = score_bias<T>(MultiHeadTensor::kScoreBias);
    options.mask = next_mask<T>(next, MultiHeadTensor::kMask);
    variant.masks_before_scale = next.flag();
    options.dropout = next_dropout<T>(next, MultiHeadTensor::kKeep);
    const auto part = [](std::size_t i) {
      return request_view<T>(MultiHeadTensor::kParameters + i);
    };
    parameters = {part(0), part(1), part(2), part(3), part(4), part(5), part(6), part(7)};
  }

  MultiHeadOptions options;
  abi::DocumentVariant variant;
  MultiHeadParameters<T> parameters;
};

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
