// SPDX-License-Identifier: MIT
#pragma once

#include "support/matrices.hpp"

namespace attention::test::reference {

/// Uses Jacobi's method in long double. On some platforms, long double is as precise as double.
double smallest_eigenvalue(const Matrix<double>& symmetric);

}  // namespace attention::test::reference
