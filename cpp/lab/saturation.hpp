// SPDX-License-Identifier: MIT
// A Monte Carlo experiment on softmax's gradient, which can be run in several calls.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "attention/detail/random.hpp"
#include "lab/moments.hpp"

namespace attention::lab {

using namespace detail;

/// All components of the query and of the keys are independent draws of mean + √variance · x, where
/// x has the standardised `distribution`.
struct SaturationOptions {
  Index d = 64;         ///< number of components, 1 … 4096
  Index num_keys = 10;  ///< number of keys, 1 … 1024
  Distribution distribution = Distribution::kNormal;
  double mean = 0;      ///< of a component, −1000 … 1000
  double variance = 1;  ///< of a component, 0 … 1e6
  std::uint64_t seed = 0;
};

/// Means and medians over all queries so far; all are NaN before the first query.
struct SaturationStatistics {
  double divisor;             ///< 1, √d or d
  double mean_entropy;        ///< mean entropy of the weights, in nats, 0 … ln n
  double mean_largest;        ///< mean of the largest weight, 1/n … 1
  double mean_jacobian_norm;  ///< mean ‖J‖_F, J = ∂p/∂logits = diag(p) − p pᵀ, 0 … 1/2
  double median_jacobian_norm;  ///< median of ‖J‖_F; for an even count, the mean of the middle two
  double mean_gradient_norm;  ///< mean ‖∂p/∂q‖_F = ‖J K‖_F / divisor
  double median_gradient_norm;
  double saturated_share;  ///< share of the queries with ‖J‖_F < `kSaturated`
};

struct SaturationResult {
  std::uint64_t count;                             ///< number of queries so far
  std::array<SaturationStatistics, 3> statistics;  ///< for the divisors 1, √d and d, same draws
};

/// A row of weights counts as saturated if the Frobenius norm ‖J‖_F of softmax's Jacobian is below
/// this.
inline constexpr double kSaturated = 1e-3;

/// Repeatedly draws a query with n keys and measures how strongly p = softmax(q·k/divisor) reacts
/// to its logits and to the query. It computes the norms of both derivatives for each of
/// `kComparedDivisors`, with the same draws.
///
/// The derivative by the logits is the Jacobian J. The derivative by the query is J K / divisor,
/// where the rows of K are the keys: ‖J K‖_F² = Σ_i p_i² ‖k_i − Σ_j p_j k_j‖². The key with the
/// largest weight is first subtracted from all keys, which avoids cancellation if that weight is
/// nearly 1.
/// Component c of query t is draw t·d + c of the queries' stream; component c of its key j is draw
/// (t·n + j)·d + c of the keys' stream. The result after N queries therefore has the same bits,
/// however the queries are divided into calls. Results of different platforms differ only
/// because the last bits of their exp and log may differ.
/// Source: the lessons' source document 000, line 75; document 002, line 66; document 003, line 49;
/// erratum E-08 of web/src/ledger
class Saturation {
 public:
  /// @throws OutOfRange naming the option; OutOfMemory
  explicit Saturation(const SaturationOptions& options);

  /// Draws `count` more queries. Each query needs 48 bytes of memory for the medians.
  /// @throws OutOfRange naming `count` if it is negative; OutOfMemory
  void advance(Index count);

  std::uint64_t count() const { return count_; }

  SaturationResult result() const;

 private:
  // For one divisor, the sums of entropy and largest weight over all queries.
  struct Series {
    double divisor = 1;
    double entropies = 0;
    double largest = 0;
  };

  // ‖∂p/∂logits‖_F and ‖∂p/∂q‖_F for one query and one divisor.
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
  std::vector<double> query_;    // shape (d)
  std::vector<double> keys_;     // shape (n, d)
  std::vector<double> dots_;     // shape (n)
  std::vector<double> weights_;  // shape (n)
  std::vector<double> centre_;   // scratch of shape (d)
  std::array<Series, 3> series_;
  std::vector<std::array<Norms, 3>> norms_;  // only the first `count_` are valid
};

}  // namespace attention::lab
