// SPDX-License-Identifier: MIT
// Tests keys and values with fewer heads than queries, in attention and in multi-head attention.
#include <cmath>

#include "attention/detail/streaming.hpp"
#include "support/attention_problem.hpp"
#include "support/attention_samples.hpp"
#include "support/catch.hpp"
#include "support/matchers.hpp"
#include "support/matrices.hpp"
#include "support/multi_head_problem.hpp"
#include "support/reference_multi_head.hpp"
#include "support/refusal.hpp"
#include "support/row_error.hpp"
#include "support/samples.hpp"
#include "support/streaming_agreement.hpp"
#include "support/tolerance.hpp"

namespace attention::test {
namespace {

// Repeats each head of x, of shape (…, h_k, n, d), `group` times.
template <class T>
Tensor<T> repeated(const Tensor<T>& x, Index group) {
  Shape shape = x.shape;
  shape[shape.size() - 3] *= group;
  Tensor<T> all(shape);
  for (Index b = 0; b < batch_of(shape); ++b) all.matrix(b) = x.matrix(b / group);
  return all;
}

// A problem with h heads of queries and h_k heads of keys and values in each of two batch items.
template <class T>
AttentionProblem<T> grouped_problem(Score score, Index h, Index h_k, unsigned seed) {
  auto x = random_problem<T>(score, {{2, h}, 3, 4, 2, 2, 3}, seed);
  x.keys = random_tensor<T>({2, h_k, 4, 2}, seed + 20);
  x.values = random_tensor<T>({2, h_k, 4, 3}, seed + 21);
  x.options.grouped = true;
  return x;
}

TEMPLATE_TEST_CASE("grouped heads: two query heads read the same keys", "[grouped]", float,
                   double) {
  using T = TestType;
  // Key head 0 gives all the weight to key 0, key head 1 to key 1.
  const Inputs<T> x{tensor<T>({4, 1, 1}, {1, 2, 3, 4}), tensor<T>({2, 2, 1}, {1000, 0, 0, 1000}),
                    tensor<T>({2, 2, 1}, {1, 2, 3, 4})};
  AttentionOptions<T> options;
  options.grouped = true;
  CHECK_THAT(attend(x, options).output.rows, is_exactly<T>(column<T>({1, 1, 4, 4})));
  CHECK_THAT(stream(x, {.grouped = true}).output.rows, is_exactly<T>(column<T>({1, 1, 4, 4})));
}

TEMPLATE_TEST_CASE("grouped heads: equal attention with repeated heads, bit for bit", "[grouped]",
                   float, double) {
  using T = TestType;
  for (const Score score : kAllScores)
    for (const auto& [h, h_k] :
         {std::pair(4, 2), std::pair(6, 3), std::pair(3, 1), std::pair(2, 2)}) {
      CAPTURE(score, h, h_k);
      const auto x = grouped_problem<T>(score, h, h_k, 100);
      auto all = x;
      all.keys = repeated(x.keys, h / h_k);
      all.values = repeated(x.values, h / h_k);
      all.options.grouped = false;
      const auto got = stages_of(x);
      const auto expected = stages_of(all);
      CHECK(got.weights.shape == Shape{2, h, 3, 4});
      CHECK_THAT(got.weights.rows, is_exactly<T>(expected.weights.rows));
      CHECK_THAT(got.output.rows, is_exactly<T>(expected.output.rows));
      if (score != Score::kDot) continue;
      const auto streamed = streaming_attention<T>(x.queries, x.keys, x.values, {.grouped = true});
      CHECK_THAT(
          streamed.output.rows,
          is_exactly<T>(streaming_attention<T>(all.queries, all.keys, all.values).output.rows));
    }
}

TEMPLATE_TEST_CASE("grouped heads: a division that prevents an overflow uses the head's keys",
                   "[grouped]", float, double) {
  using T = TestType;
  const T large = std::sqrt(std::numeric_limits<T>::max());
  Inputs<T> x{tensor<T>({2, 1, 4}, {large, large, 0, 0, large, large, 0, 0}),
              tensor<T>({1, 2, 4}, {large, large, 0, 0, 1, 0, 0, 0}), tensor<T>({1, 2, 1}, {3, 5})};
  AttentionOptions<T> options;
  options.grouped = true;
  CHECK_THAT(attend(x, options).output.rows, is_exactly<T>(column<T>({3, 3})));
}

TEST_CASE("grouped heads: gradients equal central differences", "[grouped][gradient]") {
  unsigned seed = 0;
  for (const Score score : kAllScores)
    for (const Variation& hiding : all_hidings(3, 4))
      for (const Variation& dropout : all_dropouts({2, 4, 3, 4})) {
        CAPTURE(score, hiding.name, dropout.name);
        auto x = grouped_problem<double>(score, 4, 2, ++seed);
        hiding.apply(x.options);
        dropout.apply(x.options);
        const auto gradient = gradient_of(x);
        const auto check = [&](const Tensor<double>& got, Tensor<double>& part) {
          CHECK(got.shape == part.shape);
          check_gradient(got.rows, part.rows, [&] { return loss_of(x); });
        };
        check(gradient.queries, x.queries);
        check(gradient.keys, x.keys);
        check(gradient.values, x.values);
      }
}

TEMPLATE_TEST_CASE("grouped heads: wrong numbers of heads are refused", "[grouped]", float,
                   double) {
  using T = TestType;
  const auto with = [](const Shape& q, const Shape& k, const Shape& v, bool grouped) {
    const Inputs<T> x{random_tensor<T>(q, 1), random_tensor<T>(k, 2), random_tensor<T>(v, 3)};
    AttentionOptions<T> options;
    options.grouped = grouped;
    const std::string refused = refusal([&] { attend(x, options); });
    CHECK(refusal([&] { stream(x, {.grouped = grouped}); }) == refused);
    return refused;
  };
  CHECK(with({2, 4, 3, 2}, {2, 2, 5, 2}, {2, 2, 5, 1}, true) == "accepted");
  CHECK(with({2, 4, 3, 2}, {2, 2, 5, 2}, {2, 2, 5, 1}, false) ==
        "ShapeMismatch | keys: expected (2, 4, n, 2), got (2, 2, 5, 2)");
  for (const Index heads : {0, 3, 8})
    CHECK(with({2, 4, 3, 2}, {2, heads, 5, 2}, {2, heads, 5, 1}, true) ==
          "ShapeMismatch | keys: expected (2, h_k, n, 2) with h_k a divisor of 4, got (2, " +
              std::to_string(heads) + ", 5, 2)");
  CHECK(with({2, 4, 3, 2}, {4, 5, 2}, {4, 5, 1}, true) ==
        "ShapeMismatch | keys: expected (2, h_k, n, 2) with h_k a divisor of 4, got (4, 5, 2)");
  CHECK(with({2, 4, 3, 2}, {3, 2, 5, 2}, {3, 2, 5, 1}, true) ==
        "ShapeMismatch | keys: expected (2, 2, n, 2), got (3, 2, 5, 2)");
  CHECK(with({2, 4, 3, 2}, {2, 2, 5, 2}, {2, 4, 5, 1}, true) ==
        "ShapeMismatch | values: expected (2, 2, 5, d_v), got (2, 4, 5, 1)");
  CHECK(with({3, 2}, {5, 2}, {5, 1}, true) ==
        "ShapeMismatch | queries: expected at least 3 axes, got (3, 2)");
}

TEMPLATE_TEST_CASE("grouped heads: no query heads and no queries are accepted", "[grouped]", float,
                   double) {
  using T = TestType;
  for (const auto& [h, h_k, m] : {std::tuple(0, 0, 3), std::tuple(0, 2, 3), std::tuple(4, 2, 0)}) {
    CAPTURE(h, h_k, m);
    AttentionProblem<T> x{random_tensor<T>({h, m, 2}, 1),
                          random_tensor<T>({h_k, 4, 2}, 2),
                          random_tensor<T>({h_k, 4, 3}, 3),
                          random_tensor<T>({h, m, 3}, 4),
                          {}};
    x.options.grouped = true;
    CHECK(stages_of(x).output.shape == Shape{h, m, 3});
    CHECK(streaming_attention<T>(x.queries, x.keys, x.values, {.grouped = true}).output.shape ==
          Shape{h, m, 3});
    CHECK_THAT(gradient_of(x).keys.rows, is_exactly<T>(zeros<T>(h_k * 4, 2)));
  }
}

// A problem with four heads of queries, and h_k heads of keys and values.
template <class T>
MultiHeadProblem<T> problem_with_kv_heads(Index h_k, bool has_biases, unsigned seed) {
  auto x = random_problem<T>(Projection::kFull, {{2}, 3, 4, 4, 6, 5, 7, 2, 3, 5}, has_biases, seed);
  x.options.num_kv_heads = h_k;
  x.parameters.W_k = random_tensor<T>({h_k * 2, 5}, seed + 50).rows;
  x.parameters.W_v = random_tensor<T>({h_k * 3, 7}, seed + 51).rows;
  if (!has_biases) return x;
  x.parameters.b_k = random_tensor<T>({1, h_k * 2}, seed + 52).rows;
  x.parameters.b_v = random_tensor<T>({1, h_k * 3}, seed + 53).rows;
  return x;
}

TEMPLATE_TEST_CASE("grouped heads: multi-head attention equals plain loops", "[grouped]", float,
                   double) {
  using T = TestType;
  for (const Index h_k : {1, 2, 4})
    for (const bool has_biases : {false, true})
      for (const Shape& shape : {Shape{4, 1, 1}, {3, 4}, {2, 4, 3, 4}}) {
        CAPTURE(h_k, has_biases, shape_text(shape));
        auto x = problem_with_kv_heads<T>(h_k, has_biases, 300);
        const Tensor<T> bias = random_tensor<T>(shape, 360);
        const Tensor<double> wide_bias = in_double(bias);
        x.options.score_bias = bias;
        auto options = in_double(x.options);
        options.num_kv_heads = h_k;
        options.score_bias = wide_bias;
        const auto expected =
            reference::multi_head(in_double(x.queries), in_double(x.keys), in_double(x.values),
                                  in_double(x.parameters), options);
        const auto stages = stages_of(x);
        CHECK(stages.head_keys.shape == Shape{2, h_k, 4, 2});
        CHECK(stages.projected_values.shape == Shape{2, 4, h_k * 3});
        CHECK(row_error(in_double(stages.heads.weights), expected.heads.weights) < kStageError<T>);
        CHECK(row_error(in_double(stages.output), expected.output) < kStageError<T>);
        const auto output =
            multi_head_output<T>(x.queries, x.keys, x.values, x.parameters, x.options);
        CHECK(row_error(in_double(output), expected.output) < kStageError<T>);
      }
}

TEST_CASE("grouped heads: multi-head gradients equal central differences", "[grouped][gradient]") {
  for (const Index h_k : {1, 2})
    for (const bool has_biases : {false, true}) {
      CAPTURE(h_k, has_biases);
      auto x = problem_with_kv_heads<double>(h_k, has_biases, 400);
      Tensor<double> bias = random_tensor<double>({4, 1, 4}, 460);
      x.options.score_bias = bias;
      x.options.visibility.causal = true;
      x.options.visibility.alignment = CausalAlignment::kBottomRight;
      auto gradient = gradient_of(x);
      const auto check = [&](const Matrix<double>& got, Matrix<double>& part) {
        check_gradient(got, part, [&] { return loss_of(x); });
      };
      check(gradient.queries.rows, x.queries.rows);
      check(gradient.keys.rows, x.keys.rows);
      check(gradient.values.rows, x.values.rows);
      check(gradient.score_bias.rows, bias.rows);
      const auto got = list_of(gradient.parameters);
      const auto parts = list_of(x.parameters);
      for (std::size_t i = 0; i < parts.size(); ++i) check(*got[i], *parts[i]);
    }
}

TEMPLATE_TEST_CASE("grouped heads: multi-head attention refuses other numbers of heads",
                   "[grouped]", float, double) {
  using T = TestType;
  const auto after = [](auto&& change) {
    auto x = problem_with_kv_heads<T>(2, true, 500);
    change(x);
    const std::string refused = refusal([&] { stages_of(x); });
    CHECK(refusal([&] {
            multi_head_output<T>(x.queries, x.keys, x.values, x.parameters, x.options);
          }) == refused);
    return refused;
  };
  CHECK(after([](auto&) {}) == "accepted");
  for (const Index heads : {-1, 3, 8})
    CHECK(after([&](auto& x) { x.options.num_kv_heads = heads; }) ==
          "OutOfRange | num_kv_heads: expected a divisor of 4, got " + std::to_string(heads));
  CHECK(after([](auto& x) { x.parameters.W_k = zeros<T>(8, 5); }) ==
        "ShapeMismatch | W_k: expected (4, 5), got (8, 5)");
  CHECK(after([](auto& x) {
          x.parameters.W_v = zeros<T>(5, 7);
          x.parameters.b_v = zeros<T>(1, 5);
        }) == "OutOfRange | num_kv_heads: expected a divisor of 5, got 2");
  CHECK(after([](auto& x) { x.parameters.W_o = zeros<T>(5, 6); }) ==
        "ShapeMismatch | W_o: expected (E_o, 12), got (5, 6)");
  for (const auto& [projection, name] :
       {std::pair(Projection::kShared, "shared"), std::pair(Projection::kNone, "none")}) {
    auto x = random_problem<T>(projection, {{2}, 3, 4, 4, 8, 8, 12, 2, 3, 5}, false, 600);
    x.options.num_kv_heads = 2;
    CHECK(refusal([&] { stages_of(x); }) ==
          std::string("UnknownOption | num_kv_heads: expected none beside projection ") + name +
              ", got 2");
    x.options.num_kv_heads = 4;
    CHECK(refusal([&] { stages_of(x); }) == "accepted");
  }
}

}  // namespace
}  // namespace attention::test
