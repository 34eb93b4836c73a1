// SPDX-License-Identifier: MIT
// Compares the result of every step of attention with plain loops in double, for sizes from 1 to 70
// in every axis.
#include <array>
#include <cmath>
#include <random>

#include "support/attention_samples.hpp"
#include "support/catch.hpp"
#include "support/matchers.hpp"
#include "support/matrices.hpp"
#include "support/reference_attention.hpp"
#include "support/row_error.hpp"
#include "support/samples.hpp"
#include "support/tolerance.hpp"
#include "support/visibility.hpp"

namespace attention::test {
namespace {

// Additive parameters whose entries are positive, so that the terms of a sum do not cancel even in
// a row with one entry. They are small enough that tanh does not saturate.
template <class T>
AdditiveParameters<T> random_additive(Index h, Index d, bool with_bias, unsigned seed) {
  const T size = static_cast<T>(std::exp2(std::floor(std::log2(static_cast<double>(d)))));
  return {random_tensor<T>({h, d}, seed, 0, 1).rows / size,
          random_tensor<T>({h, d}, seed + 1, 0, 1).rows / size,
          random_tensor<T>({1, h}, seed + 2, 0, 1).rows / T(16),
          with_bias ? random_tensor<T>({1, h}, seed + 3, 0, 1).rows : Matrix<T>()};
}

template <class T>
void check_stages(const Inputs<T>& x, const AttentionOptions<T>& options) {
  const auto got = attend(x, options);
  const auto exact = in_double(x);
  const auto expected =
      reference::attention(exact.queries, exact.keys, exact.values, in_double(options));
  CHECK(row_error(in_double(got.scores), expected.scores) <= kStageError<T>);
  CHECK(row_error(in_double(got.scaled_scores), expected.scaled_scores) <= kStageError<T>);
  CHECK(row_error(in_double(got.logits), expected.logits) <= kStageError<T>);
  CHECK(row_error(in_double(got.weights), expected.weights) <= kStageError<T>);
  CHECK(row_error(in_double(got.dropped_weights), expected.dropped_weights) <= kStageError<T>);
  CHECK(row_error(in_double(got.output), expected.output) <= kStageError<T>);
  CHECK(got.empty_rows == expected.empty_rows);
}

TEMPLATE_TEST_CASE("scores: dot products of positive entries agree with plain loops entry by entry",
                   "[reference]", float, double) {
  using T = TestType;
  for (const auto& sizes : random_sizes(3, 1)) {
    const Index m = sizes[0], n = sizes[1], d = sizes[2];
    CAPTURE(m, n, d);
    const auto queries = random_tensor<T>({m, d}, 2, 0, 1).rows;
    const auto keys = random_tensor<T>({n, d}, 3, 0, 1).rows;
    const auto expected = reference::dot_scores(in_double(queries), in_double(keys));
    const Tolerance tolerance{.rel = kStageError<T>};
    CHECK_THAT(in_double(dot_scores<T>(queries, keys)), is_close_to<double>(expected, tolerance));
    const double root = std::sqrt(static_cast<double>(d));
    CHECK_THAT(in_double(scaled_dot_scores<T>(queries, keys)),
               is_close_to<double>(Matrix<double>(expected / root), tolerance));
    CHECK_THAT(
        in_double(gaussian_scores<T>(queries, keys, T(0.75))),
        is_close_to<double>(reference::gaussian_scores(in_double(queries), in_double(keys), 0.75),
                            tolerance));
  }
}

TEMPLATE_TEST_CASE("scores: signed dot, additive and Gaussian scores agree with plain loops by row",
                   "[reference]", float, double) {
  using T = TestType;
  unsigned seed = 10;
  for (const auto& sizes : random_sizes(4, 4)) {
    const Index m = sizes[0], n = sizes[1], d = sizes[2], h = sizes[3];
    CAPTURE(m, n, d, h);
    const auto queries = random_matrix<T>(m, d, ++seed, -1, 1);
    const auto keys = random_matrix<T>(n, d, ++seed, -1, 1);
    const auto exact_queries = in_double(queries);
    const auto exact_keys = in_double(keys);
    CHECK(row_error(in_double(dot_scores<T>(queries, keys)),
                    reference::dot_scores(exact_queries, exact_keys)) <= kStageError<T>);
    CHECK(row_error(in_double(gaussian_scores<T>(queries, keys, T(1.5))),
                    reference::gaussian_scores(exact_queries, exact_keys, 1.5)) <= kStageError<T>);
    const auto parameters = random_additive<T>(h, d, seed % 4 == 0, seed);
    const Matrix<T> positive_queries = queries.array().abs();
    const Matrix<T> positive_keys = keys.array().abs();
    CHECK(row_error(in_double(additive_scores<T>(positive_queries, positive_keys, parameters)),
                    reference::additive_scores(in_double(positive_queries),
                                               in_double(positive_keys), in_double(parameters))) <=
          kStageError<T>);
  }
}

TEMPLATE_TEST_CASE("scores: angles agree with their definition", "[reference]", float, double) {
  using T = TestType;
  for (const auto& sizes : random_sizes(3, 5)) {
    const Index m = sizes[0], n = sizes[1], d = sizes[2];
    if (d == 1) continue;  // all angles are 0, where acos loses half of the digits
    CAPTURE(m, n, d);
    const auto queries = random_tensor<T>({m, d}, 6, 0, 1).rows;
    const auto keys = random_tensor<T>({n, d}, 7, 0, 1).rows;
    const auto found = angles<T>(queries, keys);
    const auto q = in_double(queries);
    const auto k = in_double(keys);
    Matrix<double> cosines = reference::dot_scores(q, k);
    Matrix<double> degrees = cosines;
    for (Index i = 0; i < m; ++i)
      for (Index j = 0; j < n; ++j) {
        cosines(i, j) /= std::sqrt(reference::dot_scores(q.row(i), q.row(i))(0, 0)) *
                         std::sqrt(reference::dot_scores(k.row(j), k.row(j))(0, 0));
        degrees(i, j) = std::acos(std::min(cosines(i, j), 1.0)) * 57.29577951308232;
      }
    CHECK_THAT(in_double(found.cosines), is_close_to<double>(cosines, {.rel = kStageError<T>}));
    // The derivative of acos is −1/sin of the angle. For small angles it multiplies rounding errors
    // by up to 1e8 (double) or 4e3 (float).
    const Tolerance half_of_the_digits{.abs = std::is_same_v<T, double> ? 1e-6 : 0.05};
    CHECK_THAT(in_double(found.degrees), is_close_to<double>(degrees, half_of_the_digits));
  }
}

TEMPLATE_TEST_CASE("attention: every stage agrees with plain loops for sizes up to 70",
                   "[reference]", float, double) {
  using T = TestType;
  unsigned seed = 1000;
  for (const auto& sizes : random_sizes(4, 8)) {
    const Index m = sizes[0], n = sizes[1], d = sizes[2], d_v = sizes[3];
    const auto x = random_inputs<T>({{}, m, n, d, d_v}, seed += 3, 0);
    for (const Score score : {Score::kDot, Score::kAdditive, Score::kGaussian}) {
      CAPTURE(m, n, d, d_v, kScoreNames[static_cast<std::size_t>(score)]);
      AttentionOptions<T> options;
      options.score = score;
      options.additive =
          random_additive<T>(1 + static_cast<Index>(seed % 70), d, seed % 2 == 0, seed);
      options.sigma = static_cast<T>(std::sqrt(static_cast<double>(d)) / 2);
      check_stages(x, options);
    }
  }
}

TEMPLATE_TEST_CASE("attention: masked, dropped and batched stages agree with plain loops",
                   "[reference]", float, double) {
  using T = TestType;
  std::mt19937 generator(10);
  const auto chance = [&](unsigned n) { return generator() % n == 0; };
  for (const auto& sizes : random_sizes(4, 9)) {
    const Index m = sizes[0], n = sizes[1], d = sizes[2], d_v = sizes[3];
    const Shape shape = {2, 2, m, n};
    const auto seed = static_cast<unsigned>(generator());
    const auto x = random_inputs<T>({{2, 2}, m, n, d, d_v}, seed, 0);
    AttentionOptions<T> options;
    options.scale.divisor = chance(2) ? Divisor::kSqrtDk : Divisor::kDk;
    options.visibility = mask_only(random_mask({2, 1, m, n}, seed, 0.8));
    options.visibility.causal = chance(3);
    if (chance(2)) options.visibility.valid_lens = ValidLens{{2}, {static_cast<double>(n), 3}};
    const std::array maskings = {Masking<T>{}, Masking<T>{.empty_row = EmptyRow::kZeros},
                                 Masking<T>{.method = MaskMethod::kFill, .fill = T(-1e6)},
                                 Masking<T>{.method = MaskMethod::kAdd, .fill = -3}};
    options.masking = maskings[generator() % maskings.size()];
    options.mask_before_scale = chance(2);
    options.dropout.rate = 0.25;
    options.dropout.keep = random_mask(shape, seed, 0.75);
    CAPTURE(m, n, d, d_v, static_cast<int>(options.masking.method));
    check_stages(x, options);
  }
}

}  // namespace
}  // namespace attention::test
