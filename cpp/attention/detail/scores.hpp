// SPDX-License-Identifier: MIT
// How much a key matters to a query, before anything is normalised. Rows are queries, columns keys.
#pragma once

#include <cstdint>

#include "attention/detail/tensor.hpp"
#include "attention/options.hpp"

namespace attention::detail {

template <class T>
struct Scale {
  Divisor divisor = Divisor::kSqrtDk;
  T number = 1;          ///< for kNumber: not 0, not NaN; ∞ makes every logit 0
  Index embed_size = 0;  ///< for kSqrtEmbed: ≥ 1. Multi-head attention fills in its own when 0
};

/// Whether queries and keys need to be of one width.
enum class Widths { kEqual, kFree };

/// The shape (…, m, n) of the scores, after every check of the arguments' shapes.
/// @param queries  (…, m, d), d ≥ 1
/// @param keys     (…, n, d), n ≥ 1; under kFree of a width of its own
/// @param values   (…, n, d_v), d_v ≥ 1
/// @throws ShapeMismatch, EmptyInput
template <class T>
Shape checked_scores_shape(const TensorView<T>& queries, const TensorView<T>& keys,
                           const TensorView<T>& values, Widths widths = Widths::kEqual);

/// The number that `scale` stands for.
/// @param d_k  components of a query and of a key, ≥ 1
/// @throws OutOfRange naming "divisor_number" or "embed_size"
template <class T>
T divisor_of(const Scale<T>& scale, Index d_k);

/// Dot products s_ij = q_i · k_j.
/// @param queries  (m, d)
/// @param keys     (n, d)
/// @return (m, n)
/// @throws ShapeMismatch (queries), EmptyInput (keys: d ≥ 1), OutOfMemory
/// Source: Luong et al. 2015, §3.1; document 002, lines 41–47
template <class T>
Matrix<T> dot_scores(const MatrixView<T>& queries, const MatrixView<T>& keys);

/// s_ij = q_i · k_j / divisor.
/// @throws as `dot_scores` and `divisor_of`
/// Source: Vaswani et al. 2017, §3.2.1; document 000, line 14
template <class T>
Matrix<T> scaled_dot_scores(const MatrixView<T>& queries, const MatrixView<T>& keys,
                            const Scale<T>& scale = {});

/// The parameters of an additive score. With a bias it is no longer odd: without one, turning both
/// q and k about turns the score about (erratum E-38).
template <class T>
struct AdditiveParameters {
  Matrix<T> W_q;   ///< (h, d_q)
  Matrix<T> W_k;   ///< (h, d_k); d_q and d_k may differ
  Matrix<T> w_v;   ///< (1, h)
  Matrix<T> bias;  ///< (1, h), or empty for none
};

/// What the hidden layer of an additive score is made of: tanh(queries_i + keys_j) is its answer to
/// query i and key j.
template <class T>
struct AdditiveFeatures {
  Matrix<T> queries;  ///< (m, h) W_q q_i
  Matrix<T> keys;     ///< (n, h) W_k k_j + bias
};

/// @param parameters  as checked by `check`
template <class T>
AdditiveFeatures<T> additive_features(const MatrixView<T>& queries, const MatrixView<T>& keys,
                                      const AdditiveParameters<T>& parameters);

/// Checks the parameters against the widths that they are to be used with.
/// @throws EmptyInput, ShapeMismatch (W_q, W_k, w_v, bias)
template <class T>
void check(const AdditiveParameters<T>& parameters, Index d_q, Index d_k);

/// Checks that queries and keys have the same number of components, at least one.
/// @throws EmptyInput (keys), ShapeMismatch (queries)
template <class T>
void check_width(const MatrixView<T>& queries, const MatrixView<T>& keys);

/// @throws OutOfRange naming "sigma" unless it is finite and > 0
template <class T>
void check_sigma(T sigma);

/// Additive scores s_ij = w_v · tanh(W_q q_i + W_k k_j + bias); lie in ±Σ|w_v|.
/// @param queries  (m, d_q), d_q ≥ 1
/// @param keys     (n, d_k), d_k ≥ 1
/// @return (m, n)
/// @throws EmptyInput, ShapeMismatch (W_q, W_k, w_v, bias), OutOfMemory
/// Source: Bahdanau et al. 2015, §A.1.2; document 001, line 35
template <class T>
Matrix<T> additive_scores(const MatrixView<T>& queries, const MatrixView<T>& keys,
                          const AdditiveParameters<T>& parameters);

/// Bytes that the additive scores of m queries with n keys take, results included, or
/// `kTooManyBytes`.
template <class T>
std::uint64_t additive_scores_bytes(Index m, Index n, const AdditiveParameters<T>& parameters);

/// Gaussian scores s_ij = −‖q_i − k_j‖² / (2σ²).
/// @param sigma  bandwidth in the unit of the keys, finite and > 0
/// @throws as `dot_scores`, and OutOfRange (sigma)
/// Source: document 001, lines 15–29, with the sign that its own numbers use (erratum E-17)
template <class T>
Matrix<T> gaussian_scores(const MatrixView<T>& queries, const MatrixView<T>& keys, T sigma = 1);

/// Dot products, cosines and angles of each query with each key.
template <class T>
struct Angles {
  Matrix<T> dots;     ///< (m, n) q·k
  Matrix<T> cosines;  ///< (m, n) q·k / (‖q‖ ‖k‖), in [−1, 1]; NaN where a length is 0
  Matrix<T> degrees;  ///< (m, n) acos of that, 0 … 180
  Matrix<T> query_lengths;  ///< (m, 1)
  Matrix<T> key_lengths;    ///< (n, 1)
};

/// How alike directions are, whatever the lengths. Near 0° and 180° an angle keeps only half of the
/// digits, because there the cosine hardly changes.
/// @throws as `dot_scores`
/// Source: document 000, lines 107–110; erratum E-12
template <class T>
Angles<T> angles(const MatrixView<T>& queries, const MatrixView<T>& keys);

}  // namespace attention::detail
