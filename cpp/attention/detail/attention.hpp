// SPDX-License-Identifier: MIT
#pragma once

#include <variant>

#include "attention/detail/apart.hpp"
#include "attention/detail/scores.hpp"
#include "attention/options.hpp"
#include "attention/scaled_dot_product.hpp"

namespace attention::detail {

/// Attention(Q, K, V) = softmax(mask(score(Q, K)/divisor)) V: see
/// attention::scaled_dot_product_stages. For additive scores, the width of keys may differ from
/// that of queries.
/// Source: the lessons' source documents 000, lines 139–161; 001, lines 91–163
template <class T>
AttentionStages<T> attend(const abi::Inputs<T>& inputs, const AttentionOptions& options,
                          const abi::Scoring<T>& scoring = {},
                          const abi::DocumentVariant& variant = {});

/// Backward pass of `attend`: see attention::scaled_dot_product_gradient.
/// @param stages  the result of `attend` for the same arguments
template <class T>
abi::ScoringGradient<T> attend_gradient(const abi::Inputs<T>& inputs,
                                        const AttentionOptions& options,
                                        const AttentionStages<T>& stages,
                                        const TensorView<T>& output_gradient,
                                        const abi::Scoring<T>& scoring = {});

inline bool drops(const Dropout& dropout) { return dropout.rate != 0 || dropout.keep; }

/// Whether the mask is applied before the division. MaskMethod::kExclude is always applied after
/// the division: it sets scores to −∞, and −∞ divided by an infinite divisor is NaN.
inline bool masks_first(const MaskOptions& mask, const abi::DocumentVariant& variant) {
  return variant.masks_before_scale && mask.method != MaskMethod::kExclude;
}

/// The factors by which dropout multiplies weights: 0, or 1/(1 − rate) for kept weights. Entry r of
/// the weights, in row-major order, is kept if its flag in `dropout.keep` is 1. Without flags, it
/// is kept if uniform random number r of the seed is ≥ rate.
/// @return a tensor of shape `weights_shape`, or an empty one if nothing is dropped (rate 0 and no
///     flags)
/// @throws OutOfRange naming `dropout_rate` or `dropout_keep`; ShapeMismatch naming `dropout_keep`;
///     OutOfMemory
template <class T>
Tensor<T> dropout_factors(const Dropout& dropout, const Shape& weights_shape);

/// Checks that an output shares no memory with any argument of attention or multi-head attention.
/// @throws OutOfRange naming `output`
template <class T, class Options>
void check_apart(const TensorSpan<T>& output, const abi::Inputs<T>& inputs,
                 const Options& options) {
  const Bytes written = output.view();
  const MaskOptions& mask = options.mask;
  check_apart("output", written, "queries", inputs.queries);
  check_apart("output", written, "keys", inputs.keys);
  check_apart("output", written, "values", inputs.values);
  for (const auto& flags : {mask.keep, mask.hide})
    if (flags) check_apart("output", written, "mask", *flags);
  if (mask.valid_lens) check_apart("output", written, "valid_lens", *mask.valid_lens);
  if (options.dropout.keep) check_apart("output", written, "dropout_keep", *options.dropout.keep);
  if (const auto* bias = std::get_if<TensorArgument<T>>(&options.score_bias))
    check_apart("output", written, "score_bias", *bias);
}

}  // namespace attention::detail
