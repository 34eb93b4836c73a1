// SPDX-License-Identifier: MIT
// The value objects' fields, under the names that they have in JavaScript.
#include "bindings/options.hpp"

EMSCRIPTEN_BINDINGS(options) {
  namespace b = attention::bindings;
  emscripten::value_object<b::ScaleCall>("Scale")
      .field("divisor", &b::ScaleCall::divisor)
      .field("number", &b::ScaleCall::number)
      .field("embedSize", &b::ScaleCall::embed_size);
  emscripten::value_object<b::MaskingCall>("Masking")
      .field("isHideMask", &b::MaskingCall::is_hide_mask)
      .field("isTrailing", &b::MaskingCall::is_trailing)
      .field("isCausal", &b::MaskingCall::is_causal)
      .field("method", &b::MaskingCall::method)
      .field("fill", &b::MaskingCall::fill)
      .field("emptyRow", &b::MaskingCall::empty_row);
  emscripten::value_object<b::DropoutCall>("Dropout")
      .field("rate", &b::DropoutCall::rate)
      .field("seed", &b::DropoutCall::seed);
  emscripten::value_object<b::AttentionCall>("Attention")
      .field("score", &b::AttentionCall::score)
      .field("scale", &b::AttentionCall::scale)
      .field("sigma", &b::AttentionCall::sigma)
      .field("masking", &b::AttentionCall::masking)
      .field("maskBeforeScale", &b::AttentionCall::mask_before_scale)
      .field("dropout", &b::AttentionCall::dropout);
  emscripten::value_object<b::MultiHeadCall>("MultiHead")
      .field("numHeads", &b::MultiHeadCall::num_heads)
      .field("projection", &b::MultiHeadCall::projection)
      .field("shapeFromQueries", &b::MultiHeadCall::shape_from_queries)
      .field("scale", &b::MultiHeadCall::scale)
      .field("masking", &b::MultiHeadCall::masking)
      .field("maskBeforeScale", &b::MultiHeadCall::mask_before_scale)
      .field("dropout", &b::MultiHeadCall::dropout);
}
