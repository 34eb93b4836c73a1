// SPDX-License-Identifier: MIT
#include "attention/detail/streaming.hpp"
#include "bindings/calls.hpp"

namespace attention::bindings {
namespace {

template <class T>
AttentionStages<T> stages_of(const abi::Inputs<T>& x, const AttentionCall<T>& call) {
  switch (call.score) {
    case Score::kAdditive:
      return abi::additive_attention_stages<T>(x, call.additive, call.options);
    case Score::kGaussian:
      return abi::gaussian_attention_stages<T>(x, call.sigma, call.options);
    case Score::kDot:
      break;
  }
  return abi::scaled_dot_product_stages<T>(x, call.options, call.variant);
}

// The gradient of every score, in which the parts of other scores are empty or 0.
template <class T>
struct Gradient {
  AdditiveAttentionGradient<T> additive;
  T sigma = 0;
};

template <class T>
Gradient<T> gradient_of(const abi::Inputs<T>& x, const AttentionCall<T>& call) {
  const auto stages = stages_of(x, call);
  const auto by_output = request_view<T>(AttentionTensor::kOutputGradient);
  Gradient<T> gradient;
  switch (call.score) {
    case Score::kAdditive:
      gradient.additive =
          abi::additive_attention_gradient<T>(x, call.additive, stages, by_output, call.options);
      break;
    case Score::kGaussian: {
      auto by = abi::gaussian_attention_gradient<T>(x, call.sigma, stages, by_output, call.options);
      gradient.additive.inputs = std::move(by.inputs);
      gradient.sigma = by.sigma;
      break;
    }
    case Score::kDot:
      gradient.additive.inputs =
          abi::scaled_dot_product_gradient<T>(x, stages, by_output, call.options);
  }
  return gradient;
}

template <class T>
Address attention_stages() {
  return guarded([] {
    Choices next;
    auto stages = stages_of(inputs<T>(), AttentionCall<T>(next));
    Response response;
    return add_stages(response, stages).finish();
  });
}

template <class T>
Address attention_backward() {
  return guarded([] {
    Choices next;
    auto gradient = gradient_of(inputs<T>(), AttentionCall<T>(next));
    auto& [by_inputs, W_q, W_k, w_v, bias] = gradient.additive;
    return Response()
        .add(by_inputs.queries, by_inputs.keys, by_inputs.values, W_q, W_k, w_v, bias,
             gradient.sigma, by_inputs.score_bias)
        .finish();
  });
}

template <class T>
Address streamed() {
  return guarded([] {
    Choices next;
    StreamingChoices choices;
    each_option(next, choices);
    auto& [options, tiles] = choices;
    read_tensors<T>(options);
    auto result = streaming_attention<T>(inputs<T>(), options, tiles);
    return Response()
        .add(result.output, result.log_sum_exp)
        .template add_list<T>(result.empty_rows.entries())
        .finish();
  });
}

}  // namespace
}  // namespace attention::bindings

EMSCRIPTEN_BINDINGS(attention) {
  namespace b = attention::bindings;
  b::both("attention", &b::attention_stages<float>, &b::attention_stages<double>);
  b::both("attentionGradient", &b::attention_backward<float>, &b::attention_backward<double>);
  b::both("streamingAttention", &b::streamed<float>, &b::streamed<double>);
  b::option_table().add("attention", b::AttentionChoices());
  b::option_table().add("streamingAttention", b::StreamingChoices());
}
