// SPDX-License-Identifier: MIT
#pragma once

#include "attention/detail/tensor.hpp"

namespace attention::detail {

/// Splits the last axis into heads: the shape (…, T, D) becomes (…, num_heads, T, D/num_heads).
/// Head h has D/num_heads components, from h·D/num_heads on.
/// @throws ShapeMismatch naming `x`; OutOfRange naming `num_heads` if it is not a divisor of D;
///     OutOfMemory
/// Source: the lessons' source document 004, lines 68–71
template <class T>
Tensor<T> split_heads(const TensorView<T>& x, Index num_heads);

/// Concatenates heads: the shape (…, num_heads, T, d) becomes (…, T, num_heads·d). The inverse of
/// `split_heads`.
/// @throws ShapeMismatch naming `x` if it has fewer than three axes; OutOfMemory
template <class T>
Tensor<T> merge_heads(const TensorView<T>& x);

Shape split_shape(const Shape& shape, Index num_heads);

/// Checks that the last axis of this shape can be split into heads.
/// @throws ShapeMismatch naming `argument`; OutOfRange naming `num_heads`
void check_heads(Index num_heads, const char* argument, const Shape& shape);

}  // namespace attention::detail
