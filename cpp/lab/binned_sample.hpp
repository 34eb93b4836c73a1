// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace attention::lab {

using namespace detail;

/// A Kolmogorov–Smirnov distance that is known up to bins.
struct KsBounds {
  double distance;     ///< largest |F − Φ| at the bins' edges; NaN without a sample
  double uncertainty;  ///< the exact distance lies in [distance, distance + uncertainty]
};

/// A sample of any size in fixed memory (0.5 MB): counted in 2^16 bins of equal width over
/// [−8, 8), and in two more for what lies beyond.
class BinnedSample {
 public:
  /// @throws OutOfMemory
  BinnedSample();

  /// Counts z; a bin holds its lower edge. NaN counts as below.
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

  /// Distance of offset + factor·z to N(0, 1), factor > 0. Inside a bin, F and Φ only rise, so that
  /// |F − Φ| there exceeds its values at the edges by no more than the bin's share of F or of Φ,
  /// whichever is less: 1e-4·factor at most in the bins, and atoms do no harm.
  KsBounds ks_bounds(double offset, double factor) const;

 private:
  static constexpr double kReach = 8;
  static constexpr int kBins = 1 << 16;

  static double edge(std::size_t bin);

  std::vector<std::uint64_t> counts_;
  std::uint64_t size_ = 0;
};

}  // namespace attention::lab
