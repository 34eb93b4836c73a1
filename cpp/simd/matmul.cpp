// SPDX-License-Identifier: MIT
#include "simd/matmul.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "simd/kernels.hpp"

namespace attention::simd {
namespace {

struct Sides {
  std::size_t m;
  std::size_t n;
  std::size_t k;
};

// Terms that are summed before the next columns have their turn, and rows that they meet
// meanwhile: what the first-level and the second-level cache hold.
template <class T>
constexpr std::size_t kDepth = 512 / sizeof(T);
constexpr std::size_t kRows = 512;

// Below so many products the tiles would cost more than they save.
constexpr std::size_t kFewProducts = 1000;

template <class T>
void multiply_plainly(const Strided<T>& a, const Strided<T>& b, const Sides& x, T* c,
                      std::size_t stride) {
  for (std::size_t i = 0; i < x.m; ++i)
    for (std::size_t j = 0; j < x.n; ++j) {
      T sum = c[i * stride + j];
      for (std::size_t p = 0; p < x.k; ++p) sum += *a.from(i, p).data * *b.from(p, j).data;
      c[i * stride + j] = sum;
    }
}

// The last columns, where they do not fill a tile.
template <class T>
void multiply_edge(const Strided<T>& a, const T* b, const Sides& x, T* c, std::size_t stride) {
  const Kernels<T>& kernel = kernels<T>();
  constexpr std::size_t kAtOnce = 16;
  T whole[kAtOnce * kMostTileCols] = {};
  for (std::size_t i = 0; i < x.m; i += kAtOnce) {
    const std::size_t rows = std::min(kAtOnce, x.m - i);
    const auto copy = [&](const T* from, std::size_t from_stride, T* to, std::size_t to_stride) {
      for (std::size_t r = 0; r < rows; ++r)
        std::copy_n(from + r * from_stride, x.n, to + r * to_stride);
    };
    copy(c + i * stride, stride, whole, kernel.tile_cols);
    kernel.multiply(a.from(i, 0), rows, b, x.k, whole, kernel.tile_cols);
    copy(whole, kernel.tile_cols, c + i * stride, stride);
  }
}

template <class T>
void multiply_by_tiles(const Strided<T>& a, const Strided<T>& b, const Sides& x, T* c,
                       std::size_t stride) {
  const Kernels<T>& kernel = kernels<T>();
  T columns[kMostTileCols * kDepth<T>];
  for (std::size_t p = 0; p < x.k; p += kDepth<T>)
    for (std::size_t i = 0; i < x.m; i += kRows)
      for (std::size_t j = 0; j < x.n; j += kernel.tile_cols) {
        const Sides tile{std::min(kRows, x.m - i), std::min(kernel.tile_cols, x.n - j),
                         std::min(kDepth<T>, x.k - p)};
        const Strided<T> at = b.from(p, j);
        kernel.pack({at.data, at.col_step, at.row_step}, tile.n, tile.k, columns);
        T* const to = c + i * stride + j;
        if (tile.n == kernel.tile_cols)
          kernel.multiply(a.from(i, p), tile.m, columns, tile.k, to, stride);
        else
          multiply_edge(a.from(i, p), columns, tile, to, stride);
      }
}

template <class T>
void multiply_add(const Strided<T>& a, const Strided<T>& b, const Sides& x, MatrixSpan<T> c) {
  const auto stride = static_cast<std::size_t>(c.outerStride());
  // What is empty has no address to count from.
  if (x.m == 0 || x.n == 0 || x.k == 0) return;
  if (std::uint64_t{x.m} * x.n * x.k < kFewProducts)
    multiply_plainly(a, b, x, c.data(), stride);
  else
    multiply_by_tiles(a, b, x, c.data(), stride);
}

std::size_t size(Index n) { return static_cast<std::size_t>(n); }

template <class T>
Strided<T> rows_of(const MatrixView<T>& x) {
  return {x.data(), size(x.outerStride()), 1};
}

template <class T>
Strided<T> columns_of(const MatrixView<T>& x) {
  return {x.data(), 1, size(x.outerStride())};
}

}  // namespace

template <class T>
void multiply_add(const MatrixView<T>& a, const MatrixView<T>& b, MatrixSpan<T> c) {
  multiply_add(rows_of<T>(a), rows_of<T>(b), Sides{size(a.rows()), size(b.cols()), size(a.cols())},
               c);
}

template <class T>
void multiply(const MatrixView<T>& a, const MatrixView<T>& b, MatrixSpan<T> c) {
  c.setZero();
  multiply_add<T>(a, b, c);
}

template <class T>
void multiply_transposed(const MatrixView<T>& a, const MatrixView<T>& b, MatrixSpan<T> c) {
  c.setZero();
  multiply_add(rows_of<T>(a), columns_of<T>(b),
               Sides{size(a.rows()), size(b.rows()), size(a.cols())}, c);
}

template <class T>
void transposed_multiply_add(const MatrixView<T>& a, const MatrixView<T>& b, MatrixSpan<T> c) {
  multiply_add(columns_of<T>(a), rows_of<T>(b),
               Sides{size(a.cols()), size(b.cols()), size(a.rows())}, c);
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
