// SPDX-License-Identifier: MIT
#include "attention/detail/streaming.hpp"
#include "bindings/calls.hpp"

namespace attention::bindings {

EMSCRIPTEN_BINDINGS(attention) {
  both("attention", []<class T>() {
    Choices next;
    const AttentionCall<T> call(next);
    auto stages = attend(inputs<T>(), call.options, call.scoring(), call.variant);
    Response response;
    return add_stages(response, stages).finish();
  });
  both("attentionGradient", []<class T>() {
    Choices next;
    const AttentionCall<T> call(next);
    const auto x = inputs<T>();
    const auto stages = attend(x, call.options, call.scoring(), call.variant);
    auto by = attend_gradient(x, call.options, stages,
                              request_view<T>(AttentionTensor::kOutputGradient), call.scoring());
    auto& [by_inputs, W_q, W_k, w_v, bias] = by.additive;
    return respond(by_inputs.queries, by_inputs.keys, by_inputs.values, W_q, W_k, w_v, bias,
                   by.sigma, by_inputs.score_bias);
  });
  both("streamingAttention", []<class T>() {
    auto [options, tiles] = only_options<StreamingChoices>();
    read_tensors<T>(options);
    auto result = streaming_attention(inputs<T>(), options, tiles);
    return Response()
        .add(result.output, result.log_sum_exp)
        .template add_list<T>(result.empty_rows.entries())
        .finish();
  });
  option_table().add("attention", AttentionChoices());
  option_table().add("streamingAttention", StreamingChoices());
}

}  // namespace attention::bindings
