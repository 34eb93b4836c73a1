// SPDX-License-Identifier: MIT
#pragma once

#include "attention/matrix.hpp"

namespace attention {

/// Softmax of one row, written over it.
/// p_j = exp(x_j − max) / Σ_k exp(x_k − max), max = max_k x_k
/// Subtracting the maximum changes no weight and keeps exp from overflowing.
/// @param row  n logits; becomes n weights in [0, 1] whose sum is 1. n = 0 stays empty.
/// A row that holds NaN or +∞, or nothing but −∞, becomes NaN in every entry, as in PyTorch.
/// Source: Vaswani et al. 2017, §3.2.1
template <class T>
void softmax_in_place(RowSpan<T> row);

/// Softmax of each row of `logits` (rows, n): see `softmax_in_place`. A tensor of more axes is read
/// as the matrix of its last axis.
/// @return weights (rows, n)
template <class T>
Matrix<T> softmax(const MatrixView<T>& logits);

}  // namespace attention
