// SPDX-License-Identifier: MIT
#pragma once

#include "attention/matrix.hpp"

namespace attention::reference {

/// By Eigen's solver, in long double where that is wider: its own rounding is twice n·ε and more.
double smallest_eigenvalue(const Matrix<double>& symmetric);

}  // namespace attention::reference
