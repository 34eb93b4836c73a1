// SPDX-License-Identifier: MIT
/// @file
/// Positional encodings: vectors added to tokens, so that attention can use their positions.
#pragma once

#include "attention/options.hpp"
#include "attention/tensor.hpp"

namespace attention {

namespace abi {
template <class T>
ATTENTION_API void positional_encoding_into(const TensorSpan<T>& out,
                                            const PositionalEncodingOptions& options);
}

/// Writes the sinusoidal encoding of the positions first, first + 1, …, one in each row: entry (r,
/// 2i) is sin(p ω_i) and entry (r, 2i + 1) is cos(p ω_i) with p = first + r and ω_i =
/// base^(−2i/width). For an even width, every row has the Euclidean norm √(width/2), and the dot
/// product of two rows, Σ_i cos((p − p') ω_i), depends only on their distance.
/// @param out      of shape (positions, width); with an odd width, the last column is a sine. May
///     have no entries
/// @param options  base and first
/// @throws ShapeMismatch naming `out`; OutOfRange naming `base` or `first`; OutOfMemory
/// Time O(positions · width), memory O(1). Entries are computed in double. For angles up to 1, the
/// error is a few units in the last place of 1. For larger angles, the rounding error of the angle
/// is added.
/// Source: Vaswani et al. 2017, section 3.5
///
///     attention::Tensor<float> P({24, 32});
///     attention::positional_encoding_into(P);
template <WritableTensorLike Out>
void positional_encoding_into(Out&& out, const PositionalEncodingOptions& options = {}) {
  abi::positional_encoding_into<scalar_of<Out>>(abi::write(out), options);
}

/// A tensor with the sinusoidal encoding, see `positional_encoding_into`.
/// @param positions  ≥ 0
/// @param width      components of a position, ≥ 0
/// @param options    base and first
/// @return a tensor of shape (positions, width), of double unless T is float
/// @throws OutOfRange naming `shape`, `base` or `first`; OutOfMemory
/// Time and memory O(positions · width).
/// Source: Vaswani et al. 2017, section 3.5
///
///     const auto P = attention::positional_encoding(24, 32);
template <Real T = double>
Tensor<T> positional_encoding(Index positions, Index width,
                              const PositionalEncodingOptions& options = {}) {
  Tensor<T> result({positions, width});
  positional_encoding_into(result, options);
  return result;
}

}  // namespace attention
