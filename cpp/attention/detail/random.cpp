// SPDX-License-Identifier: MIT
#include "attention/detail/random.hpp"

#include <cmath>
#include <cstdint>

#include "attention/detail/elementary.hpp"
#include "attention/detail/refuse.hpp"

namespace attention::detail {
namespace {

constexpr double kSqrtHalf = 0.70710678118654752440;
constexpr double kSqrt3 = 1.73205080756887729353;

std::uint32_t low(std::uint64_t x) { return static_cast<std::uint32_t>(x); }
std::uint32_t high(std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32U); }

// 52 random bits plus 1/2 fill the 53-bit significand of a double, so that the sum is exact.
double open_uniform(std::uint32_t low_word, std::uint32_t high_word) {
  const std::uint64_t bits = (std::uint64_t{high_word} << 32U | low_word) >> 12U;
  return (static_cast<double>(bits) + 0.5) * 0x1p-52;
}

// The coefficients start with the constant term.
template <std::size_t N>
double polynomial(const std::array<double, N>& coefficients, double x) {
  double sum = coefficients[N - 1];
  for (std::size_t i = N - 1; i-- > 0;) sum = sum * x + coefficients[i];
  return sum;
}

// Algorithm AS 241: ratios of polynomials. The arrays of the denominators (`…Below`) omit the
// constant term, which is 1.
double normal_quantile(double u) {
  static constexpr std::array<double, 8> kCentreAbove = {
      3.3871328727963666080,   1.3314166789178437745e2, 1.9715909503065514427e3,
      1.3731693765509461125e4, 4.5921953931549871457e4, 6.7265770927008700853e4,
      3.3430575583588128105e4, 2.5090809287301226727e3};
  static constexpr std::array<double, 7> kCentreBelow = {
      4.2313330701600911252e1, 6.8718700749205790830e2, 5.3941960214247511077e3,
      2.1213794301586595867e4, 3.9307895800092710610e4, 2.8729085735721942674e4,
      5.2264952788528545610e3};
  static constexpr std::array<double, 8> kMiddleAbove = {
      1.42343711074968357734,    4.63033784615654529590,   5.76949722146069140550,
      3.64784832476320460504,    1.27045825245236838258,   2.41780725177450611770e-1,
      2.27238449892691845833e-2, 7.74545014278341407640e-4};
  static constexpr std::array<double, 7> kMiddleBelow = {
      2.05319162663775882187,    1.67638483018380384940,    6.89767334985100004550e-1,
      1.48103976427480074590e-1, 1.51986665636164571966e-2, 5.47593808499534494600e-4,
      1.05075007164441684324e-9};
  static constexpr std::array<double, 8> kTailAbove = {
      6.65790464350110377720,    5.46378491116411436990,    1.78482653991729133580,
      2.96560571828504891230e-1, 2.65321895265761230930e-2, 1.24266094738807843860e-3,
      2.71155556874348757815e-5, 2.01033439929228813265e-7};
  static constexpr std::array<double, 7> kTailBelow = {
      5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2,
      7.86869131145613259100e-4, 1.84631831751005468180e-5, 1.42151175831644588870e-7,
      2.04426310338993978564e-15};

  const double q = u - 0.5;
  if (std::abs(q) <= 0.425) {
    const double r = 0.180625 - q * q;
    return q * polynomial(kCentreAbove, r) / (polynomial(kCentreBelow, r) * r + 1);
  }
  const double r = std::sqrt(-natural_log(q < 0 ? u : 1 - u));
  const bool is_middle = r <= 5;
  const double x = is_middle ? r - 1.6 : r - 5;
  const double above = polynomial(is_middle ? kMiddleAbove : kTailAbove, x);
  const double distance = above / (polynomial(is_middle ? kMiddleBelow : kTailBelow, x) * x + 1);
  return q < 0 ? -distance : distance;
}

double standardised(Distribution distribution, double u) {
  switch (distribution) {
    case Distribution::kNormal:
      return normal_quantile(u);
    case Distribution::kSigns:
      return u < 0.5 ? -1 : 1;
    case Distribution::kUniform:
      return (2 * u - 1) * kSqrt3;
    case Distribution::kLaplace:
      return u < 0.5 ? natural_log(2 * u) * kSqrtHalf : -natural_log(2 * (1 - u)) * kSqrtHalf;
  }
  return 0;
}

}  // namespace

std::array<std::uint32_t, 4> random_words(std::uint64_t seed, std::uint64_t stream,
                                          std::uint64_t block) {
  std::uint32_t words[] = {low(block), high(block), low(stream), high(stream)};
  std::uint32_t keys[] = {low(seed), high(seed)};
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t first = std::uint64_t{0xD2511F53} * words[0];
    const std::uint64_t second = std::uint64_t{0xCD9E8D57} * words[2];
    words[0] = high(second) ^ words[1] ^ keys[0];
    words[1] = low(second);
    words[2] = high(first) ^ words[3] ^ keys[1];
    words[3] = low(first);
    keys[0] += 0x9E3779B9U;
    keys[1] += 0xBB67AE85U;
  }
  return {words[0], words[1], words[2], words[3]};
}

double uniform(std::uint64_t seed, std::uint64_t stream, std::uint64_t index) {
  const auto words = random_words(seed, stream, index / 2);
  return index % 2 == 0 ? open_uniform(words[0], words[1]) : open_uniform(words[2], words[3]);
}

double quantile(Distribution distribution, double u) {
  require_that(u > 0 && u < 1, "u", ErrorCode::kNumberBetween, u, 0, 1);
  return standardised(distribution, u);
}

std::array<double, 2> draw_pair(Distribution distribution, std::uint64_t seed, std::uint64_t stream,
                                std::uint64_t block) {
  const auto words = random_words(seed, stream, block);
  return {standardised(distribution, open_uniform(words[0], words[1])),
          standardised(distribution, open_uniform(words[2], words[3]))};
}

void draw(Distribution distribution, std::uint64_t seed, std::uint64_t stream, std::uint64_t first,
          std::span<double> out) {
  std::size_t i = 0;
  if (first % 2 == 1 && !out.empty())
    out[i++] = draw_pair(distribution, seed, stream, first / 2)[1];
  for (; i < out.size(); i += 2) {
    const auto pair = draw_pair(distribution, seed, stream, (first + i) / 2);
    out[i] = pair[0];
    if (i + 1 < out.size()) out[i + 1] = pair[1];
  }
}

}  // namespace attention::detail
