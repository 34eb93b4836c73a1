// SPDX-License-Identifier: MIT
// The exponential of a vector. Included anew for each of Highway's targets.
#if defined(ATTENTION_SIMD_EXP_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTENTION_SIMD_EXP_INL
#undef ATTENTION_SIMD_EXP_INL
#else
#define ATTENTION_SIMD_EXP_INL
#endif

#include <cmath>
#include <type_traits>

#include "simd/vector-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace attention::simd::HWY_NAMESPACE {

// e^x as exp.hpp says. In float: x = n ln 2 + r, and e^r by a polynomial (Cephes, expf.c).
template <class T>
HWY_INLINE Vector<T> exp_of(Vector<T> x) {
  const Tag<T> d;
  if constexpr (std::is_same_v<T, double>) {
    T lanes[kLanes<T>];
    StoreU(x, d, lanes);
    for (T& e : lanes) e = std::exp(e);
    return LoadU(d, lanes);
  } else {
    using V = Vector<T>;
    const hn::RebindToSigned<Tag<T>> i;
    const auto set = [d](float c) { return Set(d, c); };
    const V bounded = at_most(set(89.F), at_least(set(-104.F), x));
    // Adding 1.5·2²³ leaves no room for a fraction, and the whole number in the low bits.
    const V magic = set(12582912.F);
    const V shifted = product_plus(bounded, set(1.44269504088896341F), magic);
    const V n = Sub(shifted, magic);
    const V r = product_plus(n, set(2.12194440e-4F), product_plus(n, set(-0.693359375F), bounded));
    V p = product_plus(set(1.9875691500e-4F), r, set(1.3981999507e-3F));
    p = product_plus(p, r, set(8.3334519073e-3F));
    p = product_plus(p, r, set(4.1665795894e-2F));
    p = product_plus(p, r, set(1.6666665459e-1F));
    p = product_plus(p, r, set(5.0000001201e-1F));
    p = Add(product_plus(p, Mul(r, r), r), set(1.F));
    // In two halves, because 2ⁿ itself may lie outside what float can hold.
    const auto whole = Sub(BitCast(i, shifted), BitCast(i, magic));
    const auto half = hn::ShiftRight<1>(whole);
    const auto power = [&](auto e) { return BitCast(d, hn::ShiftLeft<23>(Add(e, Set(i, 127)))); };
    return Mul(Mul(p, power(half)), power(Sub(whole, half)));
  }
}

}  // namespace attention::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
