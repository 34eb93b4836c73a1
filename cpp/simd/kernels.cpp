// SPDX-License-Identifier: MIT
#include "simd/kernels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "simd/exp-inl.hpp"
#include "simd/vector-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace attention::simd::HWY_NAMESPACE {

template <class T>
constexpr std::size_t kTileCols = 2 * kLanes<T>;

// Up to kSide rows of x next to each other: entry (r, p) to panel[p·kSide + r].
template <std::size_t kSide, class T>
HWY_INLINE void pack(const Strided<T>& x, std::size_t rows, std::size_t depth, T* panel) {
  if (rows < kSide) {
    std::fill_n(panel, kSide * depth, T(0));
    for (std::size_t r = 0; r < rows; ++r)
      for (std::size_t p = 0; p < depth; ++p) panel[p * kSide + r] = *x.from(r, p).data;
  } else if (x.row_step == 1) {
    for (std::size_t p = 0; p < depth; ++p)
      std::copy_n(x.data + p * x.col_step, kSide, panel + p * kSide);
  } else {
    for (std::size_t p = 0; p < depth; ++p)
      for (std::size_t r = 0; r < kSide; ++r)
        panel[p * kSide + r] = x.data[r * x.row_step + p * x.col_step];
  }
}

template <class T>
void pack_rows(const Strided<T>& x, std::size_t rows, std::size_t depth, T* panels) {
  for (std::size_t r = 0; r < rows; r += kTileRows)
    pack<kTileRows>(x.from(r, 0), std::min(kTileRows, rows - r), depth, panels + r * depth);
}

template <class T>
void pack_columns(const Strided<T>& x, std::size_t rows, std::size_t depth, T* columns) {
  pack<kTileCols<T>>(x, rows, depth, columns);
}

template <class T>
void multiply(const T* a, std::size_t panels, const T* b, std::size_t depth, T* c,
              std::size_t stride) {
  const Tag<T> d;
  constexpr std::size_t kL = kLanes<T>;
  for (const T* end_of_panels = a + panels * kTileRows * depth; a != end_of_panels;
       c += kTileRows * stride) {
    Vector<T> sums[kTileRows][2];
    for (std::size_t r = 0; r < kTileRows; ++r)
      for (std::size_t v = 0; v < 2; ++v) sums[r][v] = LoadU(d, c + r * stride + v * kL);
    // Not unrolled: an optimiser in a browser would run out of registers.
#pragma GCC unroll 1
    for (const T *x = b, *end = b + depth * kTileCols<T>; x != end;
         x += kTileCols<T>, a += kTileRows) {
      const auto first = LoadU(d, x);
      const auto second = LoadU(d, x + kL);
      for (std::size_t r = 0; r < kTileRows; ++r) {
        const auto factor = Set(d, a[r]);
        sums[r][0] = Add(sums[r][0], Mul(factor, first));
        sums[r][1] = Add(sums[r][1], Mul(factor, second));
      }
    }
    for (std::size_t r = 0; r < kTileRows; ++r)
      for (std::size_t v = 0; v < 2; ++v) StoreU(sums[r][v], d, c + r * stride + v * kL);
  }
}

// Whether x/divisor and x·(1/divisor) are the same number for every x.
template <class T>
bool is_power_of_two(T divisor) {
  int exponent = 0;
  constexpr int kMost = std::numeric_limits<T>::max_exponent - 2;
  return std::abs(std::frexp(divisor, &exponent)) == T(0.5) && std::abs(exponent) < kMost;
}

template <class T>
void soften(T* logits, std::size_t keys, T divisor, T* largest, T* sums, T* output,
            std::size_t rows) {
  const Tag<T> d;
  using V = Vector<T>;
  constexpr std::size_t kL = kLanes<T>;
  const std::size_t count = keys * kTileCols<T>;
  V maxima[2] = {LoadU(d, largest), LoadU(d, largest + kL)};
  const auto raise = [&](auto quotient) {
    for (std::size_t e = 0; e < count; e += kTileCols<T>)
      for (std::size_t v = 0; v < 2; ++v) {
        T* const at = logits + e + v * kL;
        const V logit = quotient(LoadU(d, at));
        StoreU(logit, d, at);
        // NaN is passed over: it reaches the sum by its exponential.
        maxima[v] = at_least(logit, maxima[v]);
      }
  };
  // A multiplication takes a tenth of the time.
  if (is_power_of_two(divisor))
    raise([by = Set(d, T(1) / divisor)](V x) { return Mul(x, by); });
  else
    raise([by = Set(d, divisor)](V x) { return Div(x, by); });
  const V inf = Set(d, std::numeric_limits<T>::infinity());
  const V zero = Set(d, T(0));
  V shifts[2];
  V totals[2];
  for (std::size_t v = 0; v < 2; ++v) {
    // −∞ − (−∞) is NaN where a query has met no key yet; and a row whose maximum stays infinite
    // becomes NaN by ∞/∞ or 0/0.
    shifts[v] = IfThenElse(Lt(Abs(maxima[v]), inf), maxima[v], zero);
    const V factor = exp_of<T>(Sub(LoadU(d, largest + v * kL), shifts[v]));
    totals[v] = Mul(LoadU(d, sums + v * kL), factor);
    for (T *at = output + v * kL, *end = at + rows * kTileCols<T>; at != end; at += kTileCols<T>)
      StoreU(Mul(LoadU(d, at), factor), d, at);
    StoreU(maxima[v], d, largest + v * kL);
  }
  for (std::size_t e = 0; e < count; e += kTileCols<T>)
    for (std::size_t v = 0; v < 2; ++v) {
      T* const at = logits + e + v * kL;
      const V weight = exp_of<T>(Sub(LoadU(d, at), shifts[v]));
      StoreU(weight, d, at);
      totals[v] = Add(totals[v], weight);
    }
  for (std::size_t v = 0; v < 2; ++v) StoreU(totals[v], d, sums + v * kL);
}

// Calls `each` with every vector of x. What is left over goes through the same lanes, so that no
// number depends on its place, filled up with `rest`.
template <class T, class Each>
HWY_INLINE void for_vectors(T* x, std::size_t n, T rest, const Each& each) {
  const Tag<T> d;
  constexpr std::size_t kL = kLanes<T>;
  std::size_t i = 0;
  for (; i + kL <= n; i += kL) StoreU(each(LoadU(d, x + i)), d, x + i);
  if (i == n) return;
  T last[kL];
  std::fill_n(last, kL, rest);
  std::copy(x + i, x + n, last);
  StoreU(each(LoadU(d, last)), d, last);
  std::copy_n(last, n - i, x + i);
}

template <class T>
void exp(T* x, std::size_t count) {
  for_vectors(x, count, T(0), [](auto v) { return exp_of<T>(v); });
}

template <class T>
void softmax(T* row, std::size_t n) {
  const Tag<T> d;
  using V = Vector<T>;
  constexpr std::size_t kL = kLanes<T>;
  constexpr T kMinusInfinity = -std::numeric_limits<T>::infinity();
  // Passes over NaN, which reaches the weights through the sum of the exponentials.
  V maxima = Set(d, kMinusInfinity);
  std::size_t i = 0;
  for (; i + kL <= n; i += kL) maxima = at_least(LoadU(d, row + i), maxima);
  T lanes[kL];
  StoreU(maxima, d, lanes);
  T largest = *std::max_element(lanes, lanes + kL);
  for (; i < n; ++i) largest = row[i] > largest ? row[i] : largest;

  // Sixteen sums side by side on every machine, because another order would round in another way.
  constexpr std::size_t kSums = 16;
  static_assert(kL <= kSums);
  T sums[kSums] = {};
  const V shift = Set(d, largest);
  std::size_t at = 0;
  for_vectors(row, n, kMinusInfinity, [&](V x) {
    const V weight = exp_of<T>(Sub(x, shift));
    StoreU(Add(LoadU(d, sums + at), weight), d, sums + at);
    at = (at + kL) % kSums;
    return weight;
  });
  for (std::size_t half = kSums / 2; half > 0; half /= 2)
    for (std::size_t s = 0; s < half; ++s) sums[s] += sums[s + half];
  const V sum = Set(d, sums[0]);
  for_vectors(row, n, T(0), [&](V x) { return Div(x, sum); });
}

template <class T>
bool are_within(const T* x, std::size_t count, T limit) {
  const Tag<T> d;
  constexpr std::size_t kL = kLanes<T>;
  auto are = Lt(Set(d, T(0)), Set(d, T(1)));
  std::size_t i = 0;
  for (; i + kL <= count; i += kL)
    are = And(are, Le(Abs(LoadU(d, x + i)), Set(d, limit)));
  bool all = AllTrue(d, are);
  for (; i < count; ++i) all = all && std::abs(x[i]) <= limit;
  return all;
}

template <class T>
constexpr Kernels<T> kKernels{kTileCols<T>, &pack_rows<T>, &pack_columns<T>, &multiply<T>,
                              &soften<T>,   &exp<T>,       &softmax<T>,      &are_within<T>};

}  // namespace attention::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

namespace attention::simd {

template <class T>
const Kernels<T>& kernels() {
  return HWY_NAMESPACE::kKernels<T>;
}

template const Kernels<float>& kernels();
template const Kernels<double>& kernels();

}  // namespace attention::simd
