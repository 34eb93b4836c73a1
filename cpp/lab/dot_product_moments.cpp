// SPDX-License-Identifier: MIT
#include "lab/dot_product_moments.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "attention/detail/memory.hpp"
#include "attention/detail/refuse.hpp"
#include "attention/detail/scores.hpp"

namespace attention::lab {
namespace {

constexpr Index kMostComponents = 4096;
constexpr Index kMostBins = 4096;
constexpr double kLargest = 1e6;
constexpr double kHistogramReach = 5;

DotProductOptions checked(DotProductOptions options) {
  require_range("d", static_cast<double>(options.d), 1, kMostComponents);
  require_range("q_mean", options.q_mean, -kLargest, kLargest);
  require_range("q_variance", options.q_variance, 0, kLargest);
  require_range("k_mean", options.k_mean, -kLargest, kLargest);
  require_range("k_variance", options.k_variance, 0, kLargest);
  require_range("correlation", options.correlation, -1, 1);
  require_range("bins", static_cast<double>(options.bins), 1, kMostBins);
  if (options.same) {
    options.k_mean = options.q_mean;
    options.k_variance = options.q_variance;
    options.correlation = 1;
  }
  return options;
}

const std::array<double, 5>& moments_of(Distribution distribution) {
  return kEvenMoments[static_cast<std::size_t>(distribution)];
}

double product_mean(const DotProductOptions& o) {
  return o.q_mean * o.k_mean + o.correlation * std::sqrt(o.q_variance) * std::sqrt(o.k_variance);
}

// Returns Var(q_i k_i) as a sum whose terms are all ≥ 0, so that there is no cancellation.
double product_variance(const DotProductOptions& o) {
  const double rho = o.correlation;
  const double apart = (1 - rho) * (1 + rho);
  const double together =
      std::sqrt(o.q_variance) * o.k_mean + rho * std::sqrt(o.k_variance) * o.q_mean;
  return o.q_variance * o.k_variance * (apart + rho * rho * (moments_of(o.distribution)[2] - 1)) +
         together * together + apart * o.k_variance * o.q_mean * o.q_mean;
}

using Quadratic = std::array<double, 3>;
using Quartic = std::array<double, 5>;

Quartic square(const Quadratic& a) {
  return {a[0] * a[0], 2 * a[0] * a[1], a[1] * a[1] + 2 * a[0] * a[2], 2 * a[1] * a[2],
          a[2] * a[2]};
}

// Returns E[a(x) b(x)] for two polynomials and a random x whose odd moments are 0.
double expectation(const Quartic& a, const Quartic& b, const std::array<double, 5>& even_moments) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = i % 2; j < b.size(); j += 2)
      sum += a[i] * b[j] * even_moments[(i + j) / 2];
  return sum;
}

// Returns the excess kurtosis of q_i k_i. With the x_i and e_i of DotProductOptions, q_i k_i minus
// its mean is A + B e_i, where A is quadratic and B linear in x_i. `a` and `b` are A² and B². Odd
// powers of e_i have expectation 0.
double product_excess_kurtosis(const DotProductOptions& o) {
  const double rho = o.correlation;
  const double s_q = std::sqrt(o.q_variance);
  const double s_k = std::sqrt(o.k_variance);
  const double along = rho * s_q * s_k;
  const double across = std::sqrt((1 - rho) * (1 + rho)) * s_k;
  const Quartic a = square({-along, s_q * o.k_mean + rho * s_k * o.q_mean, along});
  const Quartic b = square({across * o.q_mean, across * s_q, 0});
  const auto& even = moments_of(o.distribution);
  const double fourth =
      expectation(a, a, even) + 6 * expectation(a, b, even) + even[2] * expectation(b, b, even);
  const double variance = product_variance(o);
  return fourth / (variance * variance) - 3;
}

}  // namespace

BinnedSample::BinnedSample() {
  require_memory(multiply_bytes(sizeof(std::uint64_t), kBins + 2));
  counts_.resize(kBins + 2);
}

// Returns the lower edge of bin number `bin` ≥ 1. Bin 0 starts at −∞, where F = Φ = 0.
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

DotProductMoments::DotProductMoments(const DotProductOptions& options)
    : options_(checked(options)),
      expected_variance_(product_variance(options_)),
      expected_mean_(static_cast<double>(options_.d) * product_mean(options_)),
      unit_(std::sqrt(static_cast<double>(options_.d) * expected_variance_)),
      queries_{options_.q_mean},
      keys_{options_.k_mean},
      products_{product_mean(options_)},
      histogram_(static_cast<std::size_t>(options_.bins) + 2) {
  if (unit_ == 0) unit_ = 1;
}

void DotProductMoments::advance(Index count) {
  require_that(count >= 0, "count", ErrorCode::kWholeAtLeast, static_cast<double>(count), 0);
  const DotProductOptions& o = options_;
  const double s_q = std::sqrt(o.q_variance);
  const double s_k = std::sqrt(o.k_variance);
  const double apart = std::sqrt((1 - o.correlation) * (1 + o.correlation));
  const auto bins = static_cast<double>(o.bins);
  std::uint64_t block = this->count() * static_cast<std::uint64_t>(o.d);

  for (Index t = 0; t < count; ++t) {
    double dot = 0;
    for (Index i = 0; i < o.d; ++i) {
      const auto [x, e] = draw_pair(o.distribution, o.seed, kDotProductStream, block++);
      const double q = o.q_mean + s_q * x;
      const double k = o.k_mean + s_k * (o.correlation * x + apart * e);
      queries_.add(q);
      keys_.add(k);
      products_.add(q * k);
      dot += q * k;
    }

    const double z = (dot - expected_mean_) / unit_;
    double power = 1;
    for (double& sum : power_sums_) sum += power *= z;
    sample_.add(z);
    const double position = (z + kHistogramReach) * (bins / (2 * kHistogramReach));
    const auto bin = position >= bins ? histogram_.size() - 1
                     : position >= 0  ? static_cast<std::size_t>(position) + 1
                                      : 0;
    ++histogram_[bin];
  }
}

ComponentMoments DotProductMoments::moments_of(const Sums& sums, double expected_variance) const {
  const double n = static_cast<double>(count()) * static_cast<double>(options_.d);
  const double shift = sums.first / n;
  return {sums.centre + shift, sums.second / n - shift * shift, sums.centre, expected_variance};
}

ScaledDotProducts DotProductMoments::scaled(double divisor) const {
  const auto n = static_cast<double>(count());
  const auto d = static_cast<double>(options_.d);
  const double unit = unit_ / divisor;
  const double mean = expected_mean_ / divisor;
  const auto& [z1, z2, z3, z4] = power_sums_;
  const double shift = z1 / n;
  const double variance = z2 / n - shift * shift;
  const double fourth = z4 / n - shift * (4 * z3 / n - shift * (6 * z2 / n - 3 * shift * shift));

  ScaledDotProducts result{};
  result.divisor = divisor;
  result.measured = {mean + unit * shift, unit * unit * variance,
                     fourth / (variance * variance) - 3};
  result.expected = {mean, d * expected_variance_ / (divisor * divisor),
                     product_excess_kurtosis(options_) / d};
  result.edges = Tensor<double>({1, options_.bins + 1});
  for (Index b = 0; b <= options_.bins; ++b)
    result.edges(0, b) =
        mean + unit * kHistogramReach *
                   (2 * static_cast<double>(b) / static_cast<double>(options_.bins) - 1);
  result.to_standard_normal = sample_.ks_bounds(mean, unit);
  return result;
}

DotProductResult DotProductMoments::result() const {
  DotProductResult result{};
  result.count = count();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const KsBounds to_expected =
      expected_variance_ > 0 ? sample_.ks_bounds(0, 1) : KsBounds{nan, nan};
  for (std::size_t s = 0; s < kComparedDivisors.size(); ++s) {
    result.scaled[s] = scaled(divisor_of<double>({.divisor = kComparedDivisors[s]}, options_.d));
    result.scaled[s].to_expected = to_expected;
  }
  result.histogram = Tensor<double>({1, options_.bins});
  for (Index b = 0; b < options_.bins; ++b)
    result.histogram(0, b) = static_cast<double>(histogram_[static_cast<std::size_t>(b) + 1]);
  result.below = static_cast<double>(histogram_.front());
  result.above = static_cast<double>(histogram_.back());
  result.queries = moments_of(queries_, options_.q_variance);
  result.keys = moments_of(keys_, options_.k_variance);
  result.products = moments_of(products_, expected_variance_);
  return result;
}

}  // namespace attention::lab
