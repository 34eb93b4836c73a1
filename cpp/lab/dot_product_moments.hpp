// SPDX-License-Identifier: MIT
// A Monte Carlo experiment on q·k, which can be run in several calls.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "attention/detail/random.hpp"
#include "lab/moments.hpp"

namespace attention::lab {

using namespace detail;

/// The Kolmogorov–Smirnov distance: the largest |F − Φ| of an empirical and a normal distribution
/// function. Computed from binned counts, so the exact distance is known only within bounds.
struct KsBounds {
  double distance;     ///< largest |F − Φ| at the bins' edges; NaN without a sample
  double uncertainty;  ///< the exact distance is in [distance, distance + uncertainty]
};

/// A sample of any size in fixed memory (0.5 MB): counts in 2^16 bins of equal width over [−8, 8)
/// and in two bins for the tails.
class BinnedSample {
 public:
  /// @throws OutOfMemory
  BinnedSample();

  /// Adds z to the sample. A bin includes its lower edge; NaN counts as below the first edge.
  void add(double z) {
    const double position = (z + kReach) * (kBins / (2 * kReach));
    if (!(position >= 0))
      ++counts_.front();
    else if (position >= kBins)
      ++counts_.back();
    else
      ++counts_[static_cast<std::size_t>(position) + 1];
    ++size_;
  }

  std::uint64_t size() const { return size_; }

  /// Returns the distance of the sample offset + factor·z to N(0, 1), where factor > 0. F and Φ are
  /// monotonic. Within a bin, |F − Φ| therefore exceeds its values at the edges by at most the
  /// smaller of the increases of F and Φ. That of Φ is at most 1e-4·factor, even where F jumps
  /// because many entries are equal.
  KsBounds ks_bounds(double offset, double factor) const;

 private:
  static constexpr double kReach = 8;
  static constexpr int kBins = 1 << 16;

  static double edge(std::size_t bin);

  std::vector<std::uint64_t> counts_;
  std::uint64_t size_ = 0;
};

/// How the components of q and k are drawn. With x_i and e_i independent draws of the standardised
/// distribution,
/// q_i = q_mean + √q_variance · x_i,
/// k_i = k_mean + √k_variance · (ρ x_i + √(1 − ρ²) e_i), ρ = correlation.
struct DotProductOptions {
  Index d = 64;  ///< number of components, 1 … 4096
  Distribution distribution = Distribution::kNormal;
  double q_mean = 0;      ///< in [−1e6, 1e6], like `k_mean`
  double q_variance = 1;  ///< in [0, 1e6], like `k_variance`
  double k_mean = 0;
  double k_variance = 1;
  double correlation = 0;  ///< ρ, the correlation of q_i with k_i, −1 … 1
  bool same = false;  ///< whether k equals q; then k_mean, k_variance and correlation are ignored
  std::uint64_t seed = 0;
  Index bins = 80;  ///< number of the histogram's bins, 1 … 4096
};

/// The mean and variance of a sample, and the mean and variance of its distribution.
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
  SampleMoments expected;  ///< exact moments; the kurtosis is NaN if the variance is 0
  Tensor<double> edges;    ///< shape (1, bins + 1): histogram edges, expected mean ± 5 deviations
  KsBounds to_expected;    ///< distance to the normal with expected mean and variance; NaN
                           ///< if that variance is 0
  KsBounds to_standard_normal;  ///< distance to N(0, 1)
};

struct DotProductResult {
  std::uint64_t count;                      ///< number of dot products so far
  std::array<ScaledDotProducts, 3> scaled;  ///< the dot products divided by 1, √d and d
  Tensor<double> histogram;                 ///< shape (1, bins): counts; the same for every divisor
  double below;                             ///< number of dot products below the first edge
  double above;                             ///< number of dot products above the last edge
  ComponentMoments queries;                 ///< of all components q_i drawn so far
  ComponentMoments keys;                    ///< of all components k_i
  ComponentMoments products;                ///< of all products q_i k_i
};

/// Draws pairs q, k and collects statistics of q·k, q·k/√d and q·k/d.
///
/// The expected moments, with x and ρ of DotProductOptions, the variances s_q² and s_k², the means
/// m_q and m_k, and κ₄ = E[x⁴]:
/// E[q_i k_i] = m_q m_k + ρ s_q s_k
/// Var(q_i k_i) = s_q² s_k² ((1 − ρ²) + ρ² (κ₄ − 1)) + (s_q m_k + ρ s_k m_q)² + (1 − ρ²) s_k² m_q²
/// For ρ = 0 this is s_q² s_k² + s_q² m_k² + s_k² m_q²; q = k is the case ρ = 1. E[q·k] and
/// Var(q·k) are d times these; the excess kurtosis is that of q_i k_i divided by d.
///
/// If the variance of q·k is 0 (for example signs of mean 0 with q = k), q·k is constant. The
/// histogram and the bins then use 1 as the standard deviation, so that nothing is divided by 0.
///
/// Component i of sample t is drawn from block t·d + i of the random stream. The result after N
/// samples therefore has the same bits, however the samples are divided into calls. Moments,
/// histogram and bins are the same on every platform; distances depend on the platform's erfc. If
/// standard deviations are much smaller than the means, rounding loses digits.
/// Source: the lessons' source document 000, lines 36–74; document 004, lines 95–119; errata E-04 …
/// E-07, E-46, E-47 of web/src/ledger
class DotProductMoments {
 public:
  /// @throws OutOfRange naming the option; OutOfMemory
  explicit DotProductMoments(const DotProductOptions& options);

  /// Draws `count` more pairs. @throws OutOfRange naming `count` if it is negative
  void advance(Index count);

  std::uint64_t count() const { return sample_.size(); }

  /// The results so far; before the first pair, measured moments and distances are NaN.
  DotProductResult result() const;

 private:
  // The sums Σ y and Σ y² of y = x − centre. Subtracting a centre near the mean avoids
  // cancellation.
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
  double expected_variance_;  // variance of one product q_i k_i
  double expected_mean_;      // mean of q·k
  double unit_;               // standard deviation of q·k, or 1 if that is 0
  Sums queries_;
  Sums keys_;
  Sums products_;
  std::array<double, 4> power_sums_{};  // Σ z, Σ z² … of z = (q·k − mean) / unit
  BinnedSample sample_;
  std::vector<std::uint64_t> histogram_;  // counts, with one more bin at each end
};

}  // namespace attention::lab
