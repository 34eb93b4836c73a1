// SPDX-License-Identifier: MIT
/// @file
/// Scores: how well each key matches each query, before softmax. Rows are queries, columns are
/// keys.
#pragma once

#include "attention/options.hpp"
#include "attention/tensor.hpp"
#include "attention/tensor_argument.hpp"

namespace attention {

/// The divisor of dot products. A number that the divisor does not use must have its default value,
/// or the call throws an UnknownOption naming `divisor_number` or `embed_size`.
struct Scale {
  Divisor divisor = Divisor::kSqrtDk;  ///< √d_k by default
  double number = 1;  ///< the divisor for kNumber: not 0, not NaN; ∞ makes every logit 0
  /// For kSqrtEmbed, scores are divided by the square root of this number, ≥ 1. In multi-head
  /// attention, 0 means the queries' width.
  Index embed_size = 0;
};

/// The parameters of an additive score with a hidden layer of h units. Views are read during the
/// call.
template <Real T>
struct AdditiveParameters {
  TensorArgument<T> W_q;        ///< shape (h, d_q)
  TensorArgument<T> W_k;        ///< shape (h, d_k); d_q and d_k may differ
  TensorArgument<T> w_v;        ///< shape (1, h)
  TensorArgument<T> bias = {};  ///< shape (1, h), or empty for none
};

namespace abi {
template <class T>
ATTENTION_API Tensor<T> dot_scores(const TensorView<T>& queries, const TensorView<T>& keys);
template <class T>
ATTENTION_API Tensor<T> scaled_dot_scores(const TensorView<T>& queries, const TensorView<T>& keys,
                                          const Scale& scale);
template <class T>
ATTENTION_API Tensor<T> additive_scores(const TensorView<T>& queries, const TensorView<T>& keys,
                                        const AdditiveParameters<T>& parameters);
template <class T>
ATTENTION_API Tensor<T> gaussian_scores(const TensorView<T>& queries, const TensorView<T>& keys,
                                        double sigma);
}  // namespace abi

/// Dot products s_ij = q_i · k_j.
/// @param queries  of shape (m, d); m may be 0
/// @param keys     of shape (n, d), d ≥ 1; n may be 0
/// @return a tensor of shape (m, n)
/// @throws ShapeMismatch naming `queries` or `keys`; EmptyInput naming `keys`; OutOfMemory
/// Time O(m·n·d); memory: m·n entries.
/// Source: Luong et al. 2015, §3.1
///
///     const auto scores = attention::dot_scores(queries, keys);
template <TensorLike Q, TensorLike K>
Tensor<scalar_of<Q, K>> dot_scores(const Q& queries, const K& keys) {
  return abi::dot_scores<scalar_of<Q, K>>(abi::read(queries), abi::read(keys));
}

/// Scaled dot products s_ij = q_i · k_j / divisor.
/// @param queries, keys  as for `dot_scores`
/// @param scale          the divisor, √d by default
/// @return a tensor of shape (m, n)
/// A row in which a dot product overflows is computed from queries / divisor, if |divisor| > 1.
/// @throws as `dot_scores` does, and OutOfRange or UnknownOption naming `divisor_number` or
///     `embed_size`
/// Time O(m·n·d); memory: m·n entries.
/// Source: Vaswani et al. 2017, §3.2.1
///
///     const auto scores = attention::scaled_dot_scores(queries, keys);
template <TensorLike Q, TensorLike K>
Tensor<scalar_of<Q, K>> scaled_dot_scores(const Q& queries, const K& keys,
                                          const Scale& scale = {}) {
  return abi::scaled_dot_scores<scalar_of<Q, K>>(abi::read(queries), abi::read(keys), scale);
}

/// Additive scores s_ij = w_v · tanh(W_q q_i + W_k k_j + bias), between −Σ|w_v| and Σ|w_v|.
/// @param queries     of shape (m, d_q), d_q ≥ 1; m may be 0
/// @param keys        of shape (n, d_k), d_k ≥ 1; n may be 0
/// @param parameters  read during the call
/// @return a tensor of shape (m, n)
/// @throws ShapeMismatch and EmptyInput naming `queries`, `keys`, `W_q`, `W_k`, `w_v` or `bias`;
///     OutOfMemory
/// Time O((m + n)·d·h + m·n·h); memory: (m + n)·h + m·n entries.
/// Source: Bahdanau et al. 2015, §A.1.2
///
///     const auto scores = attention::additive_scores(
///         queries, keys, {.W_q = W_q, .W_k = W_k, .w_v = w_v});
template <TensorLike Q, TensorLike K>
Tensor<scalar_of<Q, K>> additive_scores(const Q& queries, const K& keys,
                                        const AdditiveParameters<scalar_of<Q, K>>& parameters) {
  return abi::additive_scores<scalar_of<Q, K>>(abi::read(queries), abi::read(keys), parameters);
}

/// Gaussian scores s_ij = −‖q_i − k_j‖² / (2σ²).
/// @param queries, keys  as for `dot_scores`
/// @param sigma          bandwidth σ in the unit of the keys, finite and > 0
/// @return a tensor of shape (m, n)
/// @throws as `dot_scores` does, and OutOfRange naming `sigma`
/// Time O(m·n·d); memory: m·n entries.
///
///     const auto scores = attention::gaussian_scores(queries, keys, 0.5);
template <TensorLike Q, TensorLike K>
Tensor<scalar_of<Q, K>> gaussian_scores(const Q& queries, const K& keys, double sigma = 1) {
  return abi::gaussian_scores<scalar_of<Q, K>>(abi::read(queries), abi::read(keys), sigma);
}

}  // namespace attention
