// SPDX-License-Identifier: MIT
// Tests the moments of given samples. dot_product_moments.cpp tests the Monte Carlo experiment.
#include "lab/moments.hpp"

#include <cmath>
#include <vector>

#include "attention/detail/random.hpp"
#include "attention/error.hpp"
#include "lab/dot_product_moments.hpp"
#include "support/catch.hpp"
#include "support/matchers.hpp"
#include "support/samples.hpp"
#include "support/tolerance.hpp"

namespace attention::test {
namespace {

/// The tolerance for moments, which are sums of up to 400 entries in double, rounded once to T. The
/// rounding errors of a sum have both signs and add up to about √400 · 1.1e-16 = 2.2e-15.
template <class T>
constexpr Tolerance kMoment{.abs = 32 * std::numeric_limits<T>::epsilon(),
                            .rel = 32 * std::numeric_limits<T>::epsilon()};

template <class T>
std::string refused_argument(ErrorKind kind, const Matrix<T>& x, Index ddof) {
  try {
    standardise<T>(x, ddof);
  } catch (const Error& error) {
    CHECK(error.kind() == kind);
    return error.argument();
  }
  return "";
}

TEMPLATE_TEST_CASE("standardise: document 000's [1, 1, 1, 5] by hand", "[moments]", float, double) {
  using T = TestType;
  const auto population = standardise<T>(row<T>({1, 1, 1, 5}), 0);
  CHECK(population.mean == 2);
  CHECK(passes(population.deviation, std::sqrt(3), kMoment<T>));
  const T third = static_cast<T>(1 / std::sqrt(3));
  CHECK_THAT(population.z, is_close_to<T>(row<T>({-third, -third, -third, 3 * third}), kMoment<T>));
  // The third central moment m₃ is (3·(−1)³ + 3³)/4 = 6 and the variance m₂ is 3; the skewness is
  // m₃/m₂^1.5.
  CHECK(passes(population.skewness_x, 6 / std::pow(3, 1.5), kMoment<T>));
  CHECK(passes(population.skewness_z, 6 / std::pow(3, 1.5), kMoment<T>));

  const auto sample = standardise<T>(row<T>({1, 1, 1, 5}), 1);
  CHECK(sample.deviation == 2);
  CHECK_THAT(sample.z, is_exactly<T>(row<T>({T(-0.5), T(-0.5), T(-0.5), T(1.5)})));
  CHECK(passes(sample.skewness_x, 6 / std::pow(3, 1.5), kMoment<T>));
}

TEMPLATE_TEST_CASE("standardise: an outlier stays an outlier", "[moments]", float, double) {
  using T = TestType;
  const auto result = standardise<T>(row<T>({1, 2, 3, 4, 100}));
  CHECK(passes(result.skewness_x, 1.4975367033335198, kMoment<T>));
  CHECK(passes(result.skewness_z, 1.4975367033335198, kMoment<T>));
  CHECK(passes(result.z(0, 4), 1.9993428618189626, kMoment<T>));
}

TEST_CASE("standardise: an exponential sample has the same skewness before and after",
          "[moments]") {
  Matrix<double> x(1, 20000);
  for (Index i = 0; i < x.cols(); ++i)
    x(0, i) = -std::log((static_cast<double>(i) + 0.5) / static_cast<double>(x.cols()));
  const auto result = standardise<double>(x);
  CHECK(passes(result.skewness_x, 2, {.rel = 0.01}));
  // The skewnesses of x and z differ by rounding errors of 20,000 entries of z and of sums over
  // them.
  CHECK(passes(result.skewness_z, result.skewness_x, {.rel = 1e-12}));
  const std::vector<double> z(result.z.data(), result.z.data() + result.z.size());
  // The standardised exponential distribution begins at z = −1. Its distance to the normal
  // distribution, sup |1 − e^{−(1+z)} − Φ(z)|, is attained there.
  CHECK(passes(ks_distance(z), normal_cdf(-1), {.abs = 2e-4}));
}

TEMPLATE_TEST_CASE("standardise: z has mean 0 and deviation 1 for either ddof", "[moments]", float,
                   double) {
  using T = TestType;
  for (const Index ddof : {0, 1}) {
    const Matrix<T> z = as_matrix(standardise<T>(random_matrix<T>(20, 20, 1, -5, 9), ddof).z);
    const auto again = standardise<T>(z, ddof);
    CHECK(std::abs(again.mean) < kMoment<T>.abs);
    CHECK(passes(again.deviation, 1, kMoment<T>));
  }
}

TEMPLATE_TEST_CASE("standardise: an affine change of x changes neither z nor skewness", "[moments]",
                   float, double) {
  using T = TestType;
  const Matrix<T> x = random_matrix<T>(3, 7, 2, 0, 4);
  const Matrix<T> y = x.array() * 8 - 16;
  CHECK_THAT(standardise<T>(y).z, is_close_to<T>(standardise<T>(x).z, kMoment<T>));
  CHECK(passes(standardise<T>(y).skewness_x, standardise<T>(x).skewness_x, kMoment<T>));
  const Matrix<T> turned = -x;
  CHECK(passes(standardise<T>(turned).skewness_x, -standardise<T>(x).skewness_x, kMoment<T>));
}

TEMPLATE_TEST_CASE("standardise: equal entries give 0/0 = NaN", "[moments]", float, double) {
  using T = TestType;
  // T(0.1) is rounded, and so is a plain sum of n copies of it. Nevertheless the mean must be
  // exactly T(0.1), and the deviation 0.
  for (const Index n : {1, 7, 1000}) {
    const auto result = standardise<T>(Matrix<T>::Constant(1, n, T(0.1)).eval());
    CHECK(result.mean == T(0.1));
    CHECK(result.deviation == 0);
    CHECK_THAT(result.z, is_exactly<T>(Matrix<T>::Constant(1, n, kNaN<T>)));
    CHECK(std::isnan(result.skewness_x));
    CHECK(std::isnan(result.skewness_z));
  }
}

TEMPLATE_TEST_CASE("standardise: NaN and infinity follow IEEE", "[moments]", float, double) {
  using T = TestType;
  const auto with_nan = standardise<T>(row<T>({1, kNaN<T>, 2}));
  CHECK_THAT(with_nan.z, is_exactly<T>(Matrix<T>::Constant(1, 3, kNaN<T>)));
  const auto with_infinity = standardise<T>(row<T>({1, kInf<T>, 2}));
  CHECK(with_infinity.mean == kInf<T>);
  CHECK(std::isnan(with_infinity.deviation));
}

TEMPLATE_TEST_CASE("standardise: one entry has no sample deviation", "[moments]", float, double) {
  using T = TestType;
  const auto result = standardise<T>(row<T>({3}), 1);
  CHECK(result.mean == 3);
  CHECK(std::isnan(result.deviation));
  CHECK(std::isnan(result.z(0, 0)));
}

TEMPLATE_TEST_CASE("standardise: refuses empty samples and other ddof", "[moments]", float,
                   double) {
  using T = TestType;
  CHECK(refused_argument<T>(ErrorKind::kEmptyInput, Matrix<T>(0, 3), 0) == "x");
  CHECK(refused_argument<T>(ErrorKind::kOutOfRange, row<T>({1, 2, 3}), 2) == "ddof");
  CHECK(refused_argument<T>(ErrorKind::kOutOfRange, row<T>({1, 2, 3}), -1) == "ddof");
  CHECK(refused_argument<T>(ErrorKind::kOutOfRange, row<T>({1}), 1).empty());
}

TEMPLATE_TEST_CASE("dot_product_moments: two pairs by hand", "[moments]", float, double) {
  using T = TestType;
  const Matrix<T> queries = rows<T>({{1, 2, 0, 1}, {3, -1, 1, 0}, {0, 0, 0, 1}});
  const Matrix<T> keys = rows<T>({{2, 1, 5, 0}, {1, 1, 2, 9}, {1, 1, 1, 1}});
  const auto result = dot_product_moments<T>(queries, keys);
  CHECK_THAT(result.dots, is_exactly<T>(column<T>({4, 4, 1})));
  // The mean is 3 and the deviations from it are 1, 1, −2: the central moments are m₂ = 2 and m₄ =
  // 6.
  const std::array<double, 3> divisors = {1, 2, 4};
  for (std::size_t s = 0; s < divisors.size(); ++s) {
    CHECK(passes(result.scaled[s].mean, 3 / divisors[s], kFewRoundings<double>));
    CHECK(
        passes(result.scaled[s].variance, 2 / (divisors[s] * divisors[s]), kFewRoundings<double>));
    CHECK(passes(result.scaled[s].excess_kurtosis, -1.5, kFewRoundings<double>));
  }
}

TEST_CASE("dot_product_moments: the variance of q·k is near d, of q·k/√d near 1", "[moments]") {
  const auto queries = drawn<double>({4000, 64}, {.seed = 1, .stream = 0});
  const auto keys = drawn<double>({4000, 64}, {.seed = 1, .stream = 1});
  const auto result = dot_product_moments<double>(queries, keys);
  // The variance of a sample of 4000 has a relative standard deviation of √(2/4000) = 0.022; the
  // tolerance is five times this.
  CHECK(passes(result.scaled[0].variance, 64, {.rel = 0.11}));
  CHECK(passes(result.scaled[1].variance, 1, {.rel = 0.11}));
  CHECK(passes(result.scaled[2].variance, 1.0 / 64, {.rel = 0.11}));
}

TEMPLATE_TEST_CASE("dot_product_moments: one pair has variance 0 and no kurtosis", "[moments]",
                   float, double) {
  using T = TestType;
  const auto result = dot_product_moments<T>(row<T>({1, 2}), row<T>({3, 4}));
  CHECK(result.scaled[0].mean == 11);
  CHECK(result.scaled[0].variance == 0);
  CHECK(std::isnan(result.scaled[0].excess_kurtosis));
}

TEMPLATE_TEST_CASE("dot_product_moments: refuses empty inputs and different shapes", "[moments]",
                   float, double) {
  using T = TestType;
  const Matrix<T> two(2, 3);
  CHECK_THROWS_AS(dot_product_moments<T>(Matrix<T>(0, 3), Matrix<T>(0, 3)), Error);
  CHECK_THROWS_AS(dot_product_moments<T>(Matrix<T>(2, 0), Matrix<T>(2, 0)), Error);
  CHECK_THROWS_AS(dot_product_moments<T>(two, Matrix<T>(3, 3)), Error);
  CHECK_THROWS_AS(dot_product_moments<T>(two, Matrix<T>(2, 4)), Error);
}

TEST_CASE("ks_distance: hand cases, with both sides of each jump", "[moments]") {
  const auto distance = [](const std::vector<double>& x) { return ks_distance(x); };
  CHECK(distance({0}) == 0.5);
  CHECK(passes(distance({3}), normal_cdf(3), kFewRoundings<double>));
  CHECK(passes(distance({-3}), normal_cdf(3), kFewRoundings<double>));
  // A discrete sample in any order: its distribution function F is 1/2 between −1 and 1.
  CHECK(passes(distance({1, -1, -1, 1}), 0.5 - normal_cdf(-1), kFewRoundings<double>));
  CHECK(passes(distance({0, 0, 0, 5}), 0.5, kFewRoundings<double>));
  CHECK(passes(distance({0, -5, 0, 5}), 0.25, kFewRoundings<double>));
  CHECK(distance({kInf<double>, -kInf<double>}) == 0.5);
  CHECK(std::isnan(distance({0, kNaN<double>, 1})));
}

TEST_CASE("ks_distance: the midpoints of n equal shares are 1/2n away, in any unit", "[moments]") {
  constexpr std::size_t kCount = 101;
  std::vector<double> x(kCount);
  for (std::size_t i = 0; i < kCount; ++i)
    x[i] = 7 - 3 * quantile(Distribution::kNormal, (static_cast<double>(i) + 0.5) / kCount);
  CHECK(passes(ks_distance(x, 7, 9), 0.5 / kCount, {.rel = 1e-12}));
  CHECK(ks_distance(x, 7, 4) > 0.05);
  CHECK(ks_distance(x, 6, 9) > 0.05);
}

TEST_CASE("ks_distance: refuses an empty sample and invalid normal distributions", "[moments]") {
  const std::vector<double> x = {1};
  CHECK_THROWS_AS(ks_distance({}), Error);
  CHECK_THROWS_AS(ks_distance(x, kNaN<double>), Error);
  CHECK_THROWS_AS(ks_distance(x, kInf<double>), Error);
  for (const double variance : {0.0, -1.0, kInf<double>, kNaN<double>})
    CHECK_THROWS_AS(ks_distance(x, 0, variance), Error);
}

TEST_CASE("binned_sample: its bounds contain the exact distance", "[moments]") {
  for (const Distribution distribution : {Distribution::kNormal, Distribution::kSigns,
                                          Distribution::kUniform, Distribution::kLaplace})
    for (const double spread : {0.01, 1.0, 3.0})
      for (const double factor : {0.01, 1.0, 8.0})
        for (const double offset : {0.0, 0.7, -30.0}) {
          std::vector<double> x(3000);
          draw(distribution, 4, 0, 0, x);
          BinnedSample binned;
          for (double& y : x) {
            binned.add(spread * y);
            y = offset + factor * (spread * y);
          }
          const KsBounds bounds = binned.ks_bounds(offset, factor);
          const double exact = ks_distance(x);
          CAPTURE(static_cast<int>(distribution), spread, factor, offset);
          CHECK(exact >= bounds.distance - 1e-12);
          CHECK(exact <= bounds.distance + bounds.uncertainty + 1e-12);
          // With spread 3 some draws are outside [−8, 8). The two outermost bins, which count these
          // draws, have a larger uncertainty.
          if (spread < 3) CHECK(bounds.uncertainty <= 1e-4 * factor);
        }
}

TEST_CASE("binned_sample: atoms, infinities and an empty sample", "[moments]") {
  BinnedSample binned;
  CHECK(std::isnan(binned.ks_bounds(0, 1).distance));
  CHECK(std::isnan(binned.ks_bounds(0, 1).uncertainty));
  for (const double z : {-1.0, 1.0}) binned.add(z);
  CHECK(passes(binned.ks_bounds(0, 1).distance, 0.5 - normal_cdf(-1), kFewRoundings<double>));
  BinnedSample beyond;
  for (const double z : {-kInf<double>, kInf<double>, -1e300, 8.0}) beyond.add(z);
  CHECK(beyond.size() == 4);
  CHECK(passes(beyond.ks_bounds(0, 1).distance, 0.5, {.abs = 1e-12}));
}

}  // namespace
}  // namespace attention::test
