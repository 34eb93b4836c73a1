// SPDX-License-Identifier: MIT
#include "attention/multi_head.hpp"

#include "bindings/calls.hpp"
#include "lab/mistakes.hpp"

namespace attention::bindings {

using namespace lab;
namespace {

// Checks that a tensor has fewer than kMaxRank axes, because splitting it into heads adds an axis,
// and the header of a response has room for kMaxRank axes.
void check_rank(const char* argument, const Shape& shape) {
  if (shape.size() >= kMaxRank)
    refuse_shape(argument, ErrorCode::kAxesAtMost, {kMaxRank - 1}, shape);
}

template <class T>
abi::Inputs<T> tokens() {
  const auto x = inputs<T>();
  // Checks only the queries, because keys and values must have as many axes.
  check_rank("queries", x.queries.shape());
  return x;
}

}  // namespace

EMSCRIPTEN_BINDINGS(multi_head) {
  both("multiHead", []<class T>() {
    Choices next;
    const MultiHeadCall<T> call(next);
    auto stages = abi::multi_head_stages(tokens<T>(), call.parameters, call.options, call.document);
    Response response;
    response.add(stages.projected_queries, stages.projected_keys, stages.projected_values,
                 stages.head_queries, stages.head_keys, stages.head_values);
    return add_stages(response, stages.heads).add(stages.concat, stages.output).finish();
  });
  both("multiHeadOutput", []<class T>() {
    Choices next;
    const MultiHeadCall<T> call(next);
    return respond(abi::multi_head(tokens<T>(), call.parameters, call.options, call.document));
  });
  both("multiHeadGradient", []<class T>() {
    Choices next;
    const MultiHeadCall<T> call(next);
    const auto x = inputs<T>();
    const auto stages = abi::multi_head_stages(x, call.parameters, call.options, call.document);
    auto by = abi::multi_head_gradient(x, call.parameters, stages,
                                       request_view<T>(MultiHeadTensor::kOutputGradient),
                                       call.options, call.document);
    return respond(by.queries, by.keys, by.values, by.W_q, by.b_q, by.W_k, by.b_k, by.W_v, by.b_v,
                   by.W_o, by.b_o, by.score_bias);
  });
  both("splitHeads", []<class T>() {
    const auto x = request_view<T>(0);
    check_rank("x", x.shape());
    const Index heads = index_of("num_heads", Choices().number());
    auto split = split_heads(x, heads);
    return respond(split, merge_heads(split), wrong_view_of_heads(x, heads));
  });
  // Each variant has its own default values.
  for (std::size_t i = 0; i < kMultiHeadVariantNames.size(); ++i)
    option_table().add(std::string("multiHead ").append(kMultiHeadVariantNames[i]),
                       multi_head_options(static_cast<MultiHeadVariant>(i), 1));
}

}  // namespace attention::bindings
