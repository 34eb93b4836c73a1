// SPDX-License-Identifier: MIT
#include "attention/detail/multi_head.hpp"

#include "attention/detail/gradient/multi_head.hpp"
#include "bindings/options.hpp"
#include "lab/mistakes.hpp"
#include "lab/multi_head_variants.hpp"

namespace attention::bindings {

using namespace lab;
namespace {

// Reads a tensor with fewer than kMaxRank axes, because splitting it into heads adds an axis, and
// the header of a response has room for kMaxRank axes.
template <class T>
TensorView<T> request_tokens(std::size_t index, const char* argument) {
  const TensorView<T> x = request_tensor<T>(index);
  if (x.shape.size() >= kMaxRank)
    throw Error(ErrorKind::kShapeMismatch, argument,
                std::string("at most ").append(std::to_string(kMaxRank - 1)).append(" axes"),
                shape_text(x.shape));
  return x;
}

template <class T>
Address multi_head_stages() {
  return guarded([] {
    Choices choices;
    auto stages = multi_head<T>(request_tokens<T>(MultiHeadTensor::kQueries, "queries"),
                                request_tokens<T>(MultiHeadTensor::kKeys, "keys"),
                                request_tokens<T>(MultiHeadTensor::kValues, "values"),
                                multi_head_parameters<T>(), next_multi_head<T>(choices));
    Response response;
    response.add(stages.projected_queries, stages.projected_keys, stages.projected_values,
                 stages.head_queries, stages.head_keys, stages.head_values);
    return add_stages(response, stages.heads).add(stages.concat, stages.output).finish();
  });
}

template <class T>
Address multi_head_last_stage() {
  return guarded([] {
    Choices choices;
    auto output = multi_head_output<T>(request_tokens<T>(MultiHeadTensor::kQueries, "queries"),
                                       request_tokens<T>(MultiHeadTensor::kKeys, "keys"),
                                       request_tokens<T>(MultiHeadTensor::kValues, "values"),
                                       multi_head_parameters<T>(), next_multi_head<T>(choices));
    return Response().add(output).finish();
  });
}

template <class T>
Address multi_head_backward() {
  return guarded([] {
    Choices choices;
    const auto queries = request_tensor<T>(MultiHeadTensor::kQueries);
    const auto keys = request_tensor<T>(MultiHeadTensor::kKeys);
    const auto values = request_tensor<T>(MultiHeadTensor::kValues);
    const auto options = next_multi_head<T>(choices);
    const auto weights = multi_head_parameters<T>();
    const auto stages = multi_head<T>(queries, keys, values, weights, options);
    auto gradient = multi_head_gradient<T>(queries, keys, values, weights, options, view_of(stages),
                                           request_tensor<T>(MultiHeadTensor::kOutputGradient));
    auto& p = gradient.parameters;
    return Response()
        .add(gradient.queries, gradient.keys, gradient.values)
        .add(p.W_q, p.b_q, p.W_k, p.b_k, p.W_v, p.b_v, p.W_o, p.b_o, gradient.score_bias)
        .finish();
  });
}

template <class T>
Address split() {
  return guarded([] {
    const auto x = request_tokens<T>(0, "x");
    const Index heads = index_of("num_heads", Choices().number());
    auto split = split_heads<T>(x, heads);
    auto merged = merge_heads<T>(split);
    auto wrong = wrong_view_of_heads<T>(x, heads);
    return Response().add(split, merged, wrong).finish();
  });
}

// Returns each variant's options, for one head, in the order in which JavaScript passes them to
// multi-head attention.
Address variants() {
  return guarded([] {
    Response response;
    for (std::size_t i = 0; i < kMultiHeadVariantNames.size(); ++i) {
      const auto options = multi_head_options<double>(static_cast<MultiHeadVariant>(i), 1);
      const Visibility& visibility = options.visibility;
      response.add_list<double>(std::array{
          static_cast<double>(options.num_heads), static_cast<double>(options.num_kv_heads),
          static_cast<double>(options.projection), static_cast<double>(options.shape_from_queries),
          static_cast<double>(options.scale.divisor), options.scale.number,
          static_cast<double>(options.scale.embed_size), 0.0,
          static_cast<double>(visibility.mask_axes == MaskAxes::kTrailing),
          static_cast<double>(visibility.causal), static_cast<double>(visibility.alignment),
          static_cast<double>(options.masking.method), options.masking.fill,
          static_cast<double>(options.masking.empty_row),
          static_cast<double>(options.mask_before_scale), options.dropout.rate,
          static_cast<double>(options.dropout.seed)});
    }
    return response.finish();
  });
}

}  // namespace
}  // namespace attention::bindings

EMSCRIPTEN_BINDINGS(multi_head) {
  namespace b = attention::bindings;
  b::both("multiHead", &b::multi_head_stages<float>, &b::multi_head_stages<double>);
  b::both("multiHeadOutput", &b::multi_head_last_stage<float>, &b::multi_head_last_stage<double>);
  b::both("multiHeadGradient", &b::multi_head_backward<float>, &b::multi_head_backward<double>);
  b::both("splitHeads", &b::split<float>, &b::split<double>);
  emscripten::function("multiHeadVariants", &b::variants);
}
