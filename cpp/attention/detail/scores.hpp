// SPDX-License-Identifier: MIT
// Scores: how well each key matches each query, before softmax. Rows are queries, columns are keys.
#pragma once

#include <cstdint>

#include "attention/detail/tensor.hpp"
#include "attention/options.hpp"

namespace attention::detail {

/// See attention::Scale.
template <class T>
struct Scale {
  Divisor divisor = Divisor::kSqrtDk;
  T number = 1;
  Index embed_size = 0;
};

/// Whether queries and keys must have equal widths.
enum class Widths { kEqual, kFree };

/// The shape (…, m, n) of the scores. The function checks the shapes of all arguments.
/// @param queries  of shape (…, m, d), d ≥ 1
/// @param keys     of shape (…, n, d), n ≥ 1; under kFree the width may differ from d
/// @param values   of shape (…, n, d_v), d_v ≥ 1
/// @param is_grouped  whether keys and values may have fewer heads than queries: see
///     attention::AttentionOptions::grouped
/// @throws ShapeMismatch; EmptyInput
template <class T>
Shape checked_scores_shape(const TensorView<T>& queries, const TensorView<T>& keys,
                           const TensorView<T>& values, Widths widths = Widths::kEqual,
                           bool is_grouped = false);

/// Returns the number of query heads that read each head of the keys, 1 unless heads are grouped.
/// Matrix b of the queries reads matrix b / group of the keys and values.
Index heads_in_group(const Shape& queries, const Shape& keys) noexcept;

/// Returns the divisor that `scale` selects.
/// @param d_k  components of a query and of a key, ≥ 1
/// @throws OutOfRange naming "divisor_number" or "embed_size"
template <class T>
T divisor_of(const Scale<T>& scale, Index d_k);

/// See attention::dot_scores.
/// Source: the lessons' source document 002, lines 41–47
template <class T>
Matrix<T> dot_scores(const MatrixView<T>& queries, const MatrixView<T>& keys);

/// Returns whether a dot product of a query and a key may overflow although its quotient by the
/// divisor does not. Reads the entries of both, but computes no product.
template <class T>
bool may_overflow(const MatrixView<T>& queries, const MatrixView<T>& keys, T divisor);

/// Recomputes the scaled scores of a query as (query / divisor) · key unless all of them are
/// finite.
/// @param scaled  n numbers: query · key / divisor
template <class T>
void divide_query_first(const MatrixView<T>& query, const MatrixView<T>& keys, T divisor,
                        MatrixSpan<T> scaled);

/// Writes scores / divisor to the scores, with `divide_query_first` where they overflow.
/// @param scores  of shape (m, n): the dot products of queries and keys
template <class T>
void divide_dot_scores(const MatrixView<T>& queries, const MatrixView<T>& keys, T divisor,
                       Matrix<T>& scores);

/// See attention::scaled_dot_scores.
/// Source: the lessons' source document 000, line 14
template <class T>
Matrix<T> scaled_dot_scores(const MatrixView<T>& queries, const MatrixView<T>& keys,
                            const Scale<T>& scale = {});

/// The parameters of an additive score with a hidden layer of h units. Without a bias, the score is
/// odd: negating both q and k negates it (erratum E-38 of web/src/ledger). With a bias it is not.
template <class T>
struct AdditiveParameters {
  Matrix<T> W_q;   ///< shape (h, d_q)
  Matrix<T> W_k;   ///< shape (h, d_k); d_q and d_k may differ
  Matrix<T> w_v;   ///< shape (1, h)
  Matrix<T> bias;  ///< shape (1, h), or empty for none
};

/// The inputs of the hidden layer of an additive score. For query i and key j, the output of the
/// layer is tanh(queries_i + keys_j).
template <class T>
struct AdditiveFeatures {
  Matrix<T> queries;  ///< shape (m, h): W_q q_i
  Matrix<T> keys;     ///< shape (n, h): W_k k_j + bias
};

/// Computes the features of all queries and keys.
/// @param parameters  already checked by `check`
template <class T>
AdditiveFeatures<T> additive_features(const MatrixView<T>& queries, const MatrixView<T>& keys,
                                      const AdditiveParameters<T>& parameters);

/// Checks that the parameters' shapes match the widths of queries and keys.
/// @throws EmptyInput; ShapeMismatch naming `W_q`, `W_k`, `w_v` or `bias`
template <class T>
void check(const AdditiveParameters<T>& parameters, Index d_q, Index d_k);

/// Checks that queries and keys have the same number of components, at least one.
/// @throws EmptyInput naming `keys`; ShapeMismatch naming `queries`
template <class T>
void check_width(const MatrixView<T>& queries, const MatrixView<T>& keys);

/// @throws OutOfRange naming "sigma" unless sigma is finite and > 0
template <class T>
void check_sigma(T sigma);

/// See attention::additive_scores.
/// Source: the lessons' source document 001, line 35
template <class T>
Matrix<T> additive_scores(const MatrixView<T>& queries, const MatrixView<T>& keys,
                          const AdditiveParameters<T>& parameters);

/// Returns the bytes that the additive scores of m queries with n keys need, including results, or
/// `kTooManyBytes` (memory.hpp).
template <class T>
std::uint64_t additive_scores_bytes(Index m, Index n, const AdditiveParameters<T>& parameters);

/// See attention::gaussian_scores.
/// Source: the lessons' source document 001, lines 15–29, with the sign that its numbers imply
/// (erratum E-17)
template <class T>
Matrix<T> gaussian_scores(const MatrixView<T>& queries, const MatrixView<T>& keys, T sigma = 1);

/// Dot products, cosines and angles of each query with each key.
template <class T>
struct Angles {
  Matrix<T> dots;  ///< shape (m, n): q·k
  Matrix<T> cosines;  ///< shape (m, n): q·k / (‖q‖ ‖k‖), in [−1, 1]; NaN where a length is 0
  Matrix<T> degrees;        ///< shape (m, n): the arc cosine of the cosine, 0 … 180
  Matrix<T> query_lengths;  ///< shape (m, 1)
  Matrix<T> key_lengths;    ///< shape (n, 1)
};

/// Computes the dot products, cosines and angles of all pairs. Near 0° and 180° the cosine hardly
/// changes, so that an angle has only half as many correct digits.
/// @throws as `dot_scores` does
/// Source: the lessons' source document 000, lines 107–110; erratum E-12
template <class T>
Angles<T> angles(const MatrixView<T>& queries, const MatrixView<T>& keys);

}  // namespace attention::detail
