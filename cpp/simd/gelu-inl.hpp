// SPDX-License-Identifier: MIT
// GELU and its derivative of a SIMD vector of double. Highway includes this file once for each
// target (instruction set).
#if defined(ATTENTION_SIMD_GELU_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTENTION_SIMD_GELU_INL
#undef ATTENTION_SIMD_GELU_INL
#else
#define ATTENTION_SIMD_GELU_INL
#endif

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numbers>

#include "simd/vector-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace attention::simd::HWY_NAMESPACE {

using Reals = Vector<double>;

HWY_INLINE Reals real(double x) { return Set(Tag<double>(), x); }

// Returns c₀ + c₁x + … + c₉x⁹. Sums even and odd powers separately, because within a sum each
// operation waits for the previous one.
HWY_INLINE Reals polynomial(const double (&c)[10], Reals x) {
  const Reals square = Mul(x, x);
  Reals even = real(c[8]);
  Reals odd = real(c[9]);
#if HWY_TARGET == HWY_WASM
  // Unrolling this loop would make the module 1 kB larger.
#pragma GCC unroll 1
#endif
  for (std::size_t i = 8; i > 0; i -= 2) {
    even = product_plus(even, square, real(c[i - 2]));
    odd = product_plus(odd, square, real(c[i - 1]));
  }
  return product_plus(odd, x, even);
}

// Returns x·2ⁿ for −1100 ≤ n ≤ 0. The low bits of `shifted` are n. Multiplies by 2^(n/2) twice,
// because 2ⁿ itself may not be representable.
HWY_INLINE Reals scaled(Reals x, Reals shifted) {
  using Bits = std::uint64_t __attribute__((vector_size(sizeof(Reals))));
  Bits n;
  std::memcpy(&n, &shifted, sizeof n);
  const auto times_power = [](Reals y, Bits exponent) __attribute__((always_inline)) {
    const Bits bits = (exponent << 52U) + 0x3FF0000000000000U;
    Reals power;
    std::memcpy(&power, &bits, sizeof power);
    return Mul(y, power);
  };
  const Bits half = n >> 1U;
  return times_power(times_power(x, half), n - half);
}

// Returns e^(x + low) for x ≤ 0 and |low| ≤ 2⁻¹⁵, and NaN for NaN. Splits x = n ln 2 + r, so that
// e^x = 2ⁿ e^r. A polynomial gives (e^r − 1 − r)/r²; its error changes e^r by at most 2e-17 e^r.
HWY_INLINE Reals exp_of_sum(Reals x, Reals low) {
  static constexpr double kTerms[] = {
      0.5000000000000001,     0.16666666666666669,    0.04166666666662399,   0.008333333333330051,
      0.0013888888917281794,  0.00019841269863105968, 2.480152119021773e-05, 2.7557268378684192e-06,
      2.7620138719733994e-07, 2.5100424157005067e-08};
  // e^{−746} is 0 in double.
  const Reals bounded = at_least(real(-746), x);
  // Rounds x·log₂ e to a whole number n.
  const Reals magic = real(0x1.8p52);
  const Reals shifted = product_plus(bounded, real(std::numbers::log2e), magic);
  const Reals n = Sub(shifted, magic);
  // n times the high part of ln 2 is exact, because the last 21 bits of this part are 0.
  const Reals high = product_plus(n, real(-6.93147180369123816490e-01), bounded);
  const Reals r = Add(product_plus(n, real(-1.90821492927058770002e-10), high), low);
  return scaled(Add(product_plus(polynomial(kTerms, r), Mul(r, r), r), real(1)), shifted);
}

// For 0 ≤ z ≤ 40: `share` is Φ(−z) ≤ ½, the factor of −z in GELU(−z), and `density` is the
// derivative of Φ at −z.
struct Tail {
  Reals share;
  Reals density;
};

// Φ is the distribution function of the standard normal distribution. Approximates Φ(−z) e^{z²/2}
// by a ratio of polynomials, with a relative error of at most 1e-16. All their coefficients are
// positive, so that no digits cancel.
HWY_INLINE Tail normal_tail(Reals z) {
  static constexpr double kAbove[] = {0.5,
                                      0.7755042442402044,
                                      0.5949602072405913,
                                      0.28998587958523847,
                                      0.0979927446646236,
                                      0.023712121385356503,
                                      0.004108377653484603,
                                      0.0004931762277370342,
                                      3.7504918566171835e-05,
                                      1.3968779195165041e-06};
  static constexpr double kBelow[] = {
      2.3488930492832636,    2.5640659134818,       1.7173153600402864,   0.783887110755065,
      0.25574152703267644,   0.06066668089112971,   0.010392186467833603, 0.0012397109306970496,
      9.401088931372808e-05, 3.5014536892771906e-06};
  // z² = h² + (z − h)(z + h), where h is z rounded to a multiple of 2⁻²⁰, whose square is exact.
  // The exponential would amplify the rounding of z².
  const Reals magic = real(0x1.8p32);
  const Reals h = Sub(Add(z, magic), magic);
  const Reals by = real(-0.5);
  const Reals e = exp_of_sum(Mul(Mul(h, h), by), Mul(Mul(Sub(z, h), Add(z, h)), by));
  constexpr double kPeak = std::numbers::inv_sqrtpi / std::numbers::sqrt2;
  const Reals below = product_plus(polynomial(kBelow, z), z, real(1));
  return {Mul(e, Div(polynomial(kAbove, z), below)), Mul(e, real(kPeak))};
}

// Φ(−z) = (1 − tanh u)/2 = e^{−2u}/(1 + e^{−2u}) with 2u = z (a + b z²).
HWY_INLINE Tail tanh_tail(Reals z) {
  constexpr double kA = 2 * std::numbers::sqrt2 * std::numbers::inv_sqrtpi;
  constexpr double kB = 0.044715 * kA;
  const Reals square = Mul(z, z);
  const Reals e = exp_of_sum(Mul(z, product_plus(square, real(-kB), real(-kA))), real(0));
  const Reals rest = Div(real(1), Add(real(1), e));
  const Reals share = Mul(e, rest);
  return {share, Mul(Mul(share, rest), product_plus(square, real(3 * kB), real(kA)))};
}

struct Gelu {
  Reals value;
  Reals slope;
};

// Returns x Φ(x) and Φ(x) + x φ(x), where `tail_of` computes Φ and φ.
template <class TailOf>
HWY_INLINE Gelu gelu_of(Reals x, const TailOf& tail_of) {
  const Reals zero = real(0);
  // Beyond 40, Φ is 0 or 1 in double, and a product could be ∞ · 0.
  const Reals z = at_most(real(40), Abs(x));
  const Tail tail = tail_of(z);
  const auto is_negative = Lt(x, zero);
  // Computes GELU and its derivative at −z, where they are small. The values at z follow, because
  // Φ(z) = 1 − Φ(−z).
  const Reals slope = Sub(tail.share, Mul(z, tail.density));
  return {Sub(IfThenElse(is_negative, real(-0.0), x), Mul(z, tail.share)),
          IfThenElse(is_negative, slope, Sub(real(1), slope))};
}

}  // namespace attention::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
