// SPDX-License-Identifier: MIT
// Tests the Monte Carlo experiment on dot products: degenerate options, discrete distributions,
// products beyond the ends of the histogram, and errors.
#include <cmath>

#include "attention/error.hpp"
#include "lab/dot_product_moments.hpp"
#include "support/catch.hpp"
#include "support/dot_products.hpp"
#include "support/matchers.hpp"
#include "support/samples.hpp"
#include "support/tolerance.hpp"

namespace attention::test {
namespace {

std::string refused_argument(const DotProductOptions& options) {
  try {
    DotProductMoments job(options);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::kOutOfRange);
    return error.argument();
  }
  return "";
}

TEST_CASE("DotProductMoments: a variance of 0 causes no division by 0", "[dot_product_moments]") {
  const DotProductOptions signs{.d = 9, .distribution = Distribution::kSigns, .same = true};
  const DotProductOptions constant{
      .d = 9, .q_mean = 1, .q_variance = 0, .k_mean = 1, .k_variance = 0};
  for (const auto& options : {signs, constant}) {
    const auto result = run(options, 100);
    for (std::size_t s = 0; s < 3; ++s) {
      const ScaledDotProducts& scaled = result.scaled[s];
      CHECK(scaled.expected.variance == 0);
      CHECK(scaled.measured.variance == 0);
      CHECK(scaled.measured.mean == 9 / scaled.divisor);
      CHECK(std::isnan(scaled.measured.excess_kurtosis));
      CHECK(std::isnan(scaled.expected.excess_kurtosis));
      CHECK(std::isnan(scaled.to_expected.distance));
      CHECK(std::isnan(scaled.to_expected.uncertainty));
      // Every product is 9, so its distribution function F jumps from 0 to 1 at x = 9/divisor. The
      // distance of F to the normal distribution function Φ is largest there: Φ(x).
      const auto& to_standard = scaled.to_standard_normal;
      const double exact = normal_cdf(9 / scaled.divisor);
      CHECK(exact >= to_standard.distance - 1e-12);
      CHECK(exact <= to_standard.distance + to_standard.uncertainty + 1e-12);
      CHECK(to_standard.uncertainty < 1e-4);
      CHECK(passes(scaled.edges(0, 0), (9 - 5) / scaled.divisor, kFewRoundings<double>));
      CHECK(as_matrix(scaled.edges).array().isFinite().all());
    }
    CHECK(as_matrix(result.histogram).sum() == 100);
    CHECK(result.histogram(0, 40) == 100);
  }
}

TEST_CASE("DotProductMoments: atoms are counted in their own bins", "[dot_product_moments]") {
  // A product of two signs is a sign. The sum of four signs, divided by √4, is −2, −1, 0, 1 or 2;
  // the probabilities are 1/16, 4/16, 6/16, 4/16 and 1/16.
  constexpr Index kCount = 100000;
  const auto result = run({.d = 4, .distribution = Distribution::kSigns, .bins = 10}, kCount);
  const std::array<double, 5> shares = {1.0 / 16, 4.0 / 16, 6.0 / 16, 4.0 / 16, 1.0 / 16};
  for (Index b = 0; b < 10; ++b) {
    CHECK(passes(result.scaled[1].edges(0, b), static_cast<double>(b) - 5, kFewRoundings<double>));
    const double share = b >= 3 && b < 8 ? shares[static_cast<std::size_t>(b - 3)] : 0;
    CHECK(passes(result.histogram(0, b) / static_cast<double>(kCount), share, {.abs = 0.008}));
  }
  CHECK(result.below + result.above == 0);
  // F is the distribution function of the scaled products. Its distance to the normal distribution
  // function Φ is largest at 0, where F jumps from 5/16 to 11/16 and Φ is 1/2.
  CHECK(passes(result.scaled[1].to_expected.distance, 11.0 / 16 - 0.5, {.abs = 0.007}));

  const auto one = run({.d = 1, .distribution = Distribution::kSigns}, kCount);
  CHECK(passes(one.scaled[0].to_expected.distance, 0.5 - normal_cdf(-1), {.abs = 0.007}));
}

TEST_CASE("DotProductMoments: every dot product is counted in the histogram or its tails",
          "[dot_product_moments]") {
  const auto result = run({.d = 1, .distribution = Distribution::kLaplace, .bins = 7}, 20000);
  CHECK(result.below > 0);
  CHECK(result.above > 0);
  CHECK(as_matrix(result.histogram).sum() + result.below + result.above == 20000);
  CHECK_THAT(result.scaled[0].edges,
             is_close_to<double>(Matrix<double>(Eigen::RowVectorXd::LinSpaced(8, -5, 5)),
                                 kFewRoundings<double>));
}

TEST_CASE("DotProductMoments: before the first pair, statistics are NaN", "[dot_product_moments]") {
  const auto result = run({}, 0);
  CHECK(result.count == 0);
  CHECK(std::isnan(result.scaled[0].measured.mean));
  CHECK(std::isnan(result.scaled[0].to_expected.distance));
  CHECK(std::isnan(result.products.variance));
  CHECK(as_matrix(result.histogram).sum() == 0);
}

TEST_CASE("DotProductMoments: names each option that is out of range", "[dot_product_moments]") {
  CHECK(refused_argument({}).empty());
  CHECK(refused_argument({.d = 0}) == "d");
  CHECK(refused_argument({.d = 4097}) == "d");
  CHECK(refused_argument({.q_mean = kNaN<double>}) == "q_mean");
  CHECK(refused_argument({.q_variance = -0.1}) == "q_variance");
  CHECK(refused_argument({.k_mean = 2e6}) == "k_mean");
  CHECK(refused_argument({.k_variance = kInf<double>}) == "k_variance");
  CHECK(refused_argument({.correlation = 1.001}) == "correlation");
  CHECK(refused_argument({.correlation = -1.001}) == "correlation");
  CHECK(refused_argument({.bins = 0}) == "bins");
  CHECK(refused_argument({.bins = 4097}) == "bins");
  DotProductMoments job({});
  CHECK_THROWS_AS(job.advance(-1), Error);
}

}  // namespace
}  // namespace attention::test
