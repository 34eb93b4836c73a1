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

// Whether products are put where c was, or added to it.
enum class Mode { kPut, kAdd };

// Columns that the rows meet before the next ones have their turn: what the second-level cache
// holds.
constexpr std::size_t kCols = 256;

// Below so many products the tiles would cost more than they save.
constexpr std::size_t kFewProducts = 1000;

template <class T>
void multiply_plainly(const Strided<T>& a, const Strided<T>& b, const Sides& x, Mode mode, T* c,
                      std::size_t stride) {
  for (std::size_t i = 0; i < x.m; ++i)
    for (std::size_t j = 0; j < x.n; ++j) {
      T sum = mode == Mode::kAdd ? c[i * stride + j] : T(0);
#pragma GCC unroll 1
      for (std::size_t p = 0; p < x.k; ++p) sum += *a.from(i, p).data * *b.from(p, j).data;
      c[i * stride + j] = sum;
    }
}

// The last rows or columns, where they do not fill a tile.
template <class T>
void multiply_edge(const Strided<T>& a, const Columns<T>& b, const Sides& x, Mode mode, T* c,
                   std::size_t stride) {
  const Kernels<T>& kernel = kernels<T>();
  constexpr std::size_t kRoom = kMostTileRows * kCols;
  alignas(64) T tiles[kRoom];
  const std::size_t width = b.tiles * kernel.tile_cols;
  const std::size_t at_once = kRoom / width / kernel.tile_rows * kernel.tile_rows;
  for (std::size_t i = 0; i < x.m; i += at_once) {
    const std::size_t rows = std::min(at_once, x.m - i);
    const auto copy = [&](const T* from, std::size_t from_stride, T* to, std::size_t to_stride) {
      for (std::size_t r = 0; r < rows; ++r)
        std::copy_n(from + r * from_stride, x.n, to + r * to_stride);
    };
    if (mode == Mode::kAdd) copy(c + i * stride, stride, tiles, width);
    kernel.multiply(a.from(i, 0), rows, b, x.k, mode == Mode::kAdd, tiles, width, kernel.tile_cols);
    copy(tiles, width, c + i * stride, stride);
  }
}

template <class T>
void multiply_by_tiles(const Strided<T>& a, const Strided<T>& b, const Sides& x, Mode mode, T* c,
                       std::size_t stride) {
  const Kernels<T>& kernel = kernels<T>();
  alignas(64) T columns[kCols * kMostDepth<T>];
  const std::size_t rows = x.m / kernel.tile_rows * kernel.tile_rows;
  for (std::size_t p = 0; p < x.k; p += kMostDepth<T>, mode = Mode::kAdd)
    for (std::size_t j = 0; j < x.n; j += kCols) {
      const Sides block{x.m, std::min(kCols, x.n - j), std::min(kMostDepth<T>, x.k - p)};
      const std::size_t step = kernel.tile_cols * block.k;
      const std::size_t whole = block.n / kernel.tile_cols;
      const std::size_t cols = whole * kernel.tile_cols;
      for (std::size_t t = 0; t * kernel.tile_cols < block.n; ++t) {
        const Strided<T> at = b.from(p, j + t * kernel.tile_cols);
        kernel.pack({at.data, at.col_step, at.row_step},
                    std::min(kernel.tile_cols, block.n - t * kernel.tile_cols), block.k,
                    columns + t * step);
      }
      kernel.multiply(a.from(0, p), rows, {columns, whole, step}, block.k, mode == Mode::kAdd,
                      c + j, stride, kernel.tile_cols);
      if (rows < x.m && whole > 0)
        multiply_edge(a.from(rows, p), {columns, whole, step}, {x.m - rows, cols, block.k}, mode,
                      c + rows * stride + j, stride);
      if (cols < block.n)
        multiply_edge(a.from(0, p), {columns + whole * step, 1, step},
                      {x.m, block.n - cols, block.k}, mode, c + j + cols, stride);
    }
}

template <class T>
void multiply(const Strided<T>& a, const Strided<T>& b, const Sides& x, Mode mode,
              MatrixSpan<T> c) {
  const auto stride = static_cast<std::size_t>(c.outerStride());
  if (x.k == 0 && mode == Mode::kPut) c.setZero();
  // What is empty has no address to count from.
  if (x.m == 0 || x.n == 0 || x.k == 0) return;
  if (std::uint64_t{x.m} * x.n * x.k < kFewProducts)
    multiply_plainly(a, b, x, mode, c.data(), stride);
  else
    multiply_by_tiles(a, b, x, mode, c.data(), stride);
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
  multiply(rows_of<T>(a), rows_of<T>(b), Sides{size(a.rows()), size(b.cols()), size(a.cols())},
           Mode::kAdd, c);
}

template <class T>
void multiply(const MatrixView<T>& a, const MatrixView<T>& b, MatrixSpan<T> c) {
  multiply(rows_of<T>(a), rows_of<T>(b), Sides{size(a.rows()), size(b.cols()), size(a.cols())},
           Mode::kPut, c);
}

template <class T>
void multiply_transposed(const MatrixView<T>& a, const MatrixView<T>& b, MatrixSpan<T> c) {
  multiply(rows_of<T>(a), columns_of<T>(b), Sides{size(a.rows()), size(b.rows()), size(a.cols())},
           Mode::kPut, c);
}

template <class T>
void transposed_multiply_add(const MatrixView<T>& a, const MatrixView<T>& b, MatrixSpan<T> c) {
  multiply(columns_of<T>(a), rows_of<T>(b), Sides{size(a.cols()), size(b.cols()), size(a.rows())},
           Mode::kAdd, c);
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
