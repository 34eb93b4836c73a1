// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "attention/detail/matrix.hpp"
#include "attention/options.hpp"

namespace attention::detail {

/// The sign of the Gaussian's exponent. Other kernels ignore it.
enum class ExponentSign {
  kMinus,  ///< −u²/2, which favours near keys
  kPlus,   ///< +u²/2, as printed in line 21 of the lessons' source document 001; favours far keys
};

template <class T>
struct KernelRegressionOptions {
  Kernel kernel = Kernel::kGaussian;
  T sigma = 1;  ///< bandwidth in the unit of the keys, finite and > 0
  ExponentSign sign = ExponentSign::kMinus;
};

/// See attention::KernelRegressionStages.
template <class T>
struct KernelRegression {
  Matrix<T> distances;
  Matrix<T> scores;
  Matrix<T> kernel_values;
  Matrix<T> weights;
  Matrix<T> kernel_sums;
  Matrix<T> weight_sums;
  Matrix<T> weighted_values;  ///< shape (m·n, d_v): row i·n + j is α_ij v_j
  Matrix<T> prediction;
  std::vector<std::uint8_t> has_support;
};

/// See attention::kernel_regression.
/// Source: the lessons' source document 001, lines 15–29
template <class T>
KernelRegression<T> kernel_regression(const MatrixView<T>& queries, const MatrixView<T>& keys,
                                      const MatrixView<T>& values,
                                      const KernelRegressionOptions<T>& options = {});

/// Returns the number of bytes of a `KernelRegression` of m queries over n keys with values of
/// width d_v, or `kTooManyBytes` (memory.hpp) if the number overflows.
template <class T>
std::uint64_t kernel_regression_bytes(Index m, Index n, Index d_v);

/// The predictions without the other intermediate results, for example for a curve over many
/// queries.
template <class T>
struct KernelPrediction {
  Matrix<T> prediction;
  std::vector<std::uint8_t> has_support;
};

/// Returns the same predictions as `kernel_regression`, but does not store the intermediate results
/// of shape (m, n).
template <class T>
KernelPrediction<T> kernel_predict(const MatrixView<T>& queries, const MatrixView<T>& keys,
                                   const MatrixView<T>& values,
                                   const KernelRegressionOptions<T>& options = {});

}  // namespace attention::detail
