// SPDX-License-Identifier: MIT
#include "attention/multi_head.hpp"

#include "attention/detail/gradient/multi_head.hpp"
#include "attention/detail/heads.hpp"
#include "attention/detail/multi_head_boundary.hpp"
#include "attention/detail/workspace.hpp"
#include "simd/instantiate.hpp"

namespace attention::abi {

using detail::guarded;
using detail::inside;
using detail::outside;

template <class T>
Tensor<T> split_heads(const TensorView<T>& x, Index num_heads) {
  return guarded([&] { return outside(detail::split_heads<T>(inside(x), num_heads)); });
}

template <class T>
Tensor<T> merge_heads(const TensorView<T>& x) {
  return guarded([&] { return outside(detail::merge_heads<T>(inside(x))); });
}

template <class T>
Tensor<T> multi_head(const Inputs<T>& inputs, const MultiHeadParameters<T>& parameters,
                     const MultiHeadOptions& options) {
  return guarded([&] {
    return outside(detail::multi_head_output<T>(inside(inputs.queries), inside(inputs.keys),
                                                inside(inputs.values), inside(parameters),
                                                inside<T>(options)));
  });
}

template <class T>
void multi_head_into(const TensorSpan<T>& output, const Inputs<T>& inputs,
                     const MultiHeadParameters<T>& parameters, const MultiHeadOptions& options,
                     Workspace& workspace) {
  guarded([&] {
    detail::check_apart<T>(output.view(), inputs, options);
    detail::check_apart<T>(output.view(), parameters);
    auto& memory = workspace.memory().of<T>();
    auto& given = detail::made(memory.multi_head_options);
    detail::assign(options, given);
    detail::multi_head_output_into<T>(
        inside(inputs.queries), inside(inputs.keys), inside(inputs.values), inside(parameters),
        given, output.shape(), inside(output), detail::made(memory.multi_head));
  });
}

template <class T>
MultiHeadStages<T> multi_head_stages(const Inputs<T>& inputs,
                                     const MultiHeadParameters<T>& parameters,
                                     const MultiHeadOptions& options) {
  return guarded([&] {
    auto stages =
        detail::multi_head<T>(inside(inputs.queries), inside(inputs.keys), inside(inputs.values),
                              inside(parameters), inside<T>(options));
    return MultiHeadStages<T>{outside(std::move(stages.projected_queries)),
                              outside(std::move(stages.projected_keys)),
                              outside(std::move(stages.projected_values)),
                              outside(std::move(stages.head_queries)),
                              outside(std::move(stages.head_keys)),
                              outside(std::move(stages.head_values)),
                              outside(std::move(stages.heads)),
                              outside(std::move(stages.concat)),
                              outside(std::move(stages.output))};
  });
}

template <class T>
MultiHeadGradient<T> multi_head_gradient(const Inputs<T>& inputs,
                                         const MultiHeadParameters<T>& parameters,
                                         const MultiHeadStages<T>& stages,
                                         const TensorView<T>& output_gradient,
                                         const MultiHeadOptions& options) {
  return guarded([&] {
    const auto stage = [](const Tensor<T>& x) { return inside(TensorView<T>(x)); };
    auto gradient = detail::multi_head_gradient<T>(
        inside(inputs.queries), inside(inputs.keys), inside(inputs.values), inside(parameters),
        inside<T>(options),
        detail::MultiHeadStagesView<T>{
            stage(stages.projected_queries), stage(stages.projected_keys),
            stage(stages.projected_values), stage(stages.head_queries), stage(stages.head_keys),
            stage(stages.head_values), detail::weights_of(stages.heads), stage(stages.concat)},
        inside(output_gradient));
    auto& p = gradient.parameters;
    return MultiHeadGradient<T>{outside(std::move(gradient.queries)),
                                outside(std::move(gradient.keys)),
                                outside(std::move(gradient.values)),
                                outside(std::move(p.W_q)),
                                outside(std::move(p.b_q)),
                                outside(std::move(p.W_k)),
                                outside(std::move(p.b_k)),
                                outside(std::move(p.W_v)),
                                outside(std::move(p.b_v)),
                                outside(std::move(p.W_o)),
                                outside(std::move(p.b_o)),
                                detail::outside_if_any(std::move(gradient.score_bias))};
  });
}

ATTENTION_INSTANTIATE(split_heads);
ATTENTION_INSTANTIATE(merge_heads);
ATTENTION_INSTANTIATE(multi_head);
ATTENTION_INSTANTIATE(multi_head_into);
ATTENTION_INSTANTIATE(multi_head_stages);
ATTENTION_INSTANTIATE(multi_head_gradient);

}  // namespace attention::abi
