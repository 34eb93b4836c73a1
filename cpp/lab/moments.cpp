// SPDX-License-Identifier: MIT
#include "lab/moments.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "attention/detail/memory.hpp"
#include "attention/detail/refuse.hpp"
#include "attention/detail/scores.hpp"
#include "simd/instantiate.hpp"

namespace attention::lab {
namespace {

// The mean and the central moments Σ (x − mean)^k / n of a sample, k = 2, 3, 4.
struct CentralMoments {
  double mean;
  double second;
  double third;
  double fourth;
};

CentralMoments central_moments(const Tensor<double>& x) {
  const std::span<const double> entries = x.entries();
  const auto n = static_cast<double>(x.size());
  double mean = 0;
  for (const double entry : entries) mean += entry;
  mean /= n;
  // Corrects the rounding error of the first pass, so that the mean of equal entries is exactly
  // that entry.
  if (std::isfinite(mean)) {
    double rest = 0;
    for (const double entry : entries) rest += entry - mean;
    mean += rest / n;
  }
  CentralMoments moments{mean, 0, 0, 0};
  for (const double entry : entries) {
    const double difference = entry - mean;
    const double square = difference * difference;
    moments.second += square;
    moments.third += square * difference;
    moments.fourth += square * square;
  }
  moments.second /= n;
  moments.third /= n;
  moments.fourth /= n;
  return moments;
}

double skewness(const CentralMoments& moments) {
  return moments.third / (moments.second * std::sqrt(moments.second));
}

template <class To, class From>
Tensor<To> cast(const TensorView<From>& x) {
  Tensor<To> result = uninitialised<To>(x.shape());
  for (Index r = 0; r < x.rows(); ++r)
    std::transform(x.row(r).begin(), x.row(r).end(), result.row(r).begin(),
                   [](From entry) { return static_cast<To>(entry); });
  return result;
}

}  // namespace

template <class T>
Standardised<T> standardise(const TensorView<T>& x, Index ddof) {
  if (x.empty()) detail::refuse_empty("x", ErrorCode::kEntry, {}, x.shape());
  require_that(ddof == 0 || ddof == 1, "ddof", ErrorCode::kWholeFrom, ddof, 0, 1);
  Tensor<double> z = cast<double>(x);
  const CentralMoments moments = central_moments(z);
  const auto n = static_cast<double>(z.size());
  const double deviation = std::sqrt(moments.second * (n / (n - static_cast<double>(ddof))));
  for (double& entry : z) entry = (entry - moments.mean) / deviation;
  const double skewness_z = skewness(central_moments(z));
  return {static_cast<T>(moments.mean), static_cast<T>(deviation), cast<T>(TensorView<double>(z)),
          static_cast<T>(skewness(moments)), static_cast<T>(skewness_z)};
}

template <class T>
PairedDots<T> dot_product_moments(const TensorView<T>& queries, const TensorView<T>& keys) {
  check_matrix("queries", queries.shape());
  if (queries.empty())
    detail::refuse_empty("queries", ErrorCode::kRowAndColumn, {}, queries.shape());
  check_same_shape("keys", keys.shape(), queries.shape());
  const Index d = queries.cols();
  Tensor<double> dots = uninitialised<double>({queries.rows(), 1});
  for (Index t = 0; t < queries.rows(); ++t) {
    double dot = 0;
    for (Index c = 0; c < d; ++c)
      dot += static_cast<double>(queries(t, c)) * static_cast<double>(keys(t, c));
    dots(t, 0) = dot;
  }
  const CentralMoments moments = central_moments(dots);
  PairedDots<T> result{cast<T>(TensorView<double>(dots)), {}};
  for (std::size_t s = 0; s < kComparedDivisors.size(); ++s) {
    const auto divisor = divisor_of<double>({.divisor = kComparedDivisors[s]}, d);
    result.scaled[s] = {moments.mean / divisor, moments.second / (divisor * divisor),
                        moments.fourth / (moments.second * moments.second) - 3};
  }
  return result;
}

double normal_cdf(double x, double mean, double variance) {
  return 0.5 * std::erfc((mean - x) / std::sqrt(variance) * (std::numbers::sqrt2 / 2));
}

double ks_distance(std::span<const double> sample, double mean, double variance) {
  if (sample.empty()) detail::refuse_empty("sample", ErrorCode::kEntry, {}, {});
  require_that(std::isfinite(mean), "mean", ErrorCode::kFinite, mean);
  require_that(variance > 0 && std::isfinite(variance), "variance", ErrorCode::kFiniteAbove,
               variance, 0);
  for (const double x : sample)
    if (std::isnan(x)) return x;
  require_memory(multiply_bytes(sizeof(double), static_cast<Index>(sample.size())));

  std::vector<double> sorted(sample.begin(), sample.end());
  std::sort(sorted.begin(), sorted.end());
  const auto n = static_cast<double>(sorted.size());
  double distance = 0;
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    const double cdf = normal_cdf(sorted[i], mean, variance);
    const double below = cdf - static_cast<double>(i) / n;
    const double above = static_cast<double>(i + 1) / n - cdf;
    distance = std::max({distance, below, above});
  }
  return distance;
}

ATTENTION_INSTANTIATE(standardise);
ATTENTION_INSTANTIATE(dot_product_moments);

}  // namespace attention::lab
