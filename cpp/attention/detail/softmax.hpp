// SPDX-License-Identifier: MIT
#pragma once

#include "attention/detail/matrix.hpp"

namespace attention::detail {

/// Softmax of one row, written over it.
/// p_j = exp(x_j − max) / Σ_k exp(x_k − max), max = max_k x_k
/// Subtracting the maximum changes no weight and keeps exp from overflowing.
/// @param row  n logits; becomes n weights in [0, 1] whose sum is 1. n = 0 stays empty.
/// A row that holds NaN or +∞, or nothing but −∞, becomes NaN in every entry, as in PyTorch.
/// Source: Vaswani et al. 2017, §3.2.1
template <class T>
void softmax_in_place(RowSpan<T> row) noexcept;

/// Softmax of each row of `logits` (rows, n): see `softmax_in_place`. A tensor of more axes is read
/// as the matrix of its last axis.
/// @param temperature  finite and > 0; the logits are divided by it. Towards 0 the largest logit
///     takes all, towards ∞ the weights become equal.
/// @return weights (rows, n)
/// @throws OutOfRange (temperature), OutOfMemory
template <class T>
Matrix<T> softmax(const MatrixView<T>& logits, T temperature = 1);

/// The same, written to `weights`, which may be the logits. Allocates nothing.
/// @throws OutOfRange (temperature)
template <class T>
void softmax_into(const MatrixView<T>& logits, T temperature, MatrixSpan<T> weights);

/// Entropy of one row of weights in nats: −Σ_j p_j ln p_j with 0 ln 0 = 0. 0 when one weight is 1,
/// ln n when all are equal.
template <class T>
T entropy(const RowView<T>& weights) noexcept;

/// How softmax answers to its logits, ∂p_i/∂x_j: diag(p) − p pᵀ, symmetric, its rows sum to 0.
/// @param weights  n weights, the output of softmax
/// @return (n, n)
/// @throws OutOfMemory
/// Source: document 000, lines 19–30; erratum E-01
template <class T>
Matrix<T> softmax_jacobian(const RowView<T>& weights);

/// Frobenius norm of `softmax_jacobian` without forming it: √(Σ_j p_j² (1 − 2 p_j) + (Σ_j p_j²)²).
/// Near 0 where one weight is near 1: there no gradient passes. At most 1/2, reached by two equal
/// weights.
template <class T>
T softmax_jacobian_norm(const RowView<T>& weights) noexcept;

/// What one row of weights looks like, for each row.
template <class T>
struct SoftmaxStatistics {
  Matrix<T> weights;         ///< (rows, n)
  Matrix<T> entropy;         ///< (rows, 1) in nats
  Matrix<T> largest;         ///< (rows, 1) the largest weight
  Matrix<T> jacobian;        ///< (rows·n, n) row i·n + j is ∂p_j/∂x of row i
  Matrix<T> jacobian_norms;  ///< (rows, 1) Frobenius norm
};

/// Softmax of each row with its entropy, largest weight and Jacobian.
/// A NaN row is NaN in every statistic.
/// @param logits  (rows, n), n ≥ 1
/// @throws EmptyInput (logits), OutOfRange (temperature), OutOfMemory
template <class T>
SoftmaxStatistics<T> softmax_statistics(const MatrixView<T>& logits, T temperature = 1);

/// Loss of predicting each row's target class.
template <class T>
struct CrossEntropy {
  Matrix<T> losses;           ///< (rows, 1) −ln p_target = ln Σ_j exp(x_j) − x_target
  T loss;                     ///< their mean
  Matrix<T> logits_gradient;  ///< (rows, n) ∂loss/∂x = (p − onehot(target)) / rows
};

/// Cross-entropy of softmax(logits) against classes, through log-sum-exp, so that a target of
/// weight 0 costs its distance in logits and not ∞.
/// @param logits   (rows, n), rows ≥ 1, n ≥ 1
/// @param targets  (rows, 1) class numbers, whole, in [0, n)
/// A row that holds NaN or +∞, or nothing but −∞, makes its loss and its gradient NaN.
/// @throws EmptyInput (logits), ShapeMismatch (targets), OutOfRange (targets), OutOfMemory
/// Source: torch.nn.functional.cross_entropy with reduction="mean"; Goodfellow et al. 2016,
/// §6.2.2.3
template <class T>
CrossEntropy<T> cross_entropy(const MatrixView<T>& logits, const MatrixView<T>& targets);

}  // namespace attention::detail
