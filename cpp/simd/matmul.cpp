// SPDX-License-Identifier: MIT
#include "simd/matmul.hpp"

#include <algorithm>
#include <cstddef>

namespace attention::simd {
namespace {

// Where a tile of c lies, and the row of a and the column of b that it takes.
template <class T>
struct Operands {
  const T* a;
  const T* b;
  T* c;
  std::size_t a_stride;
  std::size_t b_stride;
  std::size_t c_stride;
  std::size_t depth;
};

// A whole tile: its sums stay in registers, and the compiler makes vectors of the columns.
template <std::size_t kRows, std::size_t kCols, class T>
void whole_tile(const Operands<T>& x) {
  T sums[kRows][kCols];
  for (std::size_t i = 0; i < kRows; ++i)
    for (std::size_t j = 0; j < kCols; ++j) sums[i][j] = x.c[i * x.c_stride + j];
  for (std::size_t p = 0; p < x.depth; ++p)
    for (std::size_t i = 0; i < kRows; ++i)
      for (std::size_t j = 0; j < kCols; ++j)
        sums[i][j] += x.a[i * x.a_stride + p] * x.b[p * x.b_stride + j];
  for (std::size_t i = 0; i < kRows; ++i)
    for (std::size_t j = 0; j < kCols; ++j) x.c[i * x.c_stride + j] = sums[i][j];
}

// What is left at the edges.
template <class T>
void partial_tile(const Operands<T>& x, std::size_t rows, std::size_t cols) {
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t p = 0; p < x.depth; ++p) {
      const T a = x.a[i * x.a_stride + p];
      for (std::size_t j = 0; j < cols; ++j) x.c[i * x.c_stride + j] += a * x.b[p * x.b_stride + j];
    }
}

constexpr std::size_t kTileRows = 4;
template <class T>
constexpr std::size_t kTileCols = 32 / sizeof(T);

}  // namespace

template <class T>
void multiply_add(const MatrixView<T>& a, const MatrixView<T>& b, MatrixSpan<T> c) {
  // Nothing to add; and what is empty has no address to count from.
  if (a.cols() == 0) return;
  constexpr std::size_t kCols = kTileCols<T>;
  const auto size = [](Index n) { return static_cast<std::size_t>(n); };
  const std::size_t m = size(a.rows());
  const std::size_t n = size(b.cols());
  const std::size_t a_stride = size(a.outerStride());
  const std::size_t c_stride = size(c.outerStride());
  for (std::size_t j = 0; j < n; j += kCols)
    for (std::size_t i = 0; i < m; i += kTileRows) {
      const Operands<T> x{a.data() + i * a_stride,
                          b.data() + j,
                          c.data() + i * c_stride + j,
                          a_stride,
                          size(b.outerStride()),
                          c_stride,
                          size(a.cols())};
      const std::size_t rows = std::min(kTileRows, m - i);
      const std::size_t cols = std::min(kCols, n - j);
      if (rows == kTileRows && cols == kCols)
        whole_tile<kTileRows, kCols>(x);
      else
        partial_tile(x, rows, cols);
    }
}

template <class T>
void multiply(const MatrixView<T>& a, const MatrixView<T>& b, MatrixSpan<T> c) {
  c.setZero();
  multiply_add<T>(a, b, c);
}

template <class T>
void multiply_transposed(const MatrixView<T>& a, const MatrixView<T>& b, MatrixSpan<T> c) {
  const Matrix<T> transposed = b.transpose();
  multiply<T>(a, transposed, c);
}

template <class T>
void transposed_multiply_add(const MatrixView<T>& a, const MatrixView<T>& b, MatrixSpan<T> c) {
  const Matrix<T> transposed = a.transpose();
  multiply_add<T>(transposed, b, c);
}

#define ATTENTION_INSTANTIATE(T)                                                                \
  template void multiply_add(const MatrixView<T>&, const MatrixView<T>&, MatrixSpan<T>);        \
  template void multiply(const MatrixView<T>&, const MatrixView<T>&, MatrixSpan<T>);            \
  template void multiply_transposed(const MatrixView<T>&, const MatrixView<T>&, MatrixSpan<T>); \
  template void transposed_multiply_add(const MatrixView<T>&, const MatrixView<T>&, MatrixSpan<T>);
ATTENTION_INSTANTIATE(float)
ATTENTION_INSTANTIATE(double)
#undef ATTENTION_INSTANTIATE

}  // namespace attention::simd
