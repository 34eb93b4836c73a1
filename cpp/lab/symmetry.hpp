// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "attention/scores.hpp"

namespace attention::lab {

/// The projections of tokens to queries and keys, and the divisor of the scores. If W_q = W_k, or
/// if both are absent, the scores are symmetric and positive semi-definite.
template <class T>
struct SelfSimilarityOptions {
  /// Shape (d, d_k): q_i = x_i W_q; if absent, q_i = x_i.
  std::optional<TensorArgument<T>> W_q = {};
  /// Shape (d, d_k): k_j = x_j W_k; present if and only if W_q is.
  std::optional<TensorArgument<T>> W_k = {};
  Scale scale = {};  ///< divisor; its d_k is the width of the queries, d without projections
};

template <class T>
struct SelfSimilarity {
  Tensor<T> scores;    ///< shape (n, n): S = q·k / divisor
  Tensor<T> weights;   ///< shape (n, n): softmax of the rows of S
  Tensor<T> output;    ///< shape (n, d): weights · tokens
  T scores_asymmetry;  ///< max |S_ij − S_ji|: exactly 0 if queries and keys are the same
  /// max |A_ij − A_ji| with A = weights. If S is symmetric, A_ij / A_ji = Z_j / Z_i with
  /// Z_i = Σ_j exp(S_ij), so that A is symmetric only if all Z are equal.
  T weights_asymmetry;
  T mean_diagonal;               ///< mean of the weights that tokens give to themselves
  Tensor<T> relative_distances;  ///< shape (n, 1): ‖output_i − x_i‖ / ‖x_i‖; not finite for x_i = 0
  Tensor<T> row_sums;            ///< shape (n, 1): sums of the weights' rows, 1 within rounding
  /// The sums of the columns of the weights, of shape (n, 1): the weight that each token receives.
  /// They add up to n.
  Tensor<T> column_sums;
  T smallest_eigenvalue;  ///< smallest eigenvalue of (S + Sᵀ)/2
};

/// Self-attention whose values are the tokens themselves. The results show why queries and keys
/// have separate projections: equal projections give a symmetric S, but not symmetric weights.
/// Without projections, a token gives its largest weight to itself if no token is longer.
/// A = softmax(X W_q (X W_k)ᵀ / divisor), output = A X
/// @param tokens  of shape (n, d): X, n ≥ 1, d ≥ 1
/// NaN and ±∞ follow IEEE 754. If the scores are not finite, the asymmetries and the eigenvalue are
/// NaN.
/// @throws EmptyInput naming `tokens` or `W_q`; ShapeMismatch naming `W_q` or `W_k`, also if only
///     one is present; OutOfRange as `divisor_of` does; OutOfMemory
/// Source: the lessons' source document 003, lines 18–30; errata E-22, E-30, E-35 of web/src/ledger
template <class T>
SelfSimilarity<T> self_similarity(const TensorView<T>& tokens,
                                  const SelfSimilarityOptions<T>& options = {});

}  // namespace attention::lab
