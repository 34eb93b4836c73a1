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
    const AttentionCall call(choices);
    auto stages = attention<T>(
        request_tensor<T>(AttentionTensor::kQueries), request_tensor<T>(AttentionTensor::kKeys),
        request_tensor<T>(AttentionTensor::kValues), attention_options<T>(call));
    Response response;
    add_stages(response, std::move(stages));
    return address_of(response.finish());
  });
}

template <class T>
Address attention_backward() {
  return guarded([] {
    Choices choices;
    const AttentionCall call(choices);
    const auto queries = request_tensor<T>(AttentionTensor::kQueries);
    const auto keys = request_tensor<T>(AttentionTensor::kKeys);
    const auto values = request_tensor<T>(AttentionTensor::kValues);
    const auto options = attention_options<T>(call);
    const auto stages = attention<T>(queries, keys, values, options);
    auto gradient = attention_gradient<T>(queries, keys, values, options, stages,
                                          request_tensor<T>(AttentionTensor::kOutputGradient));
    Response response;
    for (auto* part : {&gradient.queries, &gradient.keys, &gradient.values})
      response.add<T>(std::move(*part));
    auto& additive = gradient.additive;
    for (auto* part : {&additive.W_q, &additive.W_k, &additive.w_v, &additive.bias})
      response.add<T>(std::move(*part));
    return address_of(response.add_number<T>(gradient.sigma).finish());
  });
}

template <class T>
Address streamed() {
  return guarded([] {
    Choices choices;
    StreamingOptions<T> options;
    options.scale = scale_of<T>(ScaleCall(choices));
    const MaskingCall masking(choices);
    options.visibility = visibility_of<T>(masking, AttentionTensor::kMask);
    options.masking = masking_of<T>(masking);
    options.tile_queries = index_of("tile_queries", choices.number());
    options.tile_keys = index_of("tile_keys", choices.number());
    auto result = streaming_attention<T>(request_tensor<T>(AttentionTensor::kQueries),
                                         request_tensor<T>(AttentionTensor::kKeys),
                                         request_tensor<T>(AttentionTensor::kValues), options);
    Response response;
    response.add<T>(std::move(result.output)).template add<T>(std::move(result.log_sum_exp));
    return address_of(response.add_list<T>(result.empty_rows).finish());
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
