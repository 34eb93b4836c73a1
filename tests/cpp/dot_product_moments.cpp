// SPDX-License-Identifier: MIT
// Tests the Monte Carlo experiment on dot products of random vectors. Other files test the
// distribution of the products (dot_product_moments_law.cpp), degenerate options and errors
// (dot_product_moments_edges.cpp), and moments of given samples (moments.cpp).
#include "lab/dot_product_moments.hpp"

#include <cmath>
#include <numeric>

#include "support/catch.hpp"
#include "support/dot_products.hpp"
#include "support/matchers.hpp"
#include "support/samples.hpp"
#include "support/tolerance.hpp"

namespace attention::test {
namespace {

constexpr std::array kAllDistributions = {Distribution::kNormal, Distribution::kSigns,
                                          Distribution::kUniform, Distribution::kLaplace};

/// The largest accepted difference between a measured and an expected mean, in standard deviations
/// of the measured mean.
constexpr double kDeviations = 5;
/// The tolerance for moments that are sums of up to 300,000 terms.
constexpr Tolerance kLongSum{.abs = 1e-10, .rel = 1e-10};

/// The products q_i k_i of the first `count` pairs of vectors, computed here from the random draws.
std::vector<double> products(const DotProductOptions& o, std::size_t count) {
  std::vector<double> draws(2 * count * static_cast<std::size_t>(o.d));
  draw(o.distribution, o.seed, kDotProductStream, 0, draws);
  std::vector<double> result;
  for (std::size_t i = 0; i < draws.size(); i += 2) {
    const double q = o.q_mean + std::sqrt(o.q_variance) * draws[i];
    const double noise = std::sqrt(1 - o.correlation * o.correlation) * draws[i + 1];
    const double k = o.k_mean + std::sqrt(o.k_variance) * (o.correlation * draws[i] + noise);
    result.push_back(o.same ? q * q : q * k);
  }
  return result;
}

void check_same_bits(const DotProductResult& a, const DotProductResult& b) {
  CHECK(a.count == b.count);
  CHECK_THAT(a.histogram, is_exactly<double>(as_matrix(b.histogram)));
  CHECK(a.below == b.below);
  CHECK(a.above == b.above);
  for (std::size_t s = 0; s < 3; ++s) {
    CHECK(a.scaled[s].measured.mean == b.scaled[s].measured.mean);
    CHECK(a.scaled[s].measured.variance == b.scaled[s].measured.variance);
    CHECK(a.scaled[s].measured.excess_kurtosis == b.scaled[s].measured.excess_kurtosis);
    CHECK(a.scaled[s].to_expected.distance == b.scaled[s].to_expected.distance);
    CHECK(a.scaled[s].to_standard_normal.distance == b.scaled[s].to_standard_normal.distance);
  }
  CHECK(a.queries.mean == b.queries.mean);
  CHECK(a.keys.variance == b.keys.variance);
  CHECK(a.products.mean == b.products.mean);
  CHECK(a.products.variance == b.products.variance);
}

TEST_CASE("DotProductMoments: slices of any size give the same bits", "[dot_product_moments]") {
  const DotProductOptions options{.d = 3, .k_mean = 0.5, .correlation = 0.3, .seed = 77};
  DotProductMoments sliced(options);
  for (const Index slice : {0, 1, 7, 500, 0, 492}) {
    sliced.advance(slice);
    (void)sliced.result();
  }
  CHECK(sliced.count() == 1000);
  check_same_bits(sliced.result(), run(options, 1000));
}

TEST_CASE("DotProductMoments: the moments of 1000 samples are known, bit for bit",
          "[dot_product_moments]") {
  const auto result = run({.d = 5, .q_mean = 0.25, .correlation = 0.5, .seed = 42}, 1000);
  CHECK(result.scaled[1].measured.mean == 0x1.1d14a7f85382dp+0);
  CHECK(result.scaled[1].measured.variance == 0x1.56acb07e83c48p+0);
  CHECK(result.scaled[1].measured.excess_kurtosis == 0x1.2b960107c6a2ap+1);
  CHECK(result.products.variance == 0x1.5a40847347e53p+0);
}

TEST_CASE("DotProductMoments: every number agrees with plain statistics of the same draws",
          "[dot_product_moments]") {
  constexpr std::size_t kCount = 4000;
  for (const Distribution distribution : kAllDistributions)
    for (const bool same : {false, true}) {
      const DotProductOptions options{.d = 6,
                                      .distribution = distribution,
                                      .q_mean = 0.5,
                                      .q_variance = 2,
                                      .k_mean = -1,
                                      .k_variance = 0.25,
                                      .correlation = -0.4,
                                      .same = same,
                                      .seed = 5,
                                      .bins = 30};
      CAPTURE(static_cast<int>(distribution), same);
      const auto result = run(options, kCount);
      const auto terms = products(options, kCount);
      const Matrix<double> ones = Matrix<double>::Ones(kCount, 6);
      const auto plain = dot_product_moments<double>(
          Eigen::Map<const Matrix<double>>(terms.data(), kCount, 6), ones);

      CHECK(result.count == kCount);
      for (std::size_t s = 0; s < 3; ++s) {
        const ScaledDotProducts& scaled = result.scaled[s];
        CHECK(scaled.divisor == std::array{1.0, std::sqrt(6.0), 6.0}[s]);
        CHECK(passes(scaled.measured.mean, plain.scaled[s].mean, kLongSum));
        CHECK(passes(scaled.measured.variance, plain.scaled[s].variance, kLongSum));
        CHECK(passes(scaled.measured.excess_kurtosis, plain.scaled[s].excess_kurtosis, kLongSum));

        std::vector<double> dots(kCount);
        for (std::size_t t = 0; t < kCount; ++t)
          dots[t] = plain.dots(static_cast<Index>(t), 0) / scaled.divisor;
        const double to_expected =
            ks_distance(dots, scaled.expected.mean, scaled.expected.variance);
        CHECK(to_expected >= scaled.to_expected.distance - 1e-9);
        CHECK(to_expected <= scaled.to_expected.distance + scaled.to_expected.uncertainty + 1e-9);
        const double to_standard = ks_distance(dots);
        CHECK(to_standard >= scaled.to_standard_normal.distance - 1e-9);
        CHECK(to_standard <=
              scaled.to_standard_normal.distance + scaled.to_standard_normal.uncertainty + 1e-9);

        Matrix<double> histogram = Matrix<double>::Zero(1, 30);
        for (const double x : dots)
          for (Index b = 0; b < 30; ++b)
            if (x >= scaled.edges(0, b) && x < scaled.edges(0, b + 1)) histogram(0, b) += 1;
        // Skips kSigns: its dot products have only a few different values, and one can be so close
        // to the edge of a bin that rounding decides the bin.
        if (distribution != Distribution::kSigns)
          CHECK_THAT(result.histogram, is_exactly<double>(histogram));
      }
      const Matrix<double> all = Eigen::Map<const Matrix<double>>(terms.data(), 1, 6 * kCount);
      const auto standardised = standardise<double>(all);
      CHECK(passes(result.products.mean, standardised.mean, kLongSum));
      CHECK(passes(result.products.variance, standardised.deviation * standardised.deviation,
                   kLongSum));
    }
}

TEST_CASE("DotProductMoments: measured moments agree with the theory", "[dot_product_moments]") {
  constexpr Index kCount = 50000;
  for (const Distribution distribution : kAllDistributions)
    for (const double rho : {0.0, 0.6, -1.0})
      for (const double k_mean : {0.0, 2.0}) {
        CAPTURE(static_cast<int>(distribution), rho, k_mean);
        const auto result = run({.d = 3,
                                 .distribution = distribution,
                                 .q_mean = -1,
                                 .q_variance = 0.5,
                                 .k_mean = k_mean,
                                 .k_variance = 3,
                                 .correlation = rho,
                                 .seed = 3},
                                kCount);
        const auto& [divisor, measured, expected, edges, own, standard] = result.scaled[0];
        const auto n = static_cast<double>(kCount);
        const double mean_deviation = std::sqrt(expected.variance / n);
        CHECK(std::abs(measured.mean - expected.mean) < kDeviations * mean_deviation);
        const double variance_deviation =
            expected.variance * std::sqrt((expected.excess_kurtosis + 2) / n);
        CHECK(std::abs(measured.variance - expected.variance) < kDeviations * variance_deviation);
        // The tolerance is wide because the mean of fourth powers of a heavy-tailed distribution
        // converges slowly.
        CHECK(
            passes(measured.excess_kurtosis, expected.excess_kurtosis, {.abs = 0.1, .rel = 0.25}));

        CHECK(passes(result.queries.expected_mean, -1, kFewRoundings<double>));
        CHECK(passes(result.queries.mean, -1, {.abs = 0.01}));
        CHECK(passes(result.queries.variance, 0.5, {.rel = 0.03}));
        CHECK(passes(result.keys.mean, k_mean, {.abs = 0.02}));
        CHECK(passes(result.keys.variance, 3, {.rel = 0.03}));
        CHECK(passes(result.products.mean, result.products.expected_mean, {.abs = 0.05}));
        CHECK(passes(result.products.variance, result.products.expected_variance, {.rel = 0.05}));
        CHECK(passes(expected.variance, 3 * result.products.expected_variance,
                     kFewRoundings<double>));
      }
}

TEST_CASE("DotProductMoments: Var(q_i k_i) of independent components by hand",
          "[dot_product_moments]") {
  // Var(qk) with means 1 and 2 and variances 1 is 1·1 + 1·2² + 1·1² = 6.
  for (const Distribution distribution : kAllDistributions) {
    const auto shifted = run({.d = 1, .distribution = distribution, .q_mean = 1, .k_mean = 2}, 0);
    CHECK(shifted.scaled[0].expected.variance == 6);
    CHECK(shifted.scaled[0].expected.mean == 2);
  }
  CHECK(run({.d = 1, .q_mean = 3, .q_variance = 4, .k_mean = 5, .k_variance = 9}, 0)
            .scaled[0]
            .expected.variance == 4 * 9 + 4 * 25 + 9 * 9);
  // PyTorch's default initialisation gives queries and keys variances of 1/3, so the variance of
  // q·k/√d is 1/9 for every d.
  const auto torch = run({.d = 64, .q_variance = 1.0 / 3, .k_variance = 1.0 / 3}, 20000);
  CHECK(passes(torch.scaled[1].expected.variance, 1.0 / 9, kFewRoundings<double>));
  CHECK(passes(torch.scaled[1].measured.variance, 1.0 / 9, {.rel = 0.05}));
}

TEST_CASE("DotProductMoments: Var(q·k) is d for every distribution, but the kurtosis differs",
          "[dot_product_moments]") {
  constexpr std::array<double, 4> kExcess = {6, -2, 0.24, 33};
  for (const Distribution distribution : kAllDistributions)
    for (const Index d : {1, 64, 4096}) {
      const auto result = run({.d = d, .distribution = distribution}, 0);
      const auto size = static_cast<double>(d);
      CHECK(result.scaled[0].expected.variance == size);
      CHECK(passes(result.scaled[1].expected.variance, 1, kFewRoundings<double>));
      CHECK(passes(result.scaled[2].expected.variance, 1 / size, kFewRoundings<double>));
      CHECK(passes(result.scaled[2].expected.excess_kurtosis,
                   kExcess[static_cast<std::size_t>(distribution)] / size,
                   {.abs = 1e-14, .rel = 1e-14}));
    }
}

TEST_CASE("DotProductMoments: q = k has mean d and variance d (E x⁴ − 1)",
          "[dot_product_moments]") {
  for (const Distribution distribution : kAllDistributions) {
    // With `same`, the key is the query: the options k_mean, k_variance and correlation are
    // ignored.
    const auto result = run({.d = 16,
                             .distribution = distribution,
                             .k_mean = 7,
                             .k_variance = 5,
                             .correlation = -0.5,
                             .same = true},
                            20000);
    const double fourth = kEvenMoments[static_cast<std::size_t>(distribution)][2];
    const auto& [divisor, measured, expected, edges, own, standard] = result.scaled[0];
    CHECK(expected.mean == 16);
    CHECK(passes(expected.variance, 16 * (fourth - 1), kFewRoundings<double>));
    CHECK(passes(measured.mean, 16, {.rel = 0.02}));
    CHECK(passes(measured.variance, expected.variance, {.rel = 0.15}));
    CHECK(passes(result.products.mean, 1, {.rel = 0.02}));
  }
}

}  // namespace
}  // namespace attention::test
