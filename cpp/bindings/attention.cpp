// SPDX-License-Identifier: MIT
#include "attention/detail/attention.hpp"

#include "attention/detail/gradient/attention.hpp"
#include "attention/detail/streaming.hpp"
#include "bindings/options.hpp"

namespace attention::bindings {
namespace {

template <class T>
Address attention_stages() {
  return guarded([] {
    Choices choices;
    auto stages = attention<T>(
        request_tensor<T>(AttentionTensor::kQueries), request_tensor<T>(AttentionTensor::kKeys),
        request_tensor<T>(AttentionTensor::kValues), next_attention<T>(choices));
    Response response;
    return add_stages(response, stages).finish();
  });
}

template <class T>
Address attention_backward() {
  return guarded([] {
    Choices choices;
    const auto queries = request_tensor<T>(AttentionTensor::kQueries);
    const auto keys = request_tensor<T>(AttentionTensor::kKeys);
    const auto values = request_tensor<T>(AttentionTensor::kValues);
    const auto options = next_attention<T>(choices);
    const auto stages = attention<T>(queries, keys, values, options);
    auto gradient = attention_gradient<T>(queries, keys, values, options, stages,
                                          request_tensor<T>(AttentionTensor::kOutputGradient));
    auto& additive = gradient.additive;
    return Response()
        .add(gradient.queries, gradient.keys, gradient.values)
        .add(additive.W_q, additive.W_k, additive.w_v, additive.bias, gradient.sigma,
             gradient.score_bias)
        .finish();
  });
}

template <class T>
Address streamed() {
  return guarded([] {
    Choices choices;
    StreamingOptions<T> options;
    options.scale = next_scale<T>(choices);
    options.grouped = choices.flag();
    options.score_bias = score_bias<T>(AttentionTensor::kScoreBias);
    next_masking<T>(choices, AttentionTensor::kMask, options);
    options.tile_queries = index_of("tile_queries", choices.number());
    options.tile_keys = index_of("tile_keys", choices.number());
    auto result = streaming_attention<T>(request_tensor<T>(AttentionTensor::kQueries),
                                         request_tensor<T>(AttentionTensor::kKeys),
                                         request_tensor<T>(AttentionTensor::kValues), options);
    return Response()
        .add(result.output, result.log_sum_exp)
        .template add_list<T>(result.empty_rows)
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
}
