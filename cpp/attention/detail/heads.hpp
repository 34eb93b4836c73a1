// SPDX-License-Identifier: MIT
#pragma once

#include "attention/detail/tensor.hpp"

namespace attention::detail {

/// (…, T, D) → (…, num_heads, T, D/num_heads): head h takes the components h·D/num_heads and on.
/// @throws ShapeMismatch (x), OutOfRange (num_heads: ≥ 1, a divisor of D), OutOfMemory
/// Source: document 004, lines 68–71
template <class T>
Tensor<T> split_heads(const TensorView<T>& x, Index num_heads);

/// (…, num_heads, T, d) → (…, T, num_heads·d), the inverse of `split_heads`.
/// @throws ShapeMismatch (x: at least three axes), OutOfMemory
template <class T>
Tensor<T> merge_heads(const TensorView<T>& x);

/// The shape of `split_heads`'s result.
Shape split_shape(const Shape& shape, Index num_heads);

/// Checks that components of this shape can be split.
/// @throws ShapeMismatch naming `argument`, OutOfRange (num_heads)
void check_heads(Index num_heads, const char* argument, const Shape& shape);

}  // namespace attention::detail
