// SPDX-License-Identifier: MIT
// Highway's foreach_target.h includes this file once for each instruction set that the machine may
// have. This file is long because the table of an instruction set contains all kernels.
#include "simd/kernels.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <string_view>

// Disabled targets: SSSE3 and AVX3_DL are no faster than the next lower instruction sets. SVE and
// RVV vectors, whose length is unknown at compile time, cannot be array elements.
#define HWY_DISABLED_TARGETS \
  (HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
// No kernel uses 16-bit floats, and old compilers cannot test a processor for them.
#define HWY_DISABLE_F16C
// Marks lambdas that process one vector. Without inlining, calling such a lambda would take as long
// as its arithmetic.
#define ATTENTION_INLINE __attribute__((always_inline))
// `#pragma GCC unroll 1` below prevents the compiler from unrolling loops over single vectors. V8
// unrolls these loops itself.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/kernels.cpp"
#include <hwy/foreach_target.h>

#include "simd/exp-inl.hpp"
#include "simd/gelu-inl.hpp"
#include "simd/instantiate.hpp"
#include "simd/tile-inl.hpp"
#include "simd/vector-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace attention::simd::HWY_NAMESPACE {

// Whether the divisor is ± a power of two with an exact reciprocal. Then x/divisor and
// x·(1/divisor) are equal for every x. Powers near the limits of T are left out, because their
// reciprocals can be subnormal or infinite.
template <class T>
bool has_exact_reciprocal(T divisor) {
  int exponent = 0;
  constexpr int kMost = std::numeric_limits<T>::max_exponent - 2;
  return std::abs(std::frexp(divisor, &exponent)) == T(0.5) && std::abs(exponent) < kMost;
}

template <class T>
void soften(T* logits, std::size_t keys, T* largest, T* sums, T* output,
            std::size_t rows) noexcept {
  const Tag<T> d;
  using V = Vector<T>;
  constexpr std::size_t kL = kLanes<T>;
  const std::size_t count = keys * kTileCols<T>;
  const V inf = Set(d, std::numeric_limits<T>::infinity());
  V maxima[2] = {LoadU(d, largest), LoadU(d, largest + kL)};
#pragma GCC unroll 1
  for (std::size_t e = 0; e < count; e += kTileCols<T>)
    // `at_least` ignores a NaN logit; its exponential makes the sum NaN.
    for (std::size_t v = 0; v < 2; ++v)
      maxima[v] = at_least(LoadU(d, logits + e + v * kL), maxima[v]);
  const Exp<T> exp;
  const V zero = Set(d, T(0));
  V shifts[2];
  V totals[2];
  for (std::size_t v = 0; v < 2; ++v) {
    // Subtracts 0 instead of an infinite maximum, to avoid −∞ − (−∞) = NaN for a query that has no
    // key so far. A query whose maximum stays infinite becomes NaN by ∞/∞ or 0/0.
    shifts[v] = IfThenElse(Lt(Abs(maxima[v]), inf), maxima[v], zero);
    const V factor = exp(Sub(LoadU(d, largest + v * kL), shifts[v]));
    totals[v] = Mul(LoadU(d, sums + v * kL), factor);
#pragma GCC unroll 1
    for (std::size_t r = 0; r < rows; ++r) {
      T* const at = output + r * kTileCols<T> + v * kL;
      StoreU(Mul(LoadU(d, at), factor), d, at);
    }
    StoreU(maxima[v], d, largest + v * kL);
  }
  for (T *at = logits, *end = at + count; at != end; at += kTileCols<T>)
    for (std::size_t v = 0; v < 2; ++v) {
      const V x = Sub(LoadU(d, at + v * kL), shifts[v]);
      const V weight = exp.normal(x);
      StoreU(weight, d, at + v * kL);
      totals[v] = Add(totals[v], weight);
    }
  for (std::size_t v = 0; v < 2; ++v) StoreU(totals[v], d, sums + v * kL);
}

template <class T>
void normalise(T* output, std::size_t rows, const T* sums) noexcept {
  const Tag<T> d;
  for (std::size_t v = 0; v < kTileCols<T>; v += kLanes<T>) {
    const Vector<T> sum = LoadU(d, sums + v);
#pragma GCC unroll 1
    for (T *at = output + v, *end = at + rows * kTileCols<T>; at != end; at += kTileCols<T>)
      StoreU(Div(LoadU(d, at), sum), d, at);
  }
}

template <class T>
HWY_INLINE void clear_rows(T* x, std::size_t first, std::size_t rows, std::size_t stride) noexcept {
  const Tag<T> d;
  const auto zero = Set(d, T(0));
#pragma GCC unroll 1
  for (std::size_t j = first; j < rows; ++j)
    for (std::size_t v = 0; v < kTileCols<T>; v += kLanes<T>) StoreU(zero, d, x + j * stride + v);
}

template <class T>
void column_softmax(T* x, std::size_t keys, std::size_t rows, std::size_t stride) noexcept {
  const Tag<T> d;
  using V = Vector<T>;
  constexpr std::size_t kL = kLanes<T>;
  constexpr T kInf = std::numeric_limits<T>::infinity();
  V maxima[2] = {Set(d, -kInf), Set(d, -kInf)};
  T* const end = x + keys * stride;
#pragma GCC unroll 1
  for (T* at = x; at != end; at += stride)
    for (std::size_t v = 0; v < 2; ++v) maxima[v] = at_least(LoadU(d, at + v * kL), maxima[v]);
  const Exp<T> exp;
  V totals[2] = {Set(d, T(0)), Set(d, T(0))};
#pragma GCC unroll 1
  for (T* at = x; at != end; at += stride)
    for (std::size_t v = 0; v < 2; ++v) {
      const V weight = exp.normal(Sub(LoadU(d, at + v * kL), maxima[v]));
      StoreU(weight, d, at + v * kL);
      totals[v] = Add(totals[v], weight);
    }
  const V one = Set(d, T(1));
  const V shares[2] = {Div(one, totals[0]), Div(one, totals[1])};
#pragma GCC unroll 1
  for (T* at = x; at != end; at += stride)
    for (std::size_t v = 0; v < 2; ++v)
      StoreU(Mul(LoadU(d, at + v * kL), shares[v]), d, at + v * kL);
  clear_rows(x, keys, rows, stride);
}

template <class T>
void column_softmax_gradient(const T* weights, T* gradient, std::size_t keys, std::size_t rows,
                             std::size_t stride, T factor) noexcept {
  const Tag<T> d;
  using V = Vector<T>;
  constexpr std::size_t kL = kLanes<T>;
  const std::size_t end = keys * stride;
  V means[2] = {Set(d, T(0)), Set(d, T(0))};
#pragma GCC unroll 1
  for (std::size_t at = 0; at != end; at += stride)
    for (std::size_t v = 0; v < 2; ++v)
      means[v] =
          product_plus(LoadU(d, weights + at + v * kL), LoadU(d, gradient + at + v * kL), means[v]);
  const V by = Set(d, factor);
#pragma GCC unroll 1
  for (std::size_t at = 0; at != end; at += stride)
    for (std::size_t v = 0; v < 2; ++v) {
      T* const g = gradient + at + v * kL;
      StoreU(Mul(Mul(LoadU(d, weights + at + v * kL), by), Sub(LoadU(d, g), means[v])), d, g);
    }
  clear_rows(gradient, keys, rows, stride);
}

// Applies `each` to every vector of x and stores the results in y. The last entries are padded with
// `rest` to a whole vector, so that an entry's result does not depend on its position.
template <class T, class Each>
HWY_INLINE void for_vectors(const T* x, std::size_t n, T rest, T* y, const Each& each) {
  const Tag<T> d;
  constexpr std::size_t kL = kLanes<T>;
  std::size_t i = 0;
#pragma GCC unroll 1
  for (; i + kL <= n; i += kL) StoreU(each(LoadU(d, x + i)), d, y + i);
  if (i == n) return;
  T last[kL];
  std::fill_n(last, kL, rest);
  std::copy(x + i, x + n, last);
  StoreU(each(LoadU(d, last)), d, last);
  std::copy_n(last, n - i, y + i);
}

template <class T>
struct Extremes {
  T smallest;
  T largest;
};

// Returns the smallest and the largest entry; ignores NaN.
template <class T>
Extremes<T> extremes(const T* x, std::size_t n) noexcept {
  const Tag<T> d;
  constexpr std::size_t kL = kLanes<T>;
  constexpr T kInf = std::numeric_limits<T>::infinity();
  // Several independent minima and maxima, because with a single one, each comparison would wait
  // for the previous one.
  constexpr std::size_t kAtOnce = 4;
  Vector<T> minima[kAtOnce];
  Vector<T> maxima[kAtOnce];
  for (auto& v : minima) v = Set(d, kInf);
  for (auto& v : maxima) v = Set(d, -kInf);
  std::size_t i = 0;
  for (; i + kAtOnce * kL <= n; i += kAtOnce * kL)
    for (std::size_t v = 0; v < kAtOnce; ++v) {
      const Vector<T> at = LoadU(d, x + i + v * kL);
      minima[v] = at_most(at, minima[v]);
      maxima[v] = at_least(at, maxima[v]);
    }
  Extremes<T> result{kInf, -kInf};
  const auto fall = [&](T e) { result.smallest = e < result.smallest ? e : result.smallest; };
  const auto rise = [&](T e) { result.largest = e > result.largest ? e : result.largest; };
  T lanes[kL];
  for (const Vector<T> v : minima) {
    StoreU(v, d, lanes);
    std::for_each(lanes, lanes + kL, fall);
  }
  for (const Vector<T> v : maxima) {
    StoreU(v, d, lanes);
    std::for_each(lanes, lanes + kL, rise);
  }
  std::for_each(x + i, x + n, fall);
  std::for_each(x + i, x + n, rise);
  return result;
}

template <class T>
T largest(const T* x, std::size_t n) noexcept {
  return extremes(x, n).largest;
}

template <class T>
T sum(const T* x, std::size_t n) noexcept {
  const Tag<T> d;
  constexpr std::size_t kL = kLanes<T>;
  // Sixteen partial sums on every machine, because another number would change the order of the
  // additions and thereby the rounding.
  constexpr std::size_t kSums = 16;
  Vector<T> vectors[kSums / kL];
  for (auto& v : vectors) v = Set(d, T(0));
  std::size_t i = 0;
  for (; i + kSums <= n; i += kSums)
    for (std::size_t v = 0; v < kSums / kL; ++v)
      vectors[v] = Add(vectors[v], LoadU(d, x + i + v * kL));
  T sums[kSums];
  for (std::size_t v = 0; v < kSums / kL; ++v) StoreU(vectors[v], d, sums + v * kL);
  for (std::size_t s = 0; i < n; ++i, ++s) sums[s] += x[i];
#pragma GCC unroll 1
  for (std::size_t half = kSums / 2; half > 0; half /= 2)
#pragma GCC unroll 1
    for (std::size_t s = 0; s < half; ++s) sums[s] += sums[s + half];
  return sums[0];
}

template <class T>
void subtract(T* x, std::size_t n, T y) noexcept {
  for_vectors(x, n, y, x, [by = Set(Tag<T>(), y)](auto v) { return Sub(v, by); });
}

template <class T>
void divide(T* x, std::size_t n, T y) noexcept {
  // A multiplication takes a tenth of the time of a division.
  if (has_exact_reciprocal(y))
    for_vectors(x, n, y, x, [by = Set(Tag<T>(), T(1) / y)](auto v) { return Mul(v, by); });
  else
    for_vectors(x, n, y, x, [by = Set(Tag<T>(), y)](auto v) { return Div(v, by); });
}

// Computes to_i = e^{x_i − y}; `of` contains the smallest and the largest x_i.
template <class T>
void exp_of_difference(const T* x, std::size_t n, const Extremes<T>& of, T y, T* to) noexcept {
  const auto shift = Set(Tag<T>(), y);
  const Exp<T> exp;
  // Whether every |x_i − y| ≤ kNear. False if y or an extreme is infinite or NaN.
  const bool are_near = of.smallest - y >= -kNear<T> && of.largest - y <= kNear<T>;
  // For double, `near` and operator() are equal, so the compiler can omit the second loop.
  if (are_near || std::is_same_v<T, double>)
    for_vectors(x, n, y, to, [&](auto v) ATTENTION_INLINE { return exp.near(Sub(v, shift)); });
  else
    for_vectors(x, n, y, to, [&](auto v) ATTENTION_INLINE { return exp(Sub(v, shift)); });
}

template <class T>
void exp_of_difference(const T* x, std::size_t n, T y, T* to) noexcept {
  exp_of_difference(x, n, extremes(x, n), y, to);
}

template <class T>
void softmax(const T* x, std::size_t n, T* to) noexcept {
  const Extremes<T> of = extremes(x, n);
  exp_of_difference(x, n, of, of.largest, to);
  // Multiplies by the reciprocal of the sum, so that each row needs only one division.
  const auto share = Set(Tag<T>(), T(1) / sum(to, n));
  for_vectors(to, n, T(0), to, [&](auto v) ATTENTION_INLINE { return Mul(v, share); });
}

template <class TailOf>
HWY_INLINE void for_gelu(double* x, double* slopes, std::size_t count, const TailOf& tail_of) {
  const Tag<double> d;
#pragma GCC unroll 1
  for (std::size_t i = 0; i < count; i += kLanes<double>) {
    const Gelu result = gelu_of(LoadU(d, x + i), tail_of);
    StoreU(result.value, d, x + i);
    StoreU(result.slope, d, slopes + i);
  }
}

void gelu(bool by_tanh, double* x, double* slopes, std::size_t count) noexcept {
  if (by_tanh)
    for_gelu(x, slopes, count, [](auto z) ATTENTION_INLINE { return tanh_tail(z); });
  else
    for_gelu(x, slopes, count, [](auto z) ATTENTION_INLINE { return normal_tail(z); });
}

template <class T>
bool are_within(const T* x, std::size_t count, T limit) noexcept {
  const Tag<T> d;
  constexpr std::size_t kL = kLanes<T>;
  auto are = Lt(Set(d, T(0)), Set(d, T(1)));
  std::size_t i = 0;
#pragma GCC unroll 1
  for (; i + kL <= count; i += kL) are = And(are, Le(Abs(LoadU(d, x + i)), Set(d, limit)));
  bool all = AllTrue(d, are);
  for (; i < count; ++i) all = all && std::abs(x[i]) <= limit;
  return all;
}

template <class T>
constexpr Kernels<T> kKernels{kTileRows,          kTileCols<T>,
                              &pack<T>,           &unpack<T>,
                              &multiply<T>,       &multiply_row<T>,
                              &soften<T>,         &normalise<T>,
                              &column_softmax<T>, &column_softmax_gradient<T>,
                              &softmax<T>,        &exp_of_difference<T>,
                              &largest<T>,        &sum<T>,
                              &subtract<T>,       &divide<T>,
                              &are_within<T>};

}  // namespace attention::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attention::simd {

namespace {

// Whether kernels are compiled for this target in addition to the baseline target, which every
// machine has.
#define ATTENTION_IS_OPTIONAL(target) ((HWY_TARGETS & (target)) && HWY_STATIC_TARGET != (target))

#if ATTENTION_IS_OPTIONAL(HWY_AVX3)
#define ATTENTION_ON_AVX3(name) &N_AVX3::name,
#else
#define ATTENTION_ON_AVX3(name)
#endif
#if ATTENTION_IS_OPTIONAL(HWY_AVX2)
#define ATTENTION_ON_AVX2(name) &N_AVX2::name,
#else
#define ATTENTION_ON_AVX2(name)
#endif
#if ATTENTION_IS_OPTIONAL(HWY_SSE4)
#define ATTENTION_ON_SSE4(name) &N_SSE4::name,
#else
#define ATTENTION_ON_SSE4(name)
#endif
#define ATTENTION_ON_ALL(name) \
  ATTENTION_ON_AVX3(name)      \
  ATTENTION_ON_AVX2(name) ATTENTION_ON_SSE4(name) & HWY_STATIC_DISPATCH(name)

// The compiled kernels, the fastest first. They are constants, so that any thread can use them at
// any time, even before main.
template <class T>
constexpr const Kernels<T>* kCompiled[] = {ATTENTION_ON_ALL(kKernels<T>)};
constexpr GeluKernel* kCompiledGelus[] = {ATTENTION_ON_ALL(gelu)};

#if HWY_ARCH_X86
// The CPU features that each target uses in addition to those of the previous target.
#define ATTENTION_SSE4(f) f("sse2") f("ssse3") f("sse4.1") f("sse4.2") f("pclmul") f("aes")
#define ATTENTION_AVX2(f) f("avx") f("avx2") f("bmi") f("bmi2") f("fma")
#define ATTENTION_AVX3(f) f("avx512f") f("avx512cd") f("avx512vl") f("avx512dq") f("avx512bw")
#define ATTENTION_LISTED(feature) feature ","
#define ATTENTION_SUPPORTED(feature) &&__builtin_cpu_supports(feature)
#define ATTENTION_SUPPORTS(features) (true features(ATTENTION_SUPPORTED))

// Whether each feature in `compiled`, with which Highway compiles a target, is in `tested`, the CPU
// features that `fastest` tests. "evex512" is an option of Clang 18 to 21, not a CPU feature.
constexpr bool are_tested(std::string_view compiled, std::string_view tested) {
  while (!compiled.empty()) {
    const std::string_view feature = compiled.substr(0, compiled.find(','));
    compiled.remove_prefix(std::min(compiled.size(), feature.size() + 1));
    bool found = feature == "evex512";
    for (std::string_view rest = tested; !found && !rest.empty();) {
      const std::size_t size = rest.find(',');
      found = rest.substr(0, size) == feature;
      rest.remove_prefix(size + 1);
    }
    if (!found) return false;
  }
  return true;
}
#define ATTENTION_UP_TO_SSE4 ATTENTION_SSE4(ATTENTION_LISTED)
#define ATTENTION_UP_TO_AVX2 ATTENTION_UP_TO_SSE4 ATTENTION_AVX2(ATTENTION_LISTED)
#define ATTENTION_UP_TO_AVX3 ATTENTION_UP_TO_AVX2 ATTENTION_AVX3(ATTENTION_LISTED)
static_assert(are_tested(HWY_TARGET_STR_SSE4, ATTENTION_UP_TO_SSE4));
static_assert(are_tested(HWY_TARGET_STR_AVX2, ATTENTION_UP_TO_AVX2));
static_assert(are_tested(HWY_TARGET_STR_AVX3, ATTENTION_UP_TO_AVX3));
static_assert(!are_tested("avx2,f16c", ATTENTION_UP_TO_AVX2));
#endif

// Returns the index in `kCompiled` of the fastest kernels that the machine supports. All later
// kernels are supported too. The C runtime detects the CPU features before any C++ code runs.
std::size_t fastest() noexcept {
  std::size_t index = std::size(kCompiled<float>) - 1;
#if ATTENTION_IS_OPTIONAL(HWY_SSE4)
  if (!ATTENTION_SUPPORTS(ATTENTION_SSE4)) return index;
  --index;
#endif
#if ATTENTION_IS_OPTIONAL(HWY_AVX2)
  if (!ATTENTION_SUPPORTS(ATTENTION_AVX2)) return index;
  --index;
#endif
#if ATTENTION_IS_OPTIONAL(HWY_AVX3)
  if (!ATTENTION_SUPPORTS(ATTENTION_AVX3)) return index;
  --index;
#endif
  return index;
}

}  // namespace

template <class T>
const Kernels<T>& kernels() noexcept {
  return *kCompiled<T>[fastest()];
}

template <class T>
std::span<const Kernels<T>* const> kernels_of_machine() noexcept {
  return std::span(kCompiled<T>).subspan(fastest());
}

GeluKernel& gelu_kernel() noexcept { return *kCompiledGelus[fastest()]; }

std::span<GeluKernel* const> gelu_kernels_of_machine() noexcept {
  return std::span(kCompiledGelus).subspan(fastest());
}

ATTENTION_INSTANTIATE(kernels);
ATTENTION_INSTANTIATE(kernels_of_machine);

}  // namespace attention::simd
#endif
