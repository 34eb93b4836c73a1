// SPDX-License-Identifier: MIT
#include "lab/multi_head_variants.hpp"

#include "simd/instantiate.hpp"

namespace attention::lab {

template <class T>
MultiHeadOptions<T> multi_head_options(MultiHeadVariant variant, Index num_heads) {
  MultiHeadOptions<T> options;
  options.num_heads = num_heads;
  if (variant == MultiHeadVariant::kStandard) return options;
  options.visibility.mask_axes = MaskAxes::kTrailing;
  options.masking.method = MaskMethod::kFill;
  if (variant == MultiHeadVariant::k004AsPrinted) {
    options.shape_from_queries = true;
    options.masking.fill = T(-1e4);
    return options;
  }
  options.masking.fill = T(-1e20);
  options.mask_before_scale = true;
  options.projection = Projection::kShared;
  if (variant == MultiHeadVariant::k002AsMeant) {
    options.visibility.mask_axes = MaskAxes::kExplicit;
    return options;
  }
  options.projection = Projection::kNone;
  options.scale.divisor = Divisor::kSqrtEmbed;
  if (variant == MultiHeadVariant::k002TensorFlow) {
    options.masking.method = MaskMethod::kAdd;
    options.masking.fill = T(-1e9);
  }
  return options;
}

ATTENTION_INSTANTIATE(multi_head_options);

}  // namespace attention::lab
