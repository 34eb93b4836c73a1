// SPDX-License-Identifier: MIT
// Tests the projections of multi-head attention: widths, sharing between heads, biases.
#include "support/attention_samples.hpp"
#include "support/catch.hpp"
#include "support/matchers.hpp"
#include "support/matrices.hpp"
#include "support/samples.hpp"
#include "support/tolerance.hpp"
#include "support/visibility.hpp"

namespace attention::test {
namespace {

template <class T>
Matrix<T> block_diagonal(const Matrix<T>& W, Index blocks) {
  Matrix<T> result = Matrix<T>::Zero(blocks * W.rows(), blocks * W.cols());
  for (Index h = 0; h < blocks; ++h)
    result.block(h * W.rows(), h * W.cols(), W.rows(), W.cols()) = W;
  return result;
}

TEMPLATE_TEST_CASE("multi_head: all widths and both lengths are independent", "[multi_head]", float,
                   double) {
  using T = TestType;
  const Inputs<T> x{random_tensor<T>({2, 3, 5}, 70), random_tensor<T>({2, 4, 6}, 71),
                    random_tensor<T>({2, 4, 7}, 72)};
  const auto p = random_parameters<T>({5, 6, 7, 8, 10, 10, 11}, true, 73);
  const auto result = attend(x, p, with_heads<T>(2));
  CHECK(result.projected_queries.shape == Shape{2, 3, 8});
  CHECK(result.projected_keys.shape == Shape{2, 4, 8});
  CHECK(result.projected_values.shape == Shape{2, 4, 10});
  CHECK(result.head_queries.shape == Shape{2, 2, 3, 4});
  CHECK(result.head_keys.shape == Shape{2, 2, 4, 4});
  CHECK(result.head_values.shape == Shape{2, 2, 4, 5});
  CHECK(result.heads.weights.shape == Shape{2, 2, 3, 4});
  CHECK(result.heads.output.shape == Shape{2, 2, 3, 5});
  CHECK(result.concat.shape == Shape{2, 3, 10});
  CHECK(result.output.shape == Shape{2, 3, 11});
}

TEMPLATE_TEST_CASE("multi_head: a shared projection equals a full one with equal blocks",
                   "[multi_head]", float, double) {
  using T = TestType;
  const auto x = random_inputs<T>({{2}, 4, 5, 9, 6}, 100);
  auto p = random_parameters<T>({3, 3, 2, 4, 5, 15, 7}, true, 103);
  const auto shared = attend(x, p, with_heads<T>(3, Projection::kShared));
  for (auto* W : {&p.W_q, &p.W_k, &p.W_v}) *W = block_diagonal(*W, 3);
  for (auto* b : {&p.b_q, &p.b_k, &p.b_v}) *b = b->replicate(1, 3).eval();
  const auto full = attend(x, p, with_heads<T>(3));
  CHECK(shared.projected_queries.shape == Shape{2, 4, 12});
  CHECK_THAT(shared.projected_queries.rows, is_exactly<T>(full.projected_queries.rows));
  CHECK_THAT(shared.projected_keys.rows, is_exactly<T>(full.projected_keys.rows));
  CHECK_THAT(shared.projected_values.rows, is_exactly<T>(full.projected_values.rows));
  CHECK_THAT(shared.heads.weights.rows, is_exactly<T>(full.heads.weights.rows));
  CHECK_THAT(shared.output.rows, is_exactly<T>(full.output.rows));
}

TEMPLATE_TEST_CASE("multi_head: no projection equals a projection with the identity",
                   "[multi_head]", float, double) {
  using T = TestType;
  const auto x = random_inputs<T>({{2}, 4, 5, 6, 8}, 110);
  auto p = random_parameters<T>({1, 1, 1, 1, 1, 8, 3}, false, 113);
  p.W_q = p.W_k = p.W_v = Matrix<T>();
  const auto none = attend(x, p, with_heads<T>(2, Projection::kNone));
  CHECK_THAT(none.projected_values.rows, is_exactly<T>(x.values.rows));
  p.W_q = p.W_k = Matrix<T>::Identity(6, 6);
  p.W_v = Matrix<T>::Identity(8, 8);
  const auto full = attend(x, p, with_heads<T>(2));
  CHECK_THAT(none.heads.weights.rows, is_exactly<T>(full.heads.weights.rows));
  CHECK_THAT(none.output.rows, is_exactly<T>(full.output.rows));
}

TEMPLATE_TEST_CASE("multi_head: a bias of zeros equals no bias", "[multi_head]", float, double) {
  using T = TestType;
  const auto x = random_inputs<T>({{}, 4, 5, 6, 6}, 120);
  auto p = random_parameters<T>(square(6), false, 123);
  const auto without = attend(x, p, with_heads<T>(2));
  p.b_q = p.b_k = p.b_v = p.b_o = Matrix<T>::Zero(1, 6);
  CHECK_THAT(attend(x, p, with_heads<T>(2)).output.rows, is_exactly<T>(without.output.rows));
}

TEMPLATE_TEST_CASE("multi_head: a bias of the keys shifts rows of scores and changes no weight",
                   "[multi_head]", float, double) {
  using T = TestType;
  const auto x = random_inputs<T>({{}, 4, 9, 6, 6}, 130);
  auto p = random_parameters<T>(square(6), true, 133);
  const auto expected = attend(x, p, with_heads<T>(2));
  p.b_k.array() += 1;
  const auto result = attend(x, p, with_heads<T>(2));
  CHECK(result.heads.scores.rows != expected.heads.scores.rows);
  CHECK_THAT(result.heads.weights.rows,
             is_close_to<T>(expected.heads.weights.rows, kFewRoundings<T>));
}

}  // namespace
}  // namespace attention::test
