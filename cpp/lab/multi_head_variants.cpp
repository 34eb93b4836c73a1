// SPDX-License-Identifier: MIT
#include "lab/multi_head_variants.hpp"

namespace attention::lab {

VariantOptions multi_head_options(MultiHeadVariant variant, Index num_heads) {
  VariantOptions result;
  MultiHeadOptions& options = result.options;
  options.num_heads = num_heads;
  if (variant == MultiHeadVariant::kStandard) return result;
  options.mask.axes = MaskAxes::kTrailing;
  options.mask.method = MaskMethod::kFill;
  if (variant == MultiHeadVariant::k004AsPrinted) {
    result.document.has_shape_of_queries = true;
    options.mask.fill = -1e4;
    return result;
  }
  options.mask.fill = -1e20;
  result.document.masks_before_scale = true;
  options.projection = Projection::kShared;
  if (variant == MultiHeadVariant::k002AsMeant) {
    options.mask.axes = MaskAxes::kExplicit;
    return result;
  }
  options.projection = Projection::kNone;
  options.scale.divisor = Divisor::kSqrtEmbed;
  if (variant == MultiHeadVariant::k002TensorFlow) {
    options.mask.method = MaskMethod::kAdd;
    options.mask.fill = -1e9;
  }
  return result;
}

}  // namespace attention::lab
