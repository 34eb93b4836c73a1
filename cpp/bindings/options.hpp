// SPDX-License-Identifier: MIT
// Reads the options that several calls share. JavaScript passes them as numbers, in the order of
// the fields below.
#pragma once

#include "attention/detail/multi_head.hpp"
#include "bindings/arguments.hpp"

namespace attention::bindings {

struct ScaleCall {
  explicit ScaleCall(Choices& next)
      : divisor(next.index()), number(next.number()), embed_size(next.number()) {}

  int divisor;
  double number;
  double embed_size;
};

struct MaskingCall {
  explicit MaskingCall(Choices& next)
      : is_hide_mask(next.flag()),
        is_trailing(next.flag()),
        is_causal(next.flag()),
        method(next.index()),
        fill(next.number()),
        empty_row(next.index()) {}

  bool is_hide_mask;  ///< whether 1 in the mask hides a key
  bool is_trailing;   ///< whether the mask uses MaskAxes::kTrailing
  bool is_causal;
  int method;
  double fill;
  int empty_row;
};

struct DropoutCall {
  explicit DropoutCall(Choices& next) : rate(next.number()), seed(next.number()) {}

  double rate;
  double seed;
};

template <class T>
Scale<T> scale_of(const ScaleCall& call) {
  return {choice<Divisor>("divisor", kDivisorNames, call.divisor), static_cast<T>(call.number),
          index_of("embed_size", call.embed_size)};
}

template <class T>
Masking<T> masking_of(const MaskingCall& call) {
  return {choice<MaskMethod>("mask_method", kMaskMethodNames, call.method),
          static_cast<T>(call.fill), choice<EmptyRow>("empty_row", kEmptyRowNames, call.empty_row)};
}

/// Reads the mask from tensor `first` of the request, and the valid lengths from the tensor after
/// it.
template <class T>
Visibility visibility_of(const MaskingCall& call, std::size_t first) {
  Visibility visibility;
  if (is_given(first))
    visibility.mask = call.is_hide_mask ? mask_of_hidden<T>(request_tensor<T>(first))
                                        : mask_of_kept<T>(request_tensor<T>(first));
  if (is_given(first + 1)) visibility.valid_lens = valid_lens_of<T>(request_tensor<T>(first + 1));
  visibility.mask_axes = call.is_trailing ? MaskAxes::kTrailing : MaskAxes::kExplicit;
  visibility.causal = call.is_causal;
  return visibility;
}

/// Reads the flags of kept weights from tensor `index` of the request.
template <class T>
Dropout dropout_of(const DropoutCall& call, std::size_t index) {
  Dropout dropout{call.rate, whole("dropout_seed", call.seed), {}};
  if (is_given(index)) dropout.keep = mask_of_kept<T>(request_tensor<T>(index), "dropout_keep");
  return dropout;
}

struct AttentionCall {
  explicit AttentionCall(Choices& next)
      : score(next.index()),
        scale(next),
        sigma(next.number()),
        masking(next),
        mask_before_scale(next.flag()),
        dropout(next) {}

  int score;
  ScaleCall scale;
  double sigma;
  MaskingCall masking;
  bool mask_before_scale;
  DropoutCall dropout;
};

/// The indices of attention's tensors in the request.
struct AttentionTensor {
  enum : std::size_t {
    kQueries,
    kKeys,
    kValues,
    kMask,  // the next tensor contains the valid lengths
    kKeep = kMask + 2,
    kParameters,                        // W_q, W_k, w_v and bias, one tensor each
    kOutputGradient = kParameters + 4,  // in training calls, the targets
  };
};

/// Reads the options that all kinds of attention share. `mask` and `keep` are the indices of these
/// tensors.
template <class T, class Options, class Call>
void read_common(const Call& call, std::size_t mask, std::size_t keep, Options& options) {
  options.scale = scale_of<T>(call.scale);
  options.visibility = visibility_of<T>(call.masking, mask);
  options.masking = masking_of<T>(call.masking);
  options.mask_before_scale = call.mask_before_scale;
  options.dropout = dropout_of<T>(call.dropout, keep);
}

template <class T>
AdditiveParameters<T> additive_parameters(std::size_t first) {
  const auto rows = [first](std::size_t i) { return request_rows<T>(first + i); };
  return {rows(0), rows(1), rows(2), rows(3)};
}

template <class T>
AttentionOptions<T> attention_options(const AttentionCall& call) {
  AttentionOptions<T> options;
  options.score = choice<Score>("score", kScoreNames, call.score);
  read_common<T>(call, AttentionTensor::kMask, AttentionTensor::kKeep, options);
  if (options.score == Score::kAdditive)
    options.additive = additive_parameters<T>(AttentionTensor::kParameters);
  options.sigma = static_cast<T>(call.sigma);
  return options;
}

template <class T>
void add_stages(Response& response, Attention<T>&& stages) {
  for (auto* stage : {&stages.scores, &stages.scaled_scores, &stages.logits, &stages.weights,
                      &stages.dropped_weights, &stages.output})
    response.add<T>(std::move(*stage));
  response.add_list<T>(stages.empty_rows);
}

struct MultiHeadCall {
  explicit MultiHeadCall(Choices& next)
      : num_heads(next.number()),
        projection(next.index()),
        shape_from_queries(next.flag()),
        scale(next),
        masking(next),
        mask_before_scale(next.flag()),
        dropout(next) {}

  double num_heads;
  int projection;
  bool shape_from_queries;
  ScaleCall scale;
  MaskingCall masking;
  bool mask_before_scale;
  DropoutCall dropout;
};

/// The indices of multi-head attention's tensors in the request.
struct MultiHeadTensor {
  enum : std::size_t {
    kQueries,
    kKeys,
    kValues,
    kMask,  // the next tensor contains the valid lengths
    kKeep = kMask + 2,
    kParameters,                        // W_q, b_q, W_k, b_k, W_v, b_v, W_o and b_o
    kOutputGradient = kParameters + 8,  // in training calls, the targets
  };
};

template <class T>
MultiHeadOptions<T> multi_head_options_of(const MultiHeadCall& call) {
  MultiHeadOptions<T> options;
  options.num_heads = index_of("num_heads", call.num_heads);
  options.projection = choice<Projection>("projection", kProjectionNames, call.projection);
  options.shape_from_queries = call.shape_from_queries;
  read_common<T>(call, MultiHeadTensor::kMask, MultiHeadTensor::kKeep, options);
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
          next.number()};
}

}  // namespace attention::bindings
