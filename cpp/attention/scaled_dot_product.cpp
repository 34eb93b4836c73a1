// SPDX-License-Identifier: MIT
#include "attention/scaled_dot_product.hpp"

#include "attention/detail/boundary.hpp"
#include "attention/detail/gradient/attention.hpp"
#include "attention/detail/range.hpp"
#include "attention/detail/workspace.hpp"
#include "simd/instantiate.hpp"

namespace attention::abi {

using detail::guarded;
using detail::inside;
using detail::outside;

namespace {

bool drops(const Dropout& dropout) { return dropout.rate != 0 || dropout.keep; }

template <Real T>
detail::Attention<T> stages_of(const Inputs<T>& x, const detail::AttentionOptions<T>& options) {
  return detail::attention<T>(inside(x.queries), inside(x.keys), inside(x.values), options);
}

// Returns the shape of attention's output. The input shapes are checked later; if they are invalid,
// the result has no meaning.
template <Real T>
Shape output_shape(const Inputs<T>& x) {
  Shape shape = x.queries.shape();
  if (!shape.empty()) shape.back() = x.values.cols();
  return shape;
}

template <Real T>
void stream(const TensorSpan<T>& output, const Inputs<T>& x, const AttentionOptions& options,
            Workspace& workspace) {
  auto& memory = workspace.memory().of<T>();
  auto& streaming = detail::made(memory.streaming_options);
  streaming.scale = inside<T>(options.scale);
  detail::assign(options.mask, streaming.visibility);
  streaming.masking = detail::masking_of<T>(options.mask);
  streaming.score_bias = inside<T>(options.score_bias);
  streaming.grouped = options.grouped;
  detail::streaming_attention_into<T>(inside(x.queries), inside(x.keys), inside(x.values),
                                      streaming, output.shape(), inside(output),
                                      detail::made(memory.stream));
}

template <Real T>
AttentionGradient<T> inputs_gradient(detail::AttentionGradient<T>& gradient) {
  return {outside(std::move(gradient.queries)), outside(std::move(gradient.keys)),
          outside(std::move(gradient.values)),
          detail::outside_if_any(std::move(gradient.score_bias))};
}

template <Real T>
detail::AttentionGradient<T> gradient_of(const Inputs<T>& x,
                                         const detail::AttentionOptions<T>& options,
                                         const AttentionStages<T>& stages,
                                         const TensorView<T>& output_gradient) {
  return detail::attention_gradient<T>(inside(x.queries), inside(x.keys), inside(x.values), options,
                                       detail::weights_of(stages), inside(output_gradient));
}

template <Real T>
detail::AttentionOptions<T> additive_options(const AdditiveParameters<T>& parameters,
                                             const AttentionOptions& options) {
  auto result = inside<T>(options);
  result.score = Score::kAdditive;
  result.additive = inside(parameters);
  return result;
}

template <Real T>
detail::AttentionOptions<T> gaussian_options(double sigma, const AttentionOptions& options) {
  auto result = inside<T>(options);
  result.score = Score::kGaussian;
  result.sigma = static_cast<T>(sigma);
  return result;
}

}  // namespace

template <class T>
Tensor<T> scaled_dot_product(const Inputs<T>& inputs, const AttentionOptions& options) {
  return guarded([&] {
    if (drops(options.dropout))
      return outside(std::move(stages_of(inputs, inside<T>(options)).output));
    detail::checked_scores_shape<T>(inside(inputs.queries), inside(inputs.keys),
                                    inside(inputs.values), detail::Widths::kEqual, options.grouped);
    Tensor<T> output(output_shape(inputs));
    Workspace workspace;
    stream(TensorSpan<T>(output.data(), output.shape()), inputs, options, workspace);
    return output;
  });
}

template <class T>
void scaled_dot_product_into(const TensorSpan<T>& output, const Inputs<T>& inputs,
                             const AttentionOptions& options, Workspace& workspace) {
  guarded([&] {
    detail::check_apart<T>(output.view(), inputs, options);
    if (!drops(options.dropout)) return stream(output, inputs, options, workspace);
    const auto stages = stages_of(inputs, inside<T>(options));
    if (output.shape() != stages.output.shape)
      throw Error(ErrorKind::kShapeMismatch, "output", detail::shape_text(stages.output.shape),
                  detail::shape_text(output.shape()));
    detail::copy<T>(stages.output.rows, inside(output));
  });
}

template <class T>
AttentionStages<T> scaled_dot_product_stages(const Inputs<T>& inputs,
                                             const AttentionOptions& options) {
  return guarded([&] { return outside(stages_of(inputs, inside<T>(options))); });
}

template <class T>
AttentionGradient<T> scaled_dot_product_gradient(const Inputs<T>& inputs,
                                                 const AttentionStages<T>& stages,
                                                 const TensorView<T>& output_gradient,
                                                 const AttentionOptions& options) {
  return guarded([&] {
    auto gradient = gradient_of(inputs, inside<T>(options), stages, output_gradient);
    return inputs_gradient(gradient);
  });
}

template <class T>
AttentionStages<T> additive_attention_stages(const Inputs<T>& inputs,
                                             const AdditiveParameters<T>& parameters,
                                             const AttentionOptions& options) {
  return guarded([&] { return outside(stages_of(inputs, additive_options(parameters, options))); });
}

template <class T>
AdditiveAttentionGradient<T> additive_attention_gradient(const Inputs<T>& inputs,
                                                         const AdditiveParameters<T>& parameters,
                                                         const AttentionStages<T>& stages,
                                                         const TensorView<T>& output_gradient,
                                                         const AttentionOptions& options) {
  return guarded([&] {
    auto gradient =
        gradient_of(inputs, additive_options(parameters, options), stages, output_gradient);
    auto& additive = gradient.additive;
    return AdditiveAttentionGradient<T>{inputs_gradient(gradient), outside(std::move(additive.W_q)),
                                        outside(std::move(additive.W_k)),
                                        outside(std::move(additive.w_v)),
                                        outside(std::move(additive.bias))};
  });
}

template <class T>
AttentionStages<T> gaussian_attention_stages(const Inputs<T>& inputs, double sigma,
                                             const AttentionOptions& options) {
  return guarded([&] { return outside(stages_of(inputs, gaussian_options<T>(sigma, options))); });
}

template <class T>
GaussianAttentionGradient<T> gaussian_attention_gradient(const Inputs<T>& inputs, double sigma,
                                                         const AttentionStages<T>& stages,
                                                         const TensorView<T>& output_gradient,
                                                         const AttentionOptions& options) {
  return guarded([&] {
    auto gradient =
        gradient_of(inputs, gaussian_options<T>(sigma, options), stages, output_gradient);
    return GaussianAttentionGradient<T>{inputs_gradient(gradient), gradient.sigma};
  });
}

ATTENTION_INSTANTIATE(scaled_dot_product);
ATTENTION_INSTANTIATE(scaled_dot_product_into);
ATTENTION_INSTANTIATE(scaled_dot_product_stages);
ATTENTION_INSTANTIATE(scaled_dot_product_gradient);
ATTENTION_INSTANTIATE(additive_attention_stages);
ATTENTION_INSTANTIATE(additive_attention_gradient);
ATTENTION_INSTANTIATE(gaussian_attention_stages);
ATTENTION_INSTANTIATE(gaussian_attention_gradient);

}  // namespace attention::abi
