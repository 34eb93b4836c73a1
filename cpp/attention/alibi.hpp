// SPDX-License-Identifier: MIT
/// @file
/// ALiBi: a bias on the scores that grows with the distance of query and key, instead of a
/// positional encoding.
#pragma once

#include "attention/options.hpp"
#include "attention/tensor.hpp"

namespace attention {

namespace abi {
template <class T>
ATTENTION_API Tensor<T> alibi_bias(Index num_heads, Index m, Index n, CausalAlignment alignment);
}

/// The bias that ALiBi adds to scaled scores: entry (a, i, j) is −2^(−8(a + 1)/h) · |p_i − j| for
/// head a of h, where p_i is the position of query i among the keys.
/// @param num_heads  h ≥ 1
/// @param m          number of queries, ≥ 0
/// @param n          number of keys, ≥ 0
/// @param alignment  p_i = i under kTopLeft, p_i = i + n − m under kBottomRight
/// @return a tensor of shape (h, m, n), of double unless T is float; 0 where p_i = j
/// @throws OutOfRange naming `num_heads`, `m` or `n`; OutOfMemory
/// Time and memory O(h·m·n).
/// Source: Press et al. 2022, section 3. If h is not a power of 2, the slopes also follow this
/// formula, not the interpolation in the authors' code
///
///     const auto bias = attention::alibi_bias<float>(8, 128, 128);
template <Real T = double>
Tensor<T> alibi_bias(Index num_heads, Index m, Index n,
                     CausalAlignment alignment = CausalAlignment::kTopLeft) {
  return abi::alibi_bias<T>(num_heads, m, n, alignment);
}

}  // namespace attention
