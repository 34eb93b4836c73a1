// SPDX-License-Identifier: MIT
// The matrix products of simd/matmul.hpp with Eigen views as arguments.
#pragma once

#include "attention/detail/matrix.hpp"
#include "attention/detail/shape.hpp"
#include "simd/matmul.hpp"

namespace attention::detail {

template <class T>
simd::Input<T> input_of(const MatrixView<T>& x) noexcept {
  return {x.data(), size(x.rows()), size(x.cols()), size(x.outerStride())};
}

template <class T>
simd::Output<T> output_of(MatrixSpan<T>& x) noexcept {
  return {x.data(), size(x.rows()), size(x.cols()), size(x.outerStride())};
}

/// c ← c + a·b
template <class T>
void multiply_add(const MatrixView<T>& a, const MatrixView<T>& b, MatrixSpan<T> c) noexcept {
  simd::multiply_add(input_of<T>(a), input_of<T>(b), output_of<T>(c));
}

/// c ← a·b
template <class T>
void multiply(const MatrixView<T>& a, const MatrixView<T>& b, MatrixSpan<T> c) noexcept {
  simd::multiply(input_of<T>(a), input_of<T>(b), output_of<T>(c));
}

/// c ← a·bᵀ
template <class T>
void multiply_transposed(const MatrixView<T>& a, const MatrixView<T>& b, MatrixSpan<T> c) noexcept {
  simd::multiply_transposed(input_of<T>(a), input_of<T>(b), output_of<T>(c));
}

/// c ← c + aᵀ·b
template <class T>
void transposed_multiply_add(const MatrixView<T>& a, const MatrixView<T>& b,
                             MatrixSpan<T> c) noexcept {
  simd::transposed_multiply_add(input_of<T>(a), input_of<T>(b), output_of<T>(c));
}

}  // namespace attention::detail
