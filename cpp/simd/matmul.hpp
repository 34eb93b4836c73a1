// SPDX-License-Identifier: MIT
#pragma once

#include "attention/detail/matrix.hpp"

namespace attention::simd {

using detail::MatrixSpan;
using detail::MatrixView;

/// c ← c + a·b. Entry (i, j) is summed over p = 0, 1, … in this order, whatever the shapes and the
/// lanes, so that every build but a relaxed one gives the same bits.
/// @param a  (m, k)
/// @param b  (k, n)
/// @param c  (m, n), overlapping neither a nor b
template <class T>
void multiply_add(const MatrixView<T>& a, const MatrixView<T>& b, MatrixSpan<T> c);

/// c ← a·b, as above.
template <class T>
void multiply(const MatrixView<T>& a, const MatrixView<T>& b, MatrixSpan<T> c);

/// c ← a·bᵀ with b (n, k), as above.
template <class T>
void multiply_transposed(const MatrixView<T>& a, const MatrixView<T>& b, MatrixSpan<T> c);

/// c ← c + aᵀ·b with a (k, m), as above.
template <class T>
void transposed_multiply_add(const MatrixView<T>& a, const MatrixView<T>& b, MatrixSpan<T> c);

}  // namespace attention::simd
