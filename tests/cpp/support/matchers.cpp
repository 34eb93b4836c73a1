// SPDX-License-Identifier: MIT
#include "support/matchers.hpp"

#include <cmath>
#include <sstream>
#include <utility>

#include "support/samples.hpp"

namespace attention::test {
namespace {

template <class T>
std::string text(const T& x) {
  std::ostringstream out;
  out.precision(9);
  out << x;
  return out.str();
}

std::string exact_text(double x) {
  std::ostringstream out;
  out.precision(17);
  out << x;
  return out.str();
}

}  // namespace

bool passes(double got, double expected, Tolerance tolerance) {
  if (got == expected || (std::isnan(got) && std::isnan(expected))) return true;
  return std::isfinite(expected) &&
         std::abs(got - expected) <= tolerance.abs + tolerance.rel * std::abs(expected);
}

template <class T>
IsCloseTo<T>::IsCloseTo(Matrix<T> expected, Tolerance tolerance)
    : expected_(std::move(expected)), tolerance_(tolerance) {}

template <class T>
bool IsCloseTo<T>::match(const Matrix<T>& got) const {
  finding_ = "is close to";
  if (got.rows() != expected_.rows() || got.cols() != expected_.cols()) {
    finding_ = "has another shape than";
    return false;
  }
  for (Index i = 0; i < got.rows(); ++i)
    for (Index j = 0; j < got.cols(); ++j) {
      const auto entry = static_cast<double>(got(i, j));
      const auto wanted = static_cast<double>(expected_(i, j));
      if (passes(entry, wanted, tolerance_)) continue;
      finding_ = "is " + exact_text(entry) + " instead of " + exact_text(wanted) + " at (" +
                 std::to_string(i) + ", " + std::to_string(j) + ") of";
      return false;
    }
  return true;
}

template <class T>
std::string IsCloseTo<T>::describe() const {
  return finding_ + "\n" + text_of(expected_);
}

template class IsCloseTo<float>;
template class IsCloseTo<double>;

void check_gradient(const Matrix<double>& gradient, Matrix<double>& x,
                    const std::function<double()>& loss) {
  REQUIRE(gradient.rows() == x.rows());
  REQUIRE(gradient.cols() == x.cols());
  if (x.size() == 0) return;
  const Matrix<double> direction = random_matrix<double>(x.rows(), x.cols(), 7, -1, 1).normalized();
  const Matrix<double> kept = x;
  x = kept + kDifferenceStep * direction;
  const double above = loss();
  x = kept - kDifferenceStep * direction;
  const double below = loss();
  x = kept;
  const double slope = gradient.cwiseProduct(direction).sum();
  const double quotient = (above - below) / (2 * kDifferenceStep);
  CAPTURE(slope, quotient);
  CHECK(passes(slope, quotient, kDifferenceQuotient));
}

std::string text_of(const Matrix<float>& x) { return text(x); }
std::string text_of(const Matrix<double>& x) { return text(x); }

}  // namespace attention::test
