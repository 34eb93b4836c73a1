// SPDX-License-Identifier: MIT
// Reference implementations with plain loops, written as directly as possible, in double except for
// `multiply_add`. They do not subtract the maximum before exp, so they are valid only if exp
// neither overflows nor underflows.
#pragma once

#include "attention/kernel_regression.hpp"
#include "support/samples.hpp"

namespace attention::test::reference {

/// Returns c + a·b. For each entry, adds a(i, p) · b(p, j) to c(i, j) in T, for p = 0, 1, … in this
/// order.
template <class T>
Matrix<T> multiply_add(const Matrix<T>& a, const Matrix<T>& b, Matrix<T> c);

Matrix<double> softmax(const Matrix<double>& logits);

KernelRegression<double> kernel_regression(const Sample<double>& sample,
                                           const KernelRegressionOptions& options);

}  // namespace attention::test::reference
