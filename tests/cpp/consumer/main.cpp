// SPDX-License-Identifier: MIT
#include <cstdio>

#include <attention/error.hpp>
#include <attention/gradient/kernel_regression.hpp>
#include <attention/kernel_regression.hpp>
#include <attention/softmax.hpp>

int main() {
  using attention::Matrix;
  const Matrix<double> query = Matrix<double>::Constant(1, 1, 57);
  const Matrix<double> keys{{51.0}, {56.0}, {58.0}};
  const Matrix<double> values{{40.0}, {43.0}, {48.0}};
  const auto result = attention::kernel_regression<double>(query, keys, values);
  std::printf("f(57) = %.8f\n", result.prediction(0, 0));
}
