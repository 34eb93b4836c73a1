// SPDX-License-Identifier: MIT
#pragma once

#include "attention/detail/matrix.hpp"

namespace attention::detail {

/// Softmax of one row, in place. p_j = exp(x_j − max) / Σ_k exp(x_k − max), max = max_k x_k
/// Subtracting the maximum changes no weight and prevents overflow in exp.
/// @param row  n logits; becomes n weights in [0, 1] with sum 1. n may be 0.
/// A row that contains NaN or +∞, or only −∞, becomes NaN in every entry, as in PyTorch.
/// Source: Vaswani et al. 2017, §3.2.1
template <class T>
void softmax_in_place(RowSpan<T> row) noexcept;

/// Softmax of each row of `logits` (rows, n): see `softmax_in_place`. A tensor with more than two
/// axes can be passed as a matrix: every vector along its last axis is a row.
/// @param temperature  finite and > 0; divides the logits. Towards 0 the largest logit gets all the
///     weight; towards ∞ all weights become equal.
/// @return the weights, of shape (rows, n)
/// @throws OutOfRange naming `temperature`; OutOfMemory
template <class T>
Matrix<T> softmax(const MatrixView<T>& logits, T temperature = 1);

/// Writes the softmax of each row to `weights`, which may be the memory of the logits. Allocates
/// nothing.
/// @throws OutOfRange naming `temperature`
template <class T>
void softmax_into(const MatrixView<T>& logits, T temperature, MatrixSpan<T> weights);

/// Entropy of one row of weights in nats: −Σ_j p_j ln p_j with 0 ln 0 = 0. The entropy is 0 if one
/// weight is 1, and ln n if all are equal.
template <class T>
T entropy(const RowView<T>& weights) noexcept;

/// Returns the Jacobian of softmax, J_ij = ∂p_i/∂x_j: J = diag(p) − p pᵀ. It is symmetric, and each
/// row sums to 0.
/// @param weights  n weights, the output of softmax
/// @return a tensor of shape (n, n)
/// @throws OutOfMemory
/// Source: the lessons' source document 000, lines 19–30; erratum E-01 of web/src/ledger
template <class T>
Matrix<T> softmax_jacobian(const RowView<T>& weights);

/// Frobenius norm of `softmax_jacobian` without forming it: √(Σ_j p_j² (1 − 2 p_j) + (Σ_j p_j²)²).
/// The norm is near 0 if one weight is near 1, where the gradient vanishes. Its maximum is 1/2, for
/// two equal weights.
template <class T>
T softmax_jacobian_norm(const RowView<T>& weights) noexcept;

/// Statistics of each row of weights.
template <class T>
struct SoftmaxStatistics {
  Matrix<T> weights;   ///< shape (rows, n)
  Matrix<T> entropy;   ///< shape (rows, 1): in nats
  Matrix<T> largest;   ///< shape (rows, 1): the largest weight
  Matrix<T> jacobian;  ///< shape (rows·n, n): row i·n + j is ∂p_j/∂x for row i of the logits
  Matrix<T> jacobian_norms;  ///< shape (rows, 1): Frobenius norm of each Jacobian
};

/// Softmax of each row with its entropy, largest weight and Jacobian.
/// If a row is NaN, all its statistics are NaN.
/// @param logits  of shape (rows, n), n ≥ 1
/// @throws EmptyInput naming `logits`; OutOfRange naming `temperature`; OutOfMemory
template <class T>
SoftmaxStatistics<T> softmax_statistics(const MatrixView<T>& logits, T temperature = 1);

/// See attention::CrossEntropy.
template <class T>
struct CrossEntropy {
  Matrix<T> losses;  ///< shape (rows, 1)
  T loss;
  Matrix<T> logits_gradient;
};

/// See attention::cross_entropy.
/// @param targets  of shape (rows, 1): class numbers, whole, in [0, n)
template <class T>
CrossEntropy<T> cross_entropy(const MatrixView<T>& logits, const MatrixView<T>& targets);

/// `cross_entropy` with class numbers as integers, which T may be unable to represent.
template <class T>
CrossEntropy<T> cross_entropy_of_classes(const MatrixView<T>& logits,
                                         const MatrixView<Index>& targets);

}  // namespace attention::detail
