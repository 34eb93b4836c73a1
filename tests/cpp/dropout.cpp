// SPDX-License-Identifier: MIT
#include <cmath>
#include <string>

#include "support/attention_samples.hpp"
#include "support/catch.hpp"
#include "support/matchers.hpp"
#include "support/matrices.hpp"
#include "support/refusal.hpp"
#include "support/samples.hpp"
#include "support/tolerance.hpp"
#include "support/visibility.hpp"

namespace attention::test {
namespace {

template <class T>
AttentionOptions<T> dropping(double rate, std::uint64_t seed) {
  AttentionOptions<T> options;
  options.dropout.rate = rate;
  options.dropout.seed = seed;
  return options;
}

template <class T>
AttentionOptions<T> dropping_all_but(const Mask& keep, double rate) {
  AttentionOptions<T> options;
  options.dropout.rate = rate;
  options.dropout.keep = keep;
  return options;
}

/// Returns a flag for each weight: 1 if dropout has made the weight 0, else 0.
template <class T>
Flags dropped(const Tensor<T>& weights) {
  Flags flags;
  for (Index i = 0; i < weights.rows.size(); ++i)
    flags.push_back(weights.rows.data()[i] == 0 ? 1 : 0);
  return flags;
}

TEMPLATE_TEST_CASE("dropout: kept weights are divided by 1 − rate, dropped weights are 0",
                   "[dropout]", float, double) {
  using T = TestType;
  const auto x = random_inputs<T>({{2}, 8, 20, 3, 4}, 1);
  for (const double rate : {0.1, 0.25, 0.5, 0.9}) {
    CAPTURE(rate);
    const auto result = attend(x, dropping<T>(rate, 5));
    CHECK_THAT(result.weights.rows, is_exactly<T>(attend(x).weights.rows));
    CHECK(result.dropped_weights.shape == result.weights.shape);
    const auto at = dropped(result.dropped_weights);
    Matrix<T> expected = result.weights.rows / static_cast<T>(1 - rate);
    for (Index i = 0; i < expected.size(); ++i)
      if (at[static_cast<std::size_t>(i)] == 1) expected.data()[i] = 0;
    CHECK_THAT(result.dropped_weights.rows, is_close_to<T>(expected, kFewRoundings<T>));
    for (Index b = 0; b < 2; ++b) {
      const Matrix<T> output = matrix_of(result.dropped_weights, b) * matrix_of(x.values, b);
      CHECK_THAT(matrix_of(result.output, b), is_close_to<T>(output, kSumOfWeights<T>));
    }
  }
}

TEMPLATE_TEST_CASE("dropout: the same seed drops the same weights, another seed drops others",
                   "[dropout]", float, double) {
  using T = TestType;
  const auto x = random_inputs<T>({{2}, 8, 20, 3, 4}, 4);
  const auto first = attend(x, dropping<T>(0.5, 5));
  CHECK_THAT(attend(x, dropping<T>(0.5, 5)).dropped_weights.rows,
             is_exactly<T>(first.dropped_weights.rows));
  for (const std::uint64_t seed :
       {std::uint64_t{0}, std::uint64_t{6}, (std::uint64_t{1} << 32U) + 5})
    CHECK(dropped(attend(x, dropping<T>(0.5, seed)).dropped_weights) !=
          dropped(first.dropped_weights));
}

TEST_CASE("dropout: the same seed drops the same weights in float and in double", "[dropout]") {
  const auto in_float =
      attend(random_inputs<float>({{2}, 8, 20, 3, 4}, 7), dropping<float>(0.3, 8));
  const auto exact = attend(random_inputs<double>({{2}, 8, 20, 3, 4}, 7), dropping<double>(0.3, 8));
  CHECK(dropped(in_float.dropped_weights) == dropped(exact.dropped_weights));
}

TEMPLATE_TEST_CASE("dropout: rows and batch items are dropped independently", "[dropout]", float,
                   double) {
  using T = TestType;
  const auto result = attend(random_inputs<T>({{2}, 4, 64, 3, 4}, 10), dropping<T>(0.5, 11));
  for (Index r = 0; r < 8; ++r)
    for (Index other = 0; other < r; ++other) {
      const auto row = result.dropped_weights.rows.row(r).array() == 0;
      CHECK((row != (result.dropped_weights.rows.row(other).array() == 0)).any());
    }
}

TEMPLATE_TEST_CASE("dropout: the share of kept weights is 1 − rate, and the mean does not change",
                   "[dropout]", float, double) {
  using T = TestType;
  // All keys are equal, so each of the 64 · 256 weights is 1/256. The share of kept weights may
  // differ from 1 − rate by six standard deviations.
  Inputs<T> x = random_inputs<T>({{}, 64, 256, 1, 1}, 12);
  x.keys.rows.setOnes();
  for (const double rate : {0.1, 0.5, 0.8}) {
    CAPTURE(rate);
    const auto result = attend(x, dropping<T>(rate, 13));
    const double count = 64 * 256;
    double kept = 0;
    for (const std::uint8_t flag : dropped(result.dropped_weights)) kept += 1 - flag;
    CHECK(std::abs(kept / count - (1 - rate)) <= 6 * std::sqrt(rate * (1 - rate) / count));
    const double mean = result.dropped_weights.rows.template cast<double>().mean() * 256;
    CHECK(std::abs(mean - 1) <= 6 * std::sqrt(rate / (1 - rate) / count));
    const Matrix<T> sums = result.dropped_weights.rows.rowwise().sum();
    CHECK(sums.maxCoeff() > sums.minCoeff());
  }
}

TEMPLATE_TEST_CASE("dropout: weights dropped at one rate are dropped at every higher rate",
                   "[dropout]", float, double) {
  using T = TestType;
  const auto x = random_inputs<T>({{}, 16, 32, 2, 1}, 15);
  Flags last(16 * 32, 0);
  for (const double rate : {0.1, 0.3, 0.6, 0.95, 1.0}) {
    const Flags now = dropped(attend(x, dropping<T>(rate, 16)).dropped_weights);
    for (std::size_t i = 0; i < now.size(); ++i) REQUIRE(now[i] >= last[i]);
    CHECK(now != last);
    last = now;
  }
}

TEMPLATE_TEST_CASE("dropout: rate 0 drops nothing, rate 1 drops everything", "[dropout]", float,
                   double) {
  using T = TestType;
  const auto x = random_inputs<T>({{2}, 3, 5, 3, 4}, 17);
  const auto none = attend(x, dropping<T>(0, 18));
  CHECK(none.dropped_weights.shape.empty());
  CHECK(none.dropped_weights.rows.size() == 0);
  CHECK_THAT(none.output.rows, is_exactly<T>(attend(x).output.rows));
  const auto all = attend(x, dropping<T>(1, 18));
  CHECK_THAT(all.dropped_weights.rows, is_exactly<T>(Matrix<T>::Zero(6, 5)));
  CHECK_THAT(all.output.rows, is_exactly<T>(Matrix<T>::Zero(6, 4)));
  CHECK_THAT(all.weights.rows, is_exactly<T>(none.weights.rows));
}

TEMPLATE_TEST_CASE("dropout: flags replace the seed", "[dropout]", float, double) {
  using T = TestType;
  const auto x = random_inputs<T>({{2}, 3, 5, 3, 4}, 20);
  const Mask keep = random_mask({2, 3, 5}, 23);
  auto options = dropping_all_but<T>(keep, 0.5);
  const auto result = attend(x, options);
  Matrix<T> expected = result.weights.rows * 2;
  for (Index i = 0; i < 30; ++i) expected.data()[i] *= keep.keep[static_cast<std::size_t>(i)];
  CHECK_THAT(result.dropped_weights.rows, is_exactly<T>(expected));
  options.dropout.seed = 99;
  CHECK_THAT(attend(x, options).dropped_weights.rows, is_exactly<T>(expected));
  // The flags also apply with rate 0: kept weights do not change, and weights with flag 0 become 0.
  expected /= 2;
  CHECK_THAT(attend(x, dropping_all_but<T>(keep, 0)).dropped_weights.rows, is_exactly<T>(expected));
  CHECK_THAT(attend(x, dropping_all_but<T>(keep, 1)).dropped_weights.rows,
             is_exactly<T>(Matrix<T>::Zero(6, 5)));
}

TEMPLATE_TEST_CASE("dropout: dropout_factors returns the factors that attention uses", "[dropout]",
                   float, double) {
  using T = TestType;
  const auto x = random_inputs<T>({{2}, 3, 5, 3, 4}, 24);
  const auto options = dropping<T>(0.4, 25);
  const Tensor<T> factors = dropout_factors<T>(given(options.dropout), {2, 3, 5});
  CHECK(factors.shape == Shape{2, 3, 5});
  const auto result = attend(x, options);
  const Matrix<T> expected = result.weights.rows.cwiseProduct(factors.rows);
  CHECK_THAT(result.dropped_weights.rows, is_exactly<T>(expected));
  CHECK(dropout_factors<T>({}, {2, 3, 5}).empty());
}

TEMPLATE_TEST_CASE("dropout: refuses a rate outside [0, 1]", "[dropout]", float, double) {
  using T = TestType;
  const auto x = random_inputs<T>({{}, 2, 3, 2, 2}, 28);
  const auto with = [&](double rate) { return refusal([&] { attend(x, dropping<T>(rate, 1)); }); };
  const std::string expected = "OutOfRange | dropout_rate: expected a number from 0 to 1, got ";
  CHECK(with(-0.1) == expected + "-0.1");
  CHECK(with(1.5) == expected + "1.5");
  CHECK(with(kNaN<double>) == expected + "NaN");
  CHECK(with(kInf<double>) == expected + "Infinity");
  CHECK(with(0) == "accepted");
  CHECK(with(1) == "accepted");
}

TEMPLATE_TEST_CASE("dropout: refuses flags that are not shaped like the weights", "[dropout]",
                   float, double) {
  using T = TestType;
  const auto x = random_inputs<T>({{2}, 3, 4, 2, 2}, 29);
  const auto with = [&](const Mask& keep) {
    return refusal([&] { attend(x, dropping_all_but<T>(keep, 0.5)); });
  };
  const std::string expected = "ShapeMismatch | dropout_keep: expected (2, 3, 4), got ";
  CHECK(with(random_mask({2, 3, 4}, 1)) == "accepted");
  CHECK(with(random_mask({3, 4}, 1)) == expected + "(3, 4)");
  CHECK(with(random_mask({2, 4, 3}, 1)) == expected + "(2, 4, 3)");
  CHECK(with(random_mask({1, 2, 3, 4}, 1)) == expected + "(1, 2, 3, 4)");
}

}  // namespace
}  // namespace attention::test
