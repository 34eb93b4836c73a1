// SPDX-License-Identifier: MIT
/// @file
/// Nadaraya–Watson kernel regression and its gradient.
#pragma once

#include <cstdint>

#include "attention/options.hpp"
#include "attention/tensor.hpp"

namespace attention {

/// The options of a kernel regression.
struct KernelRegressionOptions {
  Kernel kernel = Kernel::kGaussian;  ///< how weight falls with distance
  double sigma = 1;                   ///< bandwidth σ in the unit of the keys, finite and > 0
};

/// Every stage of a kernel regression of m queries over n keys.
template <Real T>
struct KernelRegressionStages {
  Tensor<T> distances;  ///< (m, n) ‖q_i − k_j‖
  Tensor<T> scores;     ///< (m, n) a_ij; ln K for the compact kernels, −∞ outside the window
  Tensor<T> kernel_values;    ///< (m, n) K_ij = exp(a_ij); may underflow to 0 or overflow to +∞
  Tensor<T> weights;          ///< (m, n) α_ij = K_ij / Σ_j K_ij
  Tensor<T> kernel_sums;      ///< (m, 1) Σ_j K_ij
  Tensor<T> weight_sums;      ///< (m, 1) Σ_j α_ij: 1 within rounding, 0 without support
  Tensor<T> weighted_values;  ///< (m, n, d_v) α_ij v_j
  Tensor<T> prediction;       ///< (m, d_v) f(q_i) = Σ_j α_ij v_j
  Tensor<std::uint8_t> has_support;  ///< (m) 0 where no key has any weight
};

/// The predictions of a kernel regression.
template <Real T>
struct KernelPrediction {
  Tensor<T> prediction;              ///< (m, d_v)
  Tensor<std::uint8_t> has_support;  ///< (m) 0 where no key has any weight
};

/// How a loss changes with each input of a kernel regression.
template <Real T>
struct KernelRegressionGradient {
  Tensor<T> queries;  ///< (m, d) ∂L/∂q
  Tensor<T> keys;     ///< (n, d) ∂L/∂k
  Tensor<T> values;   ///< (n, d_v) ∂L/∂v
  T sigma = 0;        ///< ∂L/∂σ; 0 for the dot product
};

namespace abi {
template <class T>
ATTENTION_API KernelPrediction<T> kernel_regression(const TensorView<T>& queries,
                                                    const TensorView<T>& keys,
                                                    const TensorView<T>& values,
                                                    const KernelRegressionOptions& options);
template <class T>
ATTENTION_API KernelRegressionStages<T> kernel_regression_stages(
    const TensorView<T>& queries, const TensorView<T>& keys, const TensorView<T>& values,
    const KernelRegressionOptions& options);
template <class T>
ATTENTION_API KernelRegressionGradient<T> kernel_regression_gradient(
    const TensorView<T>& queries, const TensorView<T>& keys, const TensorView<T>& values,
    const TensorView<T>& output_gradient, const KernelRegressionOptions& options);
}  // namespace abi

/// Nadaraya–Watson kernel regression: an average of the values, weighted by how near their keys
/// are. f(q) = Σ_j α(q, k_j) v_j, α(q, k_j) = K(q, k_j) / Σ_l K(q, k_l) = softmax_j(a(q, k_j))
/// Gaussian and dot product use the max-shifted softmax, so that weights stay exact where exp alone
/// would give 0/0 or ∞/∞; compact kernels are divided by their sum.
/// @param queries  (m, d), d ≥ 1; m = 0 gives no predictions
/// @param keys     (n, d), n ≥ 1
/// @param values   (n, d_v), d_v ≥ 1
/// @param options  kernel (Gaussian) and bandwidth σ (1)
/// @return a query without support has the prediction 0; see `has_support`. NaN and ±∞ follow IEEE;
///     a Gaussian whose scores all overflow to −∞ has NaN weights, as in PyTorch
/// @throws ShapeMismatch, EmptyInput (queries, keys, values), OutOfRange (sigma), OutOfMemory
/// Time O(m·n·(d + d_v)), memory the results and n entries.
/// Source: Nadaraya 1964; Watson 1964
///
///     const auto f = attention::kernel_regression(queries, keys, values, {.sigma = 2}).prediction;
template <TensorLike Q, TensorLike K, TensorLike V>
KernelPrediction<scalar_of<Q, K, V>> kernel_regression(
    const Q& queries, const K& keys, const V& values, const KernelRegressionOptions& options = {}) {
  return abi::kernel_regression<scalar_of<Q, K, V>>(abi::read(queries), abi::read(keys),
                                                    abi::read(values), options);
}

/// Every stage of a kernel regression. The predictions are the same numbers as those of
/// `kernel_regression`.
/// @param queries, keys, values, options  as `kernel_regression`
/// @return all stages; degenerate cases as `kernel_regression`
/// @throws as `kernel_regression`
/// Time O(m·n·(d + d_v)), memory m·n·(4 + d_v) entries.
///
///     const auto stages = attention::kernel_regression_stages(queries, keys, values);
///     stages.weights(0, 1);  // the weight of key 1 for query 0
template <TensorLike Q, TensorLike K, TensorLike V>
KernelRegressionStages<scalar_of<Q, K, V>> kernel_regression_stages(
    const Q& queries, const K& keys, const V& values, const KernelRegressionOptions& options = {}) {
  return abi::kernel_regression_stages<scalar_of<Q, K, V>>(abi::read(queries), abi::read(keys),
                                                           abi::read(values), options);
}

/// Backward pass of `kernel_regression`.
/// ∂L/∂a_ij = α_ij (G_i·v_j − Σ_l α_il G_i·v_l), then through the score a to q, k and σ.
/// Where a kernel has a corner, at the edge of its window and at the top of the triangle, the slope
/// is taken as 0. A query without support has no gradient.
/// @param queries, keys, values, options  as `kernel_regression`
/// @param output_gradient  (m, d_v) G = ∂L/∂f
/// @return NaN and ±∞ follow IEEE, but a pair whose ∂L/∂a is 0 adds nothing, however far its key
/// @throws as `kernel_regression`, and ShapeMismatch (output_gradient)
/// Time O(m·n·(d + d_v)), memory O(m·n·d_v) entries: it computes the stages again.
///
///     const auto slope = attention::kernel_regression_gradient(q, k, v, G, {.sigma = 2}).sigma;
template <TensorLike Q, TensorLike K, TensorLike V, TensorLike G>
KernelRegressionGradient<scalar_of<Q, K, V, G>> kernel_regression_gradient(
    const Q& queries, const K& keys, const V& values, const G& output_gradient,
    const KernelRegressionOptions& options = {}) {
  return abi::kernel_regression_gradient<scalar_of<Q, K, V, G>>(
      abi::read(queries), abi::read(keys), abi::read(values), abi::read(output_gradient), options);
}

}  // namespace attention
