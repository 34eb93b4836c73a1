// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "simd/view.hpp"

namespace attention::simd {

/// Cache-line size in bytes. A load that straddles two lines costs two accesses.
inline constexpr std::size_t kLineBytes = 64;

/// The length of a cache line in numbers of type T.
template <class T>
inline constexpr std::size_t kLine = kLineBytes / sizeof(T);

/// Returns the first address ≥ `at` at which a cache line begins.
template <class T>
T* first_of_line(T* at) noexcept {
  const auto address = reinterpret_cast<std::uintptr_t>(at);
  return at + (kLineBytes - address % kLineBytes) % kLineBytes / sizeof(T);
}

/// A matrix packed by `Kernels::pack`. A tile is a block of tile_cols columns; the starts of
/// successive tiles are `step` entries apart.
template <class T>
struct Columns {
  const T* data;
  std::size_t tiles;
  std::size_t step;
};

/// The largest depth of one multiplication, that is, the number of products that it adds to each
/// entry of the result. A tile of columns with this depth fits into the first-level cache.
template <class T>
inline constexpr std::size_t kMostDepth = 512 / sizeof(T);

/// The largest number of rows of a tile (a block of results that is computed in registers), on any
/// machine.
inline constexpr std::size_t kMostTileRows = 6;

/// The largest number of columns of a tile, on any machine: two vectors of 512 bits.
template <class T>
inline constexpr std::size_t kMostTileCols = 2 * 64 / sizeof(T);

/// The innermost loops, compiled for one instruction set. Their results have the same bits on all
/// machines, except in two builds: WebAssembly with relaxed SIMD, and a native build with
/// ATTENTION_FUSED. There `product_plus` (vector-inl.hpp) may round once instead of twice.
template <class T>
struct Kernels {
  std::size_t tile_rows;

  /// The number of columns of a tile: two SIMD vectors of T.
  std::size_t tile_cols;

  /// Transposes `rows` ≤ tile_cols rows of x: entry (r, p) is copied to columns[p·tile_cols + r].
  /// Entries of `columns` with rows ≤ r < tile_cols become 0.
  /// @param columns  of shape (depth, tile_cols)
  void (*pack)(const Strided<T>& x, std::size_t rows, std::size_t depth, T* columns) noexcept;

  /// The inverse of `pack`: to[r·stride + p] = columns[p·tile_cols + r] for r < `rows` ≤ tile_cols.
  /// @param columns  of shape (depth, tile_cols)
  void (*unpack)(const T* columns, std::size_t rows, std::size_t depth, T* to,
                 std::size_t stride) noexcept;

  /// c ← a·b, or c + a·b if `adds`; each entry is summed over p = 0, 1, … with product_plus.
  /// @param a  of shape (rows, depth)
  /// @param b  tiles of shape (depth, tile_cols)
  /// @param c  for each tile of b a matrix of shape (rows, tile_cols), with `stride` entries
  ///     between the starts of rows and `step` between the starts of tiles. c must have memory for
  ///     `rows` rounded up to a multiple of tile_rows; the extra rows receive arbitrary values
  void (*multiply)(const Strided<T>& a, std::size_t rows, const Columns<T>& b, std::size_t depth,
                   bool adds, T* c, std::size_t stride, std::size_t step) noexcept;

  /// c ← a·b, or c + a·b if `adds`, for one row, added in the order of `multiply`. b is read once,
  /// in the order of its memory.
  /// @param a  of shape (1, depth)
  /// @param b  of shape (depth, cols), with `stride` entries between the starts of rows
  /// @param cols  a multiple of tile_cols
  void (*multiply_row)(const Strided<T>& a, const T* b, std::size_t stride, std::size_t depth,
                       std::size_t cols, bool adds, T* c) noexcept;

  /// One step of an online softmax for tile_cols queries with logits l: M' = max(M, max_j l_j),
  /// f = e^{M − M'}, l_j ← e^{l_j − M'}, S' = f·S + Σ_j l_j, O' = f·O. If M' is not finite, 0 is
  /// subtracted instead. Exponentials that would be subnormal become 0.
  /// @param logits  of shape (keys, tile_cols)
  /// @param largest, sums  M and S, tile_cols numbers each
  /// @param output  O, (rows, tile_cols)
  void (*soften)(T* logits, std::size_t keys, T* largest, T* sums, T* output,
                 std::size_t rows) noexcept;

  /// O ← O/S for every query.
  /// @param output  O, (rows, tile_cols)
  /// @param sums    S, tile_cols numbers
  void (*normalise)(T* output, std::size_t rows, const T* sums) noexcept;

  /// Softmax of each of tile_cols columns: x_j ← e^{x_j − M}/Σ_k e^{x_k − M} over the first `keys`
  /// rows, where M is the largest x_k of the column. Later rows become 0, and so do weights that
  /// would be subnormal.
  /// @param x  of shape (rows, tile_cols), `stride` entries between rows
  void (*column_softmax)(T* x, std::size_t keys, std::size_t rows, std::size_t stride) noexcept;

  /// Backward pass of `column_softmax` of f·x: g_j ← f·w_j·(g_j − Σ_k w_k g_k) over the first
  /// `keys` rows; later rows become 0.
  /// @param weights, gradient  w and g, in the layout of `x` in `column_softmax`
  /// @param factor  f
  void (*column_softmax_gradient)(const T* weights, T* gradient, std::size_t keys, std::size_t rows,
                                  std::size_t stride, T factor) noexcept;

  /// Computes simd::softmax: see row.hpp.
  void (*softmax)(const T* x, std::size_t count, T* to) noexcept;

  /// Computes to_i = e^{x_i − y}: see `exp_in_place` in row.hpp.
  void (*exp_of_difference)(const T* x, std::size_t count, T y, T* to) noexcept;

  /// Compute `max_of`, `sum_of`, `subtract` and `divide`: see row.hpp.
  T (*largest)(const T* x, std::size_t count) noexcept;
  T (*sum)(const T* x, std::size_t count) noexcept;
  void (*subtract)(T* x, std::size_t count, T y) noexcept;
  void (*divide)(T* x, std::size_t count, T y) noexcept;

  /// Returns whether |x_i| ≤ limit for every i; false if an x_i is NaN.
  bool (*are_within)(const T* x, std::size_t count, T limit) noexcept;
};

/// Replaces each number x by x Φ(x), and writes its derivative to `slopes`: see row.hpp. Not a
/// member of `Kernels`, so that a WebAssembly module that does not call it does not contain it.
/// @param x, slopes  `count` numbers each; a multiple of 8, the doubles in the widest vector
using GeluKernel = void(bool by_tanh, double* x, double* slopes, std::size_t count) noexcept;

/// Returns the fastest kernels that this machine supports.
template <class T>
const Kernels<T>& kernels() noexcept;

/// Returns all kernels that this machine supports, the fastest first.
template <class T>
std::span<const Kernels<T>* const> kernels_of_machine() noexcept;

/// Return the fastest GELU kernel of this machine, and all its GELU kernels, the fastest first.
GeluKernel& gelu_kernel() noexcept;
std::span<GeluKernel* const> gelu_kernels_of_machine() noexcept;

}  // namespace attention::simd
