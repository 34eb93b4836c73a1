// SPDX-License-Identifier: MIT
// A Monte Carlo experiment on q·k, to be run in slices.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "attention/detail/matrix.hpp"
#include "attention/detail/random.hpp"
#include "lab/binned_sample.hpp"
#include "lab/moments.hpp"

namespace attention::lab {

using namespace detail;

/// How the components of q and k are drawn. With x_i and e_i independent draws of the standardised
/// distribution,
/// q_i = q_mean + √q_variance · x_i,
/// k_i = k_mean + √k_variance · (ρ x_i + √(1 − ρ²) e_i), ρ = correlation.
struct DotProductOptions {
  Index d = 64;  ///< components, 1 … 4096
  Distribution distribution = Distribution::kNormal;
  double q_mean = 0;      ///< −1e6 … 1e6
  double q_variance = 1;  ///< 0 … 1e6
  double k_mean = 0;
  double k_variance = 1;
  double correlation = 0;  ///< of q_i with k_i, −1 … 1
  bool same = false;       ///< k is q itself; k_mean, k_variance and correlation play no part
  std::uint64_t seed = 0;
  Index bins = 80;  ///< of the histogram, 1 … 4096
};

/// Mean and variance of what was drawn and of what it is drawn from.
struct ComponentMoments {
  double mean;
  double variance;
  double expected_mean;
  double expected_variance;
};

/// The dot products divided by one of `kComparedDivisors`.
struct ScaledDotProducts {
  double divisor;
  SampleMoments measured;
  SampleMoments expected;       ///< exact; the kurtosis NaN where the variance is 0
  Matrix<double> edges;         ///< (1, bins + 1) of the histogram: expected mean ± 5 deviations
  KsBounds to_expected;         ///< distance to the normal of the expected mean and variance; NaN
                                ///< where that variance is 0
  KsBounds to_standard_normal;  ///< distance to N(0, 1)
};

struct DotProductResult {
  std::uint64_t count;                      ///< dot products so far
  std::array<ScaledDotProducts, 3> scaled;  ///< by 1, √d and d
  Matrix<double> histogram;                 ///< (1, bins) counts; the same for every divisor
  double below;                             ///< count under the first edge
  double above;                             ///< count from the last edge on
  ComponentMoments queries;                 ///< of all components q_i drawn so far
  ComponentMoments keys;                    ///< k_i
  ComponentMoments products;                ///< q_i k_i
};

/// Draws pairs q, k and gathers what is known of q·k, of q·k/√d and of q·k/d.
///
/// Expected, with s_q² and s_k² the variances, m_q and m_k the means, κ₄ = E x⁴:
/// E[q_i k_i] = m_q m_k + ρ s_q s_k
/// Var(q_i k_i) = s_q² s_k² ((1 − ρ²) + ρ² (κ₄ − 1)) + (s_q m_k + ρ s_k m_q)² + (1 − ρ²) s_k² m_q²
/// which for ρ = 0 is s_q² s_k² + s_q² m_k² + s_k² m_q², and for q = k takes ρ = 1. E[q·k] and
/// Var(q·k) are d times these; the excess kurtosis is that of q_i k_i over d.
///
/// A variance of 0 (signs with q = k, or both variances 0) makes q·k one number: histogram and bins
/// are then of unit 1 in place of the deviation, and nothing is divided by 0.
/// Sample t, component i is block t·d + i of the stream, so that after N samples the result is the
/// same bit for bit, however N was reached. Moments, histogram and bins are the same on every
/// platform; the distances only up to the platform's erfc. Deviations far smaller than the means
/// lose digits to rounding.
/// Source: document 000, lines 36–74; document 004, lines 95–119; errata E-04 … E-07, E-46, E-47
class DotProductMoments {
 public:
  /// @throws OutOfRange naming the option, OutOfMemory
  explicit DotProductMoments(const DotProductOptions& options);

  /// Draws `count` more pairs. @throws OutOfRange (count < 0)
  void advance(Index count);

  /// Pairs drawn so far.
  std::uint64_t count() const { return sample_.size(); }

  /// What is known so far; before the first pair, measured moments and distances are NaN.
  DotProductResult result() const;

 private:
  // Σ y and Σ y² of y = x − centre.
  struct Sums {
    double centre;
    double first = 0;
    double second = 0;
    void add(double x) {
      const double y = x - centre;
      first += y;
      second += y * y;
    }
  };

  ComponentMoments moments_of(const Sums& sums, double expected_variance) const;
  ScaledDotProducts scaled(double divisor) const;

  DotProductOptions options_;
  double expected_variance_;  // of one product q_i k_i
  double expected_mean_;      // of q·k
  double unit_;               // deviation of q·k, or 1 where that is 0
  Sums queries_;
  Sums keys_;
  Sums products_;
  std::array<double, 4> power_sums_{};  // Σ z, Σ z² … of z = (q·k − mean) / unit
  BinnedSample sample_;
  std::vector<std::uint64_t> histogram_;  // with one more bin at either end
};

}  // namespace attention::lab
