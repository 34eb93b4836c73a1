// SPDX-License-Identifier: MIT
// Tests properties of attention. Other files test extreme numbers and IEEE 754
// (attention_edges.cpp), errors (attention_errors.cpp), dropout (dropout.cpp), and agreement with
// plain loops (attention_reference.cpp).
#include "support/matrices.hpp"

#include <cmath>

#include "attention/kernel_regression.hpp"
#include "support/attention_samples.hpp"
#include "support/catch.hpp"
#include "support/matchers.hpp"
#include "support/samples.hpp"
#include "support/softmax.hpp"
#include "support/tolerance.hpp"
#include "support/visibility.hpp"

namespace attention::test {
namespace {

template <class T>
AttentionOptions<T> random_additive_options(Index h, Index d_q, Index d_k, unsigned seed) {
  AttentionOptions<T> options;
  options.score = Score::kAdditive;
  options.additive = {
      random_tensor<T>({h, d_q}, seed).rows, random_tensor<T>({h, d_k}, seed + 1).rows,
      random_tensor<T>({1, h}, seed + 2).rows, random_tensor<T>({1, h}, seed + 3).rows};
  return options;
}

/// Options for dot-product, additive and Gaussian scores; queries and keys have width d.
template <class T>
std::vector<AttentionOptions<T>> every_score(Index d) {
  AttentionOptions<T> gaussian;
  gaussian.score = Score::kGaussian;
  gaussian.sigma = T(0.75);
  return {{}, random_additive_options<T>(5, d, d, 90), gaussian};
}

TEMPLATE_TEST_CASE("attention: every stage by hand", "[attention]", float, double) {
  using T = TestType;
  // One query of width 4 and two keys: the scores are 0 and 2 ln 3. Division by √4 halves them, so
  // the weights are 1/4 and 3/4.
  const Inputs<T> x{tensor<T>({1, 4}, {1, 1, 0, 0}),
                    tensor<T>({2, 4}, {1, -1, 5, 6, std::log(T(3)), std::log(T(3)), 7, 8}),
                    tensor<T>({2, 3}, {4, 0, 8, 8, 4, 0})};
  const auto result = attend(x);
  CHECK_THAT(result.scores.rows, is_exactly<T>(row<T>({0, 2 * std::log(T(3))})));
  CHECK_THAT(result.scaled_scores.rows, is_exactly<T>(row<T>({0, std::log(T(3))})));
  CHECK_THAT(result.logits.rows, is_exactly<T>(row<T>({0, std::log(T(3))})));
  CHECK_THAT(result.weights.rows, is_close_to<T>(row<T>({T(0.25), T(0.75)}), kFewRoundings<T>));
  CHECK_THAT(result.output.rows, is_close_to<T>(row<T>({7, 3, 2}), kFewRoundings<T>));
  CHECK(result.dropped_weights.shape.empty());
  CHECK(result.dropped_weights.rows.size() == 0);
  CHECK(result.empty_rows == Flags{0});
}

TEMPLATE_TEST_CASE("attention: weights are not negative and every row sums to 1", "[attention]",
                   float, double) {
  using T = TestType;
  const auto x = random_inputs<T>({{2}, 9, 70, 5, 3}, 1);
  for (const auto& options : every_score<T>(5)) {
    const auto result = attend(x, options);
    CHECK(result.weights.rows.minCoeff() >= 0);
    const Matrix<T> sums = result.weights.rows.rowwise().sum();
    CHECK_THAT(sums, is_close_to<T>(Matrix<T>::Ones(18, 1), kSumOfWeights<T>));
  }
}

TEMPLATE_TEST_CASE("attention: the output is in the convex hull of the values", "[attention]",
                   float, double) {
  using T = TestType;
  const T slack = static_cast<T>(2 * kSumOfWeights<T>.abs);
  for (const T sharpness : {T(0.1), T(4), T(100)}) {
    auto x = random_inputs<T>({{}, 20, 15, 4, 3}, 4);
    x.queries.rows *= sharpness;
    for (const auto& options : every_score<T>(4)) {
      const auto result = attend(x, options);
      for (Index c = 0; c < 3; ++c) {
        const auto values = x.values.rows.col(c);
        CHECK(result.output.rows.col(c).minCoeff() >= values.minCoeff() - slack);
        CHECK(result.output.rows.col(c).maxCoeff() <= values.maxCoeff() + slack);
      }
    }
  }
}

TEMPLATE_TEST_CASE("attention: permuting keys with their values changes nothing", "[attention]",
                   float, double) {
  using T = TestType;
  const auto x = random_inputs<T>({{}, 4, 21, 6, 3}, 7);
  auto reversed = x;
  reversed.keys.rows = x.keys.rows.colwise().reverse();
  reversed.values.rows = x.values.rows.colwise().reverse();
  for (const auto& options : every_score<T>(6)) {
    const auto expected = attend(x, options);
    const auto result = attend(reversed, options);
    CHECK_THAT(result.output.rows, is_close_to<T>(expected.output.rows, kSumOfWeights<T>));
    const Matrix<T> weights = expected.weights.rows.rowwise().reverse();
    CHECK_THAT(result.weights.rows, is_close_to<T>(weights, kFewRoundings<T>));
  }
}

TEMPLATE_TEST_CASE("attention: permuting queries permutes the outputs, bit for bit", "[attention]",
                   float, double) {
  using T = TestType;
  const auto x = random_inputs<T>({{}, 13, 9, 6, 3}, 10);
  auto reversed = x;
  reversed.queries.rows = x.queries.rows.colwise().reverse();
  for (const auto& options : every_score<T>(6)) {
    const Matrix<T> expected = attend(x, options).output.rows.colwise().reverse();
    CHECK_THAT(attend(reversed, options).output.rows, is_exactly<T>(expected));
  }
}

TEMPLATE_TEST_CASE("attention: equal keys share the weight equally for every query", "[attention]",
                   float, double) {
  using T = TestType;
  auto x = random_inputs<T>({{}, 5, 4, 3, 2}, 13);
  x.keys.rows.rowwise() = x.keys.rows.row(0).eval();
  const Matrix<T> mean = x.values.rows.colwise().mean().replicate(5, 1);
  for (const auto& options : every_score<T>(3)) {
    const auto result = attend(x, options);
    CHECK_THAT(result.weights.rows, is_exactly<T>(Matrix<T>::Constant(5, 4, T(0.25))));
    CHECK_THAT(result.output.rows, is_close_to<T>(mean, kFewRoundings<T>));
  }
}

TEMPLATE_TEST_CASE("attention: adding one vector to all keys changes no weight of dot products",
                   "[attention]", float, double) {
  using T = TestType;
  // Adding `shift` to every key adds the same number, q · shift, to all scores of a query, so the
  // weights stay the same except for rounding.
  auto x = random_inputs<T>({{}, 6, 17, 4, 2}, 16);
  x.queries.rows = random_matrix<T>(6, 4, 17, -1, 1);
  x.keys.rows = random_matrix<T>(17, 4, 18, -1, 1);
  auto moved = x;
  moved.keys.rows.rowwise() += row<T>({1, -2, 3, 1}).row(0);
  const auto expected = attend(x);
  const auto result = attend(moved);
  CHECK(result.scores.rows != expected.scores.rows);
  const Tolerance moved_by_7{.abs = 16 * std::numeric_limits<T>::epsilon()};
  CHECK_THAT(result.weights.rows, is_close_to<T>(expected.weights.rows, moved_by_7));
}

TEMPLATE_TEST_CASE("attention: with one key, every query gets its value", "[attention]", float,
                   double) {
  using T = TestType;
  const auto x = random_inputs<T>({{}, 6, 1, 4, 3}, 19);
  for (const auto& options : every_score<T>(4)) {
    const auto result = attend(x, options);
    CHECK_THAT(result.weights.rows, is_exactly<T>(Matrix<T>::Ones(6, 1)));
    CHECK_THAT(result.output.rows, is_exactly<T>(x.values.rows.replicate(6, 1)));
  }
}

TEMPLATE_TEST_CASE("attention: each query's result is independent of the other queries",
                   "[attention]", float, double) {
  using T = TestType;
  const auto x = random_inputs<T>({{}, 7, 19, 5, 9}, 22);
  for (const auto& options : every_score<T>(5)) {
    const auto together = attend(x, options);
    for (Index i = 0; i < 7; ++i) {
      const Inputs<T> alone{{{1, 5}, x.queries.rows.row(i)}, x.keys, x.values};
      const auto result = attend(alone, options);
      CHECK_THAT(result.scores.rows, is_exactly<T>(Matrix<T>(together.scores.rows.row(i))));
      CHECK_THAT(result.weights.rows, is_exactly<T>(Matrix<T>(together.weights.rows.row(i))));
      CHECK_THAT(result.output.rows, is_exactly<T>(Matrix<T>(together.output.rows.row(i))));
    }
  }
}

TEMPLATE_TEST_CASE("attention: batch items with any number of axes are independent", "[attention]",
                   float, double) {
  using T = TestType;
  for (const Shape& outer : {Shape{}, {1}, {3}, {2, 3}, {2, 1, 2}}) {
    const auto x = random_inputs<T>({outer, 5, 11, 4, 3}, 25);
    const Shape shape = with_matrix(outer, 5, 11);
    for (auto options : every_score<T>(4)) {
      options.visibility = mask_only(random_mask(shape, 28));
      const auto together = attend(x, options);
      CHECK(together.weights.shape == shape);
      CHECK(together.output.shape == with_matrix(outer, 5, 3));
      for (Index b = 0; b < batch_of(shape); ++b) {
        const Inputs<T> alone{{{5, 4}, matrix_of(x.queries, b)},
                              {{11, 4}, matrix_of(x.keys, b)},
                              {{11, 3}, matrix_of(x.values, b)}};
        const Mask mask = random_mask(shape, 28);
        const auto first = mask.keep.begin() + b * 55;
        options.visibility = mask_only({{5, 11}, Flags(first, first + 55)});
        const auto result = attend(alone, options);
        CHECK_THAT(result.logits.rows, is_exactly<T>(matrix_of(together.logits, b)));
        CHECK_THAT(result.weights.rows, is_exactly<T>(matrix_of(together.weights, b)));
        CHECK_THAT(result.output.rows, is_exactly<T>(matrix_of(together.output, b)));
      }
    }
  }
}

TEMPLATE_TEST_CASE("attention: each stage follows from the stages before", "[attention]", float,
                   double) {
  using T = TestType;
  const auto x = random_inputs<T>({{}, 6, 13, 8, 3}, 31);
  auto options = seeing<T>(mask_only(random_mask({6, 13}, 34)));
  options.scale = {.divisor = Divisor::kNumber, .number = T(0.7)};
  const auto result = attend(x, options);
  CHECK_THAT(result.scores.rows, is_exactly<T>(dot_scores<T>(x.queries.rows, x.keys.rows)));
  CHECK_THAT(result.scaled_scores.rows,
             is_exactly<T>(scaled_dot_scores<T>(x.queries.rows, x.keys.rows, options.scale)));
  const auto masked = masked_softmax<T>(result.scaled_scores, options.visibility);
  CHECK_THAT(result.logits.rows, is_exactly<T>(masked.logits.rows));
  CHECK_THAT(result.weights.rows, is_exactly<T>(masked.weights.rows));
  CHECK(result.empty_rows == masked.empty_rows);
}

TEMPLATE_TEST_CASE("attention: additive and Gaussian scores are not divided", "[attention]", float,
                   double) {
  using T = TestType;
  const auto x = random_inputs<T>({{}, 4, 7, 3, 2}, 35);
  auto options = random_additive_options<T>(5, 3, 3, 38);
  options.scale = {.divisor = Divisor::kNumber, .number = T(0.01)};
  auto result = attend(x, options);
  CHECK_THAT(result.scores.rows,
             is_exactly<T>(additive_scores<T>(x.queries.rows, x.keys.rows, options.additive)));
  CHECK_THAT(result.scaled_scores.rows, is_exactly<T>(result.scores.rows));
  CHECK_THAT(result.weights.rows, is_exactly<T>(softmax<T>(result.scores.rows)));
  options.score = Score::kGaussian;
  options.sigma = T(0.3);
  result = attend(x, options);
  CHECK_THAT(result.scores.rows,
             is_exactly<T>(gaussian_scores<T>(x.queries.rows, x.keys.rows, T(0.3))));
  CHECK_THAT(result.scaled_scores.rows, is_exactly<T>(result.scores.rows));
}

TEMPLATE_TEST_CASE("attention: with Gaussian scores it equals kernel regression", "[attention]",
                   float, double) {
  using T = TestType;
  const auto x = random_inputs<T>({{}, 6, 13, 2, 3}, 39);
  AttentionOptions<T> options;
  options.score = Score::kGaussian;
  options.sigma = T(0.5);
  const auto regression = kernel_regression_stages(x.queries.rows, x.keys.rows, x.values.rows,
                                                   {.kernel = Kernel::kGaussian, .sigma = T(0.5)});
  const Tolerance of_its_own_order{.abs = 64 * std::numeric_limits<T>::epsilon()};
  const auto result = attend(x, options);
  CHECK_THAT(result.weights.rows, is_close_to<T>(regression.weights, of_its_own_order));
  CHECK_THAT(result.output.rows, is_close_to<T>(regression.prediction, of_its_own_order));
}

TEMPLATE_TEST_CASE("attention: additive scores allow different widths of queries and keys",
                   "[attention]", float, double) {
  using T = TestType;
  const Inputs<T> x{random_tensor<T>({2, 3, 4}, 42), random_tensor<T>({2, 5, 7}, 43),
                    random_tensor<T>({2, 5, 2}, 44)};
  const auto options = random_additive_options<T>(6, 4, 7, 45);
  const auto result = attend(x, options);
  CHECK(result.output.shape == Shape{2, 3, 2});
  CHECK_THAT(matrix_of(result.scores, 1),
             is_exactly<T>(additive_scores<T>(matrix_of(x.queries, 1), matrix_of(x.keys, 1),
                                              options.additive)));
}

TEMPLATE_TEST_CASE("attention: a smaller divisor sharpens the weights", "[attention]", float,
                   double) {
  using T = TestType;
  const auto x = random_inputs<T>({{}, 1, 16, 32, 1}, 46);
  T last = std::log(T(16));
  for (const T divisor : {T(1000), T(32), T(6), T(1), T(0.1)}) {
    AttentionOptions<T> options;
    options.scale = {.divisor = Divisor::kNumber, .number = divisor};
    const T now = entropy<T>(attend(x, options).weights.rows.row(0));
    CHECK(now < last);
    last = now;
  }
}

}  // namespace
}  // namespace attention::test
