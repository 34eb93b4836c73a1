// SPDX-License-Identifier: MIT
// Compares the backward pass of multi-head attention with central differences and plain loops.
// gradient_multi_head.cpp tests its properties.
#include <array>
#include <cmath>

#include "lab/multi_head_variants.hpp"
#include "support/attention_problem.hpp"
#include "support/attention_samples.hpp"
#include "support/catch.hpp"
#include "support/matchers.hpp"
#include "support/matrices.hpp"
#include "support/multi_head_problem.hpp"
#include "support/reference_multi_head.hpp"
#include "support/samples.hpp"
#include "support/tolerance.hpp"

namespace attention::test {
namespace {

void check_differences(MultiHeadProblem<double>& x) {
  MultiHeadGradient<double> gradient = gradient_of(x);
  const auto check = [&](const Matrix<double>& got, Matrix<double>& part) {
    check_gradient(got, part, [&] { return loss_of(x); });
  };
  check(gradient.queries.rows, x.queries.rows);
  check(gradient.keys.rows, x.keys.rows);
  check(gradient.values.rows, x.values.rows);
  const auto got = list_of(gradient.parameters);
  const auto parts = list_of(x.parameters);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    CAPTURE(i);
    check(*got[i], *parts[i]);
  }
  CHECK(gradient.queries.shape == x.queries.shape);
  CHECK(gradient.keys.shape == x.keys.shape);
  CHECK(gradient.values.shape == x.values.shape);
}

TEST_CASE("multi_head gradient: equals central differences for every projection", "[gradient]") {
  unsigned seed = 500;
  for (const Projection projection : kAllProjections)
    for (const bool has_biases : {false, true})
      for (const Shape& leading : kLeadings) {
        CAPTURE(projection, has_biases, shape_text(leading));
        const MultiHeadSizes sizes = projection == Projection::kNone
                                         ? MultiHeadSizes{leading, 3, 4, 2, 6, 6, 4, 3, 2, 5}
                                         : MultiHeadSizes{leading, 3, 4, 2, 4, 6, 2, 3, 2, 5};
        auto x = random_problem<double>(projection, sizes, has_biases, seed);
        check_differences(x);
        seed += 20;
      }
}

TEST_CASE("multi_head gradient: equals central differences for every mask, dropout and divisor",
          "[gradient]") {
  const std::array<Scale, 4> scales = {Scale{}, Scale{Divisor::kSqrtEmbed, 1, 0},
                                       Scale{Divisor::kSqrtEmbed, 1, 7},
                                       Scale{Divisor::kNumber, 0.6, 0}};
  unsigned seed = 800;
  for (const Projection projection : kAllProjections)
    for (const Variation& hiding : all_hidings(3, 4))
      for (const Variation& dropout : all_dropouts({2, 2, 3, 4})) {
        CAPTURE(projection, hiding.name, dropout.name, seed);
        auto x = random_problem<double>(projection, {{2}, 3, 4, 2, 6, 6, 4, 3, 2, 2}, true, seed++);
        AttentionOptions<double> options;
        hiding.apply(options);
        dropout.apply(options);
        x.options.scale = scales[seed % scales.size()];
        x.options.visibility = options.visibility;
        x.options.masking = options.masking;
        x.options.dropout = options.dropout;
        x.options.mask_before_scale = seed % 3 == 0;
        check_differences(x);
      }
}

TEST_CASE("multi_head gradient: equals central differences for every variant", "[gradient]") {
  for (std::size_t i = 0; i < kMultiHeadVariantNames.size(); ++i) {
    CAPTURE(kMultiHeadVariantNames[i]);
    const auto options = multi_head_options<double>(static_cast<MultiHeadVariant>(i), 2);
    auto x =
        random_problem<double>(options.projection, {{2}, 3, 3, 2, 4, 4, 4, 2, 2, 4}, true, 900);
    x.options = options;
    x.options.visibility.mask = causal_mask(3, 3);
    // Uses a fill of −1: with a fill of −1e9, rounding would absorb the step of the central
    // differences.
    if (options.masking.method == MaskMethod::kAdd) x.options.masking.fill = -1;
    check_differences(x);
  }
}

TEST_CASE("multi_head gradient: keys read in the queries' shape get gradients in their own",
          "[gradient]") {
  for (const Projection projection : kAllProjections) {
    CAPTURE(projection);
    auto x = random_problem<double>(projection, {{2}, 3, 3, 2, 4, 4, 4, 2, 2, 4}, true, 910);
    const auto in_shape = gradient_of(x);
    x.options.shape_from_queries = true;
    const auto same = gradient_of(x);
    CHECK_THAT(same.keys.rows, is_exactly<double>(in_shape.keys.rows));

    x.keys.shape = {3, 2, 4};
    x.values.shape = {3, 2, 4};
    const auto mixed = gradient_of(x);
    CHECK(mixed.keys.shape == Shape{3, 2, 4});
    CHECK(mixed.values.shape == Shape{3, 2, 4});
    CHECK_THAT(mixed.keys.rows, is_exactly<double>(in_shape.keys.rows));
    CHECK_THAT(mixed.values.rows, is_exactly<double>(in_shape.values.rows));
    check_differences(x);
  }
}

// The backward pass of y = x Wᵀ + b by plain loops. Returns the gradient of x and adds to the
// gradients of W and b.
Matrix<double> plain_linear(const Matrix<double>& x, const Matrix<double>& W,
                            const Matrix<double>& by_y, Matrix<double>& by_W,
                            Matrix<double>& by_b) {
  if (by_W.size() == 0) by_W = zero(W.rows(), W.cols());
  if (by_b.size() == 0) by_b = zero(1, W.rows());
  Matrix<double> by_x = zero(x.rows(), x.cols());
  for (Index r = 0; r < x.rows(); ++r)
    for (Index o = 0; o < W.rows(); ++o) {
      by_b(0, o) += by_y(r, o);
      for (Index c = 0; c < x.cols(); ++c) {
        by_W(o, c) += by_y(r, o) * x(r, c);
        by_x(r, c) += by_y(r, o) * W(o, c);
      }
    }
  return by_x;
}

// The gradient by plain loops, for one batch item, full projections with biases, and scores divided
// by √d_k.
MultiHeadGradient<double> plain_gradient(const MultiHeadProblem<double>& x) {
  const MultiHeadParameters<double>& p = x.parameters;
  const auto stages = reference::multi_head(x.queries, x.keys, x.values, p, x.options);
  MultiHeadGradient<double> to;
  MultiHeadParameters<double>& by = to.parameters;
  const Matrix<double> by_concat =
      plain_linear(stages.concat.rows, p.W_o, x.output_gradient.rows, by.W_o, by.b_o);
  Matrix<double> by_q = zero(x.queries.rows.rows(), p.W_q.rows());
  Matrix<double> by_k = zero(x.keys.rows.rows(), p.W_q.rows());
  Matrix<double> by_v = zero(x.keys.rows.rows(), p.W_v.rows());
  const Index d_k = p.W_q.rows() / x.options.num_heads;
  const Index d_v = p.W_v.rows() / x.options.num_heads;
  for (Index h = 0; h < x.options.num_heads; ++h) {
    const Matrix<double> w = matrix_of(stages.heads.weights, h);
    for (Index i = 0; i < by_q.rows(); ++i) {
      const auto by_weight = [&](Index j) {
        double sum = 0;
        for (Index c = 0; c < d_v; ++c)
          sum += by_concat(i, h * d_v + c) * stages.projected_values.rows(j, h * d_v + c);
        return sum;
      };
      double mean = 0;
      for (Index j = 0; j < by_k.rows(); ++j) mean += w(i, j) * by_weight(j);
      for (Index j = 0; j < by_k.rows(); ++j) {
        const double by_score =
            w(i, j) * (by_weight(j) - mean) / std::sqrt(static_cast<double>(d_k));
        for (Index c = h * d_k; c < (h + 1) * d_k; ++c) {
          by_q(i, c) += by_score * stages.projected_keys.rows(j, c);
          by_k(j, c) += by_score * stages.projected_queries.rows(i, c);
        }
        for (Index c = h * d_v; c < (h + 1) * d_v; ++c) by_v(j, c) += w(i, j) * by_concat(i, c);
      }
    }
  }
  to.queries = {x.queries.shape, plain_linear(x.queries.rows, p.W_q, by_q, by.W_q, by.b_q)};
  to.keys = {x.keys.shape, plain_linear(x.keys.rows, p.W_k, by_k, by.W_k, by.b_k)};
  to.values = {x.values.shape, plain_linear(x.values.rows, p.W_v, by_v, by.W_v, by.b_v)};
  return to;
}

TEMPLATE_TEST_CASE("multi_head gradient: agrees with plain loops for sizes up to 33", "[gradient]",
                   float, double) {
  using T = TestType;
  unsigned seed = 1000;
  for (const auto& sizes : random_sizes(3, 50)) {
    const auto size = [&](std::size_t axis) { return 1 + (sizes[axis] - 1) % 33; };
    const Index h = 1 + static_cast<Index>(seed % 4);
    const MultiHeadSizes of{{}, size(0),         size(1),         h, size(2), 5,
                            7,  1 + size(0) % 6, 1 + size(1) % 5, 3};
    CAPTURE(of.m, of.n, of.h, of.e_q, of.d_k, of.d_v);
    auto x = random_problem<T>(Projection::kFull, of, true, seed);
    x.options.visibility.causal = seed % 2 == 0;
    seed += 21;
    auto got = gradient_of(x);
    auto expected = plain_gradient({in_double(x.queries), in_double(x.keys), in_double(x.values),
                                    in_double(x.output_gradient), in_double(x.parameters),
                                    in_double(x.options)});
    CHECK(matrix_error(in_double(got.queries.rows), expected.queries.rows) <= kGradientError<T>);
    CHECK(matrix_error(in_double(got.keys.rows), expected.keys.rows) <= kGradientError<T>);
    CHECK(matrix_error(in_double(got.values.rows), expected.values.rows) <= kGradientError<T>);
    const auto parts = list_of(got.parameters);
    const auto wanted = list_of(expected.parameters);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      CAPTURE(i);
      // b_k adds the same number to all scores of a query, so its true gradient is 0. The computed
      // one contains only rounding errors, which are compared with the size of the gradient of W_k.
      if (i == kBk)
        CHECK(parts[i]->cwiseAbs().maxCoeff() <=
              static_cast<T>(kGradientError<T>) * (1 + parts[kWk]->cwiseAbs().maxCoeff()));
      else
        CHECK(matrix_error(in_double(*parts[i]), *wanted[i]) <= kGradientError<T>);
    }
  }
}

}  // namespace
}  // namespace attention::test
