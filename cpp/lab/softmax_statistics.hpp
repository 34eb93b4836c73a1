// SPDX-License-Identifier: MIT
// Statistics of softmax: the entropy and the largest weight of each row, and the Jacobian.
#pragma once

#include <span>

#include "attention/tensor.hpp"

namespace attention::lab {

/// Entropy of one row of weights in nats: −Σ_j p_j ln p_j with 0 ln 0 = 0. The entropy is 0 if one
/// weight is 1, and ln n if all are equal.
template <class T>
T entropy(std::span<const T> weights) noexcept;

/// Returns the Jacobian of softmax, J_ij = ∂p_i/∂x_j: J = diag(p) − p pᵀ. It is symmetric, and each
/// row sums to 0.
/// @param weights  n weights, the output of softmax
/// @return a tensor of shape (n, n)
/// @throws OutOfMemory
template <class T>
Tensor<T> softmax_jacobian(std::span<const T> weights);

/// Frobenius norm of `softmax_jacobian` without forming it: √(Σ_j p_j² (1 − 2 p_j) + (Σ_j p_j²)²).
/// The norm is near 0 if one weight is near 1, where the gradient vanishes. Its maximum is 1/2, for
/// two equal weights.
template <class T>
T softmax_jacobian_norm(std::span<const T> weights) noexcept;

template <class T>
struct SoftmaxStatistics {
  Tensor<T> weights;  ///< shape (rows, n)
  Tensor<T> entropy;  ///< shape (rows, 1): in nats
  Tensor<T> largest;  ///< shape (rows, 1): the largest weight
  /// Shape (rows·n, n): row i·n + j is ∂p_j/∂x for row i of the logits.
  Tensor<T> jacobian;
  Tensor<T> jacobian_norms;  ///< shape (rows, 1): Frobenius norm of each Jacobian
};

/// Softmax of each row with its entropy, largest weight and Jacobian.
/// If a row is NaN, all its statistics are NaN.
/// @param logits  of shape (rows, n), n ≥ 1
/// @throws ShapeMismatch and EmptyInput naming `logits`; OutOfRange naming `temperature`;
///     OutOfMemory
/// Source: the lessons' source document 000, lines 19–30; erratum E-01 of web/src/ledger
template <class T>
SoftmaxStatistics<T> softmax_statistics(const TensorView<T>& logits, double temperature = 1);

}  // namespace attention::lab
