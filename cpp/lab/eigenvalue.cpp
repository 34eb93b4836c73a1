// SPDX-License-Identifier: MIT
#include "lab/eigenvalue.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "attention/detail/memory.hpp"
#include "attention/detail/refuse.hpp"

namespace attention::lab {
namespace {

using Row = RowSpan<double>;

// Computes (M + Mᵀ)/2 as 2^exponent times `symmetric`, whose largest entry is in [1/2, 1), so that
// no square overflows. This scaling is exact. Returns false if an entry of M is not finite.
bool symmetric_part(const MatrixView<double>& matrix, Matrix<double>& symmetric, int& exponent) {
  const Index n = matrix.rows();
  double largest = 0;
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) {
      if (!std::isfinite(matrix(i, j))) return false;
      largest = std::max(largest, std::abs(matrix(i, j)));
    }
  std::frexp(largest, &exponent);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j)
      symmetric(i, j) =
          std::ldexp(matrix(i, j), -exponent) / 2 + std::ldexp(matrix(j, i), -exponent) / 2;
  return true;
}

// One step of Householder's reduction: a ← H a H reflects the rows and columns after k of a
// symmetric matrix. Column k then has a single entry below the diagonal, which is returned. v and w
// are scratch memory.
double reflect(Matrix<double>& a, Index k, Row v, Row w) {
  const Index n = a.rows();
  const double first = a(k + 1, k);
  double below = 0;
  for (Index i = k + 2; i < n; ++i) below += a(i, k) * a(i, k);
  // If the sum of squares is nearly subnormal, it is negligible compared with entries of about 1
  // and too imprecise for a reflection.
  if (below < std::numeric_limits<double>::min() / std::numeric_limits<double>::epsilon())
    return first;
  // The sign opposite to `first` avoids cancellation in v's first entry.
  const double left = std::copysign(std::sqrt(first * first + below), -first);
  for (Index i = k + 1; i < n; ++i) v(i) = a(i, k);
  v(k + 1) -= left;
  const double half_square = -left * v(k + 1);  // ‖v‖²/2, so that H = I − v vᵀ/half_square
  double dot = 0;
  for (Index i = k + 1; i < n; ++i) {
    double sum = 0;
    for (Index j = k + 1; j < n; ++j) sum += a(i, j) * v(j);
    w(i) = sum / half_square;
    dot += v(i) * w(i);
  }
  for (Index i = k + 1; i < n; ++i) w(i) -= dot / (2 * half_square) * v(i);
  for (Index i = k + 1; i < n; ++i)
    for (Index j = k + 1; j < n; ++j) a(i, j) -= v(i) * w(j) + w(i) * v(j);
  return left;
}

// Returns whether a symmetric tridiagonal matrix has an eigenvalue ≤ x. beside(i) is its entry
// (i, i − 1). All eigenvalues are larger than x if and only if every pivot of the matrix minus x·I
// is positive.
bool reaches_down_to(const RowView<double>& diagonal, const RowView<double>& beside, double x) {
  double pivot = 1;
  for (Index i = 0; i < diagonal.size(); ++i) {
    pivot = diagonal(i) - x - beside(i) * beside(i) / pivot;
    if (pivot <= 0) return true;
  }
  return false;
}

double bisect(const RowView<double>& diagonal, const RowView<double>& beside) {
  const Index n = diagonal.size();
  double low = std::numeric_limits<double>::infinity();
  double high = low;
  for (Index i = 0; i < n; ++i) {
    const double next = i + 1 < n ? std::abs(beside(i + 1)) : 0;
    low = std::min(low, diagonal(i) - std::abs(beside(i)) - next);
    high = std::min(high, diagonal(i));
  }
  // If the entries of the original n × n matrix are at most 1, its norm is at most n, and so is
  // every entry of the tridiagonal matrix. The interval is then at most 2n wide, and after 60
  // halvings narrower than the rounding errors, which are about n·2⁻⁵². If the entries are larger,
  // the width and the rounding errors grow by the same factor.
  constexpr int kHalvings = 60;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = low + (high - low) / 2;
    (reaches_down_to(diagonal, beside, middle) ? high : low) = middle;
  }
  return high;
}

}  // namespace

double smallest_eigenvalue(const MatrixView<double>& matrix) {
  const Index n = matrix.rows();
  if (n == 0) refuse_empty("matrix", ErrorCode::kRow, {}, Shape{n, matrix.cols()});
  if (matrix.cols() != n)
    refuse_shape("matrix", ErrorCode::kShape, {Shape{n, n}}, Shape{n, matrix.cols()});
  require_memory(multiply_bytes(multiply_bytes(sizeof(double), n), n));

  Matrix<double> a(n, n);
  int exponent = 0;
  if (!symmetric_part(matrix, a, exponent)) return std::numeric_limits<double>::quiet_NaN();
  Matrix<double> scratch = Matrix<double>::Zero(4, n);
  const Row diagonal = scratch.row(0);
  Row beside = scratch.row(1);
  for (Index k = 0; k + 1 < n; ++k) beside(k + 1) = reflect(a, k, scratch.row(2), scratch.row(3));
  scratch.row(0) = a.diagonal();
  return std::ldexp(bisect(diagonal, beside), exponent);
}

}  // namespace attention::lab
