// SPDX-License-Identifier: MIT
#pragma once

#include "attention/detail/heads.hpp"

namespace attention::lab {

using namespace detail;

/// Reinterprets the shape (…, T, D) as (…, num_heads, T, D/num_heads) without moving entries. The
/// shape is that of `split_heads`, but each head contains components of the wrong tokens.
/// @throws as `split_heads` does
template <class T>
Tensor<T> wrong_view_of_heads(const TensorView<T>& x, Index num_heads);

}  // namespace attention::lab
