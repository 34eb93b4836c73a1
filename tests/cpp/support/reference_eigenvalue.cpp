// SPDX-License-Identifier: MIT
#include "support/reference_eigenvalue.hpp"

#include <Eigen/Eigenvalues>

namespace attention::reference {

double smallest_eigenvalue(const Matrix<double>& symmetric) {
  const Matrix<long double> wide = symmetric.cast<long double>();
  return static_cast<double>(
      Eigen::SelfAdjointEigenSolver<Matrix<long double>>(wide, Eigen::EigenvaluesOnly)
          .eigenvalues()
          .minCoeff());
}

}  // namespace attention::reference
