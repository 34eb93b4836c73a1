// SPDX-License-Identifier: MIT
#pragma once

#include "support/matrices.hpp"

namespace attention::test::reference {

/// The smallest eigenvalue of a symmetric matrix, by Jacobi's method in long double. On some
/// platforms, long double is only as precise as double.
double smallest_eigenvalue(const Matrix<double>& symmetric);

}  // namespace attention::test::reference
