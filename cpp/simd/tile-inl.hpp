// SPDX-License-Identifier: MIT
// Matrix products in tiles. Highway includes this file once for each target (instruction set).
// This file is long because the products of one row and of tiles must add in the same order.
#if defined(ATTENTION_SIMD_TILE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTENTION_SIMD_TILE_INL
#undef ATTENTION_SIMD_TILE_INL
#else
#define ATTENTION_SIMD_TILE_INL
#endif

#include <algorithm>
#include <cstddef>
#include <type_traits>

#include "simd/kernels.hpp"
#include "simd/vector-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace attention::simd::HWY_NAMESPACE {

template <class T>
constexpr std::size_t kTileCols = 2 * kLanes<T>;

// The number of rows of a tile. The sums of this many rows and the operands fit into the fifteen
// vector registers that V8 provides. Without a fused multiply-add, each product occupies one more
// register.
#if HWY_TARGET == HWY_WASM && !defined(__wasm_relaxed_simd__)
constexpr std::size_t kTileRows = 5;
#else
constexpr std::size_t kTileRows = 6;
#endif

static_assert(kTileRows <= kMostTileRows && kTileCols<float> <= kMostTileCols<float> &&
              kTileCols<double> <= kMostTileCols<double>);

// How often a packed row stores each number: once for each SIMD lane if the target has no
// instruction that loads and broadcasts a number, else once.
template <class T>
constexpr std::size_t kCopies = HWY_TARGET == HWY_WASM ? kLanes<T> : 1;

#if HWY_TARGET != HWY_SCALAR
// The number of rows and of columns of the block that `transpose` transposes.
template <class T>
constexpr std::size_t kBlock = 16 / sizeof(T);

HWY_INLINE void transpose(const float* from, std::size_t row_step, float* to,
                          std::size_t width) noexcept {
  const hn::CappedTag<float, 4> d;
  const auto row0 = LoadU(d, from);
  const auto row1 = LoadU(d, from + row_step);
  const auto row2 = LoadU(d, from + 2 * row_step);
  const auto row3 = LoadU(d, from + 3 * row_step);
  const auto first01 = hn::InterleaveLower(d, row0, row1);
  const auto first23 = hn::InterleaveLower(d, row2, row3);
  StoreU(hn::ConcatLowerLower(d, first23, first01), d, to);
  StoreU(hn::ConcatUpperUpper(d, first23, first01), d, to + width);
  const auto last01 = hn::InterleaveUpper(d, row0, row1);
  const auto last23 = hn::InterleaveUpper(d, row2, row3);
  StoreU(hn::ConcatLowerLower(d, last23, last01), d, to + 2 * width);
  StoreU(hn::ConcatUpperUpper(d, last23, last01), d, to + 3 * width);
}

HWY_INLINE void transpose(const double* from, std::size_t row_step, double* to,
                          std::size_t width) noexcept {
  const hn::CappedTag<double, 2> d;
  const auto row0 = LoadU(d, from);
  const auto row1 = LoadU(d, from + row_step);
  StoreU(hn::InterleaveLower(d, row0, row1), d, to);
  StoreU(hn::InterleaveUpper(d, row0, row1), d, to + width);
}
#endif

// Calls `move` for each entry of a range of rows and columns. The loops are not unrolled, because
// the ranges are small.
template <class Move>
HWY_INLINE void for_entries(std::size_t first_row, std::size_t rows, std::size_t first_col,
                            std::size_t cols, const Move& move) noexcept {
#pragma GCC unroll 1
  for (std::size_t r = first_row; r < rows; ++r)
#pragma GCC unroll 1
    for (std::size_t p = first_col; p < cols; ++p) move(r, p);
}

// Transposes `rows` ≤ kWidth rows: entry (r, p) is copied to to[p·kWidth + r]. Entries of
// `to` with rows ≤ r < kWidth become 0.
template <std::size_t kWidth, class T>
void lay(const Strided<T>& x, std::size_t rows, std::size_t depth, T* to) noexcept {
  const auto move = [&](std::size_t r, std::size_t p) {
    to[p * kWidth + r] = r < rows ? *x.from(r, p).data : T(0);
  };
  if (x.row_step == 1) {
    // Loops instead of std::copy_n, which link-time optimisation turns into a call.
#pragma GCC unroll 1
    for (std::size_t p = 0; p < depth; ++p, to += kWidth) {
      const T* const from = x.data + p * x.col_step;
      if (rows == kWidth) {
        // Reads all entries before it writes any; otherwise the compiler could not vectorise the
        // copy, because it must assume that `from` and `to` overlap.
        T row[kWidth];
        for (std::size_t r = 0; r < kWidth; ++r) row[r] = from[r];
        for (std::size_t r = 0; r < kWidth; ++r) to[r] = row[r];
        continue;
      }
      for (std::size_t r = 0; r < rows; ++r) to[r] = from[r];
      for (std::size_t r = rows; r < kWidth; ++r) to[r] = T(0);
    }
    return;
  }
  std::size_t laid = 0;
#if HWY_TARGET != HWY_SCALAR
  if (x.col_step == 1) {
    constexpr std::size_t kB = kBlock<T>;
    const auto lay_block = [&](std::size_t r) {
      std::size_t p = 0;
      for (; p + kB <= depth; p += kB)
        transpose(x.from(r, p).data, x.row_step, to + p * kWidth + r, kWidth);
      for_entries(r, r + kB, p, depth, move);
    };
    for (; laid + kB <= rows; laid += kB) lay_block(laid);
    // If kWidth is not a multiple of kB, the last block overlaps rows that are already transposed.
    if (laid < kWidth && rows == kWidth) {
      lay_block(kWidth - kB);
      laid = kWidth;
    }
  }
#endif
  for_entries(laid, kWidth, 0, depth, move);
}

template <class T>
void pack(const Strided<T>& x, std::size_t rows, std::size_t depth, T* columns) noexcept {
  lay<kTileCols<T>>(x, rows, depth, columns);
}

template <class T>
void unpack(const T* columns, std::size_t rows, std::size_t depth, T* to,
            std::size_t stride) noexcept {
  const auto move = [&](std::size_t r, std::size_t p) {
    to[r * stride + p] = columns[p * kTileCols<T> + r];
  };
  std::size_t unpacked = 0;
#if HWY_TARGET != HWY_SCALAR
  constexpr std::size_t kB = kBlock<T>;
  for (; unpacked + kB <= rows; unpacked += kB) {
    std::size_t p = 0;
    for (; p + kB <= depth; p += kB)
      transpose(columns + p * kTileCols<T> + unpacked, kTileCols<T>, to + unpacked * stride + p,
                stride);
    for_entries(unpacked, unpacked + kB, p, depth, move);
  }
#endif
  for_entries(unpacked, rows, 0, depth, move);
}

// Stores each number of x once for each SIMD lane. If rows < kTileRows, the last row is repeated.
template <class T>
void lay_copies(const Strided<T>& x, std::size_t rows, std::size_t depth, T* to) noexcept {
  const Tag<T> d;
  constexpr std::size_t kL = kLanes<T>;
  constexpr std::size_t kStep = kTileRows * kL;
  const std::size_t step = x.col_step;
  if (x.row_step == 1 && rows == kTileRows) {
    const T* from = x.data;
    for (T* const end = to + depth * kStep; to != end; to += kStep, from += step)
#pragma GCC unroll 8
      for (std::size_t r = 0; r < kTileRows; ++r) StoreU(Set(d, from[r]), d, to + r * kL);
    return;
  }
  for (std::size_t r = 0; r < kTileRows; ++r) {
    const T* from = x.data + std::min(r, rows - 1) * x.row_step;
    T* at = to + r * kL;
    T* const end = at + depth * kStep;
    if constexpr (kL == 4) {
      if (step == 1)
        for (T* const last = end - depth % 4 * kStep; at != last; at += 4 * kStep, from += 4) {
          const auto four = LoadU(d, from);
          StoreU(hn::Broadcast<0>(four), d, at);
          StoreU(hn::Broadcast<1>(four), d, at + kStep);
          StoreU(hn::Broadcast<2>(four), d, at + 2 * kStep);
          StoreU(hn::Broadcast<3>(four), d, at + 3 * kStep);
        }
    }
#pragma GCC unroll 1
    for (; at != end; at += kStep, from += step) StoreU(Set(d, *from), d, at);
  }
}

// Stores `rows` ≤ kTileRows rows of x in the layout that `multiply_tile` reads.
template <class T>
void lay_side(const Strided<T>& x, std::size_t rows, std::size_t depth, T* to) noexcept {
  if constexpr (kCopies<T> == 1)
    lay<kTileRows>(x, rows, depth, to);
  else
    lay_copies(x, rows, depth, to);
}

template <class T>
HWY_INLINE Vector<T> factor_at(const T* from) noexcept {
  if constexpr (kCopies<T> == 1)
    return Set(Tag<T>(), *from);
  else
    return LoadU(Tag<T>(), from);
}

// Computes kTileRows rows of one tile of c.
template <class T>
HWY_INLINE void multiply_tile(const T* a, const T* b, std::size_t depth, bool adds, T* c,
                              std::size_t stride) noexcept {
  const Tag<T> d;
  constexpr std::size_t kL = kLanes<T>;
  constexpr std::size_t kAStep = kTileRows * kCopies<T>;
  constexpr std::size_t kBStep = kTileCols<T>;
  const auto zero = Set(d, T(0));
  Vector<T> sums[kTileRows][2];
#pragma GCC unroll 8
  for (std::size_t r = 0; r < kTileRows; ++r) {
    sums[r][0] = adds ? LoadU(d, c + r * stride) : zero;
    sums[r][1] = adds ? LoadU(d, c + r * stride + kL) : zero;
  }
  const auto meet = [&](std::size_t p) __attribute__((always_inline)) {
    const auto left = LoadU(d, b + p * kBStep);
    const auto right = LoadU(d, b + p * kBStep + kL);
#pragma GCC unroll 8
    for (std::size_t r = 0; r < kTileRows; ++r) {
      const auto factor = factor_at(a + p * kAStep + r * kCopies<T>);
      sums[r][0] = product_plus(factor, left, sums[r][0]);
      sums[r][1] = product_plus(factor, right, sums[r][1]);
    }
  };
  // The loop is unrolled four times for float, with an exit after each term. Without these exits,
  // the WebAssembly optimiser would reorder the additions so that each one waits for the previous
  // one.
  constexpr std::size_t kTurn = std::is_same_v<T, float> ? 4 : 1;
  for (std::size_t left = depth;; left -= kTurn, b += kTurn * kBStep, a += kTurn * kAStep) {
    if (left == 0) break;
    meet(0);
    if constexpr (kTurn == 1) continue;
    if (left == 1) break;
    meet(1);
    if (left == 2) break;
    meet(2);
    if (left == 3) break;
    meet(3);
  }
#pragma GCC unroll 8
  for (std::size_t r = 0; r < kTileRows; ++r) {
    StoreU(sums[r][0], d, c + r * stride);
    StoreU(sums[r][1], d, c + r * stride + kL);
  }
}

template <class T>
void multiply(const Strided<T>& a, std::size_t rows, const Columns<T>& b, std::size_t depth,
              bool adds, T* c, std::size_t stride, std::size_t step) noexcept {
  // Rows of a are copied next to each other, because rows that are far apart could evict each other
  // from the cache.
  alignas(64) T side[kTileRows * kCopies<T> * kMostDepth<T>];
  for (std::size_t p = 0; p < depth; p += kMostDepth<T>) {
    const std::size_t terms = std::min(kMostDepth<T>, depth - p);
    for (std::size_t first = 0; first < rows; first += kTileRows) {
      lay_side(a.from(first, p), std::min(kTileRows, rows - first), terms, side);
      const T* columns = b.data + p * kTileCols<T>;
      T* to = c + first * stride;
      for (const T* end = columns + b.tiles * b.step; columns != end; columns += b.step, to += step)
        multiply_tile(side, columns, terms, adds || p > 0, to, stride);
    }
  }
}

// c_j ← c_j + Σ_p from[p·step] · b[p·stride + j] for p = 0 … kTerms − 1.
template <std::size_t kTerms, class T>
HWY_INLINE void add_terms(const T* from, std::size_t step, const T* b, std::size_t stride,
                          std::size_t cols, T* c) noexcept {
  const Tag<T> d;
  Vector<T> factors[kTerms];
#pragma GCC unroll 8
  for (std::size_t p = 0; p < kTerms; ++p) factors[p] = Set(d, from[p * step]);
#pragma GCC unroll 1
  for (std::size_t j = 0; j < cols; j += kLanes<T>) {
    auto sum = LoadU(d, c + j);
#pragma GCC unroll 8
    for (std::size_t p = 0; p < kTerms; ++p)
      sum = product_plus(factors[p], LoadU(d, b + p * stride + j), sum);
    StoreU(sum, d, c + j);
  }
}

template <class T>
void multiply_row(const Strided<T>& a, const T* b, std::size_t stride, std::size_t depth,
                  std::size_t cols, bool adds, T* c) noexcept {
  if (!adds) std::fill_n(c, cols, T(0));
  // With more terms at once, V8 would run out of registers.
  constexpr std::size_t kAtOnce = 4;
  const std::size_t step = a.col_step;
  const T* from = a.data;
  std::size_t left = depth;
  for (; left >= kAtOnce; left -= kAtOnce, from += kAtOnce * step, b += kAtOnce * stride)
    add_terms<kAtOnce>(from, step, b, stride, cols, c);
  for (; left > 0; --left, from += step, b += stride) add_terms<1>(from, step, b, stride, cols, c);
}

}  // namespace attention::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
