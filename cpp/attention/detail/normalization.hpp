// SPDX-License-Identifier: MIT
// Layer norm and RMS norm of one row (formulas: attention/normalization.hpp), for callers that have
// checked their arguments. Means are added in double; no row overflows or underflows in between.
#pragma once

#include "attention/index.hpp"

namespace attention::detail {

/// The number that a norm subtracts from a row: its mean (layer norm) or nothing (RMS norm).
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

/// The two functions for layer norm and for RMS norm.
/// @{
template <class T>
void layer_norm_row(const T* x, Index d, const T* gain, const T* bias, double epsilon,
                    T* y) noexcept {
  norm_row(Centre::kMean, x, d, gain, bias, epsilon, y);
}
template <class T>
void layer_norm_row_gradient(const T* x, Index d, const T* gain, double epsilon,
                             const T* y_gradient, T* x_gradient, double* gain_gradient,
                             double* bias_gradient) noexcept {
  norm_row_gradient(Centre::kMean, x, d, gain, epsilon, y_gradient, x_gradient, gain_gradient,
                    bias_gradient);
}
template <class T>
void rms_norm_row(const T* x, Index d, const T* gain, double epsilon, T* y) noexcept {
  norm_row<T>(Centre::kZero, x, d, gain, nullptr, epsilon, y);
}
template <class T>
void rms_norm_row_gradient(const T* x, Index d, const T* gain, double epsilon, const T* y_gradient,
                           T* x_gradient, double* gain_gradient) noexcept {
  norm_row_gradient(Centre::kZero, x, d, gain, epsilon, y_gradient, x_gradient, gain_gradient,
                    nullptr);
}
/// @}

}  // namespace attention::detail
