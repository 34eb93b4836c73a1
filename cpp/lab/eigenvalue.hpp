// SPDX-License-Identifier: MIT
#pragma once

#include "attention/detail/matrix.hpp"

namespace attention::lab {

using namespace detail;

/// Smallest eigenvalue of the symmetric part (M + Mᵀ)/2. M is positive semi-definite where it is
/// not negative; rounding moves it by about n·ε·max|M|, with the ε of the precision in which M was
/// computed, so that a semi-definite M may give a little less than 0.
/// Householder's reduction to tridiagonal form, 4n³/3 multiplications, then bisection by the signs
/// of the pivots: a fixed number of halvings, so that it ends whatever M is.
/// Double for either precision: a float's own rounding would hide a 0.
/// @param matrix  (n, n), n ≥ 1; one entry that is not finite gives NaN
/// @throws EmptyInput, ShapeMismatch (matrix), OutOfMemory
/// Source: Golub & Van Loan, Matrix Computations, 4th ed. 2013, §8.3.1 and §8.4.1
double smallest_eigenvalue(const MatrixView<double>& matrix);

}  // namespace attention::lab
