// SPDX-License-Identifier: MIT
#pragma once

#include "attention/detail/matrix.hpp"

namespace attention::detail::reference {

/// By Jacobi's rotations, in long double where that is wider.
double smallest_eigenvalue(const Matrix<double>& symmetric);

}  // namespace attention::detail::reference
