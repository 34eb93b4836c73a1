// SPDX-License-Identifier: MIT
#pragma once

#include "attention/detail/matrix.hpp"

namespace attention::detail {

/// Backward pass of `softmax`, row by row, without forming its Jacobian.
/// ∂L/∂x_j = p_j (g_j − Σ_i p_i g_i) / temperature
/// Each row of the result sums to 0; adding a constant to a row of g changes nothing.
/// @param weights           of shape (rows, n): p, the output of softmax; may have no rows or no
///     columns
/// @param weights_gradient  of shape (rows, n): g = ∂L/∂p
/// @param temperature       as given to softmax, finite and > 0
/// @return ∂L/∂x (rows, n). A row of zero weights, such as that of a query without keys, has
///     gradient 0. NaN and ±∞ follow IEEE 754: even under a weight of 0 they make their row NaN, as
///     in PyTorch.
/// @throws ShapeMismatch naming `weights_gradient`; OutOfRange naming `temperature`; OutOfMemory
/// Source: the Jacobian in softmax.hpp, which is symmetric, times g
template <class T>
Matrix<T> softmax_gradient(const MatrixView<T>& weights, const MatrixView<T>& weights_gradient,
                           T temperature = 1);

}  // namespace attention::detail
