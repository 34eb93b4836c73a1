// SPDX-License-Identifier: MIT
#pragma once

#include "attention/detail/matrix.hpp"
#include "attention/options.hpp"

namespace attention::detail {

struct SineAndCosine {
  double sine;
  double cosine;
};

/// Computes sine and cosine with an absolute error of at most 2 · 2⁻⁵², that is, 2 units in the
/// last place of 1.
/// @param angle  in [0, 2²⁰]
SineAndCosine sine_and_cosine(double angle) noexcept;

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
