// SPDX-License-Identifier: MIT
// Tests the bias of scores: in attention, streaming attention, and the backward pass.
#include "attention/detail/score_bias.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "support/attention_problem.hpp"
#include "support/attention_samples.hpp"
#include "support/catch.hpp"
#include "support/matchers.hpp"
#include "support/reference_attention.hpp"
#include "support/refusal.hpp"
#include "support/row_error.hpp"
#include "support/samples.hpp"
#include "support/streaming_agreement.hpp"
#include "support/tolerance.hpp"
#include "support/visibility.hpp"

namespace attention::test {
namespace {

// Shapes that broadcast to scores of shape (2, 3, 4, 5).
const std::vector<Shape> kBiases = {{},           {1},          {5},          {4, 5},
                                    {4, 1},       {1, 5},       {3, 4, 5},    {3, 1, 1},
                                    {2, 1, 4, 5}, {2, 3, 4, 5}, {1, 3, 1, 5}, {2, 1, 1, 1}};

TEMPLATE_TEST_CASE("score bias: ln 2 doubles a key's share", "[bias]", float, double) {
  using T = TestType;
  const Tensor<T> bias = tensor<T>({3}, {0, std::log(T(2)), std::log(T(3))});
  const Inputs<T> x{tensor<T>({1, 2}, {4, 6}), tensor<T>({3, 2}, {0, 0, 0, 0, 0, 0}),
                    tensor<T>({3, 1}, {6, 12, 18})};
  AttentionOptions<T> options;
  options.score_bias = bias;
  const auto stages = attend(x, options);
  CHECK_THAT(stages.scores.rows, is_exactly<T>(row<T>({0, 0, 0})));
  CHECK_THAT(stages.scaled_scores.rows, is_exactly<T>(bias.rows));
  CHECK_THAT(stages.output.rows, is_close_to<T>(row<T>({14}), kFewRoundings<T>));
  const auto streamed = stream(x, {.score_bias = options.score_bias});
  CHECK_THAT(streamed.output.rows, is_close_to<T>(row<T>({14}), kFewRoundings<T>));
  CHECK_THAT(streamed.log_sum_exp.rows, is_close_to<T>(row<T>({std::log(T(6))}), kFewRoundings<T>));
}

TEMPLATE_TEST_CASE("score bias: equals plain loops for every shape, score and mask", "[bias]",
                   float, double) {
  using T = TestType;
  const Index m = 4;
  const Index n = 5;
  unsigned seed = 0;
  for (const Shape& shape : kBiases)
    for (const Score score : kAllScores)
      for (const Variation& hiding : all_hidings(m, n)) {
        CAPTURE(shape_text(shape), score, hiding.name);
        const auto x = random_problem<double>(score, {{2, 3}, m, n, 2, 2, 3}, ++seed);
        const Tensor<double> bias = random_tensor<double>(shape, ++seed, -2, 2);
        AttentionOptions<double> options = x.options;
        options.score_bias = bias;
        hiding.apply(options);
        const auto expected = reference::attention(x.queries, x.keys, x.values, options);

        const auto in_type = [](const Tensor<double>& t) {
          return Tensor<T>(t.shape, t.rows.template cast<T>());
        };
        const Tensor<T> own_bias = in_type(bias);
        AttentionOptions<T> own;
        own.score = score;
        const auto& p = options.additive;
        own.additive = {p.W_q.template cast<T>(), p.W_k.template cast<T>(),
                        p.w_v.template cast<T>(), p.bias.template cast<T>()};
        own.visibility = options.visibility;
        own.masking = {options.masking.method, static_cast<T>(options.masking.fill),
                       options.masking.empty_row};
        own.score_bias = own_bias;
        const auto got = attention<T>(in_type(x.queries), in_type(x.keys), in_type(x.values), own);
        CHECK(row_error(in_double(got.scaled_scores), expected.scaled_scores) < kStageError<T>);
        CHECK(row_error(in_double(got.weights), expected.weights) < kStageError<T>);
        CHECK(row_error(in_double(got.output), expected.output) < kStageError<T>);
      }
}

TEMPLATE_TEST_CASE("score bias: streaming equals attention for every mask and tile", "[bias]",
                   float, double) {
  using T = TestType;
  unsigned seed = 0;
  for (const Shape& shape : {Shape{1}, {41}, {33, 41}, {2, 1, 41}, {3, 2, 33, 1}, {3, 2, 33, 41}})
    for (const Visibility& visibility :
         {Visibility{}, causal_only(), causal_only(CausalAlignment::kBottomRight),
          mask_only(random_mask({33, 41}, 1, 0.5))})
      for (const Masking<T>& masking : {Masking<T>{},
                                        {.method = MaskMethod::kFill, .fill = -1},
                                        {.method = MaskMethod::kAdd, .fill = -1}})
        for (const Scale& scale : {Scale{}, Scale{Divisor::kNumber, T(0.5), 0}}) {
          // Values from 1 to 3, so that the terms of a weighted mean do not cancel.
          auto x = random_inputs<T>({{3, 2}, 33, 41, 3, 4}, ++seed);
          x.values.rows.array() += 2;
          const Tensor<T> bias = random_tensor<T>(shape, ++seed, -2, 2);
          StreamingOptions<T> options{.scale = scale, .visibility = visibility, .masking = masking};
          options.score_bias = bias;
          const auto stages = attend_like(x, options);
          for (const auto& [queries, keys] : {std::pair(7, 5), std::pair(16, 16)}) {
            options.tile_queries = queries;
            options.tile_keys = keys;
            CAPTURE(shape_text(shape), masking.method, scale.divisor, queries, keys);
            CHECK(disagreement(stream(x, options), stages) == "");
          }
        }
}

TEMPLATE_TEST_CASE("score bias: a bias of −∞ hides a key as a mask does", "[bias]", float, double) {
  using T = TestType;
  const auto x = spread_inputs<T>({{2}, 5, 200, 3, 2}, 1);
  // Hides the whole first tile of keys from query 0.
  Tensor<T> bias({5, 200}, Matrix<T>::Zero(5, 200));
  Mask keep{{5, 200}, Flags(1000, 1)};
  for (Index e = 0; e < 1000; ++e)
    if (e < 120 || e % 7 == 0) {
      bias.rows.data()[e] = -kInf<T>;
      keep.keep[static_cast<std::size_t>(e)] = 0;
    }
  StreamingOptions<T> biased;
  biased.score_bias = bias;
  const Visibility visibility = mask_only(keep);
  const auto expected = attend(x, seeing<T>(visibility));
  const auto streamed = stream(x, biased);
  CHECK(row_error(in_double(streamed.output), in_double(expected.output)) < kStageError<T>);
  AttentionOptions<T> options;
  options.score_bias = bias;
  CHECK_THAT(attend(x, options).weights.rows, is_exactly<T>(expected.weights.rows));
}

TEMPLATE_TEST_CASE("score bias: +∞, NaN and a row of −∞ give a row of NaN", "[bias]", float,
                   double) {
  using T = TestType;
  const auto x = spread_inputs<T>({{}, 4, 100, 3, 2}, 1);
  Tensor<T> bias({4, 100}, Matrix<T>::Zero(4, 100));
  bias.rows(0, 7) = kInf<T>;
  bias.rows(1, 93) = kNaN<T>;
  bias.rows.row(2).setConstant(-kInf<T>);
  AttentionOptions<T> options;
  options.score_bias = bias;
  StreamingOptions<T> streaming;
  streaming.score_bias = bias;
  const auto stages = attend(x, options);
  const auto streamed = stream(x, streaming);
  for (const Matrix<T>* output : {&stages.output.rows, &streamed.output.rows}) {
    for (const Index i : {0, 1, 2}) CHECK(output->row(i).array().isNaN().all());
    CHECK(output->row(3).allFinite());
  }
}

TEMPLATE_TEST_CASE("score bias: is added after a division that prevents an overflow", "[bias]",
                   float, double) {
  using T = TestType;
  const T large = std::sqrt(std::numeric_limits<T>::max());
  const Inputs<T> x{tensor<T>({1, 4}, {large, large, 0, 0}),
                    tensor<T>({2, 4}, {large, large, 0, 0, large, large, 0, 0}),
                    tensor<T>({2, 1}, {3, 5})};
  // The dot products overflow, but divided by √4 = 2 they do not.
  const Tensor<T> bias = tensor<T>({2}, {0, -kInf<T>});
  AttentionOptions<T> options;
  options.score_bias = bias;
  CHECK_THAT(attend(x, options).output.rows, is_exactly<T>(row<T>({3})));
  StreamingOptions<T> streaming;
  streaming.score_bias = bias;
  CHECK_THAT(stream(x, streaming).output.rows, is_exactly<T>(row<T>({3})));
}

TEST_CASE("score bias: gradients equal central differences", "[bias][gradient]") {
  unsigned seed = 0;
  for (const Shape& shape : kBiases)
    for (const Score score : kAllScores) {
      const auto hidings = all_hidings(4, 5);
      const Variation& hiding = hidings[++seed % hidings.size()];
      CAPTURE(shape_text(shape), score, hiding.name);
      auto x = random_problem<double>(score, {{2, 3}, 4, 5, 2, 2, 3}, seed);
      hiding.apply(x.options);
      Tensor<double> bias = random_tensor<double>(shape, seed + 7);
      x.options.score_bias = bias;
      const auto gradient = gradient_of(x);
      const auto loss = [&] { return loss_of(x); };
      CHECK(gradient.score_bias.shape == shape);
      check_gradient(gradient.score_bias.rows, bias.rows, loss);
      check_gradient(gradient.queries.rows, x.queries.rows, loss);
      check_gradient(gradient.keys.rows, x.keys.rows, loss);
    }
}

TEST_CASE("score bias: a gradient in float is summed in double", "[bias][gradient]") {
  // The bias `row` is shared by 400 queries. Its gradient must equal the sum of the gradients of
  // `each`, which has one entry for each query, added in double and rounded once to float.
  auto x = random_problem<float>({{}, 400, 3, 2, 2, 2}, 1);
  const Tensor<float> each({400, 3}, Matrix<float>::Zero(400, 3));
  const Tensor<float> row({3}, Matrix<float>::Zero(1, 3));
  x.options.score_bias = each;
  const Matrix<double> apart = in_double(gradient_of(x).score_bias.rows);
  x.options.score_bias = row;
  const Matrix<float> sums = gradient_of(x).score_bias.rows;
  for (Index j = 0; j < 3; ++j) {
    double sum = 0;
    for (Index i = 0; i < 400; ++i) sum += apart(i, j);
    CHECK(sums(0, j) == static_cast<float>(sum));
  }
}

TEMPLATE_TEST_CASE("score bias: no bias has no gradient, and no queries give zeros",
                   "[bias][gradient]", float, double) {
  using T = TestType;
  auto x = random_problem<T>({{2}, 3, 4, 2, 2, 2}, 1);
  CHECK(gradient_of(x).score_bias.shape.empty());
  CHECK(gradient_of(x).score_bias.rows.size() == 0);
  auto none = random_problem<T>({{2}, 0, 4, 2, 2, 2}, 1);
  const Tensor<T> bias = random_tensor<T>({1, 4}, 1);
  none.options.score_bias = bias;
  CHECK_THAT(gradient_of(none).score_bias.rows, is_exactly<T>(row<T>({0, 0, 0, 0})));
  const Tensor<T> empty(Shape{2, 0, 4});
  none.options.score_bias = empty;
  CHECK(gradient_of(none).score_bias.shape == Shape{2, 0, 4});
}

TEMPLATE_TEST_CASE("score bias: other shapes are refused", "[bias]", float, double) {
  using T = TestType;
  const auto x = random_inputs<T>({{2}, 3, 5, 4, 2}, 1);
  const auto stages = attend(x);
  const Tensor<T> G = stages.output;
  const auto with = [&](const TensorView<T>& bias) {
    AttentionOptions<T> options;
    options.score_bias = bias;
    StreamingOptions<T> streaming;
    streaming.score_bias = bias;
    const std::string refused = refusal([&] { attend(x, options); });
    CHECK(refusal([&] { stream(x, streaming); }) == refused);
    CHECK(refusal([&] {
            attention_gradient<T>(x.queries, x.keys, x.values, options, stages, G);
          }) == refused);
    return refused;
  };
  const std::string expected =
      "ShapeMismatch | score_bias: expected a shape that broadcasts to (2, 3, 5), got ";
  for (const Shape& shape : {Shape{4}, {2, 5}, {3, 3, 5}, {1, 2, 3, 5}, {1, 1, 1, 1}, {0}, {0, 5}})
    CHECK(with(random_tensor<T>(shape, 1)) == expected + shape_text(shape));
  CHECK(with(random_tensor<T>({3, 5}, 1)) == "accepted");
}

TEMPLATE_TEST_CASE("score bias: cannot be combined with a mask before the division", "[bias]",
                   float, double) {
  using T = TestType;
  AttentionOptions<T> options;
  const Tensor<T> bias = random_tensor<T>({5}, 1);
  options.score_bias = bias;
  options.mask_before_scale = true;
  const auto x = random_inputs<T>({{}, 3, 5, 4, 2}, 1);
  CHECK(refusal([&] { attend(x, options); }) == "accepted");
  options.masking.method = MaskMethod::kFill;
  CHECK(refusal([&] { attend(x, options); }) ==
        "UnknownOption | score_bias: expected none beside mask_before_scale, got (5)");
}

}  // namespace
}  // namespace attention::test
