// SPDX-License-Identifier: MIT
#include "attention/saturation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "attention/memory.hpp"
#include "attention/range.hpp"
#include "attention/softmax.hpp"

namespace attention {
namespace {

const SaturationOptions& checked(const SaturationOptions& options) {
  require_range("d", static_cast<double>(options.d), 1, 4096);
  require_range("num_keys", static_cast<double>(options.num_keys), 1, 1024);
  require_range("mean", options.mean, -1000, 1000);
  require_range("variance", options.variance, 0, 1e6);
  require_memory(
      multiply_bytes(multiply_bytes(sizeof(double), options.num_keys + 4), options.d + 2));
  return options;
}

void draw_into(std::vector<double>& x, std::uint64_t stream, std::uint64_t sample,
               const SaturationOptions& options) {
  draw(options.distribution, options.seed, stream, sample * x.size(), x);
  const double deviation = std::sqrt(options.variance);
  for (double& y : x) y = options.mean + deviation * y;
}

double mean_of(std::span<const double> x) {
  double sum = 0;
  for (const double y : x) sum += y;
  return sum / static_cast<double>(x.size());
}

double median_of(std::span<const double> x) {
  if (x.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::vector<double> sorted(x.begin(), x.end());
  std::sort(sorted.begin(), sorted.end());
  return (sorted[(x.size() - 1) / 2] + sorted[x.size() / 2]) / 2;
}

}  // namespace

Saturation::Saturation(const SaturationOptions& options) : options_(checked(options)) {
  const auto d = static_cast<std::size_t>(options.d);
  const auto n = static_cast<std::size_t>(options.num_keys);
  query_.resize(d);
  keys_.resize(n * d);
  dots_.resize(n);
  weights_.resize(n);
  centre_.resize(d);
  for (std::size_t s = 0; s < kComparedDivisors.size(); ++s)
    series_[s].divisor = divisor_of<double>({.divisor = kComparedDivisors[s]}, options.d);
}

void Saturation::advance(Index count) {
  require_that(count >= 0, "count", "a number ≥ 0", static_cast<double>(count));
  make_room(count);
  for (Index t = 0; t < count; ++t) {
    draw_next();
    for (Series& series : series_) add_to(series);
    ++count_;
  }
}

// Doubles what there is, so that many small slices do not copy the series each time.
void Saturation::make_room(Index count) {
  const std::size_t room = series_[0].jacobian_norms.size();
  const std::size_t needed = static_cast<std::size_t>(count_) + static_cast<std::size_t>(count);
  if (needed <= room) return;
  const std::size_t more = std::max(needed, 2 * room);
  require_memory(multiply_bytes(2 * series_.size() * sizeof(double), more));
  for (Series& series : series_) {
    series.jacobian_norms.resize(more);
    series.gradient_norms.resize(more);
  }
}

void Saturation::draw_next() {
  draw_into(query_, kSaturationQueryStream, count_, options_);
  draw_into(keys_, kSaturationKeyStream, count_, options_);
  for (std::size_t j = 0; j < dots_.size(); ++j) {
    double dot = 0;
    for (std::size_t c = 0; c < query_.size(); ++c) dot += query_[c] * key(j)[c];
    dots_[j] = dot;
  }
}

void Saturation::add_to(Series& series) {
  for (std::size_t j = 0; j < dots_.size(); ++j) weights_[j] = dots_[j] / series.divisor;
  const Eigen::Map<Eigen::RowVectorXd> weights(weights_.data(),
                                               static_cast<Index>(weights_.size()));
  softmax_in_place<double>(weights);
  series.entropies += entropy<double>(weights);
  series.largest += *std::max_element(weights_.begin(), weights_.end());
  const auto row = static_cast<std::size_t>(count_);
  series.jacobian_norms[row] = softmax_jacobian_norm<double>(weights);
  series.gradient_norms[row] = gradient_norm(series.divisor);
}

double Saturation::gradient_norm(double divisor) {
  const auto largest = static_cast<std::size_t>(std::max_element(weights_.begin(), weights_.end()) -
                                                weights_.begin());
  std::fill(centre_.begin(), centre_.end(), 0.0);
  for (std::size_t j = 0; j < weights_.size(); ++j)
    for (std::size_t c = 0; c < centre_.size(); ++c)
      centre_[c] += weights_[j] * (key(j)[c] - key(largest)[c]);
  double sum = 0;
  for (std::size_t j = 0; j < weights_.size(); ++j) {
    double square = 0;
    for (std::size_t c = 0; c < centre_.size(); ++c) {
      const double difference = key(j)[c] - key(largest)[c] - centre_[c];
      square += difference * difference;
    }
    sum += weights_[j] * weights_[j] * square;
  }
  return std::sqrt(sum) / divisor;
}

SaturationResult Saturation::result() const {
  require_memory(multiply_bytes(sizeof(double), count_));
  SaturationResult result{count_, {}};
  const auto n = static_cast<double>(count_);
  const auto rows = static_cast<std::size_t>(count_);
  for (std::size_t s = 0; s < series_.size(); ++s) {
    const Series& series = series_[s];
    const std::span<const double> jacobian_norms(series.jacobian_norms.data(), rows);
    const std::span<const double> gradient_norms(series.gradient_norms.data(), rows);
    double saturated = 0;
    for (const double norm : jacobian_norms) saturated += norm < kSaturated ? 1 : 0;
    result.statistics[s] = {series.divisor,
                            series.entropies / n,
                            series.largest / n,
                            mean_of(jacobian_norms),
                            median_of(jacobian_norms),
                            mean_of(gradient_norms),
                            median_of(gradient_norms),
                            saturated / n};
  }
  return result;
}

}  // namespace attention
