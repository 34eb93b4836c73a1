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
  Kernel kernel = Kernel::kGaussian;  ///< K, which gives each key its weight
  double sigma = 1;                   ///< bandwidth σ in the unit of the keys, finite and > 0
};

/// The result of every step of a kernel regression of m queries over n keys.
template <Real T>
struct KernelRegressionStages {
  Tensor<T> distances;  ///< shape (m, n): ‖q_i − k_j‖
  Tensor<T> scores;  ///< shape (m, n): a_ij; ln K for the compact kernels, −∞ outside the window
  Tensor<T> kernel_values;  ///< shape (m, n): K_ij = exp(a_ij); may underflow or overflow
  Tensor<T> weights;        ///< shape (m, n): α_ij = K_ij / Σ_j K_ij
  Tensor<T> kernel_sums;    ///< shape (m, 1): Σ_j K_ij
  Tensor<T> weight_sums;  ///< shape (m, 1): Σ_j α_ij, 1 within rounding, or 0 if every weight is 0
  Tensor<T> weighted_values;         ///< shape (m, n, d_v): α_ij v_j
  Tensor<T> prediction;              ///< shape (m, d_v): f(q_i) = Σ_j α_ij v_j
  Tensor<std::uint8_t> has_support;  ///< shape (m): 0 where every weight is 0
};

/// The predictions of a kernel regression.
template <Real T>
struct KernelPrediction {
  Tensor<T> prediction;              ///< shape (m, d_v)
  Tensor<std::uint8_t> has_support;  ///< shape (m): 0 where every weight is 0
};

/// The gradient of a loss with respect to each input of a kernel regression.
template <Real T>
struct KernelRegressionGradient {
  Tensor<T> queries;  ///< shape (m, d): ∂L/∂q
  Tensor<T> keys;     ///< shape (n, d): ∂L/∂k
  Tensor<T> values;   ///< shape (n, d_v): ∂L/∂v
  T sigma = 0;        ///< ∂L/∂σ; 0 for the dot product
};

namespace abi {
template <class T>
ATTENTION_API KernelPrediction<T> kernel_regression(const Inputs<T>& inputs,
                                                    const KernelRegressionOptions& options,
                                                    const DocumentVariant& variant = {});
template <class T>
ATTENTION_API KernelRegressionStages<T> kernel_regression_stages(
    const Inputs<T>& inputs, const KernelRegressionOptions& options,
    const DocumentVariant& variant = {});
template <class T>
ATTENTION_API KernelRegressionGradient<T> kernel_regression_gradient(
    const Inputs<T>& inputs, const TensorView<T>& output_gradient,
    const KernelRegressionOptions& options, const DocumentVariant& variant = {});
}  // namespace abi

/// Nadaraya–Watson kernel regression: an average of the values, weighted by how near their keys are
/// to the query. f(q) = Σ_j α(q, k_j) v_j with the weights
/// α(q, k_j) = K(q, k_j) / Σ_l K(q, k_l) = softmax_j(a(q, k_j)) and the scores a = ln K.
/// The Gaussian and the dot product use the max-shifted softmax, which avoids 0/0 and ∞/∞ where exp
/// underflows or overflows. The values of a compact kernel (one that is 0 outside a window) are
/// divided by their sum.
/// @param queries  of shape (m, d), d ≥ 1; m = 0 gives no predictions
/// @param keys     of shape (n, d), n ≥ 1
/// @param values   of shape (n, d_v), d_v ≥ 1
/// @param options  kernel (default Gaussian) and bandwidth σ (default 1)
/// @return the predictions; 0 for a query whose weights are all 0, see `has_support`. NaN and ±∞
///     follow IEEE 754; a Gaussian whose scores all overflow to −∞ has NaN weights, as in PyTorch
/// @throws ShapeMismatch naming `queries`, `keys` or `values`; EmptyInput naming `keys` or
///     `values`; OutOfRange naming `sigma`; OutOfMemory
/// Time O(m·n·(d + d_v)); memory: the results and 4·n entries.
/// Source: Nadaraya 1964; Watson 1964
///
///     const auto f = attention::kernel_regression(queries, keys, values, {.sigma = 2}).prediction;
template <TensorLike Q, TensorLike K, TensorLike V>
KernelPrediction<scalar_of<Q, K, V>> kernel_regression(
    const Q& queries, const K& keys, const V& values, const KernelRegressionOptions& options = {}) {
  return abi::kernel_regression<scalar_of<Q, K, V>>(
      {abi::read(queries), abi::read(keys), abi::read(values)}, options);
}

/// The result of every step of a kernel regression. The predictions equal those of
/// `kernel_regression` exactly.
/// @param queries, keys, values, options  as for `kernel_regression`
/// @return all intermediate results; degenerate cases as in `kernel_regression`
/// @throws as `kernel_regression` does
/// Time O(m·n·(d + d_v)); memory: m·n·(4 + d_v) entries.
///
///     const auto stages = attention::kernel_regression_stages(queries, keys, values);
///     stages.weights(0, 1);  // the weight of key 1 for query 0
template <TensorLike Q, TensorLike K, TensorLike V>
KernelRegressionStages<scalar_of<Q, K, V>> kernel_regression_stages(
    const Q& queries, const K& keys, const V& values, const KernelRegressionOptions& options = {}) {
  return abi::kernel_regression_stages<scalar_of<Q, K, V>>(
      {abi::read(queries), abi::read(keys), abi::read(values)}, options);
}

/// Backward pass of `kernel_regression`.
/// ∂L/∂a_ij = α_ij (G_i·v_j − Σ_l α_il G_i·v_l), then through the score a to q, k and σ.
/// Where a kernel is not differentiable (the edge of its window, the top of the triangle), the
/// slope is 0. The gradient of a query whose weights are all 0 is 0.
/// @param queries, keys, values, options  as for `kernel_regression`
/// @param output_gradient  of shape (m, d_v): G = ∂L/∂f
/// @return the gradient of each input. NaN and ±∞ follow IEEE 754, except that a pair with ∂L/∂a =
///     0 contributes nothing at any distance
/// @throws as `kernel_regression` does, and ShapeMismatch naming `output_gradient`
/// Time O(m·n·(d + d_v)); memory: the results and 5·m·n entries, because it recomputes the weights.
///
///     const auto slope = attention::kernel_regression_gradient(q, k, v, G, {.sigma = 2}).sigma;
template <TensorLike Q, TensorLike K, TensorLike V, TensorLike G>
KernelRegressionGradient<scalar_of<Q, K, V, G>> kernel_regression_gradient(
    const Q& queries, const K& keys, const V& values, const G& output_gradient,
    const KernelRegressionOptions& options = {}) {
  return abi::kernel_regression_gradient<scalar_of<Q, K, V, G>>(
      {abi::read(queries), abi::read(keys), abi::read(values)}, abi::read(output_gradient),
      options);
}

}  // namespace attention
