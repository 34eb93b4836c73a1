// SPDX-License-Identifier: MIT
// Products by tiles. Included anew for each of Highway's targets.
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

// Sums of so many rows, with what makes them, stay in the sixteen registers that most machines
// have.
constexpr std::size_t kTileRows = 5;

#if HWY_TARGET != HWY_SCALAR
// Four rows of four become four columns.
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
#endif

// Lays kWidth rows next to each other of which each lies in one piece.
template <std::size_t kWidth, class T>
void lay_rows(const T* x, std::size_t row_step, std::size_t depth, T* to) noexcept {
  const auto lay_plainly = [&](std::size_t first, std::size_t end, std::size_t p) {
    for (; p < depth; ++p)
      for (std::size_t r = first; r < end; ++r) to[p * kWidth + r] = x[r * row_step + p];
  };
#if HWY_TARGET != HWY_SCALAR
  if constexpr (std::is_same_v<T, float>) {
    constexpr std::size_t kFours = kWidth / 4 * 4;
    for (std::size_t first = 0; first < kFours; first += 4) {
      std::size_t p = 0;
      for (; p + 4 <= depth; p += 4)
        transpose(x + first * row_step + p, row_step, to + p * kWidth + first, kWidth);
      lay_plainly(first, first + 4, p);
    }
    if constexpr (kFours < kWidth) lay_plainly(kFours, kWidth, 0);
    return;
  }
#endif
  lay_plainly(0, kWidth, 0);
}

// Lays up to kWidth rows next to each other, and 0 for rows that there are not.
template <std::size_t kWidth, class T>
void lay(const Strided<T>& x, std::size_t rows, std::size_t depth, T* to) noexcept {
  if (rows < kWidth) {
    std::fill_n(to, kWidth * depth, T(0));
    for (std::size_t r = 0; r < rows; ++r)
      for (std::size_t p = 0; p < depth; ++p)
        to[p * kWidth + r] = x.data[r * x.row_step + p * x.col_step];
  } else if (x.row_step == 1) {
    // Not by std::copy_n, of which a module that is linked as a whole makes a call.
    for (std::size_t p = 0; p < depth; ++p)
      for (std::size_t r = 0; r < kWidth; ++r) to[p * kWidth + r] = x.data[p * x.col_step + r];
  } else if (x.col_step == 1) {
    lay_rows<kWidth>(x.data, x.row_step, depth, to);
  } else {
    for (std::size_t p = 0; p < depth; ++p)
      for (std::size_t r = 0; r < kWidth; ++r)
        to[p * kWidth + r] = x.data[r * x.row_step + p * x.col_step];
  }
}

template <class T>
void pack(const Strided<T>& x, std::size_t rows, std::size_t depth, T* columns) noexcept {
  lay<kTileCols<T>>(x, rows, depth, columns);
}

// The tile of up to kTileRows rows of c.
template <class T>
HWY_INLINE void multiply_tile(const T* a, std::size_t rows, const T* b, std::size_t depth, T* c,
                              std::size_t stride) noexcept {
  const Tag<T> d;
  constexpr std::size_t kL = kLanes<T>;
  Vector<T> sums[kTileRows][2];
  for (std::size_t r = 0; r < kTileRows; ++r)
    for (std::size_t v = 0; v < 2; ++v)
      sums[r][v] = LoadU(d, c + std::min(r, rows - 1) * stride + v * kL);
      // Not unrolled: the compiler in a browser would run out of registers.
#pragma GCC unroll 1
  for (const T* end = b + depth * kTileCols<T>; b != end; b += kTileCols<T>, a += kTileRows) {
    const auto left = LoadU(d, b);
    const auto right = LoadU(d, b + kL);
    for (std::size_t r = 0; r < kTileRows; ++r) {
      const auto factor = Set(d, a[r]);
      sums[r][0] = product_plus(factor, left, sums[r][0]);
      sums[r][1] = product_plus(factor, right, sums[r][1]);
    }
  }
  for (std::size_t r = 0; r < kTileRows; ++r)
    if (r < rows)
      for (std::size_t v = 0; v < 2; ++v) StoreU(sums[r][v], d, c + r * stride + v * kL);
}

template <class T>
void multiply(const Strided<T>& a, std::size_t rows, const Columns<T>& b, std::size_t depth, T* c,
              std::size_t stride, std::size_t step) noexcept {
  // Read in place, rows that lie far apart would get into each other's way in the cache.
  T side[kTileRows * kMostDepth<T>];
  for (std::size_t p = 0; p < depth; p += kMostDepth<T>) {
    const std::size_t terms = std::min(kMostDepth<T>, depth - p);
    for (std::size_t first = 0; first < rows; first += kTileRows) {
      const std::size_t count = std::min(kTileRows, rows - first);
      lay<kTileRows>(a.from(first, p), count, terms, side);
      for (std::size_t tile = 0; tile < b.tiles; ++tile)
        multiply_tile(side, count, b.data + tile * b.step + p * kTileCols<T>, terms,
                      c + first * stride + tile * step, stride);
    }
  }
}

}  // namespace attention::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
