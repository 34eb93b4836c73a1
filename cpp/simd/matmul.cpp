// SPDX-License-Identifier: MIT
#include "simd/matmul.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

#include "simd/instantiate.hpp"
#include "simd/kernels.hpp"

namespace attention::simd {
namespace {

struct Sides {
  std::size_t m;
  std::size_t n;
  std::size_t k;
};

// Whether the product is written to c or added to it.
enum class Mode { kPut, kAdd };

// The number of columns of a block. A packed block fits into the second-level cache.
constexpr std::size_t kCols = 256;

// With fewer multiplications than this, packing tiles costs more time than it saves.
constexpr std::size_t kFewProducts = 1000;

// The size of the arrays on the stack for packed columns and for tiles of c, in numbers of type T.
// The whole call must fit into 32 KiB of stack.
template <class T>
constexpr std::size_t kStackColumns = 8192 / sizeof(T);
template <class T>
constexpr std::size_t kStackTiles = 3072 / sizeof(T);
static_assert(kStackTiles<double> >= kMostTileRows * kMostTileCols<double>);

constexpr std::size_t round_up(std::size_t n, std::size_t step) noexcept {
  return (n + step - 1) / step * step;
}

template <class T>
struct Room {
  T* data;
  std::size_t count;
};

// Memory for packed columns and for the tiles at the edges of c. It is on the stack if the columns
// fit there or if the allocation fails, else on the heap, because a thread's stack may be small.
template <class T>
class Scratch {
 public:
  Scratch(std::size_t columns, std::size_t tiles) noexcept
      : heap_(columns > kStackColumns<T> ? new (std::nothrow)
                                               T[round_up(columns, kLine<T>) + tiles + kLine<T>]
                                         : nullptr),
        columns_{stack_, kStackColumns<T>},
        tiles_{stack_ + kStackColumns<T>, kStackTiles<T>} {
    static_assert(sizeof(T) * (kCols * (kMostDepth<T> + kMostTileRows) + kLine<T>) <=
                  kMostScratchBytes);
    if (heap_ == nullptr) return;
    columns_ = {first_of_line(heap_.get()), columns};
    tiles_ = {first_of_line(columns_.data + columns), tiles};
  }

  const Room<T>& columns() const noexcept { return columns_; }
  const Room<T>& tiles() const noexcept { return tiles_; }

 private:
  alignas(kLineBytes) T stack_[kStackColumns<T> + kStackTiles<T>];
  std::unique_ptr<T[]> heap_;
  Room<T> columns_;
  Room<T> tiles_;
};

template <class T>
void multiply_plainly(const Strided<T>& a, const Strided<T>& b, const Sides& x, Mode mode, T* c,
                      std::size_t stride) noexcept {
  for (std::size_t i = 0; i < x.m; ++i)
    for (std::size_t j = 0; j < x.n; ++j) {
      T sum = mode == Mode::kAdd ? c[i * stride + j] : T(0);
#pragma GCC unroll 1
      for (std::size_t p = 0; p < x.k; ++p) sum += *a.from(i, p).data * *b.from(p, j).data;
      c[i * stride + j] = sum;
    }
}

// Computes the last rows or columns of c, which are too few to fill a tile.
template <class T>
void multiply_edge(const Strided<T>& a, const Columns<T>& b, const Sides& x, Mode mode, T* c,
                   std::size_t stride, const Room<T>& room) noexcept {
  const Kernels<T>& kernel = kernels<T>();
  const std::size_t tiles_in_room = room.count / (kernel.tile_rows * kernel.tile_cols);
  const std::size_t tiles_at_once = std::min(b.tiles, tiles_in_room);
  const std::size_t width = tiles_at_once * kernel.tile_cols;
  const std::size_t at_once = tiles_in_room / tiles_at_once * kernel.tile_rows;
  for (std::size_t t = 0; t < b.tiles; t += tiles_at_once)
    for (std::size_t i = 0; i < x.m; i += at_once) {
      const Columns<T> tiles{b.data + t * b.step, std::min(tiles_at_once, b.tiles - t), b.step};
      const std::size_t rows = std::min(at_once, x.m - i);
      const std::size_t cols = std::min(width, x.n - t * kernel.tile_cols);
      T* const to = c + i * stride + t * kernel.tile_cols;
      const auto copy = [&](const T* from, std::size_t from_stride, T* into,
                            std::size_t into_stride) {
        for (std::size_t r = 0; r < rows; ++r)
          std::copy_n(from + r * from_stride, cols, into + r * into_stride);
      };
      if (mode == Mode::kAdd) copy(to, stride, room.data, width);
      kernel.multiply(a.from(i, 0), rows, tiles, x.k, mode == Mode::kAdd, room.data, width,
                      kernel.tile_cols);
      copy(room.data, width, to, stride);
    }
}

template <class T>
void multiply_by_tiles(const Strided<T>& a, const Strided<T>& b, const Sides& x, Mode mode, T* c,
                       std::size_t stride) noexcept {
  const Kernels<T>& kernel = kernels<T>();
  std::size_t depth = std::min(kMostDepth<T>, x.k);
  std::size_t width = round_up(std::min(kCols, x.n), kernel.tile_cols);
  const Scratch<T> scratch(depth * width, kMostTileRows * width);
  T* const columns = scratch.columns().data;
  const std::size_t room = scratch.columns().count;
  if (room < depth * width) {
    depth = std::min(depth, room / kernel.tile_cols);
    width = room / depth / kernel.tile_cols * kernel.tile_cols;
  }
  const std::size_t rows = x.m / kernel.tile_rows * kernel.tile_rows;
  for (std::size_t p = 0; p < x.k; p += depth, mode = Mode::kAdd)
    for (std::size_t j = 0; j < x.n; j += width) {
      const Sides block{x.m, std::min(width, x.n - j), std::min(depth, x.k - p)};
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
                      c + rows * stride + j, stride, scratch.tiles());
      if (cols < block.n)
        multiply_edge(a.from(0, p), {columns + whole * step, 1, step},
                      {x.m, block.n - cols, block.k}, mode, c + j + cols, stride, scratch.tiles());
    }
}

template <class T>
void product(const Strided<T>& a, const Strided<T>& b, std::size_t k, Mode mode,
             const Output<T>& c) noexcept {
  const Sides x{c.rows, c.cols, k};
  // Without entries, data pointers may be null, and the code below would do arithmetic with them.
  if (x.m == 0 || x.n == 0) return;
  if (k == 0) {
    if (mode == Mode::kPut)
      for (std::size_t i = 0; i < x.m; ++i) std::fill_n(c.data + i * c.stride, x.n, T(0));
    return;
  }
  if (std::uint64_t{x.m} * x.n * x.k < kFewProducts)
    multiply_plainly(a, b, x, mode, c.data, c.stride);
  else if (x.m == 1 && b.col_step == 1 && x.n % kernels<T>().tile_cols == 0)
    // Packing b would take longer than the product.
    kernels<T>().multiply_row(a, b.data, b.row_step, x.k, x.n, mode == Mode::kAdd, c.data);
  else
    multiply_by_tiles(a, b, x, mode, c.data, c.stride);
}

}  // namespace

template <class T>
void multiply_add(const Input<T>& a, const Input<T>& b, const Output<T>& c) noexcept {
  product(rows_of(a), rows_of(b), a.cols, Mode::kAdd, c);
}

template <class T>
void multiply(const Input<T>& a, const Input<T>& b, const Output<T>& c) noexcept {
  product(rows_of(a), rows_of(b), a.cols, Mode::kPut, c);
}

template <class T>
void multiply_transposed(const Input<T>& a, const Input<T>& b, const Output<T>& c) noexcept {
  product(rows_of(a), columns_of(b), a.cols, Mode::kPut, c);
}

template <class T>
void multiply_transposed_add(const Input<T>& a, const Input<T>& b, const Output<T>& c) noexcept {
  product(rows_of(a), columns_of(b), a.cols, Mode::kAdd, c);
}

template <class T>
void transposed_multiply_add(const Input<T>& a, const Input<T>& b, const Output<T>& c) noexcept {
  product(columns_of(a), rows_of(b), a.rows, Mode::kAdd, c);
}

ATTENTION_INSTANTIATE(multiply_add);
ATTENTION_INSTANTIATE(multiply);
ATTENTION_INSTANTIATE(multiply_transposed);
ATTENTION_INSTANTIATE(multiply_transposed_add);
ATTENTION_INSTANTIATE(transposed_multiply_add);

}  // namespace attention::simd
