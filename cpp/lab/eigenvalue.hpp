// SPDX-License-Identifier: MIT
#pragma once

#include "attention/detail/matrix.hpp"

namespace attention::lab {

using namespace detail;

/// Returns the smallest eigenvalue of the symmetric part (M + Mᵀ)/2 of `matrix`, M. M is positive
/// semi-definite if the result is not negative. Rounding changes the result by about n·ε·max|M|,
/// where ε is the machine epsilon of the precision of M, so that a semi-definite M may give a
/// result slightly below 0. Computes in double by Householder's reduction to tridiagonal form, then
/// bisection, in time O(n³). In float, rounding errors would hide an eigenvalue of 0.
/// @param matrix  of shape (n, n), n ≥ 1; if an entry is not finite, the result is NaN
/// @throws EmptyInput; ShapeMismatch naming `matrix`; OutOfMemory
/// Source: Golub & Van Loan, Matrix Computations, 4th ed. 2013, §8.3.1 and §8.4.1
double smallest_eigenvalue(const MatrixView<double>& matrix);

}  // namespace attention::lab
