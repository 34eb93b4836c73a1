// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace attention::lab {

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
  /// monotonic, so that within a bin |F − Φ| exceeds its values at the edges by at most the
  /// increase of F or of Φ over the bin, whichever is less. The increase of Φ is at most
  /// 1e-4·factor, even if many entries are equal, so that F jumps.
  KsBounds ks_bounds(double offset, double factor) const;

 private:
  static constexpr double kReach = 8;
  static constexpr int kBins = 1 << 16;

  static double edge(std::size_t bin);

  std::vector<std::uint64_t> counts_;
  std::uint64_t size_ = 0;
};

}  // namespace attention::lab
