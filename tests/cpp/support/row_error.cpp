// SPDX-License-Identifier: MIT
#include "support/row_error.hpp"

#include <algorithm>
#include <cmath>

#include "support/samples.hpp"

namespace attention::test {
namespace {

bool same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

}  // namespace

double row_error(const Matrix<double>& got, const Matrix<double>& expected) {
  if (got.rows() != expected.rows() || got.cols() != expected.cols()) return kInf<double>;
  double worst = 0;
  for (Index i = 0; i < got.rows(); ++i) {
    double largest = 0;
    for (Index j = 0; j < got.cols(); ++j)
      if (std::isfinite(expected(i, j))) largest = std::max(largest, std::abs(expected(i, j)));
    for (Index j = 0; j < got.cols(); ++j) {
      if (same(got(i, j), expected(i, j))) continue;
      const double error = std::abs(got(i, j) - expected(i, j)) / largest;
      worst = std::isnan(error) ? kInf<double> : std::max(worst, error);
    }
  }
  return worst;
}

double row_error(const Tensor<double>& got, const Tensor<double>& expected) {
  return got.shape == expected.shape ? row_error(got.rows, expected.rows) : kInf<double>;
}

}  // namespace attention::test
