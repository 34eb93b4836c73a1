// SPDX-License-Identifier: MIT
// A Monte Carlo experiment on softmax's gradient, to be run in slices.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "attention/detail/matrix.hpp"
#include "attention/detail/random.hpp"
#include "lab/moments.hpp"

namespace attention::lab {

using namespace detail;

/// All components of the query and of the keys are independent draws of mean + √variance · x.
struct SaturationOptions {
  Index d = 64;         ///< components, 1 … 4096
  Index num_keys = 10;  ///< 1 … 1024
  Distribution distribution = Distribution::kNormal;
  double mean = 0;      ///< −1000 … 1000
  double variance = 1;  ///< 0 … 1e6
  std::uint64_t seed = 0;
};

/// Means over all queries so far, and what half of them lie below. NaN before the first.
struct SaturationStatistics {
  double divisor;               ///< 1, √d or d
  double mean_entropy;          ///< of the weights, in nats, 0 … ln n
  double mean_largest;          ///< the largest weight, 1/n … 1
  double mean_jacobian_norm;    ///< ‖J‖_F, J = ∂p/∂logits = diag(p) − p pᵀ, 0 … 1/2
  double median_jacobian_norm;  ///< of an even number the mean of the two in the middle
  double mean_gradient_norm;    ///< ‖∂p/∂q‖_F = ‖J K‖_F / divisor
  double median_gradient_norm;
  double saturated_share;  ///< part of the queries with ‖J‖_F < `kSaturated`
};

struct SaturationResult {
  std::uint64_t count;                             ///< queries so far
  std::array<SaturationStatistics, 3> statistics;  ///< for the divisors 1, √d, d of the same draws
};

/// The ‖J‖_F below which a row counts as saturated.
inline constexpr double kSaturated = 1e-3;

/// Draws a query with n keys of its own, again and again, and gathers how softmax of q·k/divisor
/// answers to its logits and to the query, for each of `kComparedDivisors` on the same draws.
///
/// ‖J K‖_F² = Σ_i p_i² ‖k_i − Σ_j p_j k_j‖², taken about the key of the largest weight, so that it
/// stays exact where that weight is nearly 1.
/// Component c of query t is draw t·d + c of its stream, of key j draw (t·n + j)·d + c, so that the
/// result after N queries is the same bit for bit, however N was reached. Platforms agree up to the
/// last bits of their exp and log.
/// Source: document 000, line 75; document 002, line 66; document 003, line 49; erratum E-08
class Saturation {
 public:
  /// @throws OutOfRange naming the option, OutOfMemory
  explicit Saturation(const SaturationOptions& options);

  /// Draws `count` more queries. Each takes 48 bytes, for the medians.
  /// @throws OutOfRange (count < 0), OutOfMemory
  void advance(Index count);

  /// Queries drawn so far.
  std::uint64_t count() const { return count_; }

  SaturationResult result() const;

 private:
  // What is gathered for one divisor.
  struct Series {
    double divisor = 1;
    double entropies = 0;
    double largest = 0;
  };

  // Of one query, for one divisor.
  struct Norms {
    double jacobian;
    double gradient;
  };

  void make_room(Index count);
  void draw_next();
  Norms add_to(Series& series);
  double gradient_norm(double divisor);
  const double* key(std::size_t j) const { return keys_.data() + j * query_.size(); }

  SaturationOptions options_;
  std::uint64_t count_ = 0;
  std::vector<double> query_;    // (d)
  std::vector<double> keys_;     // (n, d)
  std::vector<double> dots_;     // (n)
  std::vector<double> weights_;  // (n)
  std::vector<double> centre_;   // (d) scratch
  std::array<Series, 3> series_;
  std::vector<std::array<Norms, 3>> norms_;  // as many as there is room for, of which `count_` hold
};

}  // namespace attention::lab
