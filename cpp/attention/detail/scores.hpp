// SPDX-License-Identifier: MIT
// Scores of the queries and keys of one batch item, and their backward passes, for callers that
// have checked their arguments. Rows are queries, columns are keys.
#pragma once

#include "attention/detail/tensor.hpp"
#include "attention/scaled_dot_product.hpp"

namespace attention::detail {

/// Whether queries and keys must have equal widths.
enum class Widths { kEqual, kFree };

/// Checks the shapes of all arguments and returns the shape (…, m, n) of the scores.
/// @param queries  of shape (…, m, d), d ≥ 1
/// @param keys     of shape (…, n, d), n ≥ 1; under kFree the width may differ from d
/// @param values   of shape (…, n, d_v), d_v ≥ 1
/// @param is_grouped  whether keys and values may have fewer heads than queries: see
///     attention::AttentionOptions::grouped
/// @throws ShapeMismatch; EmptyInput
Shape checked_scores_shape(const Shape& queries, const Shape& keys, const Shape& values,
                           Widths widths = Widths::kEqual, bool is_grouped = false);

/// Returns the number of query heads that read each head of the keys, 1 unless heads are grouped.
/// Matrix b of the queries reads matrix b / group of the keys and values.
Index heads_in_group(const Shape& queries, const Shape& keys) noexcept;

/// Returns the divisor that `scale` selects, in the precision of the scores.
/// @param d_k  components of a query and of a key, ≥ 1
/// @throws OutOfRange naming "divisor_number" or "embed_size"; UnknownOption naming a number that
///     the divisor does not read
template <class T>
T divisor_of(const Scale& scale, Index d_k);

/// Checks that queries and keys have the same number of components, at least one.
/// @throws EmptyInput naming `keys`; ShapeMismatch naming `queries`
template <class T>
void check_width(const MatrixView<T>& queries, const MatrixView<T>& keys);

/// Returns whether a dot product of a query and a key may overflow although its quotient by the
/// divisor does not. Reads the entries of queries and keys, but computes no product.
template <class T>
bool may_overflow(const MatrixView<T>& queries, const MatrixView<T>& keys, T divisor) noexcept;

/// Recomputes the scaled scores of a query as (query / divisor) · key unless all of them are
/// finite.
/// @param scaled  n numbers: query · key / divisor
template <class T>
void divide_query_first(const MatrixView<T>& query, const MatrixView<T>& keys, T divisor,
                        MatrixSpan<T> scaled);

/// Divides the scores in place. If |divisor| > 1, rows that overflow use `divide_query_first`.
/// @param scores  of shape (m, n): the dot products of queries and keys
template <class T>
void divide_dot_scores(const MatrixView<T>& queries, const MatrixView<T>& keys, T divisor,
                       MatrixSpan<T> scores);

/// The parameters of an additive score as matrices: see attention::AdditiveParameters. Without a
/// bias, the score is odd: negating q and k negates the score (erratum E-38 of web/src/ledger).
/// With a bias it is not.
template <class T>
struct AdditiveMatrices {
  /// Checks the parameters' shapes for queries and keys of these widths.
  /// @throws EmptyInput; ShapeMismatch naming `W_q`, `W_k`, `w_v` or `bias`
  AdditiveMatrices(const AdditiveParameters<T>& parameters, Index d_q, Index d_k);

  MatrixView<T> W_q;
  MatrixView<T> W_k;
  MatrixView<T> w_v;
  MatrixView<T> bias;  ///< no columns if there is none
};

template <class T>
void write_additive_scores(const MatrixView<T>& queries, const MatrixView<T>& keys,
                           const AdditiveMatrices<T>& parameters, MatrixSpan<T> scores);

template <class T>
void write_gaussian_scores(const MatrixView<T>& queries, const MatrixView<T>& keys, T sigma,
                           MatrixSpan<T> scores);

// The backward passes overwrite `queries_gradient`. They add to the gradients of keys and
// parameters, because several heads may share keys, and all batch items share the parameters. Each
// gradient has the shape of the tensor to which it belongs.

/// Backward pass of additive scores: see attention::additive_attention_gradient.
/// @param parameters_gradient  its bias is empty if there is none
template <class T>
void additive_scores_gradient(const MatrixView<T>& queries, const MatrixView<T>& keys,
                              const AdditiveMatrices<T>& parameters,
                              const MatrixView<T>& scores_gradient, MatrixSpan<T> queries_gradient,
                              MatrixSpan<T> keys_gradient,
                              AdditiveAttentionGradient<T>& parameters_gradient);

/// Backward pass of Gaussian scores: see attention::gaussian_attention_gradient.
template <class T>
void gaussian_scores_gradient(const MatrixView<T>& queries, const MatrixView<T>& keys, T sigma,
                              const MatrixView<T>& scores_gradient, MatrixSpan<T> queries_gradient,
                              MatrixSpan<T> keys_gradient, T& sigma_gradient);

}  // namespace attention::detail
