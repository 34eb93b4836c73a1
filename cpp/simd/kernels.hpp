// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace attention::simd {

/// A matrix of which entry (r, p) lies at data[r·row_step + p·col_step].
template <class T>
struct Strided {
  const T* data;
  std::size_t row_step;
  std::size_t col_step;

  Strided from(std::size_t r, std::size_t p) const {
    return {data + r * row_step + p * col_step, row_step, col_step};
  }
};

/// Rows of the tile that a product is computed in. Each panel of the left factor has so many.
inline constexpr std::size_t kTileRows = 4;

/// Columns of a tile at most, on any machine.
inline constexpr std::size_t kMostTileCols = 32;

/// The innermost loops, made for the vectors of the machine that the program finds itself on. Their
/// results are the same bits on all of them.
template <class T>
struct Kernels {
  /// Columns of a tile: two vectors of T.
  std::size_t tile_cols;

  /// Lays the rows of x side by side in panels, which `multiply` reads from end to end: entry (r, p)
  /// goes to place p·kTileRows + r mod kTileRows of panel r / kTileRows. Missing rows are 0.
  /// @param panels  ⌈rows / kTileRows⌉ · kTileRows · depth entries
  void (*pack_rows)(const Strided<T>& x, std::size_t rows, std::size_t depth, T* panels);

  /// The same for up to tile_cols rows of x, which become the columns of one (depth, tile_cols).
  void (*pack_columns)(const Strided<T>& x, std::size_t rows, std::size_t depth, T* columns);

  /// c ← c + a·b, each entry summed over p = 0, 1, … with a multiplication and then an addition.
  /// @param a  panels of `pack_rows`
  /// @param b  (depth, tile_cols)
  /// @param c  (panels·kTileRows, tile_cols), its rows `stride` entries apart
  void (*multiply)(const T* a, std::size_t panels, const T* b, std::size_t depth, T* c,
                   std::size_t stride);

  /// One step of a softmax whose keys come by in turn, for tile_cols queries side by side:
  /// M' = max(M, max_j l_j) over l = logits / divisor, f = e^{M − M'}, l_j ← e^{l_j − M'},
  /// S' = f·S + Σ_j l_j, O' = f·O. Where M' is not finite, 0 is subtracted in its place.
  /// @param logits  (keys, tile_cols)
  /// @param largest, sums  M and S, tile_cols each
  /// @param output  O, (rows, tile_cols)
  void (*soften)(T* logits, std::size_t keys, T divisor, T* largest, T* sums, T* output,
                 std::size_t rows);

  /// x_i ← e^{x_i}: see exp.hpp.
  void (*exp)(T* x, std::size_t count);

  /// One row of n ≥ 1 logits becomes its softmax: see softmax.hpp.
  void (*softmax)(T* row, std::size_t n);

  /// Whether every |x_i| ≤ limit, which NaN is not.
  bool (*are_within)(const T* x, std::size_t count, T limit);
};

template <class T>
const Kernels<T>& kernels();

/// How many panels so many rows fill.
constexpr std::size_t panels_of(std::size_t rows) { return (rows + kTileRows - 1) / kTileRows; }

}  // namespace attention::simd
