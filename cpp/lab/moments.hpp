// SPDX-License-Identifier: MIT
// Statistics of a sample: z-scores, moments, and the distance to a normal distribution. All sums
// are computed in double, in order, and rounded at the end, even for float data.
#pragma once

#include <array>
#include <span>

#include "attention/options.hpp"
#include "attention/tensor.hpp"

namespace attention::lab {

using namespace detail;

/// The moments of a sample or of a distribution. Undefined moments are NaN.
struct SampleMoments {
  double mean;
  double variance;         ///< population variance: divided by n
  double excess_kurtosis;  ///< m₄/m₂² − 3: 0 for a normal; NaN if the variance is 0
};

template <class T>
struct Standardised {
  T mean;
  T deviation;   ///< √(Σ (x − mean)² / (n − ddof))
  Tensor<T> z;   ///< shape of x: (x − mean) / deviation
  T skewness_x;  ///< m₃ / m₂^{3/2} with population moments
  T skewness_z;  ///< skewness of z: that of x except for rounding, because an affine map does
                 ///< not change it
};

/// Returns the z-scores z = (x − mean) / deviation of all entries of x, as one sample of n numbers.
/// The map is affine: outliers stay outliers, and z is N(0, 1) only if x is normal.
/// @param x     any shape, with n ≥ 1 entries; if n = ddof, deviation and z are NaN
/// @param ddof  0 (population) or 1 (Bessel's correction)
/// Equal entries have deviation 0; their z and both skewnesses are 0/0 = NaN.
/// @throws EmptyInput naming `x`; OutOfRange naming `ddof`; OutOfMemory
/// Source: the lessons' source document 000, lines 30–32; erratum E-03 of web/src/ledger
template <class T>
Standardised<T> standardise(const TensorView<T>& x, Index ddof = 0);

/// The divisors of q·k that the Monte Carlo experiments compare: 1, √d and d.
inline constexpr std::array kComparedDivisors = {Divisor::kNone, Divisor::kSqrtDk, Divisor::kDk};

template <class T>
struct PairedDots {
  Tensor<T> dots;                       ///< shape (T, 1): q_t · k_t
  std::array<SampleMoments, 3> scaled;  ///< moments of the dots divided by 1, √d and d
};

/// Returns q_t · k_t for each row t, and the moments of these dot products for each divisor.
/// @param queries  of shape (T, d), T ≥ 1, d ≥ 1
/// @param keys     of shape (T, d)
/// @throws EmptyInput naming `queries`; ShapeMismatch naming `keys`; OutOfMemory
/// Source: the lessons' source document 000, lines 36–74
template <class T>
PairedDots<T> dot_product_moments(const TensorView<T>& queries, const TensorView<T>& keys);

/// Returns Φ((x − mean)/√variance), the cumulative distribution function of a normal distribution.
/// It uses std::erfc, whose last bits may differ between platforms.
double normal_cdf(double x, double mean = 0, double variance = 1);

/// Returns the Kolmogorov–Smirnov distance of a sample to a normal distribution, sup_x |F(x) −
/// Φ(x)|, exact up to rounding. F is the share of entries ≤ x; the supremum includes both sides of
/// each jump.
/// @param sample    at least one entry; if one is NaN, the distance is NaN
/// @param mean      the mean of the normal distribution, finite
/// @param variance  the variance of the normal distribution, finite and > 0
/// @throws EmptyInput naming `sample`; OutOfRange naming `mean` or `variance`; OutOfMemory
double ks_distance(std::span<const double> sample, double mean = 0, double variance = 1);

}  // namespace attention::lab
