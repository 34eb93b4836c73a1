// SPDX-License-Identifier: MIT
// What a given sample looks like: z-scores, moments, and how far it is from a normal. For float
// data too everything is computed in double, one entry after another, and rounded at the end.
#pragma once

#include <array>
#include <span>

#include "attention/detail/matrix.hpp"
#include "attention/detail/scores.hpp"

namespace attention::lab {

using namespace detail;

/// The first moments of a sample, or of what it is drawn from. NaN where there is nothing to tell.
struct SampleMoments {
  double mean;
  double variance;         ///< population: divided by n
  double excess_kurtosis;  ///< m₄/m₂² − 3: 0 for a normal; NaN where the variance is 0
};

/// A sample moved and stretched to mean 0 and deviation 1.
template <class T>
struct Standardised {
  T mean;
  T deviation;   ///< √(Σ (x − mean)² / (n − ddof))
  Matrix<T> z;   ///< (rows, cols) (x − mean) / deviation
  T skewness_x;  ///< m₃ / m₂^{3/2} with population moments
  T skewness_z;  ///< the same number but for rounding: an affine map leaves the shape as it was
};

/// z-scores of all entries of x, taken as one sample of n.
/// z = (x − mean) / deviation is affine: outliers stay outliers, and z is N(0, 1) only where x is
/// normal.
/// @param x     (rows, cols), n = rows·cols ≥ 1; with n = ddof deviation and z are NaN
/// @param ddof  0 (population) or 1 (as Bessel corrects for a sample)
/// Equal entries have deviation 0; their z and both skewnesses are 0/0 = NaN.
/// @throws EmptyInput (x), OutOfRange (ddof), OutOfMemory
/// Source: document 000, lines 30–32; erratum E-03
template <class T>
Standardised<T> standardise(const MatrixView<T>& x, Index ddof = 0);

/// What dot products are divided by when scalings are put side by side: 1, √d and d.
inline constexpr std::array kComparedDivisors = {Divisor::kNone, Divisor::kSqrtDk, Divisor::kDk};

/// Dot products of given pairs, and their moments under each of `kComparedDivisors`.
template <class T>
struct PairedDots {
  Matrix<T> dots;                       ///< (T, 1) q_t · k_t
  std::array<SampleMoments, 3> scaled;  ///< of the dots divided by 1, √d and d
};

/// q_t · k_t for each row t, and how the divisor changes their moments.
/// @param queries  (T, d), T ≥ 1, d ≥ 1
/// @param keys     (T, d)
/// @throws EmptyInput (queries), ShapeMismatch (keys), OutOfMemory
/// Source: document 000, lines 36–74
template <class T>
PairedDots<T> dot_product_moments(const MatrixView<T>& queries, const MatrixView<T>& keys);

/// Φ((x − mean)/√variance): the share of a normal below x. As exact as the platform's erfc, which
/// may differ from another's in the last bits.
double normal_cdf(double x, double mean = 0, double variance = 1);

/// Kolmogorov–Smirnov distance of a sample to a normal, sup_x |F(x) − Φ(x)|, exact up to rounding.
/// F is the share of entries ≤ x; it jumps at each, so both sides of every jump count.
/// @param sample    at least one entry; NaN among them makes the distance NaN
/// @param mean      of the normal, finite
/// @param variance  of the normal, finite and > 0
/// @throws EmptyInput (sample), OutOfRange (mean, variance), OutOfMemory
double ks_distance(std::span<const double> sample, double mean = 0, double variance = 1);

}  // namespace attention::lab
