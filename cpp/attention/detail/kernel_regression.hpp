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

/// The result of every step of a kernel regression of m queries over n keys.
template <class T>
struct KernelRegression {
  Matrix<T> distances;  ///< shape (m, n): ‖q_i − k_j‖
  Matrix<T> scores;  ///< shape (m, n): a_ij; ln K for the compact kernels, −∞ outside the window
  Matrix<T> kernel_values;  ///< shape (m, n): K_ij = exp(a_ij); may underflow or overflow
  Matrix<T> weights;        ///< shape (m, n): α_ij = K_ij / Σ_j K_ij
  Matrix<T> kernel_sums;    ///< shape (m, 1): Σ_j K_ij
  Matrix<T> weight_sums;  ///< shape (m, 1): Σ_j α_ij, 1 within rounding, or 0 if every weight is 0
  Matrix<T> weighted_values;              ///< shape (m·n, d_v): row i·n + j is α_ij v_j
  Matrix<T> prediction;                   ///< shape (m, d_v): f(q_i) = Σ_j α_ij v_j
  std::vector<std::uint8_t> has_support;  ///< for each query, 0 if every weight is 0
};

/// Nadaraya–Watson kernel regression: attention with one weight for each (query, key) pair.
/// f(q) = Σ_j α(q, k_j) v_j, α(q, k_j) = K(q, k_j) / Σ_l K(q, k_l) = softmax_j(a(q, k_j))
/// The Gaussian and the dot product use the max-shifted softmax, which avoids 0/0 and ∞/∞ where exp
/// underflows or overflows. The values of a compact kernel (one that is 0 outside a window) are
/// divided by their sum.
/// @param queries  of shape (m, d), d ≥ 1; m = 0 gives empty results
/// @param keys     of shape (n, d), n ≥ 1
/// @param values   of shape (n, d_v), d_v ≥ 1
/// A query with no key in its window has zero weights and a zero prediction; see `has_support`. NaN
/// and ±∞ follow IEEE 754. A Gaussian whose scores all overflow to −∞, because σ is too small for
/// every distance, has NaN weights, as in PyTorch.
/// @throws ShapeMismatch; EmptyInput; OutOfRange naming `sigma`; OutOfMemory
/// Source: Nadaraya 1964; Watson 1964; the lessons' source document 001, lines 15–29
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
  Matrix<T> prediction;                   ///< shape (m, d_v)
  std::vector<std::uint8_t> has_support;  ///< for each query, 0 if every weight is 0
};

/// Returns the same predictions as `kernel_regression`, but does not store the intermediate results
/// of shape (m, n).
template <class T>
KernelPrediction<T> kernel_predict(const MatrixView<T>& queries, const MatrixView<T>& keys,
                                   const MatrixView<T>& values,
                                   const KernelRegressionOptions<T>& options = {});

}  // namespace attention::detail
