// SPDX-License-Identifier: MIT
// Layer norm and RMS norm of one row (formulas: attention/normalization.hpp), for callers that have
// checked their arguments. Means are computed in double, without overflow or underflow.
#pragma once

#include "attention/index.hpp"

namespace attention::detail {

/// The number that a norm subtracts from each entry: the row's mean (layer norm) or 0 (RMS norm).
enum class Centre { kMean, kZero };

/// @param x        d ≥ 1 numbers
/// @param gain     d numbers, or null for ones
/// @param bias     d numbers, or null for zeros
/// @param epsilon  finite and ≥ 0
/// @param y        d numbers; may be x
template <class T>
void norm_row(Centre centre, const T* x, Index d, const T* gain, const T* bias, double epsilon,
              T* y) noexcept;

/// @param x, d, gain, epsilon  as for `norm_row`
/// @param y_gradient     ∂L/∂y
/// @param x_gradient     ∂L/∂x is written here; may be y_gradient
/// @param gain_gradient  ∂L/∂gain of this row is added here; may be null
/// @param bias_gradient  ∂L/∂bias of this row is added here; may be null
template <class T>
void norm_row_gradient(Centre centre, const T* x, Index d, const T* gain, double epsilon,
                       const T* y_gradient, T* x_gradient, double* gain_gradient,
                       double* bias_gradient) noexcept;

}  // namespace attention::detail
