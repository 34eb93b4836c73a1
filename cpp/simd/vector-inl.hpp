// SPDX-License-Identifier: MIT
// Highway's vectors, and vectors of double for WebAssembly, which Highway 1.0.3 lacks. Highway
// includes this file once for each target (instruction set).
#if defined(ATTENTION_SIMD_VECTOR_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTENTION_SIMD_VECTOR_INL
#undef ATTENTION_SIMD_VECTOR_INL
#else
#define ATTENTION_SIMD_VECTOR_INL
#endif

#include <hwy/highway.h>
#include <cstddef>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace attention::simd::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_HAVE_FLOAT64

template <class T>
using Tag = hn::ScalableTag<T>;

#else

struct Doubles {
  using T = double;
};
struct TwoDoubles {
  using Raw = double __attribute__((vector_size(16)));
  Raw raw;
};
struct TwoFlags {
  using Raw = decltype(TwoDoubles::Raw() < TwoDoubles::Raw());
  Raw raw;
};
constexpr std::size_t MaxLanes(Doubles) { return 2; }
inline TwoDoubles Set(Doubles, double x) { return {{x, x}}; }
inline TwoDoubles LoadU(Doubles, const double* from) {
  TwoDoubles x;
  std::memcpy(&x.raw, from, sizeof x.raw);
  return x;
}
inline void StoreU(TwoDoubles x, Doubles, double* to) { std::memcpy(to, &x.raw, sizeof x.raw); }
inline TwoDoubles Add(TwoDoubles a, TwoDoubles b) { return {a.raw + b.raw}; }
inline TwoDoubles Sub(TwoDoubles a, TwoDoubles b) { return {a.raw - b.raw}; }
inline TwoDoubles Mul(TwoDoubles a, TwoDoubles b) { return {a.raw * b.raw}; }
inline TwoDoubles Div(TwoDoubles a, TwoDoubles b) { return {a.raw / b.raw}; }
inline TwoFlags Lt(TwoDoubles a, TwoDoubles b) { return {a.raw < b.raw}; }
inline TwoFlags Le(TwoDoubles a, TwoDoubles b) { return {a.raw <= b.raw}; }
inline TwoDoubles IfThenElse(TwoFlags flags, TwoDoubles yes, TwoDoubles no) {
  return {flags.raw ? yes.raw : no.raw};
}
inline TwoDoubles IfThenZeroElse(TwoFlags flags, TwoDoubles no) {
  return IfThenElse(flags, Set(Doubles(), 0), no);
}
// 0 − x also turns −0 into 0.
inline TwoDoubles Abs(TwoDoubles x) { return {x.raw <= 0 ? 0 - x.raw : x.raw}; }
inline TwoFlags And(TwoFlags a, TwoFlags b) { return {a.raw & b.raw}; }
inline bool AllTrue(Doubles, TwoFlags flags) { return (flags.raw[0] & flags.raw[1]) != 0; }

template <class T>
struct TagOf {
  using Type = hn::ScalableTag<T>;
};
template <>
struct TagOf<double> {
  using Type = Doubles;
};
template <class T>
using Tag = typename TagOf<T>::Type;

#endif

template <class T>
using Vector = decltype(Set(Tag<T>(), T()));

template <class T>
constexpr std::size_t kLanes = MaxLanes(Tag<T>());

// Returns x < low ? low : x in each lane. If x is NaN, the result is NaN; if low is NaN, the result
// is x. In Highway's Max and Min, the result for NaN depends on the target. This comparison with
// selection works on every machine; the single instructions below make softmax 5 % faster.
template <class V>
HWY_INLINE V at_least(V low, V x) {
  return IfThenElse(Lt(x, low), low, x);
}
// Returns high < x ? high : x in each lane, with the same rules for NaN.
template <class V>
HWY_INLINE V at_most(V high, V x) {
  return IfThenElse(Lt(high, x), high, x);
}
#if HWY_TARGET == HWY_WASM
// The WebAssembly instruction pmax(a, b) is a < b ? b : a, and pmin(a, b) is b < a ? b : a.
HWY_INLINE Vector<float> at_least(Vector<float> low, Vector<float> x) {
  return Vector<float>{wasm_f32x4_pmax(x.raw, low.raw)};
}
HWY_INLINE Vector<float> at_most(Vector<float> high, Vector<float> x) {
  return Vector<float>{wasm_f32x4_pmin(x.raw, high.raw)};
}
#elif HWY_ARCH_X86 && HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
// The x86 instruction maxps(a, b) is a > b ? a : b, and minps(a, b) is a < b ? a : b. If one is
// NaN, the result is b.
#if HWY_TARGET <= HWY_AVX3
#define ATTENTION_X86(name) _mm512_##name
#elif HWY_TARGET <= HWY_AVX2
#define ATTENTION_X86(name) _mm256_##name
#else
#define ATTENTION_X86(name) _mm_##name
#endif
HWY_INLINE Vector<float> at_least(Vector<float> low, Vector<float> x) {
  return Vector<float>{ATTENTION_X86(max_ps)(low.raw, x.raw)};
}
HWY_INLINE Vector<float> at_most(Vector<float> high, Vector<float> x) {
  return Vector<float>{ATTENTION_X86(min_ps)(high.raw, x.raw)};
}
#undef ATTENTION_X86
#endif

// Returns a·b + c. WebAssembly with relaxed SIMD and a native build with ATTENTION_FUSED round only
// the result, if the machine has a fused multiply-add. In all other cases, product and sum are
// rounded separately.
template <class V>
HWY_INLINE V product_plus(V a, V b, V c) {
#if defined(ATTENTION_FUSED) && HWY_HAVE_FLOAT64
  return MulAdd(a, b, c);
#else
  return Add(Mul(a, b), c);
#endif
}
#ifdef __wasm_relaxed_simd__
#if __has_builtin(__builtin_wasm_relaxed_madd_f32x4)
#define ATTENTION_RELAXED(type) __builtin_wasm_relaxed_madd_##type
#else
// The name of relaxed multiply-add in older compilers.
#define ATTENTION_RELAXED(type) __builtin_wasm_fma_##type
#endif
HWY_INLINE Vector<float> product_plus(Vector<float> a, Vector<float> b, Vector<float> c) {
  return Vector<float>{ATTENTION_RELAXED(f32x4)(a.raw, b.raw, c.raw)};
}
HWY_INLINE Vector<double> product_plus(Vector<double> a, Vector<double> b, Vector<double> c) {
  return Vector<double>{ATTENTION_RELAXED(f64x2)(a.raw, b.raw, c.raw)};
}
#undef ATTENTION_RELAXED
#endif

}  // namespace attention::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
