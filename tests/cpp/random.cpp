// SPDX-License-Identifier: MIT
#include "attention/detail/random.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <set>

#include "attention/error.hpp"
#include "lab/moments.hpp"
#include "support/catch.hpp"
#include "support/matchers.hpp"
#include "support/samples.hpp"
#include "support/tolerance.hpp"

namespace attention::test {
namespace {

constexpr std::array kAllDistributions = {Distribution::kNormal, Distribution::kSigns,
                                          Distribution::kUniform, Distribution::kLaplace};

/// The largest accepted difference between a mean of n independent numbers and its expectation, in
/// standard deviations. The seeds are fixed, so the result of a check never changes.
constexpr double kDeviations = 5;

std::string_view name_of(Distribution distribution) {
  return kDistributionNames[static_cast<std::size_t>(distribution)];
}

std::vector<double> draws(Distribution distribution, std::uint64_t seed, std::uint64_t stream,
                          std::uint64_t first, std::size_t count) {
  std::vector<double> x(count);
  draw(distribution, seed, stream, first, x);
  return x;
}

// The FNV-1a hash of the bytes of the numbers, each number from its lowest byte to its highest,
// with a non-standard offset basis.
std::uint64_t fingerprint(const std::vector<double>& numbers) {
  std::uint64_t hash = 0x14650fb0739d0383U;
  for (const double x : numbers)
    for (unsigned byte = 0; byte < 8; ++byte)
      hash = (hash ^ (std::bit_cast<std::uint64_t>(x) >> (8 * byte) & 255U)) * 0x100000001b3U;
  return hash;
}

std::string refused_argument(const RandomOptions& options, Index rows = 1, Index cols = 1) {
  try {
    drawn<double>({rows, cols}, options);
  } catch (const Error& error) {
    CHECK(error.kind() == ErrorKind::kOutOfRange);
    return error.argument();
  }
  return "";
}

TEST_CASE("random: Philox4x32-10 returns the published answers", "[random]") {
  using Words = std::array<std::uint32_t, 4>;
  constexpr std::uint64_t kOnes = ~std::uint64_t{0};
  CHECK(random_words(0, 0, 0) == Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  CHECK(random_words(kOnes, kOnes, kOnes) == Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  // A test vector of the Random123 library, with digits of π as arguments. All its words differ, so
  // the test fails if halves of a number or words of the key are exchanged.
  CHECK(random_words(0x299f31d0a4093822, 0x0370734413198a2e, 0x85a308d3243f6a88) ==
        Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST_CASE("random: known numbers of the sequence, bit for bit", "[random]") {
  struct Known {
    std::uint64_t seed, stream, index;
    double uniform, normal, sign, even, laplace;
  };
  constexpr std::uint64_t kOnes = ~std::uint64_t{0};
  const std::array known = {
      Known{0, 0, 0, 0x1.c2d38b1acc4fdp-1, 0x1.2d769e93cb51fp+0, 1, 0x1.5172f9a5bcd91p+0,
            0x1.031f4067d6b25p+0},
      Known{0, 0, 1, 0x1.3601b7b178af5p-1, 0x1.11fbd69d8e301p-2, 1, 0x1.762b618968068p-2,
            0x1.57214ba27f9f7p-3},
      Known{1, 0, 0, 0x1.ca141d79c7d01p-1, 0x1.407827c9b8c2dp+0, 1, 0x1.5e02a6dcaa12dp+0,
            0x1.19f6f5b16094ap+0},
      Known{1, 2, 3, 0x1.c1679e688a83p-5, -0x1.99765973d5d2fp+0, -1, -0x1.8ac169629d74cp+0,
            -0x1.90063002524b9p+0},
      Known{0x123456789abcdef, 7, 1000003, 0x1.c4e11fdc501eap-2, -0x1.296dd38dff009p-3, -1,
            -0x1.99997e5f0710cp-3, -0x1.635fa56e8b716p-4},
      Known{kOnes, kOnes, kOnes, 0x1.c7828d1ee5276p-2, -0x1.1c1b8f93ff1ap-3, -1,
            -0x1.875fdb1df257p-3, -0x1.5299533a3d6f3p-4},
  };
  for (const Known& k : known) {
    CAPTURE(k.seed, k.stream, k.index);
    CHECK(uniform(k.seed, k.stream, k.index) == k.uniform);
    CHECK(draws(Distribution::kNormal, k.seed, k.stream, k.index, 1)[0] == k.normal);
    CHECK(draws(Distribution::kSigns, k.seed, k.stream, k.index, 1)[0] == k.sign);
    CHECK(draws(Distribution::kUniform, k.seed, k.stream, k.index, 1)[0] == k.even);
    CHECK(draws(Distribution::kLaplace, k.seed, k.stream, k.index, 1)[0] == k.laplace);
  }
}

TEST_CASE("random: 10,000 draws of each distribution, bit for bit", "[random]") {
  constexpr std::array<std::uint64_t, 4> kFingerprints = {0xfcd60b1c4de85ad9, 0x2d814349355cde03,
                                                          0xeb1eaf53f36477a5, 0x776839a20c3f8412};
  for (const Distribution distribution : kAllDistributions) {
    CAPTURE(name_of(distribution));
    CHECK(fingerprint(draws(distribution, 2024, 5, 0, 10000)) ==
          kFingerprints[static_cast<std::size_t>(distribution)]);
  }
}

TEST_CASE("random: a slice equals that part of the whole", "[random]") {
  for (const Distribution distribution : kAllDistributions) {
    const auto whole = draws(distribution, 9, 4, 0, 40);
    for (std::size_t first = 0; first < 20; ++first)
      for (std::size_t count = 0; count < 20; ++count) {
        CAPTURE(name_of(distribution), first, count);
        const auto from = whole.begin() + static_cast<std::ptrdiff_t>(first);
        CHECK(draws(distribution, 9, 4, first, count) ==
              std::vector<double>(from, from + static_cast<std::ptrdiff_t>(count)));
      }
  }
}

TEST_CASE("random: a draw is the quantile of the uniform number with its index", "[random]") {
  for (const Distribution distribution : kAllDistributions) {
    const auto x = draws(distribution, 3, 1, 0, 100);
    for (std::size_t i = 0; i < x.size(); ++i) {
      CHECK(x[i] == quantile(distribution, uniform(3, 1, i)));
      CHECK(x[i] == draw_pair(distribution, 3, 1, i / 2)[i % 2]);
    }
  }
}

TEST_CASE("random: uniform numbers are odd multiples of 2^-53 between 0 and 1", "[random]") {
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const double multiple = uniform(5, 0, i) * 0x1p53;
    CHECK(multiple > 0);
    CHECK(multiple < 0x1p53);
    CHECK(std::fmod(multiple, 2) == 1);
  }
}

TEST_CASE("random: means of the even powers agree with the distribution", "[random]") {
  constexpr std::size_t kCount = 200000;
  for (const Distribution distribution : kAllDistributions) {
    const auto& even = kEvenMoments[static_cast<std::size_t>(distribution)];
    const auto x = draws(distribution, 11, 0, 0, kCount);
    // The expected mean of x and of x³ is 0. Over n draws, the means have the standard deviations
    // √(E x² / n) and √(E x⁶ / n).
    std::array<double, 5> means{};
    for (const double y : x)
      for (std::size_t power = 1; power < means.size(); ++power)
        means[power] += std::pow(y, static_cast<int>(power)) / kCount;
    const auto slack = [](double variance) { return kDeviations * std::sqrt(variance / kCount); };
    // Signs always have x² = 1, with standard deviation 0; only the rounding error of the sum
    // remains, at most half of epsilon for each term and each addition.
    constexpr double kRounding = kCount * std::numeric_limits<double>::epsilon();
    CAPTURE(name_of(distribution));
    CHECK(std::abs(means[1]) < slack(even[1]));
    CHECK(std::abs(means[2] - even[1]) < slack(even[2] - even[1] * even[1]) + kRounding);
    CHECK(std::abs(means[3]) < slack(even[3]));
    CHECK(std::abs(means[4] - even[2]) < slack(even[4] - even[2] * even[2]) + kRounding);
  }
}

TEST_CASE("random: the even moments equal integrals over the quantiles", "[random]") {
  // The moment E x^2k is 2 ∫ x(u)^2k du over (0, 1/2). The midpoint rule integrates over s with u =
  // e^{−s}/2, which resolves the tails. Less than 1e-6 of each moment is beyond s = 36.
  constexpr double kStep = 0.005;
  constexpr int kSteps = 7200;
  for (const Distribution distribution : kAllDistributions)
    for (std::size_t k = 0; k < 5; ++k) {
      CAPTURE(name_of(distribution), k);
      double sum = 0;
      for (int i = 0; i < kSteps; ++i) {
        const double s = (i + 0.5) * kStep;
        sum += std::pow(quantile(distribution, std::exp(-s) / 2), 2.0 * static_cast<double>(k)) *
               std::exp(-s) * kStep;
      }
      CHECK(passes(sum, kEvenMoments[static_cast<std::size_t>(distribution)][k], {.rel = 1e-4}));
    }
}

TEST_CASE("random: normal draws are as close to N(0, 1) as their number allows", "[random]") {
  // √n times the Kolmogorov–Smirnov distance of n draws exceeds 1.95 in one of a thousand samples.
  CHECK(ks_distance(draws(Distribution::kNormal, 1, 0, 0, 100000)) < 1.95 / std::sqrt(100000));
}

TEST_CASE("random: streams and seeds are independent", "[random]") {
  constexpr std::size_t kCount = 100000;
  const auto x = draws(Distribution::kNormal, 1, 1, 0, kCount);
  const std::array others = {draws(Distribution::kNormal, 1, 2, 0, kCount),
                             draws(Distribution::kNormal, 2, 1, 0, kCount),
                             draws(Distribution::kNormal, 1, 1, 1, kCount)};
  for (const auto& y : others) {
    double covariance = 0;
    for (std::size_t i = 0; i < kCount; ++i) covariance += x[i] * y[i] / kCount;
    CHECK(std::abs(covariance) < kDeviations / std::sqrt(kCount));
  }
  CHECK(std::set{kDropoutStream, kDotProductStream, kSaturationQueryStream, kSaturationKeyStream}
            .size() == 4);
}

TEST_CASE("quantile: hand cases", "[random]") {
  CHECK(passes(quantile(Distribution::kNormal, 0.975), 1.959963984540054, kFewRoundings<double>));
  CHECK(passes(quantile(Distribution::kNormal, 0.001), -3.090232306167813, kFewRoundings<double>));
  CHECK(passes(quantile(Distribution::kNormal, 1e-20), -9.262340089798408, kFewRoundings<double>));
  CHECK(quantile(Distribution::kNormal, 0.5) == 0);
  CHECK(quantile(Distribution::kLaplace, 0.5) == 0);
  CHECK(passes(quantile(Distribution::kLaplace, 0.125), -std::log(4) / std::sqrt(2),
               kFewRoundings<double>));
  CHECK(passes(quantile(Distribution::kUniform, 0.75), std::sqrt(3) / 2, kFewRoundings<double>));
  CHECK(quantile(Distribution::kSigns, 0.25) == -1);
  CHECK(quantile(Distribution::kSigns, 0.75) == 1);
}

TEST_CASE("quantile: the distribution function is its inverse on (0, 1)", "[random]") {
  for (int exponent = 1; exponent <= 52; ++exponent)
    for (std::uint64_t i = 0; i < 50; ++i) {
      const double u = std::ldexp(1 + uniform(6, 0, i), -exponent - 1);
      CAPTURE(u);
      const double z = quantile(Distribution::kNormal, u);
      // The relative error of the probability is about z² times the relative error of z, plus the
      // error of erfc.
      const double slack = 8 * (2 + z * z) * std::numeric_limits<double>::epsilon();
      CHECK(passes(std::erfc(-z / std::sqrt(2)) / 2, u, {.rel = slack}));
      CHECK(passes(quantile(Distribution::kLaplace, u) * std::sqrt(2), std::log(2 * u),
                   {.rel = 4 * std::numeric_limits<double>::epsilon()}));
    }
}

TEST_CASE("quantile: symmetric about 1/2, increasing, and finite at both ends", "[random]") {
  for (const Distribution distribution : kAllDistributions) {
    CAPTURE(name_of(distribution));
    double last = -kInf<double>;
    for (int i = 1; i < 4096; ++i) {
      const double x = quantile(distribution, i / 4096.0);
      CHECK(x >= last);
      if (i != 2048) CHECK(x == -quantile(distribution, 1 - i / 4096.0));
      last = x;
    }
    CHECK(std::isfinite(quantile(distribution, 0x1p-53)));
    CHECK(quantile(distribution, 1 - 0x1p-53) == -quantile(distribution, 0x1p-53));
  }
  CHECK(quantile(Distribution::kNormal, 1 - 0x1p-53) < 8.21);
  CHECK(quantile(Distribution::kLaplace, 1 - 0x1p-53) < 25.5);
}

TEST_CASE("quantile: refuses numbers outside (0, 1)", "[random]") {
  for (const double u : {0.0, 1.0, -0.5, 2.0, kNaN<double>})
    CHECK_THROWS_AS(quantile(Distribution::kNormal, u), Error);
}

TEST_CASE("draw: entry i is mean + √variance times draw i", "[random]") {
  const RandomOptions options{
      .seed = 8, .stream = 2, .distribution = Distribution::kLaplace, .mean = 3, .variance = 4};
  const auto x = draws(Distribution::kLaplace, 8, 2, 0, 15);
  const Matrix<double> matrix = drawn<double>({3, 5}, options);
  for (Index i = 0; i < 15; ++i) CHECK(matrix.data()[i] == 3 + 2 * x[static_cast<std::size_t>(i)]);
}

TEST_CASE("draw_into: fills the rows of a span and nothing between them", "[random]") {
  const RandomOptions options{.seed = 5, .mean = 1};
  attention::Tensor<double> wide({3, 7});
  draw_into(TensorSpan<double>(wide.data(), {3, 5}, 7), options);
  CHECK_THAT(Matrix<double>(as_matrix(wide).leftCols(5)),
             is_exactly<double>(drawn<double>({3, 5}, options)));
  CHECK(as_matrix(wide).rightCols(2).isZero(0));
}

TEST_CASE("draw: floats are rounded doubles", "[random]") {
  const RandomOptions options{.seed = 8, .mean = 0.1, .variance = 0.3};
  const Matrix<float> expected = drawn<double>({7, 9}, options).cast<float>();
  CHECK_THAT(drawn<float>({7, 9}, options), is_exactly<float>(expected));
}

TEMPLATE_TEST_CASE("draw: more rows do not change the first ones", "[random]", float, double) {
  using T = TestType;
  CHECK_THAT(Matrix<T>(drawn<T>({9, 3}).topRows(4)), is_exactly<T>(drawn<T>({4, 3})));
}

TEMPLATE_TEST_CASE("draw: variance 0 gives the mean, no rows give no draws", "[random]", float,
                   double) {
  using T = TestType;
  CHECK_THAT(drawn<T>({2, 3}, {.mean = 1.5, .variance = 0}),
             is_exactly<T>(Matrix<T>::Constant(2, 3, T(1.5))));
  CHECK_THAT(drawn<T>({0, 3}), is_exactly<T>(Matrix<T>(0, 3)));
}

TEST_CASE("draw: names options that are refused", "[random]") {
  CHECK(refused_argument({}, -1, 2) == "shape");
  CHECK(refused_argument({.mean = kInf<double>}) == "mean");
  CHECK(refused_argument({.mean = kNaN<double>}) == "mean");
  CHECK(refused_argument({.stream = kFirstOwnStream}) == "stream");
  CHECK(refused_argument({.stream = kFirstOwnStream - 1}).empty());
  CHECK(refused_argument({.variance = -1}) == "variance");
  CHECK(refused_argument({.variance = kInf<double>}) == "variance");
  CHECK(refused_argument({.variance = kNaN<double>}) == "variance");
  CHECK(refused_argument({}).empty());
}

}  // namespace
}  // namespace attention::test
