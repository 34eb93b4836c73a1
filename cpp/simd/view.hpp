// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace attention::simd {

/// A view of a row-major matrix: entry (r, c) is data[r·stride + c].
template <class T>
struct View {
  T* data;
  std::size_t rows;
  std::size_t cols;
  std::size_t stride;
};

template <class T>
using Input = View<const T>;

template <class T>
using Output = View<T>;

/// A read-only view of a matrix whose entry (r, p) is data[r·row_step + p·col_step].
template <class T>
struct Strided {
  const T* data;
  std::size_t row_step;
  std::size_t col_step;

  Strided from(std::size_t r, std::size_t p) const noexcept {
    return {data + r * row_step + p * col_step, row_step, col_step};
  }
};

template <class T>
Strided<T> rows_of(const Input<T>& x) noexcept {
  return {x.data, x.stride, 1};
}

/// Returns a view of the transpose of x.
template <class T>
Strided<T> columns_of(const Input<T>& x) noexcept {
  return {x.data, 1, x.stride};
}

}  // namespace attention::simd
