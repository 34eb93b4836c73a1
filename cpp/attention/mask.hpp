// SPDX-License-Identifier: MIT
/// @file
/// Which keys each query may attend to, and how hidden scores are treated.
#pragma once

#include <cstdint>
#include <optional>

#include "attention/options.hpp"
#include "attention/tensor.hpp"
#include "attention/tensor_argument.hpp"

namespace attention {

/// Which keys each query may attend to: those that satisfy every given condition. The views are
/// read during the call that receives the options.
///
///     attention::MaskOptions mask;
///     mask.causal = true;
///     mask.valid_lens = lens;  // std::vector<int>
struct MaskOptions {
  /// Flags: 1 where the query may attend to the key. `axes` decides how they broadcast to the
  /// scores, of shape (…, m, n). Same convention as `attn_mask` of
  /// torch.nn.functional.scaled_dot_product_attention.
  std::optional<TensorArgument<std::uint8_t>> keep = {};
  /// The opposite convention: 1 where the query may not attend to the key, as `attn_mask` of
  /// torch.nn.MultiheadAttention. Set at most one of `keep` and `hide`.
  std::optional<TensorArgument<std::uint8_t>> hide = {};
  MaskAxes axes = MaskAxes::kExplicit;  ///< how `keep` or `hide` broadcasts
  /// The number of visible keys: key j is kept if j < len. A tensor of shape () has one length for
  /// all queries, (B) one for each item of the scores' first axis, (B, m) one for each query. For
  /// scores of shape (m, n), the shapes () and (m) are valid. A length ≤ 0 keeps no key, a length ≥
  /// n keeps all.
  std::optional<Lengths> valid_lens = {};
  bool causal = false;  ///< query i sees keys 0 … i, as torch.tril(torch.ones(m, n))
  /// Which keys `causal` hides if m ≠ n. Under kBottomRight and m > n, the first m − n queries see
  /// no key.
  CausalAlignment alignment = CausalAlignment::kTopLeft;

  MaskMethod method = MaskMethod::kExclude;  ///< how hidden scores are treated
  /// The number that kFill and kAdd use, and kExclude ignores: any number but NaN, rounded to the
  /// scores' precision. Under kFill, hidden keys get more weight than a visible key whose score is
  /// lower than `fill`.
  double fill = -1e9;
  EmptyRow empty_row = EmptyRow::kUniform;  ///< weights of a row if kExclude hides all its keys
};

/// The intermediate results of a softmax over the keys that a query may see.
template <Real T>
struct MaskedSoftmax {
  Tensor<T> logits;                 ///< shape (…, m, n): the scores after masking
  Tensor<T> weights;                ///< shape (…, m, n)
  Tensor<std::uint8_t> empty_rows;  ///< shape (…, m): 1 where all keys of a query are hidden
};

namespace abi {
template <class T>
ATTENTION_API MaskedSoftmax<T> masked_softmax(const TensorView<T>& scores, const MaskOptions& mask);
}

/// Softmax along the last axis over the keys that `mask` keeps.
/// w_ij = exp(l_ij − max) / Σ_k exp(l_ik − max), where l are the scores after masking
/// @param scores  of shape (…, m, n), at least two axes; not changed
/// @param mask    which keys each query may see; read during the call
/// @return logits and weights; under kExclude, `EmptyRow` decides the weights of a row whose keys
///     are all hidden
/// @throws ShapeMismatch naming `scores`, `mask` or `valid_lens`; OutOfRange naming `mask` for a
///     flag other than 0 and 1, `hide` if both `keep` and `hide` are set, or `fill`; OutOfMemory
/// Time O(m·n); memory: 2·m·n entries, and one byte for each query and each key.
///
///     const auto weights = attention::masked_softmax(scores, {.causal = true}).weights;
template <TensorLike X>
MaskedSoftmax<scalar_of<X>> masked_softmax(const X& scores, const MaskOptions& mask) {
  return abi::masked_softmax<scalar_of<X>>(abi::read(scores), mask);
}

}  // namespace attention
