// SPDX-License-Identifier: MIT
// The formulas as plain loops, in double but for products, as directly as they can be written. No
// maximum is subtracted before exp, so they hold only where exp neither overflows nor vanishes.
#pragma once

#include "attention/detail/kernel_regression.hpp"
#include "support/samples.hpp"

namespace attention::detail::reference {

/// c + a·b, each entry summed over p = 0, 1, … in T.
template <class T>
Matrix<T> multiply_add(const Matrix<T>& a, const Matrix<T>& b, Matrix<T> c);

Matrix<double> softmax(const Matrix<double>& logits);

/// Every stage, one entry at a time.
KernelRegression<double> kernel_regression(const Sample<double>& sample,
                                           const KernelRegressionOptions<double>& options);

}  // namespace attention::detail::reference
