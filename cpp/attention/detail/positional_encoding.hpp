// SPDX-License-Identifier: MIT
#pragma once

#include "attention/detail/matrix.hpp"
#include "attention/options.hpp"

namespace attention::detail {

/// Writes the sinusoidal encoding of the positions first, first + 1, …, one in each row (formula:
/// attention/positional_encoding.hpp).
/// @throws OutOfRange naming `base` or `first`
template <class T>
void positional_encoding_into(MatrixSpan<T> to, const PositionalEncodingOptions& options);

/// Returns the encoding as a new matrix of shape (positions, width).
/// @throws OutOfRange naming `positions`, `width`, `base` or `first`; OutOfMemory
template <class T>
Matrix<T> positional_encoding(Index positions, Index width,
                              const PositionalEncodingOptions& options = {});

}  // namespace attention::detail
