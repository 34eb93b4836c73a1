// SPDX-License-Identifier: MIT
// The exponential of a SIMD vector. Highway includes this file once for each target (instruction
// set).
#if defined(ATTENTION_SIMD_EXP_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTENTION_SIMD_EXP_INL
#undef ATTENTION_SIMD_EXP_INL
#else
#define ATTENTION_SIMD_EXP_INL
#endif

#include <cmath>
#include <cstddef>

#include "simd/vector-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace attention::simd::HWY_NAMESPACE {

// Computes e^x with the accuracy that row.hpp specifies for `exp_in_place`. Construct the object
// before a loop, because the constructor loads constants.
template <class T>
class Exp;

template <>
class Exp<double> {
 public:
  HWY_INLINE Vector<double> operator()(Vector<double> x) const {
    const Tag<double> d;
    double lanes[kLanes<double>];
    StoreU(x, d, lanes);
    for (double& e : lanes) e = std::exp(e);
    return LoadU(d, lanes);
  }

  HWY_INLINE Vector<double> near(Vector<double> x) const { return (*this)(x); }

  HWY_INLINE Vector<double> normal(Vector<double> x) const {
    return IfThenZeroElse(Lt(x, Set(Tag<double>(), -708)), (*this)(x));
  }
};

// Splits x = n ln 2 + r, so that e^x = 2ⁿ e^r, and computes e^r with a polynomial (Cephes, expf.c).
template <>
class Exp<float> {
 public:
  using V = Vector<float>;

  // This constructor is not defaulted, because the compiler would compile a defaulted one without
  // the target's instruction set.
  HWY_INLINE Exp() {}  // NOLINT(modernize-use-equals-default)

  HWY_INLINE V operator()(V x) const {
    const V bounded = at_most(high_, at_least(low_, x));
    const V shifted = shift(bounded);
    // Multiplies by 2^(n/2) twice, because 2ⁿ itself may not be representable in float.
    const auto n = Sub(BitCast(kBits, shifted), BitCast(kBits, magic_));
    const auto half = hn::ShiftRight<1>(n);
    return Mul(Mul(fraction(bounded, shifted), power(half)), power(Sub(n, half)));
  }

  // For |x| ≤ kNear and NaN, returns the result of operator() in three quarters of the time.
  HWY_INLINE V near(V x) const {
    const V shifted = shift(x);
    return Mul(fraction(x, shifted), power(BitCast(kBits, shifted)));
  }

  // For x ≤ 0, ∞ and NaN, returns the result of operator(), except that it returns 0 for x < −87.
  // For x < −87.3 the result would be subnormal, and later arithmetic with a subnormal number would
  // take a hundred times as long.
  HWY_INLINE V normal(V x) const { return IfThenZeroElse(Lt(x, least_), near(at_most(high_, x))); }

 private:
  static constexpr Tag<float> kTag{};
  static constexpr hn::RebindToSigned<Tag<float>> kBits{};

  static constexpr float kNumbers[] = {-104.F,
                                       89.F,
                                       1.44269504088896341F,
                                       12582912.F,
                                       -0.693359375F,
                                       2.12194440e-4F,
                                       5.0000001201e-1F,
                                       1.6666665459e-1F,
                                       4.1665795894e-2F,
                                       8.3334519073e-3F,
                                       1.3981999507e-3F,
                                       1.9875691500e-4F,
                                       1.F,
                                       -87.F};

  static HWY_INLINE const float* numbers() {
    const float* at = kNumbers;
#if HWY_TARGET == HWY_WASM
    // V8 creates a vector constant with three instructions at each use. The empty asm hides the
    // address from the compiler, so that the constants are loaded from memory instead.
    asm("" : "+r"(at));
#endif
    return at;
  }

  HWY_INLINE V number(std::size_t i) const { return Set(kTag, at_[i]); }

  // Adds 1.5·2²³ to x·log₂ e, which rounds it to a whole number n and leaves n in the low bits of
  // the sum.
  HWY_INLINE V shift(V x) const { return product_plus(x, log2_e_, magic_); }

  HWY_INLINE V fraction(V x, V shifted) const {
    const V n = Sub(shifted, magic_);
    const V r = product_plus(n, minus_ln2_low_, product_plus(n, minus_ln2_high_, x));
    V p = product_plus(p5_, r, p4_);
    p = product_plus(p, r, p3_);
    p = product_plus(p, r, p2_);
    p = product_plus(p, r, p1_);
    p = product_plus(p, r, p0_);
    return Add(product_plus(p, Mul(r, r), r), one_);
  }

  // Returns 2ⁿ: adds the low bits of n to the exponent bits of 1.
  template <class Bits>
  HWY_INLINE V power(Bits n) const {
    return BitCast(kTag, Add(hn::ShiftLeft<23>(n), BitCast(kBits, one_)));
  }

  const float* at_ = numbers();
  V low_ = number(0), high_ = number(1);
  V log2_e_ = number(2), magic_ = number(3);
  V minus_ln2_high_ = number(4), minus_ln2_low_ = number(5);
  V p0_ = number(6), p1_ = number(7), p2_ = number(8);
  V p3_ = number(9), p4_ = number(10), p5_ = number(11);
  V one_ = number(12);
  V least_ = number(13);
};

// The largest |x| for which Exp::near may be called.
template <class T>
constexpr T kNear = 87;

}  // namespace attention::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
