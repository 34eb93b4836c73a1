// SPDX-License-Identifier: MIT
#pragma once

#include "attention/detail/kernel_regression.hpp"

namespace attention::detail {

/// How a loss changes with each input of a kernel regression.
template <class T>
struct KernelRegressionGradient {
  Matrix<T> queries;  ///< (m, d) ∂L/∂q
  Matrix<T> keys;     ///< (n, d) ∂L/∂k
  Matrix<T> values;   ///< (n, d_v) ∂L/∂v
  T sigma;            ///< ∂L/∂σ; 0 for the dot product
};

/// Backward pass of `kernel_regression`.
/// ∂L/∂a_ij = α_ij (G_i·v_j − Σ_l α_il G_i·v_l), then through the score a to q, k and σ.
/// Where a kernel has a corner, at its window's edge and at triangular's top, the slope is taken to
/// be 0; a query without support has no gradient.
/// @param output_gradient  (m, d_v) G = ∂L/∂f
/// NaN and ±∞ follow IEEE, but for a pair whose ∂L/∂a is 0: it adds nothing, however far its key.
/// @throws as `kernel_regression`, and ShapeMismatch (output_gradient)
/// Source: the chain rule through `softmax_gradient` (gradient/softmax.hpp) and the kernels'
/// definitions in kernel_regression.hpp
template <class T>
KernelRegressionGradient<T> kernel_regression_gradient(
    const MatrixView<T>& queries, const MatrixView<T>& keys, const MatrixView<T>& values,
    const MatrixView<T>& output_gradient, const KernelRegressionOptions<T>& options = {});

}  // namespace attention::detail
