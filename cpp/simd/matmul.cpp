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

// Terms that are summed before the next tile has its turn, and rows whose panels are then at hand:
// what the first-level and the second-level cache hold, and a stack.
template <class T>
constexpr std::size_t kDepth = 512 / sizeof(T);
constexpr std::size_t kRows = 60 * kTileRows;

// Below so many products the panels would cost more than they save.
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

// What of a tile lies within c.
template <class T>
void multiply_edge(const T* a, const T* b, const Sides& x, T* c, std::size_t stride) {
  const Kernels<T>& kernel = kernels<T>();
  T tile[kTileRows * kMostTileCols] = {};
  for (std::size_t i = 0; i < x.m; ++i) std::copy_n(c + i * stride, x.n, tile + i * kernel.tile_cols);
  kernel.multiply(a, 1, b, x.k, tile, kernel.tile_cols);
  for (std::size_t i = 0; i < x.m; ++i) std::copy_n(tile + i * kernel.tile_cols, x.n, c + i * stride);
}

template <class T>
void multiply_by_panels(const Strided<T>& a, const Strided<T>& b, const Sides& x, T* c,
                        std::size_t stride) {
  const Kernels<T>& kernel = kernels<T>();
  T rows[kRows * kDepth<T>];
  T columns[kMostTileCols * kDepth<T>];
  for (std::size_t p = 0; p < x.k; p += kDepth<T>)
    for (std::size_t i = 0; i < x.m; i += kRows) {
      const Sides block{std::min(kRows, x.m - i), x.n, std::min(kDepth<T>, x.k - p)};
      kernel.pack_rows(a.from(i, p), block.m, block.k, rows);
      for (std::size_t j = 0; j < x.n; j += kernel.tile_cols) {
        const std::size_t n = std::min(kernel.tile_cols, x.n - j);
        const Strided<T> of_b = b.from(p, j);
        kernel.pack_columns({of_b.data, of_b.col_step, of_b.row_step}, n, block.k, columns);
        T* const at = c + i * stride + j;
        const std::size_t whole = n < kernel.tile_cols ? 0 : block.m / kTileRows;
        kernel.multiply(rows, whole, columns, block.k, at, stride);
        for (std::size_t r = whole * kTileRows; r < block.m; r += kTileRows)
          multiply_edge(rows + r * block.k, columns,
                        Sides{std::min(kTileRows, block.m - r), n, block.k}, at + r * stride,
                        stride);
      }
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
    multiply_by_panels(a, b, x, c.data(), stride);
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
