// SPDX-License-Identifier: MIT
// Tests the distribution of the dot products in the Monte Carlo experiment, and its
// Kolmogorov–Smirnov distance to a normal distribution.
#include <array>
#include <cmath>
#include <utility>

#include "lab/dot_product_moments.hpp"
#include "support/catch.hpp"
#include "support/dot_products.hpp"
#include "support/matchers.hpp"
#include "support/tolerance.hpp"

namespace attention::test {
namespace {

/// The 99.9 % quantile of the Kolmogorov distribution: √n times the Kolmogorov–Smirnov distance
/// between n draws and their distribution exceeds it in one of a thousand samples.
constexpr double kKolmogorov = 1.95;

TEST_CASE("DotProductMoments: the expected kurtosis equals that of all pairs of draws",
          "[dot_product_moments]") {
  for (const double rho : {0.0, 0.6, -1.0})
    for (const Distribution distribution : {Distribution::kSigns, Distribution::kUniform}) {
      CAPTURE(rho, static_cast<int>(distribution));
      const DotProductOptions o{.d = 1,
                                .distribution = distribution,
                                .q_mean = -1,
                                .q_variance = 4,
                                .k_mean = 0.5,
                                .k_variance = 9,
                                .correlation = rho};
      // Approximates the distributions of x and e (see DotProductOptions) by the midpoints of
      // kSteps equally likely intervals and forms all pairs. The relative error is of order
      // kSteps⁻².
      constexpr int kSteps = 600;
      Matrix<double> all(kSteps, kSteps);
      for (int i = 0; i < kSteps; ++i)
        for (int j = 0; j < kSteps; ++j) {
          const double x = quantile(distribution, (i + 0.5) / kSteps);
          const double e = quantile(distribution, (j + 0.5) / kSteps);
          const double y = rho * x + std::sqrt(1 - rho * rho) * e;
          all(i, j) = (o.q_mean + 2 * x) * (o.k_mean + 3 * y);
        }
      const Matrix<double> column = Eigen::Map<const Matrix<double>>(all.data(), all.size(), 1);
      const auto whole =
          dot_product_moments<double>(column, Matrix<double>::Ones(column.rows(), 1).eval())
              .scaled[0];
      const auto expected = run(o, 0).scaled[0].expected;
      CHECK(passes(expected.mean, whole.mean, {.rel = 1e-4}));
      CHECK(passes(expected.variance, whole.variance, {.rel = 1e-4}));
      CHECK(passes(expected.excess_kurtosis, whole.excess_kurtosis, {.abs = 1e-4}));
    }

  // The excess kurtosis of the product of two normal variables with mean 0 and correlation ρ is
  // 6 (1 + 6ρ² + ρ⁴)/(1 + ρ²)².
  for (const double rho : {0.0, 0.5, -0.9, 1.0}) {
    const double square = rho * rho;
    const double normal = 6 * (1 + 6 * square + square * square) / ((1 + square) * (1 + square));
    const auto result = run({.d = 3, .correlation = rho}, 0);
    CHECK(passes(result.scaled[0].expected.excess_kurtosis, normal / 3, {.rel = 1e-13}));
  }
}

TEST_CASE("DotProductMoments: q·k/√d approaches a normal distribution as d grows",
          "[dot_product_moments]") {
  constexpr Index kCount = 100000;
  const double noise = kKolmogorov / std::sqrt(static_cast<double>(kCount));
  // The distances that erratum E-47 (web/src/ledger) states. They come from a smaller sample, whose
  // noise makes them slightly larger than the exact distances.
  constexpr std::array<std::pair<Index, double>, 5> kFigures = {
      {{1, 0.109}, {2, 0.065}, {4, 0.037}, {16, 0.010}, {64, 0.005}}};
  double last = 1;
  for (const auto& [d, figure] : kFigures) {
    CAPTURE(d);
    const auto bounds = run({.d = d, .seed = 1}, kCount).scaled[1].to_expected;
    CHECK(passes(bounds.distance, figure, {.abs = 0.001 + noise}));
    CHECK(bounds.distance < last);
    last = bounds.distance;
  }

  // The sum of two independent products of standard normal variables has a Laplace distribution.
  // Divided by √2, its distribution function is 1 − e^{−√2x}/2 for x ≥ 0.
  double exact = 0;
  for (int i = 0; i < 40000; ++i)
    exact = std::max(exact, 1 - std::exp(-std::sqrt(2) * i * 1e-4) / 2 - normal_cdf(i * 1e-4));
  CHECK(passes(run({.d = 2, .seed = 1}, kCount).scaled[1].to_expected.distance, exact,
               {.abs = noise}));
}

TEST_CASE("DotProductMoments: only division by √d approaches N(0, 1)", "[dot_product_moments]") {
  const auto result = run({.d = 64}, 20000);
  CHECK(result.scaled[0].to_standard_normal.distance > 0.35);
  CHECK(result.scaled[1].to_standard_normal.distance < 0.02);
  CHECK(result.scaled[2].to_standard_normal.distance > 0.35);
}

}  // namespace
}  // namespace attention::test
