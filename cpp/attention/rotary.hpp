// SPDX-License-Identifier: MIT
/// @file
/// Rotary positional encoding: rotates queries and keys by angles that grow with their positions,
/// so that their dot products depend only on the distance of the positions.
#pragma once

#include "attention/options.hpp"
#include "attention/tensor.hpp"

namespace attention {

namespace abi {
template <class T>
ATTENTION_API Tensor<T> rotary(const TensorView<T>& x, const RotaryOptions& options);
template <class T>
ATTENTION_API Tensor<T> rotary_gradient(const TensorView<T>& output_gradient,
                                        const RotaryOptions& options);
}  // namespace abi

/// Rotates pairs of components (a, b) of each row: y_a = x_a cos θ − x_b sin θ, y_b = x_a sin θ +
/// x_b cos θ. Row t of a matrix has position first + t; its pair i is rotated by θ = (first + t) ·
/// base^(−2i/d), for i = 0 … d/2 − 1. The norm of a row does not change.
/// @param x        of shape (…, n, d), d even; may have no entries
/// @param options  base, first and the components of a pair
/// @return a tensor of the shape of x
/// @throws ShapeMismatch naming `x`; OutOfRange naming `base` or `first`; OutOfMemory
/// Time O(entries); memory: one entry for each of x, and n·d numbers. Sines and cosines are rounded
/// to T; their error is that of `positional_encoding_into`.
/// Source: Su et al. 2021, section 3.4.2, with adjacent pairs; Llama and GPT-NeoX pair the halves
///
///     const auto rotated = attention::rotary(queries, {.pairs = attention::RotaryPairs::kHalves});
template <TensorLike X>
Tensor<scalar_of<X>> rotary(const X& x, const RotaryOptions& options = {}) {
  return abi::rotary<scalar_of<X>>(abi::read(x), options);
}

/// Backward pass of `rotary`: ∂L/∂x is ∂L/∂y, rotated back by the same angles. This function is
/// therefore also the inverse of `rotary`.
/// @param output_gradient  ∂L/∂y, of shape (…, n, d), d even; may have no entries
/// @param options          as given to `rotary`
/// @return ∂L/∂x, of the same shape
/// @throws ShapeMismatch naming `output_gradient`; OutOfRange naming `base` or `first`; OutOfMemory
/// Time and memory as for `rotary`.
/// Source: Su et al. 2021, section 3.4.2
///
///     const auto x_gradient = attention::rotary_gradient(y_gradient, options);
template <TensorLike G>
Tensor<scalar_of<G>> rotary_gradient(const G& output_gradient, const RotaryOptions& options = {}) {
  return abi::rotary_gradient<scalar_of<G>>(abi::read(output_gradient), options);
}

}  // namespace attention
