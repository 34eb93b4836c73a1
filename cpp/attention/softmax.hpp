// SPDX-License-Identifier: MIT
/// @file
/// Softmax, its gradient and cross-entropy.
#pragma once

#include "attention/tensor.hpp"

namespace attention {

/// The loss of predicting each row's target class.
template <Real T>
struct CrossEntropy {
  Tensor<T> losses;           ///< (rows) −ln p_target = ln Σ_j exp(x_j) − x_target
  T loss = 0;                 ///< their mean
  Tensor<T> logits_gradient;  ///< (rows, n) ∂loss/∂x = (p − onehot(target)) / rows
};

namespace abi {
template <class T>
ATTENTION_API Tensor<T> softmax(const TensorView<T>& logits, double temperature);
template <class T>
ATTENTION_API void softmax_into(const TensorSpan<T>& weights, const TensorView<T>& logits,
                                double temperature);
template <class T>
ATTENTION_API Tensor<T> softmax_gradient(const TensorView<T>& weights,
                                         const TensorView<T>& weights_gradient, double temperature);
template <class T>
ATTENTION_API CrossEntropy<T> cross_entropy(const TensorView<T>& logits,
                                            const TensorView<Index>& targets);
}  // namespace abi

/// Softmax of each row of the last axis.
/// p_j = exp(x_j/τ − max) / Σ_k exp(x_k/τ − max), max = max_k x_k/τ
/// Subtracting the maximum changes no weight and keeps exp from overflowing.
/// @param logits       (…, n); no entries give no entries
/// @param temperature  τ, finite and > 0. Towards 0 the largest logit takes all weight, towards ∞
///     the weights become equal
/// @return weights (…, n), each in [0, 1]; those of a row sum to 1
/// A row that contains NaN or +∞, or nothing but −∞, becomes NaN in every entry, as in PyTorch.
/// @throws OutOfRange (temperature), OutOfMemory
/// Time O(entries), memory as many entries.
/// Source: Vaswani et al. 2017, §3.2.1
///
///     const auto weights = attention::softmax(logits);
template <TensorLike X>
Tensor<scalar_of<X>> softmax(const X& logits, double temperature = 1) {
  return abi::softmax<scalar_of<X>>(abi::read(logits), temperature);
}

/// `softmax` that writes its result to memory of the caller.
/// @param weights  shaped like the logits; a Tensor, a TensorSpan or a row-major Eigen matrix. May
///     be the logits themselves
/// @param logits, temperature  as `softmax`
/// @throws as `softmax`, and ShapeMismatch (weights)
/// Time O(entries), memory none: the call allocates nothing.
///
///     attention::softmax_into(logits, logits);  // in place
template <WritableTensorLike Out, TensorLike X>
void softmax_into(Out&& weights, const X& logits, double temperature = 1) {
  abi::softmax_into<scalar_of<Out, X>>(abi::write(weights), abi::read(logits), temperature);
}

/// Backward pass of `softmax`, row by row, without its Jacobian.
/// ∂L/∂x_j = p_j (g_j − Σ_i p_i g_i) / τ
/// @param weights           (…, n) p, the result of `softmax`
/// @param weights_gradient  (…, n) g = ∂L/∂p
/// @param temperature       τ as given to `softmax`, finite and > 0
/// @return ∂L/∂x (…, n). A row of zero weights gets 0; NaN and ±∞ follow IEEE
/// @throws ShapeMismatch (weights_gradient), OutOfRange (temperature), OutOfMemory
/// Time O(entries), memory as many entries.
///
///     const auto logits_gradient = attention::softmax_gradient(weights, weights_gradient);
template <TensorLike P, TensorLike G>
Tensor<scalar_of<P, G>> softmax_gradient(const P& weights, const G& weights_gradient,
                                         double temperature = 1) {
  return abi::softmax_gradient<scalar_of<P, G>>(abi::read(weights), abi::read(weights_gradient),
                                                temperature);
}

/// Cross-entropy of softmax(logits) against classes, through log-sum-exp: a target of weight 0
/// costs its distance in logits and not ∞.
/// @param logits   (rows, n), rows ≥ 1, n ≥ 1
/// @param targets  (rows) class numbers in [0, n)
/// @return a row that contains NaN or +∞, or nothing but −∞, has a loss and a gradient of NaN
/// @throws EmptyInput (logits), ShapeMismatch (logits, targets), OutOfRange (targets), OutOfMemory
/// Time O(rows·n), memory rows·n entries.
/// Source: torch.nn.functional.cross_entropy with reduction="mean"; Goodfellow et al. 2016,
/// §6.2.2.3
///
///     const std::vector<attention::Index> targets = {2, 0};
///     const auto loss = attention::cross_entropy(logits, attention::view(targets)).loss;
template <TensorLike X>
CrossEntropy<scalar_of<X>> cross_entropy(const X& logits, const TensorView<Index>& targets) {
  return abi::cross_entropy<scalar_of<X>>(abi::read(logits), targets);
}

}  // namespace attention
