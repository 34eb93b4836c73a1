// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace attention::simd {

/// A row-major matrix to read: entry (r, c) is data[r·stride + c].
template <class T>
struct Input {
  const T* data;
  std::size_t rows;
  std::size_t cols;
  std::size_t stride;
};

/// A row-major matrix to write: entry (r, c) is data[r·stride + c].
template <class T>
struct Output {
  T* data;
  std::size_t rows;
  std::size_t cols;
  std::size_t stride;
};

/// A matrix of which entry (r, p) lies at data[r·row_step + p·col_step].
template <class T>
struct Strided {
  const T* data;
  std::size_t row_step;
  std::size_t col_step;

  Strided from(std::size_t r, std::size_t p) const noexcept {
    return {data + r * row_step + p * col_step, row_step, col_step};
  }
};

/// The rows of x.
template <class T>
Strided<T> rows_of(const Input<T>& x) noexcept {
  return {x.data, x.stride, 1};
}

/// The transpose of x.
template <class T>
Strided<T> columns_of(const Input<T>& x) noexcept {
  return {x.data, 1, x.stride};
}

}  // namespace attention::simd
