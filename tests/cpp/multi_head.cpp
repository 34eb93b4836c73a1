// SPDX-License-Identifier: MIT
// Tests properties of multi-head attention. Other files test the projections
// (multi_head_projections.cpp), the implementations printed in the source texts
// (multi_head_variants.cpp), and the agreement with plain loops (multi_head_reference.cpp).
#include "support/matrices.hpp"

#include "support/attention_samples.hpp"
#include "support/catch.hpp"
#include "support/matchers.hpp"
#include "support/samples.hpp"
#include "support/tolerance.hpp"
#include "support/visibility.hpp"

namespace attention::test {
namespace {

// Returns x Wᵀ + b. It uses the library's matrix product, so that the result has the same bits as
// in the library.
template <class T>
Matrix<T> linear(const Matrix<T>& x, const Matrix<T>& W, const Matrix<T>& b) {
  Matrix<T> y = dot_scores<T>(x, W);
  y.rowwise() += b.row(0);
  return y;
}

TEMPLATE_TEST_CASE("multi_head: every stage by hand", "[multi_head]", float, double) {
  using T = TestType;
  // Head 0 uses the first component of each vector and head 1 the second. W_q doubles the query,
  // b_k adds 1 to the first component of the keys, W_v swaps the components of the values.
  const Inputs<T> x{tensor<T>({1, 2}, {1, 0}), tensor<T>({2, 2}, {0, 5, 0, 6}),
                    tensor<T>({2, 2}, {1, 2, 3, 4})};
  MultiHeadParameters<T> p;
  p.W_q = rows<T>({{2, 0}, {0, 2}});
  p.W_k = p.W_o = rows<T>({{1, 0}, {0, 1}});
  p.W_v = rows<T>({{0, 1}, {1, 0}});
  p.b_k = row<T>({1, 0});
  p.b_o = row<T>({100, 0});
  const auto result = attend(x, p, with_heads<T>(2));
  CHECK_THAT(result.projected_queries.rows, is_exactly<T>(row<T>({2, 0})));
  CHECK_THAT(result.projected_keys.rows, is_exactly<T>(rows<T>({{1, 5}, {1, 6}})));
  CHECK_THAT(result.projected_values.rows, is_exactly<T>(rows<T>({{2, 1}, {4, 3}})));
  CHECK(result.head_keys.shape == Shape{2, 2, 1});
  CHECK_THAT(result.head_queries.rows, is_exactly<T>(column<T>({2, 0})));
  CHECK_THAT(result.head_keys.rows, is_exactly<T>(column<T>({1, 1, 5, 6})));
  CHECK_THAT(result.head_values.rows, is_exactly<T>(column<T>({2, 4, 1, 3})));
  CHECK_THAT(result.heads.scores.rows, is_exactly<T>(rows<T>({{2, 2}, {0, 0}})));
  CHECK_THAT(result.heads.output.rows, is_exactly<T>(column<T>({3, 2})));
  CHECK_THAT(result.concat.rows, is_exactly<T>(row<T>({3, 2})));
  CHECK_THAT(result.output.rows, is_exactly<T>(row<T>({103, 2})));
}

TEMPLATE_TEST_CASE("multi_head: each stage follows from the stages before", "[multi_head]", float,
                   double) {
  using T = TestType;
  const auto x = random_inputs<T>({{2}, 5, 7, 6, 6}, 1);
  const auto p = random_parameters<T>(square(6), true, 4);
  auto options = with_heads<T>(3);
  options.visibility = mask_only(random_mask({2, 3, 5, 7}, 20));
  options.scale.divisor = Divisor::kNone;
  options.dropout = {.rate = 0.3, .seed = 7, .keep = {}};
  const auto result = attend(x, p, options);
  CHECK_THAT(result.projected_queries.rows, is_exactly<T>(linear(x.queries.rows, p.W_q, p.b_q)));
  CHECK_THAT(result.projected_keys.rows, is_exactly<T>(linear(x.keys.rows, p.W_k, p.b_k)));
  CHECK_THAT(result.projected_values.rows, is_exactly<T>(linear(x.values.rows, p.W_v, p.b_v)));
  CHECK_THAT(result.head_queries.rows,
             is_exactly<T>(split_heads<T>(result.projected_queries, 3).rows));
  CHECK_THAT(result.head_keys.rows, is_exactly<T>(split_heads<T>(result.projected_keys, 3).rows));
  CHECK_THAT(result.head_values.rows,
             is_exactly<T>(split_heads<T>(result.projected_values, 3).rows));
  AttentionOptions<T> of_heads;
  of_heads.visibility = options.visibility;
  of_heads.scale = options.scale;
  of_heads.dropout = options.dropout;
  const auto heads =
      attention<T>(result.head_queries, result.head_keys, result.head_values, of_heads);
  CHECK_THAT(result.heads.weights.rows, is_exactly<T>(heads.weights.rows));
  CHECK_THAT(result.heads.dropped_weights.rows, is_exactly<T>(heads.dropped_weights.rows));
  CHECK_THAT(result.heads.output.rows, is_exactly<T>(heads.output.rows));
  CHECK_THAT(result.concat.rows, is_exactly<T>(merge_heads<T>(result.heads.output).rows));
  CHECK_THAT(result.output.rows, is_exactly<T>(linear(result.concat.rows, p.W_o, p.b_o)));
}

TEMPLATE_TEST_CASE("multi_head: one head is attention between projections", "[multi_head]", float,
                   double) {
  using T = TestType;
  const auto x = random_inputs<T>({{}, 5, 9, 8, 8}, 30);
  const auto p = random_parameters<T>(square(8), true, 33);
  const auto result = attend(x, p, with_heads<T>(1));
  const auto alone =
      attention<T>(linear(x.queries.rows, p.W_q, p.b_q), linear(x.keys.rows, p.W_k, p.b_k),
                   linear(x.values.rows, p.W_v, p.b_v));
  CHECK_THAT(result.heads.weights.rows, is_exactly<T>(alone.weights.rows));
  CHECK_THAT(result.concat.rows, is_exactly<T>(alone.output.rows));
  CHECK_THAT(result.output.rows, is_exactly<T>(linear(alone.output.rows, p.W_o, p.b_o)));
}

TEMPLATE_TEST_CASE("multi_head: each head depends only on its own rows of the projections",
                   "[multi_head]", float, double) {
  using T = TestType;
  const auto x = random_inputs<T>({{2}, 4, 6, 9, 9}, 40);
  const auto p = random_parameters<T>(square(9), true, 43);
  const auto expected = attend(x, p, with_heads<T>(3));
  for (Index changed = 0; changed < 3; ++changed) {
    auto q = p;
    for (auto* W : {&q.W_q, &q.W_k, &q.W_v}) W->middleRows(changed * 3, 3).setConstant(kNaN<T>);
    for (auto* b : {&q.b_q, &q.b_k, &q.b_v}) b->middleCols(changed * 3, 3).setConstant(kNaN<T>);
    const auto result = attend(x, q, with_heads<T>(3));
    for (Index b = 0; b < 6; ++b) {
      if (b % 3 == changed)
        CHECK(matrix_of(result.heads.output, b).array().isNaN().all());
      else
        CHECK_THAT(matrix_of(result.heads.output, b),
                   is_exactly<T>(matrix_of(expected.heads.output, b)));
    }
  }
}

TEMPLATE_TEST_CASE("multi_head: permuting the heads together with W_o's columns changes nothing",
                   "[multi_head]", float, double) {
  using T = TestType;
  const auto x = random_inputs<T>({{}, 4, 6, 8, 8}, 50);
  const auto p = random_parameters<T>(square(8), true, 53);
  auto swapped = p;
  const auto swap_rows = [](const Matrix<T>& W) {
    Matrix<T> result = W;
    result << W.bottomRows(4), W.topRows(4);
    return result;
  };
  const auto swap_cols = [](const Matrix<T>& W) {
    Matrix<T> result = W;
    result << W.rightCols(4), W.leftCols(4);
    return result;
  };
  for (auto* W : {&swapped.W_q, &swapped.W_k, &swapped.W_v}) *W = swap_rows(*W);
  for (auto* b : {&swapped.b_q, &swapped.b_k, &swapped.b_v}) *b = swap_cols(*b);
  swapped.W_o = swap_cols(p.W_o);
  const auto expected = attend(x, p, with_heads<T>(2));
  const auto result = attend(x, swapped, with_heads<T>(2));
  CHECK_THAT(matrix_of(result.heads.weights, 0),
             is_exactly<T>(matrix_of(expected.heads.weights, 1)));
  CHECK_THAT(result.output.rows, is_close_to<T>(expected.output.rows, kSumOfWeights<T>));
}

TEMPLATE_TEST_CASE("multi_head: the same parameters work with 1, 2 and 4 heads", "[multi_head]",
                   float, double) {
  using T = TestType;
  const auto x = random_inputs<T>({{}, 5, 5, 4, 4}, 60);
  const auto p = random_parameters<T>(square(4), true, 63);
  Index count = 0;
  for (const auto* part : {&p.W_q, &p.b_q, &p.W_k, &p.b_k, &p.W_v, &p.b_v, &p.W_o, &p.b_o})
    count += part->size();
  CHECK(count == 4 * (4 * 4 + 4));
  std::vector<Matrix<T>> outputs;
  for (const Index num_heads : {1, 2, 4}) {
    const auto result = attend(x, p, with_heads<T>(num_heads));
    CHECK(result.heads.weights.shape == Shape{num_heads, 5, 5});
    CHECK(result.output.shape == Shape{5, 4});
    for (const auto& other : outputs) CHECK(result.output.rows != other);
    outputs.push_back(result.output.rows);
  }
}

TEMPLATE_TEST_CASE("multi_head: batch items with any number of axes are independent",
                   "[multi_head]", float, double) {
  using T = TestType;
  const auto p = random_parameters<T>(square(6), true, 80);
  for (const Projection projection : {Projection::kFull, Projection::kNone})
    for (const Shape& outer : {Shape{}, {3}, {2, 2}}) {
      const auto x = random_inputs<T>({outer, 3, 5, 6, 6}, 90);
      auto options = with_heads<T>(2, projection);
      options.visibility = causal_only();
      const auto together = attend(x, p, options);
      CHECK(together.output.shape == with_matrix(outer, 3, 6));
      for (Index b = 0; b < batch_of(x.queries.shape); ++b) {
        const auto alone = multi_head<T>(matrix_of(x.queries, b), matrix_of(x.keys, b),
                                         matrix_of(x.values, b), p, options);
        CHECK_THAT(alone.output.rows, is_exactly<T>(matrix_of(together.output, b)));
        CHECK_THAT(alone.projected_keys.rows, is_exactly<T>(matrix_of(together.projected_keys, b)));
      }
    }
}

TEMPLATE_TEST_CASE("multi_head: a mask can hide keys from one head and not from another",
                   "[multi_head]", float, double) {
  using T = TestType;
  const auto x = random_inputs<T>({{2}, 3, 4, 6, 6}, 140);
  const auto p = random_parameters<T>(square(6), true, 143);
  auto options = with_heads<T>(2);
  const auto open = attend(x, p, options);
  options.visibility = mask_only({{1, 2, 1, 4}, {1, 1, 1, 1, 1, 0, 0, 1}});
  const auto result = attend(x, p, options);
  for (const Index b : {0, 2})
    CHECK_THAT(matrix_of(result.heads.output, b), is_exactly<T>(matrix_of(open.heads.output, b)));
  for (const Index b : {1, 3})
    CHECK((matrix_of(result.heads.weights, b).middleCols(1, 2).array() == 0).all());
}

TEMPLATE_TEST_CASE("multi_head: lengths apply to batch items, not to heads", "[multi_head]", float,
                   double) {
  using T = TestType;
  const auto x = random_inputs<T>({{2}, 3, 4, 6, 6}, 150);
  auto options = with_heads<T>(2);
  options.visibility = lens_only({2}, {1, 3});
  const auto result = attend(x, random_parameters<T>(square(6), true, 153), options);
  for (Index b = 0; b < 4; ++b) {
    const Index len = b < 2 ? 1 : 3;
    const Matrix<T> weights = matrix_of(result.heads.weights, b);
    CHECK((weights.leftCols(len).array() > 0).all());
    CHECK((weights.rightCols(4 - len).array() == 0).all());
  }
  CHECK(result.heads.empty_rows == Flags(12, 0));
}

TEMPLATE_TEST_CASE("multi_head: no queries and no batch items give empty stages", "[multi_head]",
                   float, double) {
  using T = TestType;
  const auto p = random_parameters<T>(square(6), true, 160);
  for (const Projection projection : {Projection::kFull, Projection::kNone}) {
    const auto options = with_heads<T>(2, projection);
    const auto none = attend(random_inputs<T>({{2}, 0, 4, 6, 6}, 1), p, options);
    CHECK(none.output.shape == Shape{2, 0, 6});
    CHECK(none.heads.weights.shape == Shape{2, 2, 0, 4});
    const auto no_batch = attend(random_inputs<T>({{0}, 3, 4, 6, 6}, 1), p, options);
    CHECK(no_batch.output.shape == Shape{0, 3, 6});
    CHECK(no_batch.heads.weights.shape == Shape{0, 2, 3, 4});
    CHECK(no_batch.output.rows.size() == 0);
    const auto output_of = [&](const Inputs<T>& x) {
      return multi_head_output<T>(x.queries, x.keys, x.values, p, options).shape;
    };
    CHECK(output_of(random_inputs<T>({{2}, 0, 4, 6, 6}, 1)) == Shape{2, 0, 6});
    CHECK(output_of(random_inputs<T>({{0}, 3, 4, 6, 6}, 1)) == Shape{0, 3, 6});
  }
}

}  // namespace
}  // namespace attention::test
