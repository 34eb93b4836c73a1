// SPDX-License-Identifier: MIT
#pragma once

#include "attention/shape.hpp"

namespace attention::detail {

/// Returns the shape of `split_heads`.
Shape split_shape(const Shape& shape, Index num_heads);

/// Checks that the last axis of `shape` can be split into `num_heads` heads of equal width.
/// @param option  the name of the number of heads in error messages
/// @throws ShapeMismatch naming `argument`; OutOfRange naming `option`
void check_heads(Index num_heads, const char* argument, const Shape& shape,
                 const char* option = "num_heads");

}  // namespace attention::detail
