// SPDX-License-Identifier: MIT
#pragma once

#include "attention/detail/heads.hpp"

namespace attention::lab {

using namespace detail;

/// (…, T, D) read as (…, num_heads, T, D/num_heads) without moving a number: right shape, wrong
/// contents, because it mixes tokens into a head's rows.
/// @throws as `split_heads`
template <class T>
Tensor<T> wrong_view_of_heads(const TensorView<T>& x, Index num_heads);

}  // namespace attention::lab
