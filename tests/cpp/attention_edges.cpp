// SPDX-License-Identifier: MIT
// Tests attention with extreme numbers, NaN, infinities and empty axes. attention.cpp tests its
// other properties.
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "attention/detail/streaming.hpp"
#include "support/attention_samples.hpp"
#include "support/catch.hpp"
#include "support/matchers.hpp"
#include "support/matrices.hpp"
#include "support/samples.hpp"
#include "support/tolerance.hpp"
#include "support/visibility.hpp"

namespace attention::test {
namespace {

TEMPLATE_TEST_CASE("attention: no queries give empty stages", "[attention]", float, double) {
  using T = TestType;
  for (const Shape& outer : {Shape{}, {2}}) {
    auto options = AttentionOptions<T>{};
    options.visibility = causal_only();
    options.dropout = {.rate = 0.5, .seed = 1, .keep = {}};
    const auto result = attend(random_inputs<T>({outer, 0, 5, 3, 2}, 1), options);
    for (const auto* stage : {&result.scores, &result.scaled_scores, &result.logits,
                              &result.weights, &result.dropped_weights})
      CHECK(stage->shape == with_matrix(outer, 0, 5));
    CHECK(result.output.shape == with_matrix(outer, 0, 2));
    CHECK(result.output.rows.size() == 0);
    CHECK(result.empty_rows.empty());
  }
}

TEMPLATE_TEST_CASE("attention: no batch items give empty stages", "[attention]", float, double) {
  using T = TestType;
  const auto result = attend(random_inputs<T>({{2, 0}, 3, 5, 4, 2}, 2));
  CHECK(result.weights.shape == Shape{2, 0, 3, 5});
  CHECK(result.output.shape == Shape{2, 0, 3, 2});
  CHECK(result.output.rows.size() == 0);
  CHECK(result.empty_rows.empty());
}

TEMPLATE_TEST_CASE("attention: no batch items of many keys need no memory", "[attention]", float,
                   double) {
  using T = TestType;
  constexpr Index kMany = Index(1) << 60;
  const attention::TensorView<T> queries(nullptr, {0, 2, 2});
  const attention::TensorView<T> keys(nullptr, {0, kMany, 2});
  for (const auto alignment : {CausalAlignment::kTopLeft, CausalAlignment::kBottomRight}) {
    const attention::AttentionOptions options{.mask = {.causal = true, .alignment = alignment}};
    const auto stages = scaled_dot_product_stages(queries, keys, keys, options);
    CHECK(stages.weights.shape() == Shape{0, 2, kMany});
    const attention::TensorView<T> scores(nullptr, {0, std::numeric_limits<Index>::max()});
    CHECK(attention::masked_softmax(scores, options.mask).weights.empty());
  }
}

TEMPLATE_TEST_CASE("attention: all sides may be 1", "[attention]", float, double) {
  using T = TestType;
  const auto result =
      attend<T>({tensor<T>({1, 1}, {3}), tensor<T>({1, 1}, {-5}), tensor<T>({1, 1}, {7})});
  CHECK(result.scores.rows(0, 0) == -15);
  CHECK(result.weights.rows(0, 0) == 1);
  CHECK(result.output.rows(0, 0) == 7);
}

TEMPLATE_TEST_CASE("attention: huge scores select one key and do not overflow", "[attention]",
                   float, double) {
  using T = TestType;
  const Inputs<T> x{tensor<T>({2, 1}, {T(1e30), T(-1e30)}), tensor<T>({3, 1}, {-1, 1, 0}),
                    tensor<T>({3, 1}, {10, 20, 30})};
  const auto result = attend(x);
  CHECK_THAT(result.weights.rows, is_exactly<T>(rows<T>({{0, 1, 0}, {1, 0, 0}})));
  CHECK_THAT(result.output.rows, is_exactly<T>(column<T>({20, 10})));
  // The two keys with the largest score, 1e30, share the weight.
  const Inputs<T> tie{tensor<T>({1, 1}, {T(1e30)}), tensor<T>({3, 1}, {1, 1, T(0.5)}),
                      tensor<T>({3, 1}, {10, 20, 30})};
  CHECK_THAT(attend(tie).weights.rows, is_exactly<T>(row<T>({T(0.5), T(0.5), 0})));
}

TEMPLATE_TEST_CASE("attention: scaling the queries up saturates the weights at the largest score",
                   "[attention]", float, double) {
  using T = TestType;
  auto x = random_inputs<T>({{}, 8, 12, 5, 2}, 3);
  const auto mild = attend(x);
  x.queries.rows *= T(1e6);
  const auto sharp = attend(x);
  for (Index i = 0; i < 8; ++i) {
    Index largest = 0;
    mild.scores.rows.row(i).maxCoeff(&largest);
    CHECK(sharp.weights.rows(i, largest) == 1);
    CHECK_THAT(Matrix<T>(sharp.output.rows.row(i)),
               is_exactly<T>(Matrix<T>(x.values.rows.row(largest))));
  }
}

TEMPLATE_TEST_CASE("attention: an infinite divisor makes all weights equal", "[attention]", float,
                   double) {
  using T = TestType;
  AttentionOptions<T> options;
  options.scale = {.divisor = Divisor::kNumber, .number = kInf<T>};
  const auto result = attend(random_inputs<T>({{}, 3, 8, 5, 2}, 6), options);
  CHECK_THAT(result.weights.rows, is_exactly<T>(Matrix<T>::Constant(3, 8, T(0.125))));
}

TEMPLATE_TEST_CASE("attention: an overflowing score makes its own row NaN", "[attention]", float,
                   double) {
  using T = TestType;
  const T huge = std::numeric_limits<T>::max();
  const Inputs<T> x{tensor<T>({2, 1}, {huge, 1}), tensor<T>({2, 1}, {4, 1}),
                    tensor<T>({2, 1}, {10, 20})};
  const auto result = attend(x);
  CHECK(result.scores.rows(0, 0) == kInf<T>);
  CHECK(result.weights.rows.row(0).array().isNaN().all());
  CHECK(result.weights.rows.row(1).allFinite());
  // The first key's score, −4 · huge, overflows to −∞, so the other key has all the weight.
  const Inputs<T> y{tensor<T>({1, 1}, {huge}), tensor<T>({2, 1}, {-4, 1}),
                    tensor<T>({2, 1}, {10, 20})};
  CHECK_THAT(attend(y).output.rows, is_exactly<T>(row<T>({20})));
}

TEMPLATE_TEST_CASE("attention: NaN in a query stays in its row and its batch item", "[attention]",
                   float, double) {
  using T = TestType;
  auto x = random_inputs<T>({{2}, 3, 5, 4, 2}, 7);
  const auto expected = attend(x);
  for (const T odd : {kNaN<T>, kInf<T>})
    for (Index r = 0; r < 6; ++r) {
      CAPTURE(odd, r);
      auto y = x;
      y.queries.rows(r, 2) = odd;
      const auto result = attend(y);
      for (Index other = 0; other < 6; ++other) {
        if (other == r)
          CHECK(result.output.rows.row(r).array().isNaN().all());
        else
          CHECK_THAT(Matrix<T>(result.output.rows.row(other)),
                     is_exactly<T>(Matrix<T>(expected.output.rows.row(other))));
      }
    }
}

TEMPLATE_TEST_CASE("attention: NaN in a key stays in its batch item and has no effect if hidden",
                   "[attention]", float, double) {
  using T = TestType;
  auto x = random_inputs<T>({{2}, 3, 5, 4, 2}, 10);
  AttentionOptions<T> options;
  options.visibility = lens_only({2}, {5, 4});
  const auto expected = attend(x, options);
  auto y = x;
  y.keys.matrix(1)(4, 0) = kNaN<T>;
  CHECK_THAT(attend(y, options).output.rows, is_exactly<T>(expected.output.rows));
  y.keys.matrix(0)(4, 0) = kNaN<T>;
  const auto result = attend(y, options);
  CHECK(matrix_of(result.scores, 0).col(4).array().isNaN().all());
  CHECK(matrix_of(result.scores, 0).leftCols(4).allFinite());
  CHECK(matrix_of(result.output, 0).array().isNaN().all());
  CHECK_THAT(matrix_of(result.output, 1), is_exactly<T>(matrix_of(expected.output, 1)));
}

TEMPLATE_TEST_CASE("attention: a key at infinity gets all or no weight, by the sign of the query",
                   "[attention]", float, double) {
  using T = TestType;
  const Inputs<T> x{tensor<T>({3, 1}, {-1, 1, 0}), tensor<T>({2, 1}, {kInf<T>, 1}),
                    tensor<T>({2, 1}, {10, 20})};
  const auto result = attend(x);
  CHECK_THAT(result.scores.rows,
             is_exactly<T>(rows<T>({{-kInf<T>, -1}, {kInf<T>, 1}, {kNaN<T>, 0}})));
  CHECK_THAT(result.output.rows, is_exactly<T>(column<T>({20, kNaN<T>, kNaN<T>})));
}

TEMPLATE_TEST_CASE("attention: NaN and infinity in a value stay in their column", "[attention]",
                   float, double) {
  using T = TestType;
  auto x = random_inputs<T>({{}, 4, 5, 4, 3}, 13);
  const auto expected = attend(x);
  x.values.rows(2, 0) = kNaN<T>;
  x.values.rows(3, 2) = kInf<T>;
  const auto result = attend(x);
  CHECK(result.output.rows.col(0).array().isNaN().all());
  CHECK(result.output.rows.col(1) == expected.output.rows.col(1));
  CHECK((result.output.rows.col(2).array() == kInf<T>).all());
}

TEMPLATE_TEST_CASE("attention: subnormal numbers are not flushed to zero", "[attention]", float,
                   double) {
  using T = TestType;
  for (const T smallest : kSmallest<T>) {
    const Inputs<T> x{tensor<T>({1, 1}, {1}), tensor<T>({1, 1}, {smallest}),
                      tensor<T>({1, 1}, {smallest})};
    const auto result = attend(x);
    CHECK(result.scores.rows(0, 0) == smallest);
    CHECK(result.output.rows(0, 0) == smallest);
  }
}

TEMPLATE_TEST_CASE("attention: accepts matrices, foreign memory and columns of a wider matrix",
                   "[attention]", float, double) {
  using T = TestType;
  const auto x = random_inputs<T>({{}, 6, 9, 4, 3}, 16);
  const auto expected = attend(x);
  CHECK_THAT(attention<T>(x.queries.rows, x.keys.rows, x.values.rows).output.rows,
             is_exactly<T>(expected.output.rows));
  Matrix<T> wide(9, 11);
  wide.setConstant(kNaN<T>);
  wide.block(1, 1, 6, 4) = x.queries.rows;
  wide.rightCols(3) = x.values.rows;
  const std::vector<T> foreign(x.keys.rows.data(), x.keys.rows.data() + 36);
  const Eigen::Map<const Matrix<T>> keys(foreign.data(), 9, 4);
  const auto strided =
      attention<T>(TensorView<T>({6, 4}, wide.block(1, 1, 6, 4)), TensorView<T>({9, 4}, keys),
                   TensorView<T>({9, 3}, wide.rightCols(3)));
  CHECK_THAT(strided.output.rows, is_exactly<T>(expected.output.rows));
  CHECK_THAT(strided.weights.rows, is_exactly<T>(expected.weights.rows));
}

TEMPLATE_TEST_CASE("attention: the result does not depend on the address of the arguments",
                   "[attention]", float, double) {
  using T = TestType;
  const auto x = random_inputs<T>({{}, 5, 37, 7, 3}, 19);
  const auto expected = attend(x);
  for (Index offset = 0; offset < 5; ++offset) {
    std::vector<T> foreign(static_cast<std::size_t>(35 + offset));
    std::copy_n(x.queries.rows.data(), 35, foreign.data() + offset);
    const Eigen::Map<const Matrix<T>> queries(foreign.data() + offset, 5, 7);
    const auto result = attention<T>(TensorView<T>({5, 7}, queries), x.keys, x.values);
    CHECK_THAT(result.weights.rows, is_exactly<T>(expected.weights.rows));
    CHECK_THAT(result.output.rows, is_exactly<T>(expected.output.rows));
  }
}

TEST_CASE("attention: every choice of a score and of a divisor has a name", "[attention]") {
  CHECK(kScoreNames[static_cast<std::size_t>(Score::kDot)] == "dot");
  CHECK(kScoreNames[static_cast<std::size_t>(Score::kAdditive)] == "additive");
  CHECK(kScoreNames[static_cast<std::size_t>(Score::kGaussian)] == "gaussian");
  CHECK(kDivisorNames[static_cast<std::size_t>(Divisor::kNone)] == "none");
  CHECK(kDivisorNames[static_cast<std::size_t>(Divisor::kSqrtDk)] == "sqrt_dk");
  CHECK(kDivisorNames[static_cast<std::size_t>(Divisor::kNumber)] == "number");
}

TEMPLATE_TEST_CASE("attention: a score that overflows before the division still has its weight",
                   "[attention]", float, double) {
  using T = TestType;
  // The product of query 0 and key 0 overflows, but not if it is divided by one of these divisors.
  const T large = std::ldexp(T(1), std::numeric_limits<T>::max_exponent / 2);
  const Inputs<T> x{tensor<T>({2, 4}, {large, 0, 0, 0, large, large, 0, 0}),
                    tensor<T>({2, 4}, {large, -large, 0, 0, 0, 0, 0, 0}),
                    tensor<T>({2, 1}, {7, 9})};
  for (const Scale& scale : {Scale{}, Scale{.divisor = Divisor::kDk},
                             Scale{.divisor = Divisor::kNumber, .number = T(2.5)},
                             Scale{.divisor = Divisor::kNumber, .number = T(-2.5)}}) {
    AttentionOptions<T> options;
    options.scale = scale;
    const auto result = attend(x, options);
    const T expected = scale.number < 0 ? 9 : 7;
    CHECK(result.scores.rows(0, 0) == kInf<T>);
    CHECK(std::isfinite(result.scaled_scores.rows(0, 0)));
    // The second query's unscaled score is ∞ − ∞ = NaN, but its scaled score is 0, so its output is
    // (7 + 9)/2 = 8.
    CHECK_THAT(result.output.rows, is_exactly<T>(column<T>({expected, 8})));
    CHECK_THAT(scaled_dot_scores<T>(x.queries.rows, x.keys.rows, scale),
               is_exactly<T>(result.scaled_scores.rows));
    StreamingOptions<T> streaming;
    streaming.scale = scale;
    CHECK_THAT(streaming_attention<T>(x.queries, x.keys, x.values, streaming).output.rows,
               is_exactly<T>(column<T>({expected, 8})));
    streaming.visibility = causal_only();
    CHECK_THAT(streaming_attention<T>(x.queries, x.keys, x.values, streaming).output.rows,
               is_exactly<T>(column<T>({7, 8})));
    const auto gradient =
        attention_gradient<T>(x.queries, x.keys, x.values, options, result, result.output);
    CHECK(gradient.queries.rows.allFinite());
    CHECK(gradient.keys.rows.allFinite());
  }
  // With at least 2d keys of width d, the library's function `may_overflow` checks the entries
  // instead of the scores. Here d is 1, and either the query or the first key is large.
  const T half = std::numeric_limits<T>::max() / 2;
  AttentionOptions<T> fourth;
  fourth.scale = {.divisor = Divisor::kNumber, .number = 4};
  for (const auto& [query, key] : {std::pair(half, T(4)), std::pair(T(4), half)}) {
    const Inputs<T> z{tensor<T>({1, 1}, {query}), tensor<T>({2, 1}, {key, 0}),
                      tensor<T>({2, 1}, {7, 9})};
    const auto result = attend(z, fourth);
    CHECK(result.scaled_scores.rows(0, 0) == half);
    CHECK(result.output.rows(0, 0) == 7);
  }
  // With this small divisor, q / divisor would overflow, but q·k / divisor does not.
  AttentionOptions<T> small;
  small.scale = {.divisor = Divisor::kNumber, .number = T(1) / large};
  StreamingOptions<T> streaming;
  streaming.scale = small.scale;
  const Inputs<T> y{tensor<T>({1, 1}, {large}), tensor<T>({2, 1}, {T(2) / large, T(1) / large}),
                    tensor<T>({2, 1}, {7, 9})};
  CHECK(attend(y, small).output.rows(0, 0) == 7);
  CHECK(streaming_attention<T>(y.queries, y.keys, y.values, streaming).output.rows(0, 0) == 7);
}

}  // namespace
}  // namespace attention::test
