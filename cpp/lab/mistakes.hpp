// SPDX-License-Identifier: MIT
// Functions that reproduce common mistakes in code for attention.
#pragma once

#include "attention/tensor.hpp"

namespace attention::lab {

/// The scores that result from transposing a key matrix twice, as the lessons' source document 000
/// does if its steps run in order (lines 102 and 139): q k / √d_k instead of q kᵀ / √d_k. For
/// square key matrices this runs without an error but returns different numbers.
/// @param queries  of shape (m, d)
/// @param keys     of shape (d, d), d ≥ 1
/// @return the scores, of shape (m, d)
/// @throws EmptyInput naming `keys`; ShapeMismatch naming `queries`, or naming `keys` if they are
///     not square; OutOfMemory
/// Source: erratum E-11 of web/src/ledger
template <class T>
Tensor<T> double_transpose_scores(const TensorView<T>& queries, const TensorView<T>& keys);

/// Softmax that does not subtract the largest logit first: p_j = exp(x_j) / Σ_k exp(x_k). It shows
/// why this subtraction is needed: a logit above 88.7 in float (709.8 in double) gives ∞/∞ = NaN,
/// and a row whose logits are all far below 0 gives 0/0 = NaN.
/// @return the weights, of the logits' shape
/// @throws OutOfMemory
template <class T>
Tensor<T> naive_softmax(const TensorView<T>& logits);

/// Reinterprets the shape (…, T, D) as (…, num_heads, T, D/num_heads) without moving entries. The
/// shape is that of `split_heads`, but each head contains components of the wrong tokens.
/// @throws as `split_heads` does
template <class T>
Tensor<T> wrong_view_of_heads(const TensorView<T>& x, Index num_heads);

}  // namespace attention::lab
