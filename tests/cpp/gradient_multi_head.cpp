// SPDX-License-Identifier: MIT
// Tests the backward pass of multi-head attention: properties and errors.
// gradient_multi_head_numbers.cpp compares it with central differences and plain loops.
#include "support/matrices.hpp"

#include <array>

#include "support/attention_problem.hpp"
#include "support/catch.hpp"
#include "support/matchers.hpp"
#include "support/multi_head_problem.hpp"
#include "support/refusal.hpp"
#include "support/samples.hpp"
#include "support/tolerance.hpp"

namespace attention::test {
namespace {

TEMPLATE_TEST_CASE("multi_head gradient: a shared W gets the sum over the blocks of a full W",
                   "[gradient]", float, double) {
  using T = TestType;
  const auto shared =
      random_problem<T>(Projection::kShared, {{2}, 3, 4, 3, 6, 9, 6, 2, 3, 5}, true, 1200);
  auto full = shared;
  full.options.projection = Projection::kFull;
  const auto blocks = [](const Matrix<T>& W) {
    Matrix<T> wide = Matrix<T>::Zero(3 * W.rows(), 3 * W.cols());
    for (Index h = 0; h < 3; ++h) wide.block(h * W.rows(), h * W.cols(), W.rows(), W.cols()) = W;
    return wide;
  };
  MultiHeadParameters<T>& p = full.parameters;
  for (auto* W : {&p.W_q, &p.W_k, &p.W_v}) *W = blocks(*W);
  for (auto* b : {&p.b_q, &p.b_k, &p.b_v}) *b = b->replicate(1, 3).eval();
  const auto expected = gradient_of(full);
  const auto got = gradient_of(shared);
  const auto check = [](const Matrix<T>& sum, const Matrix<T>& wide) {
    Matrix<T> blocks_sum = Matrix<T>::Zero(sum.rows(), sum.cols());
    const bool is_bias = sum.rows() == 1;
    for (Index h = 0; h < 3; ++h)
      blocks_sum +=
          wide.block(is_bias ? 0 : h * sum.rows(), h * sum.cols(), sum.rows(), sum.cols());
    CHECK_THAT(sum, is_close_to<T>(blocks_sum, kSumOfWeights<T>));
  };
  check(got.parameters.W_q, expected.parameters.W_q);
  check(got.parameters.W_k, expected.parameters.W_k);
  check(got.parameters.W_v, expected.parameters.W_v);
  check(got.parameters.b_q, expected.parameters.b_q);
  check(got.parameters.b_k, expected.parameters.b_k);
  check(got.parameters.b_v, expected.parameters.b_v);
  CHECK_THAT(got.queries.rows, is_close_to<T>(expected.queries.rows, kSumOfWeights<T>));
  CHECK_THAT(got.keys.rows, is_close_to<T>(expected.keys.rows, kSumOfWeights<T>));
  CHECK_THAT(got.values.rows, is_close_to<T>(expected.values.rows, kSumOfWeights<T>));
  CHECK_THAT(got.parameters.W_o, is_close_to<T>(expected.parameters.W_o, kSumOfWeights<T>));
}

TEMPLATE_TEST_CASE(
    "multi_head gradient: no projection equals the identity, without a gradient of W", "[gradient]",
    float, double) {
  using T = TestType;
  auto x = random_problem<T>(Projection::kNone, {{2}, 3, 4, 2, 6, 6, 4, 3, 2, 5}, true, 1300);
  const auto none = gradient_of(x);
  for (const auto* part : {&none.parameters.W_q, &none.parameters.b_q, &none.parameters.W_k,
                           &none.parameters.b_k, &none.parameters.W_v, &none.parameters.b_v})
    CHECK(part->size() == 0);
  x.options.projection = Projection::kFull;
  x.parameters.W_q = Matrix<T>::Identity(6, 6);
  x.parameters.W_k = Matrix<T>::Identity(6, 6);
  x.parameters.W_v = Matrix<T>::Identity(4, 4);
  const auto full = gradient_of(x);
  CHECK_THAT(none.queries.rows, is_exactly<T>(full.queries.rows));
  CHECK_THAT(none.keys.rows, is_exactly<T>(full.keys.rows));
  CHECK_THAT(none.values.rows, is_exactly<T>(full.values.rows));
  CHECK_THAT(none.parameters.W_o, is_exactly<T>(full.parameters.W_o));
}

TEMPLATE_TEST_CASE("multi_head gradient: projections that are given but not read get no gradient",
                   "[gradient]", float, double) {
  using T = TestType;
  auto x = random_problem<T>(Projection::kNone, {{2}, 3, 4, 2, 6, 6, 4, 3, 2, 5}, false, 1300);
  const auto alone = gradient_of(x);
  x.parameters.W_q = Matrix<T>::Ones(3, 3);
  x.parameters.b_q = Matrix<T>::Ones(1, 3);
  const auto given = gradient_of(x);
  CHECK(given.parameters.W_q.size() == 0);
  CHECK(given.parameters.b_q.size() == 0);
  CHECK_THAT(given.queries.rows, is_exactly<T>(alone.queries.rows));
}

TEMPLATE_TEST_CASE("multi_head gradient: b_o gets the column sums of G, b_k gets 0", "[gradient]",
                   float, double) {
  using T = TestType;
  const auto x = random_problem<T>(Projection::kFull, {{2}, 3, 4, 2, 4, 4, 4, 3, 2, 5}, true, 1400);
  const auto gradient = gradient_of(x);
  const Matrix<T> sums = x.output_gradient.rows.colwise().sum();
  CHECK_THAT(gradient.parameters.b_o, is_close_to<T>(sums, kFewRoundings<T>));
  CHECK_THAT(gradient.parameters.b_k, is_close_to<T>(Matrix<T>::Zero(1, 6), kSumOfWeights<T>));
  CHECK(gradient.parameters.b_q.cwiseAbs().minCoeff() > T(1e-4));
}

TEMPLATE_TEST_CASE("multi_head gradient: no biases equal biases of 0", "[gradient]", float,
                   double) {
  using T = TestType;
  for (const Projection projection : {Projection::kFull, Projection::kShared}) {
    auto x = random_problem<T>(projection, {{2}, 3, 4, 2, 4, 4, 4, 3, 2, 5}, false, 1500);
    const auto without = gradient_of(x);
    CHECK(without.parameters.b_q.size() == 0);
    CHECK(without.parameters.b_k.size() == 0);
    CHECK(without.parameters.b_v.size() == 0);
    CHECK(without.parameters.b_o.size() == 0);
    const Index h = projection == Projection::kFull ? 2 : 1;
    x.parameters.b_q = Matrix<T>::Zero(1, h * 3);
    x.parameters.b_k = Matrix<T>::Zero(1, h * 3);
    x.parameters.b_v = Matrix<T>::Zero(1, h * 2);
    x.parameters.b_o = Matrix<T>::Zero(1, 5);
    const auto with = gradient_of(x);
    CHECK(with.parameters.b_q.size() == h * 3);
    CHECK_THAT(with.queries.rows, is_exactly<T>(without.queries.rows));
    CHECK_THAT(with.parameters.W_k, is_exactly<T>(without.parameters.W_k));
    CHECK_THAT(with.parameters.W_o, is_exactly<T>(without.parameters.W_o));
  }
}

TEMPLATE_TEST_CASE("multi_head gradient: one head with identity projections equals attention",
                   "[gradient]", float, double) {
  using T = TestType;
  auto x = random_problem<T>(Projection::kNone, {{2}, 3, 4, 1, 3, 3, 2, 3, 2, 2}, false, 1600);
  x.parameters.W_o = Matrix<T>::Identity(2, 2);
  const AttentionProblem<T> alone{x.queries, x.keys, x.values, x.output_gradient, {}};
  const auto expected = gradient_of(alone);
  const auto got = gradient_of(x);
  CHECK_THAT(got.queries.rows, is_exactly<T>(expected.queries.rows));
  CHECK_THAT(got.keys.rows, is_exactly<T>(expected.keys.rows));
  CHECK_THAT(got.values.rows, is_exactly<T>(expected.values.rows));
}

TEMPLATE_TEST_CASE("multi_head gradient: hidden keys and their values have gradient 0 exactly",
                   "[gradient]", float, double) {
  using T = TestType;
  for (const Projection projection : kAllProjections) {
    auto x = random_problem<T>(projection, {{2}, 3, 4, 2, 6, 6, 4, 3, 2, 5}, true, 1700);
    x.options.visibility.valid_lens = ValidLens{{2}, {3, 1}};
    const auto gradient = gradient_of(x);
    for (const Tensor<T>* part : {&gradient.keys, &gradient.values}) {
      const Matrix<T> second = matrix_of(*part, 1).bottomRows(3);
      CHECK_THAT(second, is_exactly<T>(Matrix<T>::Zero(3, second.cols())));
      CHECK_THAT(Matrix<T>(matrix_of(*part, 0).row(3)),
                 is_exactly<T>(Matrix<T>::Zero(1, second.cols())));
    }
  }
}

TEMPLATE_TEST_CASE("multi_head gradient: no queries give zero gradients", "[gradient]", float,
                   double) {
  using T = TestType;
  const auto gradient = gradient_of(
      random_problem<T>(Projection::kFull, {{2}, 0, 4, 2, 4, 4, 4, 3, 2, 5}, true, 1800));
  CHECK(gradient.queries.shape == Shape{2, 0, 4});
  CHECK_THAT(gradient.keys.rows, is_exactly<T>(Matrix<T>::Zero(8, 4)));
  CHECK_THAT(gradient.parameters.W_v, is_exactly<T>(Matrix<T>::Zero(4, 4)));
  CHECK_THAT(gradient.parameters.b_o, is_exactly<T>(Matrix<T>::Zero(1, 5)));
}

TEMPLATE_TEST_CASE("multi_head gradient: refuses stages without entries", "[gradient][error]",
                   float, double) {
  using T = TestType;
  const auto x = random_problem<T>(Projection::kFull, {{2}, 3, 4, 2, 4, 4, 4, 3, 2, 5}, true, 1900);
  const auto complete = stages_of(x);
  using Stages = MultiHeadStages<T>;
  for (const auto part :
       {&Stages::projected_queries, &Stages::projected_keys, &Stages::projected_values,
        &Stages::head_queries, &Stages::head_keys, &Stages::head_values, &Stages::concat}) {
    auto stages = complete;
    stages.stages.*part = {};
    CHECK(refusal([&] {
            multi_head_gradient<T>(x.queries, x.keys, x.values, x.parameters, x.options, stages,
                                   x.output_gradient);
          }).starts_with("ShapeMismatch | stages: expected "));
  }
}

TEMPLATE_TEST_CASE("multi_head gradient: refuses arguments that do not fit", "[gradient][error]",
                   float, double) {
  using T = TestType;
  const auto x = random_problem<T>(Projection::kFull, {{2}, 3, 4, 2, 4, 4, 4, 3, 2, 5}, true, 1900);
  const auto stages = stages_of(x);
  const auto refused = [&](const MultiHeadProblem<T>& y) {
    return refusal([&] {
      multi_head_gradient<T>(y.queries, y.keys, y.values, y.parameters, y.options, stages,
                             y.output_gradient);
    });
  };
  CHECK(refused(x) == "accepted");
  auto y = x;
  y.output_gradient = random_tensor<T>({2, 3, 4}, 1);
  CHECK(refused(y) == "ShapeMismatch | output_gradient: expected (2, 3, 5), got (2, 3, 4)");
  y.output_gradient = random_tensor<T>({3, 5}, 1);
  CHECK(refused(y) == "ShapeMismatch | output_gradient: expected (2, 3, 5), got (3, 5)");
  y = x;
  y.keys = random_tensor<T>({2, 5, 4}, 1);
  CHECK(refused(y) == "ShapeMismatch | values: expected (2, 5, d_v), got (2, 4, 4)");
  y.values = random_tensor<T>({2, 5, 4}, 1);
  CHECK(refused(y) == "ShapeMismatch | stages: expected (2, 5, 6), got (2, 4, 6)");
  y = x;
  y.parameters.W_o = random_tensor<T>({5, 6}, 1).rows;
  CHECK(refused(y) == "ShapeMismatch | W_o: expected (E_o, 4), got (5, 6)");
  y.parameters.W_v = random_tensor<T>({6, 4}, 1).rows;
  y.parameters.b_v = {};
  CHECK(refused(y) == "ShapeMismatch | stages: expected (2, 4, 6), got (2, 4, 4)");
  y = x;
  y.options.num_heads = 1;
  CHECK(refused(y) == "ShapeMismatch | stages: expected (2, 1, 3, 6), got (2, 2, 3, 3)");
  y = x;
  y.options.shape_from_queries = true;
  CHECK(refused(y) == "ShapeMismatch | keys: expected (2, 3, 4), got (2, 4, 4)");
  y = x;
  y.parameters.W_q = {};
  CHECK(refused(y) == "ShapeMismatch | W_q: expected (h*d_k, 4), got (0, 0)");
}

}  // namespace
}  // namespace attention::test
