// SPDX-License-Identifier: MIT
#include "attention/multi_head.hpp"

#include "attention/gradient/multi_head.hpp"
#include "bindings/options.hpp"

namespace attention::bindings {
namespace {

template <class T>
void add_parameters(Response& response, const MultiHeadParameters<T>& p) {
  for (const auto* part : {&p.W_q, &p.b_q, &p.W_k, &p.b_k, &p.W_v, &p.b_v, &p.W_o, &p.b_o})
    response.add<T>(*part);
}

template <class T>
Address stages(const MultiHeadCall& call) {
  return guarded([&] {
    const auto stages = multi_head<T>(request_tensor<T>(MultiHeadTensor::kQueries),
                                      request_tensor<T>(MultiHeadTensor::kKeys),
                                      request_tensor<T>(MultiHeadTensor::kValues),
                                      multi_head_parameters<T>(), multi_head_options_of<T>(call));
    Response response;
    for (const auto* stage :
         {&stages.projected_queries, &stages.projected_keys, &stages.projected_values,
          &stages.head_queries, &stages.head_keys, &stages.head_values})
      response.add<T>(*stage);
    add_stages(response, stages.heads);
    return address_of(response.add<T>(stages.concat).template add<T>(stages.output).finish());
  });
}

template <class T>
Address backward(const MultiHeadCall& call) {
  return guarded([&] {
    const auto queries = request_tensor<T>(MultiHeadTensor::kQueries);
    const auto keys = request_tensor<T>(MultiHeadTensor::kKeys);
    const auto values = request_tensor<T>(MultiHeadTensor::kValues);
    const auto options = multi_head_options_of<T>(call);
    const auto weights = multi_head_parameters<T>();
    const auto stages = multi_head<T>(queries, keys, values, weights, options);
    const auto gradient =
        multi_head_gradient<T>(queries, keys, values, weights, options, stages,
                               request_tensor<T>(MultiHeadTensor::kOutputGradient));
    Response response;
    for (const auto* part : {&gradient.queries, &gradient.keys, &gradient.values})
      response.add<T>(*part);
    add_parameters(response, gradient.parameters);
    return address_of(response.finish());
  });
}

template <class T>
Address split(double num_heads) {
  return guarded([&] {
    const auto x = request_tensor<T>(0);
    const auto heads = static_cast<Index>(whole("num_heads", num_heads));
    const auto split = split_heads<T>(x, heads);
    const auto merged = merge_heads<T>(split);
    const auto wrong = wrong_view_of_heads<T>(x, heads);
    Response response;
    for (const auto* stage : {&split, &merged, &wrong}) response.add<T>(*stage);
    return address_of(response.finish());
  });
}

// What a variant's name stands for, as the call that computes it.
MultiHeadCall variant_call(int variant, double num_heads) {
  const auto options = multi_head_options<double>(static_cast<MultiHeadVariant>(variant),
                                                  static_cast<Index>(num_heads));
  return {num_heads,
          static_cast<int>(options.projection),
          options.shape_from_queries,
          {static_cast<int>(options.scale.divisor), options.scale.number,
           static_cast<double>(options.scale.embed_size)},
          {false, options.visibility.mask_axes == MaskAxes::kTrailing, options.visibility.causal,
           static_cast<int>(options.masking.method), options.masking.fill,
           static_cast<int>(options.masking.empty_row)},
          options.mask_before_scale,
          {options.dropout.rate, static_cast<double>(options.dropout.seed)}};
}

}  // namespace
}  // namespace attention::bindings

EMSCRIPTEN_BINDINGS(multi_head) {
  namespace b = attention::bindings;
  b::both("multiHead", &b::stages<float>, &b::stages<double>);
  b::both("multiHeadGradient", &b::backward<float>, &b::backward<double>);
  b::both("splitHeads", &b::split<float>, &b::split<double>);
  emscripten::function("multiHeadVariant", &b::variant_call);
}
