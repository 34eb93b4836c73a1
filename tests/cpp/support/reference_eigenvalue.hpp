// SPDX-License-Identifier: MIT
#pragma once

#include "attention/detail/matrix.hpp"

namespace attention::detail::reference {

/// Computed with Jacobi's method in long double, which some platforms implement as double.
double smallest_eigenvalue(const Matrix<double>& symmetric);

}  // namespace attention::detail::reference
