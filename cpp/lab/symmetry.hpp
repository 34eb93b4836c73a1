// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "attention/detail/matrix.hpp"
#include "attention/detail/scores.hpp"

namespace attention::lab {

using namespace detail;

/// How the tokens of one sentence become queries and keys. W_q = W_k ties the two, which makes the
/// scores symmetric and positive semi-definite; so does giving neither.
template <class T>
struct SelfSimilarityOptions {
  std::optional<Matrix<T>> W_q = {};  ///< (d, d_k) q_i = x_i W_q; without it q_i = x_i
  std::optional<Matrix<T>> W_k = {};  ///< (d, d_k) k_j = x_j W_k; given with W_q or not at all
  Scale<T> scale = {};                ///< d_k is the queries' dimension: d without projections
};

/// What tokens make of each other, and how far that is from symmetric.
template <class T>
struct SelfSimilarity {
  Matrix<T> scores;    ///< (n, n) S = q·k / divisor
  Matrix<T> weights;   ///< (n, n) softmax of the rows of S
  Matrix<T> output;    ///< (n, d) weights · tokens
  T scores_asymmetry;  ///< max |S_ij − S_ji|: exactly 0 when queries and keys are the same
  T weights_asymmetry;  ///< max |A_ij − A_ji|: A_ij / A_ji = Z_j / Z_i for a symmetric S, where Z_i
                        ///< = Σ_j exp(S_ij), so A is symmetric only if all Z are equal
  T mean_diagonal;               ///< mean weight of a token for itself
  Matrix<T> relative_distances;  ///< (n, 1) ‖output_i − x_i‖ / ‖x_i‖; not finite for x_i = 0
  Matrix<T> row_sums;            ///< (n, 1) of the weights: 1 within rounding
  Matrix<T> column_sums;         ///< (n, 1) of the weights: what each token is given; n in all
  T smallest_eigenvalue;         ///< of (S + Sᵀ)/2: eigenvalue.hpp
};

/// Self-attention of tokens whose values are the tokens themselves: what queries and keys are
/// projected apart for. Equal ones give a symmetric S, but not symmetric weights, and a token looks
/// most at itself only where ‖x‖²/divisor is large and no other token is much longer.
/// A = softmax(X W_q (X W_k)ᵀ / divisor), output = A X
/// @param tokens  (n, d) X, n ≥ 1, d ≥ 1
/// NaN and ±∞ follow IEEE into the stages that they touch; the asymmetries and the eigenvalue of
/// scores that are not finite are NaN.
/// @throws EmptyInput (tokens, W_q), ShapeMismatch (W_q, W_k; also for the one that is missing),
///     OutOfRange as `divisor_of`, OutOfMemory
/// Source: document 003, lines 18–30; errata E-22, E-30, E-35
template <class T>
SelfSimilarity<T> self_similarity(const MatrixView<T>& tokens,
                                  const SelfSimilarityOptions<T>& options = {});

}  // namespace attention::lab
