// SPDX-License-Identifier: MIT
#include "lab/saturation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "attention/detail/memory.hpp"
#include "attention/detail/refuse.hpp"
#include "attention/detail/scores.hpp"
#include "attention/tensor.hpp"
#include "lab/softmax_statistics.hpp"
#include "simd/row.hpp"

namespace attention::lab {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

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

struct Centre {
  double mean;
  double median;
};

Centre centre_of(std::vector<double> x) {
  if (x.empty()) return {kNaN, kNaN};
  double sum = 0;
  for (const double y : x) sum += y;
  std::sort(x.begin(), x.end());
  return {sum / static_cast<double>(x.size()), (x[(x.size() - 1) / 2] + x[x.size() / 2]) / 2};
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
  require_that(count >= 0, "count", ErrorCode::kWholeAtLeast, static_cast<double>(count), 0);
  make_room(count);
  for (Index t = 0; t < count; ++t) {
    draw_next();
    std::array<Norms, 3>& norms = norms_[static_cast<std::size_t>(count_)];
    for (std::size_t s = 0; s < series_.size(); ++s) norms[s] = add_to(series_[s]);
    ++count_;
  }
}

// Grows the capacity to at least twice the old one, so that many small calls do not copy all norms
// each time.
void Saturation::make_room(Index count) {
  const std::size_t room = norms_.size();
  const std::size_t needed = static_cast<std::size_t>(count_) + static_cast<std::size_t>(count);
  if (needed <= room) return;
  const std::size_t more = std::max(needed, 2 * room);
  require_memory(multiply_bytes(sizeof(norms_[0]), more));
  norms_.resize(more);
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

Saturation::Norms Saturation::add_to(Series& series) {
  for (std::size_t j = 0; j < dots_.size(); ++j) weights_[j] = dots_[j] / series.divisor;
  simd::softmax<double>(weights_, weights_);
  series.entropies += entropy<double>(weights_);
  series.largest += *std::max_element(weights_.begin(), weights_.end());
  return {softmax_jacobian_norm<double>(weights_), gradient_norm(series.divisor)};
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
    const auto centre = [&](double Norms::*norm) {
      std::vector<double> norms(rows);
      for (std::size_t i = 0; i < rows; ++i) norms[i] = norms_[i][s].*norm;
      return centre_of(std::move(norms));
    };
    double saturated = 0;
    for (std::size_t i = 0; i < rows; ++i) saturated += norms_[i][s].jacobian < kSaturated ? 1 : 0;
    const Centre jacobian = centre(&Norms::jacobian);
    const Centre gradient = centre(&Norms::gradient);
    result.statistics[s] = {series.divisor,  series.entropies / n, series.largest / n,
                            jacobian.mean,   jacobian.median,      gradient.mean,
                            gradient.median, saturated / n};
  }
  return result;
}

}  // namespace attention::lab
