// SPDX-License-Identifier: MIT
/// @file
/// Which keys a query may see, and what happens to the score of one that it may not.
#pragma once

#include <cstdint>
#include <optional>

#include "attention/options.hpp"
#include "attention/tensor.hpp"

namespace attention {

/// Which keys each query may see: those that every given condition keeps. The views are read during
/// the call that the options are passed to.
///
///     attention::MaskOptions mask;
///     mask.causal = true;
///     mask.valid_lens = attention::view(lens);  // std::vector<attention::Index>
struct MaskOptions {
  /// Flags that broadcast to the scores (…, m, n), see `MaskAxes`: 1 where the query may see the
  /// key. As `attn_mask` of torch.nn.functional.scaled_dot_product_attention.
  std::optional<TensorView<std::uint8_t>> keep = {};
  /// The opposite convention: 1 where the query may not see the key, as `attn_mask` of
  /// torch.nn.MultiheadAttention. At most one of `keep` and `hide`.
  std::optional<TensorView<std::uint8_t>> hide = {};
  MaskAxes axes = MaskAxes::kExplicit;  ///< of `keep` or `hide`
  /// How many keys there are: key j is kept when j < len. Shape () for one length, (B) one for each
  /// item of the scores' first axis, (B, m) one for each query; scores (m, n) take () or (m).
  /// 0 and less keep none, n and more keep all.
  std::optional<TensorView<Index>> valid_lens = {};
  bool causal = false;  ///< query i sees the keys 0 … i, as torch.tril(torch.ones(m, n))

  MaskMethod method = MaskMethod::kExclude;  ///< what happens to hidden scores
  /// For kFill and kAdd: any number but NaN, rounded to the scores' precision. A true score below
  /// it leaks: the hidden key then weighs more.
  double fill = -1e9;
  EmptyRow empty_row = EmptyRow::kUniform;  ///< for kExclude; a fill decides by its arithmetic
};

/// The stages of a softmax over the keys that a query may see.
template <Real T>
struct MaskedSoftmax {
  Tensor<T> logits;                 ///< (…, m, n) the scores after masking
  Tensor<T> weights;                ///< (…, m, n)
  Tensor<std::uint8_t> empty_rows;  ///< (…, m) 1 where a query sees no key
};

namespace abi {
template <class T>
ATTENTION_API MaskedSoftmax<T> masked_softmax(const TensorView<T>& scores, const MaskOptions& mask);
}

/// Softmax of the last axis over the keys that `mask` keeps.
/// w_ij = exp(l_ij − max) / Σ_k exp(l_ik − max), l = the scores after masking
/// @param scores  (…, m, n), at least two axes; not changed
/// @param mask    which keys each query may see; read during the call
/// @return logits and weights; a row whose keys are all hidden follows `EmptyRow` under kExclude
/// @throws ShapeMismatch (scores, mask, valid_lens), OutOfRange (mask for a flag other than 0 and 1
///     or for both `keep` and `hide`; fill), OutOfMemory
/// Time O(m·n), memory 2·m·n entries, and a byte a flag.
///
///     const auto weights = attention::masked_softmax(scores, {.causal = true}).weights;
template <TensorLike X>
MaskedSoftmax<scalar_of<X>> masked_softmax(const X& scores, const MaskOptions& mask) {
  return abi::masked_softmax<scalar_of<X>>(abi::read(scores), mask);
}

}  // namespace attention
