// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "attention/detail/matrix.hpp"
#include "attention/options.hpp"

namespace attention::detail {

/// Sign of the Gaussian's exponent. Other kernels have none and pay no heed to it.
enum class ExponentSign {
  kMinus,  ///< −u²/2, which favours near keys
  kPlus,   ///< +u²/2, as document 001 prints it in line 21: favours the farthest key
};

template <class T>
struct KernelRegressionOptions {
  Kernel kernel = Kernel::kGaussian;
  T sigma = 1;  ///< bandwidth in the unit of the keys, finite and > 0
  ExponentSign sign = ExponentSign::kMinus;
};

/// Every stage of a kernel regression of m queries over n keys.
template <class T>
struct KernelRegression {
  Matrix<T> distances;  ///< (m, n) ‖q_i − k_j‖
  Matrix<T> scores;     ///< (m, n) a_ij; ln K for the compact kernels, −∞ outside the window
  Matrix<T> kernel_values;    ///< (m, n) K_ij = exp(a_ij); may underflow to 0 or overflow to +∞
  Matrix<T> weights;          ///< (m, n) α_ij = K_ij / Σ_j K_ij
  Matrix<T> kernel_sums;      ///< (m, 1) Σ_j K_ij
  Matrix<T> weight_sums;      ///< (m, 1) Σ_j α_ij: 1 within rounding, 0 without support
  Matrix<T> weighted_values;  ///< (m·n, d_v) row i·n + j is α_ij v_j
  Matrix<T> prediction;       ///< (m, d_v) f(q_i) = Σ_j α_ij v_j
  std::vector<std::uint8_t> has_support;  ///< (m) 0 where no key has any weight
};

/// Nadaraya–Watson kernel regression: attention with one weight for each (query, key) pair.
/// f(q) = Σ_j α(q, k_j) v_j, α(q, k_j) = K(q, k_j) / Σ_l K(q, k_l) = softmax_j(a(q, k_j))
/// Gaussian and dot product go through the max-shifted softmax, so that weights stay exact where
/// exp alone would be 0/0 or ∞/∞; compact kernels are divided by their sum.
/// @param queries  (m, d), d ≥ 1; m = 0 gives empty stages
/// @param keys     (n, d), n ≥ 1
/// @param values   (n, d_v), d_v ≥ 1
/// A query without support has zero weights and a zero prediction; look at `has_support`.
/// NaN or ±∞ in the data follows IEEE into the stages that it touches; so does a Gaussian whose
/// scores all overflow to −∞, because σ is far too small for every distance: its weights are NaN,
/// as in PyTorch.
/// @throws ShapeMismatch, EmptyInput, OutOfRange (sigma), OutOfMemory
/// Source: Nadaraya 1964; Watson 1964; document 001, lines 15–29
template <class T>
KernelRegression<T> kernel_regression(const MatrixView<T>& queries, const MatrixView<T>& keys,
                                      const MatrixView<T>& values,
                                      const KernelRegressionOptions<T>& options = {});

/// Bytes of the stages of m queries over n keys with values of width d_v, or `kTooManyBytes`
/// (memory.hpp).
template <class T>
std::uint64_t kernel_regression_bytes(Index m, Index n, Index d_v);

/// Predictions alone, for curves over many queries.
template <class T>
struct KernelPrediction {
  Matrix<T> prediction;                   ///< (m, d_v)
  std::vector<std::uint8_t> has_support;  ///< (m)
};

/// As `kernel_regression`, the same numbers, without keeping the (m, n) stages.
template <class T>
KernelPrediction<T> kernel_predict(const MatrixView<T>& queries, const MatrixView<T>& keys,
                                   const MatrixView<T>& values,
                                   const KernelRegressionOptions<T>& options = {});

}  // namespace attention::detail
