// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>

#include "attention/detail/matrix.hpp"
#include "attention/eigen.hpp"
#include "support/catch.hpp"
#include "support/tolerance.hpp"

namespace attention::test {

/// Whether a number is within the tolerance. NaN matches NaN, and an infinity matches the same
/// infinity.
bool passes(double got, double expected, Tolerance tolerance);

/// Matches a matrix, or the rows of a tensor, if every entry is within the tolerance of the
/// expected entry. Otherwise reports the first entry outside the tolerance.
template <class T>
class IsCloseTo : public MatcherBase<Matrix<T>> {
 public:
  IsCloseTo(Matrix<T> expected, Tolerance tolerance);
  bool match(const Matrix<T>& got) const override;
  bool match(const attention::Tensor<T>& got) const { return match(Matrix<T>(as_matrix(got))); }
  std::string describe() const override;

 private:
  Matrix<T> expected_;
  Tolerance tolerance_;
  mutable std::string finding_;
};

extern template class IsCloseTo<float>;
extern template class IsCloseTo<double>;

template <class T>
IsCloseTo<T> is_close_to(const Matrix<T>& expected, Tolerance tolerance) {
  return {expected, tolerance};
}

template <class T>
IsCloseTo<T> is_close_to(const attention::Tensor<T>& expected, Tolerance tolerance) {
  return {as_matrix(expected), tolerance};
}

/// Matches a matrix, or the rows of a tensor, if every entry equals the expected entry. NaN matches
/// NaN.
template <class T>
IsCloseTo<T> is_exactly(const Matrix<T>& expected) {
  return {expected, kExactly};
}

/// Checks that `gradient` is the gradient of `loss` with respect to `x`, a matrix that `loss`
/// reads. The scalar product of `gradient` and a random unit direction must equal the central
/// difference of `loss` along this direction. An error in any entry changes this product. One
/// direction needs only two losses; a check of every entry would need two per entry.
void check_gradient(const Matrix<double>& gradient, Matrix<double>& x,
                    const std::function<double()>& loss);

std::string text_of(const Matrix<float>& x);
std::string text_of(const Matrix<double>& x);

}  // namespace attention::test

template <class T>
struct Catch::StringMaker<Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>> {
  static std::string convert(const attention::detail::Matrix<T>& x) {
    return attention::test::text_of(x);
  }
};
