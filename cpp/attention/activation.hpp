// SPDX-License-Identifier: MIT
/// @file
/// GELU, the activation of a Transformer's feed-forward layer, and its gradient.
#pragma once

#include "attention/options.hpp"
#include "attention/tensor.hpp"

namespace attention {

namespace abi {
template <class T>
ATTENTION_API Tensor<T> gelu(const TensorView<T>& x, GeluApproximation approximation);
template <class T>
ATTENTION_API Tensor<T> gelu_gradient(const TensorView<T>& x, const TensorView<T>& output_gradient,
                                      GeluApproximation approximation);
}  // namespace abi

/// GELU of each entry: y = x Φ(x), where Φ is the normal distribution function.
/// @param x              of any shape; may have no entries
/// @param approximation  of Φ: none (default) or by tanh
/// @return a tensor of the shape of x; −0 at −∞, ∞ at ∞, NaN at NaN
/// Entries are computed in double and rounded once. Both tails are precise too: gelu(−30.0)
/// is −30 Φ(−30), not 0.
/// @throws OutOfMemory
/// Time O(entries); memory: one entry for each of x.
/// Source: Hendrycks and Gimpel 2016, section 2; torch.nn.functional.gelu
///
///     const auto y = attention::gelu(x, attention::GeluApproximation::kTanh);
template <TensorLike X>
Tensor<scalar_of<X>> gelu(const X& x, GeluApproximation approximation = GeluApproximation::kNone) {
  return abi::gelu<scalar_of<X>>(abi::read(x), approximation);
}

/// Backward pass of `gelu`: ∂L/∂x = ∂L/∂y · y'(x). Without approximation, y'(x) = Φ(x) + x φ(x)
/// with the normal density φ; with tanh, it is the derivative of the approximation.
/// @param x                of any shape; may have no entries
/// @param output_gradient  ∂L/∂y, of the shape of x
/// @param approximation    as given to `gelu`
/// @return ∂L/∂x, of the shape of x; y' is 0 at −∞ and 1 at ∞
/// @throws ShapeMismatch naming `output_gradient`; OutOfMemory
/// Time O(entries); memory: one entry for each of x.
/// Source: Hendrycks and Gimpel 2016, section 2
///
///     const auto x_gradient = attention::gelu_gradient(x, y_gradient);
template <TensorLike X, TensorLike G>
Tensor<scalar_of<X, G>> gelu_gradient(const X& x, const G& output_gradient,
                                      GeluApproximation approximation = GeluApproximation::kNone) {
  return abi::gelu_gradient<scalar_of<X, G>>(abi::read(x), abi::read(output_gradient),
                                             approximation);
}

}  // namespace attention
