// SPDX-License-Identifier: MIT
#pragma once

#include "attention/detail/kernel_regression.hpp"

namespace attention::detail {

/// The gradient of a loss with respect to each input of a kernel regression.
template <class T>
struct KernelRegressionGradient {
  Matrix<T> queries;  ///< shape (m, d): ∂L/∂q
  Matrix<T> keys;     ///< shape (n, d): ∂L/∂k
  Matrix<T> values;   ///< shape (n, d_v): ∂L/∂v
  T sigma;            ///< ∂L/∂σ; 0 for the dot product
};

/// Backward pass of `kernel_regression`.
/// ∂L/∂a_ij = α_ij (G_i·v_j − Σ_l α_il G_i·v_l), then through the score a to q, k and σ.
/// Where a kernel is not differentiable (the edge of its window, the top of the triangle), the
/// slope is 0. The gradient of a query whose weights are all 0 is 0.
/// @param output_gradient  of shape (m, d_v): G = ∂L/∂f
/// NaN and ±∞ follow IEEE 754, except that a pair with ∂L/∂a = 0 contributes nothing at any
/// distance.
/// @throws as `kernel_regression` does, and ShapeMismatch naming `output_gradient`
/// Source: the chain rule through `softmax_gradient` (gradient/softmax.hpp) and the kernels'
/// definitions in kernel_regression.hpp
template <class T>
KernelRegressionGradient<T> kernel_regression_gradient(
    const MatrixView<T>& queries, const MatrixView<T>& keys, const MatrixView<T>& values,
    const MatrixView<T>& output_gradient, const KernelRegressionOptions<T>& options = {});

}  // namespace attention::detail
