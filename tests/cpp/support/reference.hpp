// SPDX-License-Identifier: MIT
// The formulas as plain loops in double, as directly as they can be written. No maximum is
// subtracted before exp, so they hold only where exp neither overflows nor vanishes.
#pragma once

#include "attention/kernel_regression.hpp"
#include "support/samples.hpp"

namespace attention::reference {

Matrix<double> softmax(const Matrix<double>& logits);

/// Every stage, one entry at a time.
KernelRegression<double> kernel_regression(const Sample<double>& sample,
                                           const KernelRegressionOptions<double>& options);

}  // namespace attention::reference
