// SPDX-License-Identifier: MIT
// Reads tensors and options that several bindings have in common.
#pragma once

#include "bindings/options.hpp"

namespace attention::bindings {

/// The indices of the tensors of attention and of multi-head attention in the request.
template <std::size_t parameters>
struct TensorIndex {
  enum : std::size_t {
    kQueries,
    kKeys,
    kValues,
    kScoreBias,
    kMask,  // three tensors, see `read_masks`
    kKeep = kMask + 3,
    kParameters,
    kOutputGradient = kParameters + parameters,  // in training calls, the targets
  };
};
using AttentionTensor = TensorIndex<4>;  // W_q, W_k, w_v and bias
using MultiHeadTensor = TensorIndex<8>;  // W_q, b_q, W_k, b_k, W_v, b_v, W_o and b_o

/// Reads the masks, three tensors of the request: number `mask` contains the flags of visible keys,
/// `mask` + 1 the flags of hidden keys, and `mask` + 2 the valid lengths.
template <class T>
void read_masks(std::size_t mask, MaskOptions& options) {
  if (is_given(mask)) options.keep = flags_of<T>("mask", mask);
  if (is_given(mask + 1)) options.hide = flags_of<T>("mask", mask + 1);
  if (is_given(mask + 2)) options.valid_lens = lengths_of<T>("valid_lens", mask + 2);
}

/// Reads the tensors of the options of attention, with one head or several: the bias of the scores,
/// the masks, and dropout's flags.
template <class T, class Options>
void read_tensors(Options& options) {
  constexpr std::size_t kBias = AttentionTensor::kScoreBias;
  constexpr std::size_t kKeep = AttentionTensor::kKeep;
  if (is_given(kBias)) options.score_bias = TensorArgument<T>(request_view<T>(kBias));
  read_masks<T>(AttentionTensor::kMask, options.mask);
  if (is_given(kKeep)) options.dropout.keep = flags_of<T>("dropout_keep", kKeep);
}

template <class T>
abi::Inputs<T> inputs() {
  return {request_view<T>(0), request_view<T>(1), request_view<T>(2)};
}

template <class T>
AdditiveParameters<T> additive_parameters(std::size_t first) {
  const auto part = [first](std::size_t i) { return request_view<T>(first + i); };
  return {part(0), part(1), part(2), part(3)};
}

/// The arguments of attention with one head, except its inputs.
template <class T>
struct AttentionCall : AttentionChoices {
  explicit AttentionCall(Choices& next) {
    each_option(next, static_cast<AttentionChoices&>(*this));
    read_tensors<T>(options);
    additive = additive_parameters<T>(AttentionTensor::kParameters);
  }

  abi::Scoring<T> scoring() const { return {score, &additive, sigma}; }

  AdditiveParameters<T> additive;
};

template <class T>
Response& add_stages(Response& response, AttentionStages<T>& stages) {
  return response
      .add(stages.scores, stages.scaled_scores, stages.logits, stages.weights,
           stages.dropped_weights, stages.output)
      .template add_list<T>(stages.empty_rows.entries());
}

/// The arguments of multi-head attention, except its inputs.
template <class T>
struct MultiHeadCall : lab::VariantOptions {
  explicit MultiHeadCall(Choices& next) {
    each_option(next, static_cast<lab::VariantOptions&>(*this));
    read_tensors<T>(options);
    const auto part = [](std::size_t i) {
      return request_view<T>(MultiHeadTensor::kParameters + i);
    };
    parameters = {part(0), part(1), part(2), part(3), part(4), part(5), part(6), part(7)};
  }

  MultiHeadParameters<T> parameters;
};

}  // namespace attention::bindings
