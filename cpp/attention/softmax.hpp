// SPDX-License-Identifier: MIT
/// @file
/// Softmax, its gradient and cross-entropy.
#pragma once

#include "attention/tensor.hpp"

namespace attention {

/// The cross-entropy loss of predicting each row's target class.
template <Real T>
struct CrossEntropy {
  Tensor<T> losses;           ///< shape (rows): −ln p_target = ln Σ_j exp(x_j) − x_target
  T loss = 0;                 ///< the mean of `losses`, summed in double
  Tensor<T> logits_gradient;  ///< shape (rows, n): ∂loss/∂x = (p − onehot(target)) / rows
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

/// Softmax along the last axis, for each row.
/// p_j = exp(x_j/τ − max) / Σ_k exp(x_k/τ − max), max = max_k x_k/τ
/// Subtracting the maximum changes no weight and prevents overflow in exp.
/// @param logits       of shape (…, n); may have no entries
/// @param temperature  τ, finite and > 0. Towards 0 the largest logit gets all the weight; towards
///     ∞ all weights become equal
/// @return the weights, of shape (…, n), each in [0, 1]; the weights of a row sum to 1
/// A row that contains NaN or +∞, or only −∞, becomes NaN in every entry, as in PyTorch.
/// @throws OutOfRange naming `temperature`; OutOfMemory
/// Time O(entries); memory: one entry for each logit.
/// Source: Vaswani et al. 2017, §3.2.1
///
///     const auto weights = attention::softmax(logits);
template <TensorLike X>
Tensor<scalar_of<X>> softmax(const X& logits, double temperature = 1) {
  return abi::softmax<scalar_of<X>>(abi::read(logits), temperature);
}

/// `softmax` that writes its result to the caller's memory.
/// @param weights  shaped like the logits; a Tensor, a TensorSpan or a row-major Eigen matrix. Each
///     row may be the memory of the same row of the logits; any other overlap is an error
/// @param logits, temperature  as for `softmax`
/// @throws as `softmax` does, and ShapeMismatch or, for an overlap, OutOfRange naming `weights`.
///     The memory is then unchanged
/// Time O(entries). The call allocates no memory.
///
///     attention::softmax_into(logits, logits);  // in place
template <WritableTensorLike Out, TensorLike X>
void softmax_into(Out&& weights, const X& logits, double temperature = 1) {
  abi::softmax_into<scalar_of<Out, X>>(abi::write(weights), abi::read(logits), temperature);
}

/// Backward pass of `softmax`, row by row, without forming its Jacobian.
/// ∂L/∂x_j = p_j (g_j − Σ_i p_i g_i) / τ
/// @param weights           of shape (…, n): p, the result of `softmax`
/// @param weights_gradient  of shape (…, n): g = ∂L/∂p
/// @param temperature       τ as given to `softmax`, finite and > 0
/// @return ∂L/∂x, of shape (…, n). A row whose weights are all 0 has gradient 0; NaN and ±∞ follow
///     IEEE 754
/// @throws ShapeMismatch naming `weights_gradient`; OutOfRange naming `temperature`; OutOfMemory
/// Time O(entries); memory: one entry for each weight.
///
///     const auto logits_gradient = attention::softmax_gradient(weights, weights_gradient);
template <TensorLike P, TensorLike G>
Tensor<scalar_of<P, G>> softmax_gradient(const P& weights, const G& weights_gradient,
                                         double temperature = 1) {
  return abi::softmax_gradient<scalar_of<P, G>>(abi::read(weights), abi::read(weights_gradient),
                                                temperature);
}

/// Cross-entropy of softmax(logits) against target classes, computed with log-sum-exp, so that the
/// loss stays finite where the target's weight underflows to 0.
/// @param logits   of shape (rows, n), rows ≥ 1, n ≥ 1
/// @param targets  of shape (rows): class numbers in [0, n)
/// @return the losses, their mean and its gradient; NaN for a row that contains NaN or +∞, or only
///     −∞
/// @throws EmptyInput naming `logits`; ShapeMismatch naming `logits` or `targets`; OutOfRange
///     naming `targets`; OutOfMemory
/// Time O(rows·n); memory: rows·n entries.
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
