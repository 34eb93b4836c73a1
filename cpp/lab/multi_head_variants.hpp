// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

#include "attention/multi_head.hpp"

namespace attention::lab {

/// Implementations of multi-head attention in the lessons' source documents.
enum class MultiHeadVariant {
  /// The standard: full projections, divisor √head_dim, weight exactly 0 for hidden keys,
  /// keys of any length.
  kStandard,
  /// Source document 004, lines 43–87: hidden scores become −1e4, mask axes are matched from the
  /// last one, and keys and values are reshaped with the queries' length (line 64).
  k004AsPrinted,
  /// Source document 002, lines 118–152: projections are never applied; hidden scores become −1e20;
  /// then all scores are divided by √embed_size.
  k002AsPrinted,
  /// Source document 002, lines 158–190: as k002AsPrinted, but mask·(−1e9) is added to the scores,
  /// where 1 in the mask hides a key.
  k002TensorFlow,
  /// The class of source document 002 with its projections applied and divisor √head_dim.
  k002AsMeant,
};

/// The names of the variants in the bindings, in the order of `MultiHeadVariant`.
inline constexpr std::array<std::string_view, 5> kMultiHeadVariantNames = {
    "standard", "004_as_printed", "002_as_printed", "002_tensorflow", "002_as_meant"};

/// The arguments with which multi-head attention reproduces a variant.
struct VariantOptions {
  MultiHeadOptions options;
  abi::DocumentVariant document;
};

inline VariantOptions multi_head_options(MultiHeadVariant variant, Index num_heads) {
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
