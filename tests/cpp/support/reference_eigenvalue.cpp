// SPDX-License-Identifier: MIT
#include "support/reference_eigenvalue.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace attention::test::reference {
namespace {

// Applies the Jacobi rotation of rows and columns p and q that makes the entry (p, q) 0.
void rotate(Matrix<long double>& a, Index p, Index q) {
  const long double angle = std::atan2(2 * a(p, q), a(q, q) - a(p, p)) / 2;
  const long double c = std::cos(angle);
  const long double s = std::sin(angle);
  for (Index i = 0; i < a.rows(); ++i) {
    const long double x = a(i, p);
    const long double y = a(i, q);
    a(i, p) = c * x - s * y;
    a(i, q) = s * x + c * y;
  }
  for (Index i = 0; i < a.cols(); ++i) {
    const long double x = a(p, i);
    const long double y = a(q, i);
    a(p, i) = c * x - s * y;
    a(q, i) = s * x + c * y;
  }
}

}  // namespace

double smallest_eigenvalue(const Matrix<double>& symmetric) {
  // Jacobi's method converges quadratically: once the off-diagonal entries are small relative to
  // the diagonal, each sweep squares their relative size. So few sweeps are enough.
  constexpr int kSweeps = 20;
  Matrix<long double> a(symmetric.rows(), symmetric.cols());
  long double largest = 0;
  for (Index i = 0; i < a.size(); ++i) {
    a.data()[i] = symmetric.data()[i];
    largest = std::max(largest, std::abs(a.data()[i]));
  }
  const long double negligible = largest * std::numeric_limits<long double>::epsilon() / 16;
  for (int sweep = 0; sweep < kSweeps; ++sweep)
    for (Index p = 0; p < a.rows(); ++p)
      for (Index q = p + 1; q < a.cols(); ++q)
        if (std::abs(a(p, q)) > negligible) rotate(a, p, q);
  long double smallest = a(0, 0);
  for (Index i = 1; i < a.rows(); ++i) smallest = std::min(smallest, a(i, i));
  return static_cast<double>(smallest);
}

}  // namespace attention::test::reference
