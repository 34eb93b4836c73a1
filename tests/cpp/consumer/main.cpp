// SPDX-License-Identifier: MIT
#include <cstdio>

#include <attention/detail/attention.hpp>
#include <attention/detail/gradient/attention.hpp>
#include <attention/detail/gradient/kernel_regression.hpp>
#include <attention/detail/kernel_regression.hpp>
#include <attention/detail/multi_head.hpp>
#include <attention/detail/random.hpp>
#include <attention/detail/streaming.hpp>
#include <attention/detail/training/trainer.hpp>
#include <attention/error.hpp>

int main() {
  using attention::detail::Matrix;
  using attention::detail::Tensor;
  const Matrix<double> query = Matrix<double>::Constant(1, 1, 57);
  const Matrix<double> keys{{51.0}, {56.0}, {58.0}};
  const Matrix<double> values{{40.0}, {43.0}, {48.0}};
  const auto result = attention::detail::kernel_regression<double>(query, keys, values);
  std::printf("f(57) = %.8f\n", result.prediction(0, 0));

  const Tensor<double> x({4, 8}, attention::detail::draw_matrix<double>(4, 8, {.seed = 1}));
  const auto plain = attention::detail::attention<double>(x, x, x);
  const auto streamed = attention::detail::streaming_attention<double>(x, x, x);
  std::printf("streamed: %d\n", streamed.output.rows.isApprox(plain.output.rows, 1e-12));

  try {
    attention::detail::split_heads<double>(x, 3);
  } catch (const attention::Error& error) {
    std::printf("%s\n", error.what());
  }
}
