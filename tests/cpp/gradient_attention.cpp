// SPDX-License-Identifier: MIT
// Tests the backward pass of attention: results computed by hand, properties, NaN and infinities.
// gradient_attention_errors.cpp tests errors; gradient_attention_numbers.cpp compares with central
// differences and plain loops.
#include "support/matrices.hpp"

#include <array>
#include <cmath>

#include "attention/kernel_regression.hpp"
#include "support/attention_problem.hpp"
#include "support/catch.hpp"
#include "support/matchers.hpp"
#include "support/samples.hpp"
#include "support/tolerance.hpp"

namespace attention::test {
namespace {

TEMPLATE_TEST_CASE("attention gradient: between two equally weighted keys", "[gradient]", float,
                   double) {
  using T = TestType;
  // Both weights are 1/2 and ∂L/∂weight is (1, 3), so ∂L/∂logit is (−1/2, 1/2). The scores are
  // divided by √4 = 2.
  AttentionProblem<T> x{{{1, 4}, row<T>({1, 0, 0, 0})},
                        {{2, 4}, rows<T>({{0, 2, 0, 0}, {0, 0, 4, 0}})},
                        {{2, 1}, column<T>({1, 3})},
                        {{1, 1}, row<T>({1})},
                        {}};
  const auto gradient = gradient_of(x);
  CHECK_THAT(gradient.queries.rows, is_exactly<T>(row<T>({0, T(-0.5), 1, 0})));
  CHECK_THAT(gradient.keys.rows, is_exactly<T>(rows<T>({{T(-0.25), 0, 0, 0}, {T(0.25), 0, 0, 0}})));
  CHECK_THAT(gradient.values.rows, is_exactly<T>(column<T>({0.5, 0.5})));
}

TEMPLATE_TEST_CASE("attention gradient: the values' gradients sum to the columns of G",
                   "[gradient]", float, double) {
  using T = TestType;
  for (const Score score : kAllScores) {
    const auto x = random_problem<T>(score, {{}, 5, 9, 3, 3, 2}, 1);
    const Matrix<T> got = gradient_of(x).values.rows.colwise().sum();
    const Matrix<T> expected = x.output_gradient.rows.colwise().sum();
    CHECK_THAT(got, is_close_to<T>(expected, kSumOfWeights<T>));
  }
}

TEMPLATE_TEST_CASE("attention gradient: with one query, a value's gradient is its weight times G",
                   "[gradient]", float, double) {
  using T = TestType;
  for (const Score score : kAllScores) {
    const auto x = random_problem<T>(score, {{}, 1, 9, 3, 3, 2}, 2);
    const Matrix<T> weights = stages_of(x).weights.rows;
    Matrix<T> expected(9, 2);
    for (Index j = 0; j < 9; ++j) expected.row(j) = weights(0, j) * x.output_gradient.rows.row(0);
    CHECK_THAT(gradient_of(x).values.rows, is_exactly<T>(expected));
  }
}

TEMPLATE_TEST_CASE("attention gradient: shifting all keys of a dot product has gradient 0",
                   "[gradient]", float, double) {
  using T = TestType;
  const auto x = random_problem<T>(Score::kDot, {{}, 5, 9, 3, 3, 2}, 3);
  const Matrix<T> sum = gradient_of(x).keys.rows.colwise().sum();
  CHECK_THAT(sum, is_close_to<T>(Matrix<T>::Zero(1, 3), kSumOfWeights<T>));
}

TEMPLATE_TEST_CASE("attention gradient: shifting queries and keys of a Gaussian has gradient 0",
                   "[gradient]", float, double) {
  using T = TestType;
  const auto gradient = gradient_of(random_problem<T>(Score::kGaussian, {{}, 5, 9, 3, 3, 2}, 4));
  const Matrix<T> sum = gradient.queries.rows.colwise().sum() + gradient.keys.rows.colwise().sum();
  CHECK_THAT(sum, is_close_to<T>(Matrix<T>::Zero(1, 3), kSumOfWeights<T>));
}

TEMPLATE_TEST_CASE("attention gradient: with Gaussian scores it equals that of kernel regression",
                   "[gradient]", float, double) {
  using T = TestType;
  auto x = random_problem<T>(Score::kGaussian, {{}, 5, 9, 3, 3, 2}, 5);
  x.options.sigma = T(0.75);
  const auto got = gradient_of(x);
  const auto expected =
      kernel_regression_gradient(x.queries.rows, x.keys.rows, x.values.rows, x.output_gradient.rows,
                                 {.sigma = x.options.sigma});
  CHECK_THAT(got.queries.rows, is_close_to<T>(expected.queries, kSumOfWeights<T>));
  CHECK_THAT(got.keys.rows, is_close_to<T>(expected.keys, kSumOfWeights<T>));
  CHECK_THAT(got.values.rows, is_close_to<T>(expected.values, kSumOfWeights<T>));
  CHECK(passes(static_cast<double>(got.sigma), static_cast<double>(expected.sigma),
               kSumOfWeights<T>));
}

TEMPLATE_TEST_CASE("attention gradient: a bias equals a column of W_q for a component that is 1",
                   "[gradient]", float, double) {
  using T = TestType;
  const auto with_bias = random_problem<T>(Score::kAdditive, {{}, 4, 6, 2, 3, 2}, 6);
  auto with_ones = with_bias;
  with_ones.queries = Tensor<T>(Shape{4, 3});
  with_ones.queries.rows << with_bias.queries.rows, Matrix<T>::Ones(4, 1);
  AdditiveParameters<T>& additive = with_ones.options.additive;
  additive.bias = {};
  additive.W_q.resize(5, 3);
  additive.W_q << with_bias.options.additive.W_q, with_bias.options.additive.bias.transpose();
  const auto got = gradient_of(with_bias);
  const auto expected = gradient_of(with_ones);
  CHECK(expected.additive.bias.size() == 0);
  CHECK_THAT(got.additive.bias,
             is_close_to<T>(Matrix<T>(expected.additive.W_q.col(2).transpose()), kSumOfWeights<T>));
  CHECK_THAT(got.additive.W_q,
             is_close_to<T>(Matrix<T>(expected.additive.W_q.leftCols(2)), kSumOfWeights<T>));
  CHECK_THAT(got.keys.rows, is_close_to<T>(expected.keys.rows, kSumOfWeights<T>));
}

TEMPLATE_TEST_CASE("attention gradient: is linear in G", "[gradient]", float, double) {
  using T = TestType;
  for (const Score score : kAllScores) {
    auto x = random_problem<T>(score, {{2}, 4, 6, 3, 3, 2}, 7);
    const auto once = gradient_of(x);
    x.output_gradient.rows *= 2;
    auto twice = gradient_of(x);
    for (auto* part :
         {&twice.queries.rows, &twice.keys.rows, &twice.values.rows, &twice.additive.W_q,
          &twice.additive.W_k, &twice.additive.w_v, &twice.additive.bias})
      *part /= 2;
    twice.sigma /= 2;
    CHECK(is_same(twice, once));

    x.output_gradient.rows.setZero();
    const auto none = gradient_of(x);
    CHECK_THAT(none.queries.rows, is_exactly<T>(zeros_like(none.queries.rows)));
    CHECK_THAT(none.keys.rows, is_exactly<T>(zeros_like(none.keys.rows)));
    CHECK_THAT(none.values.rows, is_exactly<T>(zeros_like(none.values.rows)));
  }
}

TEMPLATE_TEST_CASE("attention gradient: the gradient of a sum of two G is the sum of both",
                   "[gradient]", float, double) {
  using T = TestType;
  for (const Score score : kAllScores) {
    auto x = random_problem<T>(score, {{2}, 4, 6, 3, 3, 2}, 8);
    const Matrix<T> g = x.output_gradient.rows;
    const auto first = gradient_of(x);
    x.output_gradient.rows = random_tensor<T>({2, 4, 2}, 9).rows;
    const auto second = gradient_of(x);
    x.output_gradient.rows += g;
    const auto both = gradient_of(x);
    const auto check = [](const Matrix<T>& sum, const Matrix<T>& a, const Matrix<T>& b) {
      CHECK_THAT(sum, is_close_to<T>(Matrix<T>(a + b), kSumOfWeights<T>));
    };
    check(both.queries.rows, first.queries.rows, second.queries.rows);
    check(both.keys.rows, first.keys.rows, second.keys.rows);
    check(both.values.rows, first.values.rows, second.values.rows);
  }
}

TEMPLATE_TEST_CASE("attention gradient: batch items are independent", "[gradient]", float, double) {
  using T = TestType;
  for (const Score score : kAllScores) {
    auto x = random_problem<T>(score, {{2, 3}, 4, 6, 3, 3, 2}, 10);
    x.options.visibility.causal = true;
    const auto together = gradient_of(x);
    for (Index b = 0; b < 6; ++b) {
      const auto item = [&](const Tensor<T>& part) {
        const Matrix<T> rows = matrix_of(part, b);
        return Tensor<T>({rows.rows(), rows.cols()}, rows);
      };
      const AttentionProblem<T> alone{item(x.queries), item(x.keys), item(x.values),
                                      item(x.output_gradient), x.options};
      const auto gradient = gradient_of(alone);
      CHECK_THAT(gradient.queries.rows, is_exactly<T>(matrix_of(together.queries, b)));
      CHECK_THAT(gradient.keys.rows, is_exactly<T>(matrix_of(together.keys, b)));
      CHECK_THAT(gradient.values.rows, is_exactly<T>(matrix_of(together.values, b)));
    }
  }
}

TEMPLATE_TEST_CASE("attention gradient: no queries give zero gradients shaped like the inputs",
                   "[gradient]", float, double) {
  using T = TestType;
  for (const Score score : kAllScores) {
    const auto gradient = gradient_of(random_problem<T>(score, {{2}, 0, 5, 3, 3, 2}, 21));
    CHECK(gradient.queries.shape == Shape{2, 0, 3});
    CHECK(gradient.keys.shape == Shape{2, 5, 3});
    CHECK(gradient.values.shape == Shape{2, 5, 2});
    CHECK_THAT(gradient.keys.rows, is_exactly<T>(Matrix<T>::Zero(10, 3)));
    CHECK_THAT(gradient.values.rows, is_exactly<T>(Matrix<T>::Zero(10, 2)));
    if (score == Score::kAdditive)
      CHECK_THAT(gradient.additive.W_q, is_exactly<T>(Matrix<T>::Zero(5, 3)));
    else
      CHECK(gradient.additive.W_q.size() == 0);
    CHECK(gradient.sigma == 0);
  }
}

TEMPLATE_TEST_CASE("attention gradient: with one key, only its value has a gradient", "[gradient]",
                   float, double) {
  using T = TestType;
  for (const Score score : kAllScores) {
    const auto x = random_problem<T>(score, {{}, 3, 1, 3, 3, 2}, 22);
    const auto gradient = gradient_of(x);
    CHECK_THAT(gradient.queries.rows, is_close_to<T>(Matrix<T>::Zero(3, 3), kFewRoundings<T>));
    CHECK_THAT(gradient.keys.rows, is_close_to<T>(Matrix<T>::Zero(1, 3), kFewRoundings<T>));
    const Matrix<T> sum = x.output_gradient.rows.colwise().sum();
    CHECK_THAT(gradient.values.rows, is_close_to<T>(sum, kFewRoundings<T>));
  }
}

TEMPLATE_TEST_CASE("attention gradient: NaN in a key reaches every query", "[gradient]", float,
                   double) {
  using T = TestType;
  for (const Score score : kAllScores) {
    auto x = random_problem<T>(score, {{}, 3, 4, 3, 3, 2}, 23);
    x.keys.rows(1, 0) = kNaN<T>;
    const auto gradient = gradient_of(x);
    CHECK(gradient.queries.rows.array().isNaN().all());
    CHECK(gradient.values.rows.array().isNaN().all());
  }
}

TEMPLATE_TEST_CASE("attention gradient: a key at infinity has gradient 0 with Gaussian scores",
                   "[gradient]", float, double) {
  using T = TestType;
  auto x = random_problem<T>(Score::kGaussian, {{}, 2, 3, 1, 1, 1}, 24);
  x.keys.rows(1, 0) = kInf<T>;
  const auto gradient = gradient_of(x);
  CHECK(gradient.queries.rows.allFinite());
  CHECK(gradient.keys.rows.allFinite());
  CHECK(gradient.keys.rows(1, 0) == 0);
  CHECK(std::isfinite(gradient.sigma));
}

TEMPLATE_TEST_CASE("attention gradient: accepts foreign memory and blocks", "[gradient]", float,
                   double) {
  using T = TestType;
  const auto x = random_problem<T>(Score::kDot, {{}, 3, 4, 3, 3, 2}, 25);
  const auto wide = [](const Tensor<T>& part) {
    Matrix<T> frame = Matrix<T>::Constant(part.rows.rows() + 2, part.rows.cols() + 2, kNaN<T>);
    frame.block(1, 1, part.rows.rows(), part.rows.cols()) = part.rows;
    return frame;
  };
  const auto inner = [](const Matrix<T>& frame) {
    return TensorView<T>({frame.rows() - 2, frame.cols() - 2},
                         frame.block(1, 1, frame.rows() - 2, frame.cols() - 2));
  };
  const Matrix<T> q = wide(x.queries);
  const Matrix<T> k = wide(x.keys);
  const Matrix<T> v = wide(x.values);
  const Matrix<T> g = wide(x.output_gradient);
  const auto from_blocks =
      attention_gradient<T>(inner(q), inner(k), inner(v), x.options, stages_of(x), inner(g));
  CHECK(is_same(from_blocks, gradient_of(x)));
}

}  // namespace
}  // namespace attention::test
