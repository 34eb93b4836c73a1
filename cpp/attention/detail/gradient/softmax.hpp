// SPDX-License-Identifier: MIT
#pragma once

#include "attention/detail/matrix.hpp"

namespace attention::detail {

/// Backward pass of `softmax`, row by row, without forming its Jacobian.
/// ∂L/∂x_j = p_j (g_j − Σ_i p_i g_i) / temperature
/// A row of it sums to 0, and a constant added to a row of g changes nothing.
/// @param weights           (rows, n) p, the output of softmax; no rows and no columns are allowed
/// @param weights_gradient  (rows, n) g = ∂L/∂p
/// @param temperature       the one that softmax was given, finite and > 0
/// @return ∂L/∂x (rows, n). A row of zero weights, such as that of a query without keys, gets 0.
/// NaN and ±∞ follow IEEE: under a weight of 0 they still make their row NaN, as in PyTorch.
/// @throws ShapeMismatch (weights_gradient), OutOfRange (temperature), OutOfMemory
/// Source: the transposed Jacobian of softmax.hpp times g; it is symmetric
template <class T>
Matrix<T> softmax_gradient(const MatrixView<T>& weights, const MatrixView<T>& weights_gradient,
                           T temperature = 1);

}  // namespace attention::detail
