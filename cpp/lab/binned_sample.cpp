// SPDX-License-Identifier: MIT
#include "lab/binned_sample.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "attention/detail/memory.hpp"
#include "lab/moments.hpp"

namespace attention::lab {

BinnedSample::BinnedSample() {
  require_memory(multiply_bytes(sizeof(std::uint64_t), kBins + 2));
  counts_.resize(kBins + 2);
}

// Returns the lower edge of a bin ≥ 1. Bin 0 has no finite lower edge: it starts at −∞, where
// F = Φ = 0.
double BinnedSample::edge(std::size_t bin) {
  return static_cast<double>(bin - 1) * (2 * kReach / kBins) - kReach;
}

KsBounds BinnedSample::ks_bounds(double offset, double factor) const {
  if (size_ == 0) {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    return {nan, nan};
  }
  const auto n = static_cast<double>(size_);
  double at_edges = 0;
  double inside = 0;
  std::uint64_t below = 0;
  for (std::size_t bin = 0; bin < counts_.size(); ++bin) {
    // Over an empty bin F is constant and Φ increases, so that |F − Φ| is largest at the bin's
    // edges, which are also edges of the neighbouring bins.
    if (counts_[bin] == 0) continue;
    const double f_low = static_cast<double>(below) / n;
    below += counts_[bin];
    const double f_high = static_cast<double>(below) / n;
    const double phi_low = bin == 0 ? 0 : normal_cdf(offset + factor * edge(bin));
    const double phi_high =
        bin + 1 == counts_.size() ? 1 : normal_cdf(offset + factor * edge(bin + 1));
    at_edges = std::max({at_edges, std::abs(f_low - phi_low), std::abs(f_high - phi_high)});
    inside = std::max({inside, f_high - phi_low, phi_high - f_low});
  }
  return {at_edges, std::max(0.0, inside - at_edges)};
}

}  // namespace attention::lab
