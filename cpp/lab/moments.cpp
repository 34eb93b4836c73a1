// SPDX-License-Identifier: MIT
#include "lab/moments.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <type_traits>
#include <utility>
#include <vector>

#include "attention/detail/memory.hpp"
#include "attention/detail/range.hpp"
#include "attention/detail/text.hpp"
#include "attention/error.hpp"
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

CentralMoments central_moments(const Matrix<double>& x) {
  const std::span entries(x.data(), static_cast<std::size_t>(x.size()));
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

// Returns the z-scores of x. The matrix is passed by value, because the z-scores overwrite it.
Standardised<double> standardised(Matrix<double> x, Index ddof) {
  const CentralMoments moments = central_moments(x);
  const auto n = static_cast<double>(x.size());
  const double deviation = std::sqrt(moments.second * (n / (n - static_cast<double>(ddof))));
  for (Index i = 0; i < x.size(); ++i) x.data()[i] = (x.data()[i] - moments.mean) / deviation;
  const double skewness_z = skewness(central_moments(x));
  return {moments.mean, deviation, std::move(x), skewness(moments), skewness_z};
}

PairedDots<double> paired_dots(const Matrix<double>& queries, const Matrix<double>& keys) {
  const Index d = queries.cols();
  PairedDots<double> result{Matrix<double>(queries.rows(), 1), {}};
  for (Index t = 0; t < queries.rows(); ++t) {
    double dot = 0;
    for (Index c = 0; c < d; ++c) dot += queries(t, c) * keys(t, c);
    result.dots(t, 0) = dot;
  }
  const CentralMoments moments = central_moments(result.dots);
  for (std::size_t s = 0; s < kComparedDivisors.size(); ++s) {
    const auto divisor = divisor_of<double>({.divisor = kComparedDivisors[s]}, d);
    result.scaled[s] = {moments.mean / divisor, moments.second / (divisor * divisor),
                        moments.fourth / (moments.second * moments.second) - 3};
  }
  return result;
}

void check_sample(Index rows, Index cols, Index ddof) {
  if (rows * cols == 0)
    throw Error(ErrorKind::kEmptyInput, "x", "at least one entry", shape_text(rows, cols));
  require_that(ddof == 0 || ddof == 1, "ddof", "0 or 1", static_cast<double>(ddof));
  require_memory(multiply_bytes(multiply_bytes(2 * sizeof(double), rows), cols));
}

}  // namespace

template <class T>
Standardised<T> standardise(const MatrixView<T>& x, Index ddof) {
  check_sample(x.rows(), x.cols(), ddof);
  Standardised<double> result = standardised(x.template cast<double>(), ddof);
  if constexpr (std::is_same_v<T, double>)
    return result;
  else
    return {static_cast<T>(result.mean), static_cast<T>(result.deviation),
            result.z.template cast<T>(), static_cast<T>(result.skewness_x),
            static_cast<T>(result.skewness_z)};
}

template <class T>
PairedDots<T> dot_product_moments(const MatrixView<T>& queries, const MatrixView<T>& keys) {
  const Index pairs = queries.rows();
  const Index d = queries.cols();
  if (queries.size() == 0)
    throw Error(ErrorKind::kEmptyInput, "queries", "at least one row and one column",
                shape_text(pairs, d));
  if (keys.rows() != pairs || keys.cols() != d)
    throw Error(ErrorKind::kShapeMismatch, "keys", shape_text(pairs, d),
                shape_text(keys.rows(), keys.cols()));
  const std::uint64_t row_bytes = multiply_bytes(2 * sizeof(double), pairs);
  require_memory(add_bytes(multiply_bytes(row_bytes, d), row_bytes));

  PairedDots<double> result =
      paired_dots(queries.template cast<double>(), keys.template cast<double>());
  if constexpr (std::is_same_v<T, double>)
    return result;
  else
    return {result.dots.template cast<T>(), result.scaled};
}

double normal_cdf(double x, double mean, double variance) {
  return 0.5 * std::erfc((mean - x) / std::sqrt(variance) * (std::numbers::sqrt2 / 2));
}

double ks_distance(std::span<const double> sample, double mean, double variance) {
  if (sample.empty()) throw Error(ErrorKind::kEmptyInput, "sample", "at least one entry", "none");
  require_that(std::isfinite(mean), "mean", "a finite number", mean);
  require_that(variance > 0 && std::isfinite(variance), "variance", "a finite number > 0",
               variance);
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
