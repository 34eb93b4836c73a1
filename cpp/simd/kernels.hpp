// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

#include "simd/view.hpp"

namespace attention::simd {

/// Tiles of columns as `pack` lays them, `step` entries from one to the next.
template <class T>
struct Columns {
  const T* data;
  std::size_t tiles;
  std::size_t step;
};

/// Terms of a sum that are met before the next rows have their turn: as many as a tile of columns
/// can have in the first-level cache.
template <class T>
inline constexpr std::size_t kMostDepth = 512 / sizeof(T);

/// Rows of a tile at most, on any machine.
inline constexpr std::size_t kMostTileRows = 6;

/// Columns of a tile at most, on any machine: two vectors of 512 bits.
template <class T>
inline constexpr std::size_t kMostTileCols = 2 * 64 / sizeof(T);

/// The innermost loops, made for the vectors of the machine that the program finds itself on. Their
/// results are the same bits on all of them, but for product_plus (vector-inl.hpp) in a relaxed
/// module.
template <class T>
struct Kernels {
  /// Rows of a tile.
  std::size_t tile_rows;

  /// Columns of a tile: two vectors of T.
  std::size_t tile_cols;

  /// Lays up to tile_cols rows of x next to each other: entry (r, p) at columns[p·tile_cols + r],
  /// and 0 for rows that there are not.
  /// @param columns  (depth, tile_cols)
  void (*pack)(const Strided<T>& x, std::size_t rows, std::size_t depth, T* columns) noexcept;

  /// The other way: up to tile_cols rows, to[r·stride + p] = columns[p·tile_cols + r].
  /// @param columns  (depth, tile_cols)
  void (*unpack)(const T* columns, std::size_t rows, std::size_t depth, T* to,
                 std::size_t stride) noexcept;

  /// c ← a·b, or c + a·b where it `adds`, each entry summed over p = 0, 1, … by product_plus.
  /// @param a  (rows, depth)
  /// @param b  tiles of (depth, tile_cols)
  /// @param c  for each tile (rows, tile_cols): `stride` entries from one row to the next, `step`
  ///           from one tile to the next. Rows that are no multiple of tile_rows are filled up to
  ///           one: c has room for them, and what is written there means nothing
  void (*multiply)(const Strided<T>& a, std::size_t rows, const Columns<T>& b, std::size_t depth,
                   bool adds, T* c, std::size_t stride, std::size_t step) noexcept;

  /// One step of a softmax whose keys come by in turn, for tile_cols queries side by side:
  /// M' = max(M, max_j l_j) over l = logits / divisor, f = e^{M − M'}, l_j ← e^{l_j − M'},
  /// S' = f·S + Σ_j l_j, O' = f·O. Where M' is not finite, 0 is subtracted in its place. An
  /// exponential too small for a normal number is 0.
  /// @param logits  (keys, tile_cols)
  /// @param largest, sums  M and S, tile_cols each
  /// @param output  O, (rows, tile_cols)
  void (*soften)(T* logits, std::size_t keys, T divisor, T* largest, T* sums, T* output,
                 std::size_t rows) noexcept;

  /// O ← O/S for every query.
  /// @param output  O, (rows, tile_cols)
  /// @param sums    S, tile_cols
  void (*normalise)(T* output, std::size_t rows, const T* sums) noexcept;

  /// Softmax of each of tile_cols columns: x_j ← e^{f·x_j − M}/Σ_k e^{f·x_k − M} over the first
  /// `keys` rows, and 0 in those behind them. A weight too small for a normal number is 0.
  /// @param x      (rows, tile_cols), `stride` entries from one row to the next
  /// @param factor f
  void (*column_softmax)(T* x, std::size_t keys, std::size_t rows, std::size_t stride,
                         T factor) noexcept;

  /// Its backward pass: g_j ← f·w_j·(g_j − Σ_k w_k g_k) over the first `keys` rows, and 0 behind.
  /// @param weights, gradient  w and g, as `column_softmax` has x
  void (*column_softmax_gradient)(const T* weights, T* gradient, std::size_t keys, std::size_t rows,
                                  std::size_t stride, T factor) noexcept;

  /// e^{x_i − y}: see exp.hpp.
  void (*exp_of_difference)(const T* x, std::size_t count, T y, T* to) noexcept;

  /// See row.hpp.
  T (*largest)(const T* x, std::size_t count) noexcept;
  T (*sum)(const T* x, std::size_t count) noexcept;
  void (*subtract)(T* x, std::size_t count, T y) noexcept;
  void (*divide)(T* x, std::size_t count, T y) noexcept;

  /// Whether every |x_i| ≤ limit, which NaN is not.
  bool (*are_within)(const T* x, std::size_t count, T limit) noexcept;
};

/// The fastest kernels that this machine can run.
template <class T>
const Kernels<T>& kernels() noexcept;

/// All kernels that this machine can run, the fastest first.
template <class T>
std::span<const Kernels<T>* const> kernels_of_machine() noexcept;

}  // namespace attention::simd
