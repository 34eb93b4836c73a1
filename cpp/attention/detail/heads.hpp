// SPDX-License-Identifier: MIT
#pragma once

#include "attention/detail/tensor.hpp"

namespace attention::detail {

/// See attention::split_heads.
/// Source: the lessons' source document 004, lines 68–71
template <class T>
Tensor<T> split_heads(const TensorView<T>& x, Index num_heads);

/// See attention::merge_heads.
template <class T>
Tensor<T> merge_heads(const TensorView<T>& x);

Shape split_shape(const Shape& shape, Index num_heads);

/// Checks that the last axis of `shape` can be split into `num_heads` heads of equal width.
/// @param option  the name of the number of heads in error messages
/// @throws ShapeMismatch naming `argument`; OutOfRange naming `option`
void check_heads(Index num_heads, const char* argument, const Shape& shape,
                 const char* option = "num_heads");

}  // namespace attention::detail
