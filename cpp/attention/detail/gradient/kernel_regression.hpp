// SPDX-License-Identifier: MIT
#pragma once

#include "attention/detail/kernel_regression.hpp"

namespace attention::detail {

/// See attention::KernelRegressionGradient.
template <class T>
struct KernelRegressionGradient {
  Matrix<T> queries;
  Matrix<T> keys;
  Matrix<T> values;
  T sigma;
};

/// See attention::kernel_regression_gradient.
template <class T>
KernelRegressionGradient<T> kernel_regression_gradient(
    const MatrixView<T>& queries, const MatrixView<T>& keys, const MatrixView<T>& values,
    const MatrixView<T>& output_gradient, const KernelRegressionOptions<T>& options = {});

}  // namespace attention::detail
