// SPDX-License-Identifier: MIT
// Compares the backward pass of attention with central differences and plain loops.
// gradient_attention.cpp tests cases by hand and properties.
#include <algorithm>
#include <array>
#include <cmath>

#include "support/attention_problem.hpp"
#include "support/attention_samples.hpp"
#include "support/catch.hpp"
#include "support/matchers.hpp"
#include "support/matrices.hpp"
#include "support/reference_attention.hpp"
#include "support/samples.hpp"
#include "support/tolerance.hpp"

namespace attention::test {
namespace {

// Dot-product scores with every kind of divisor, and Gaussian scores, for queries and keys of width
// 3. Additive scores have a test of their own.
std::vector<Variation> all_scores() {
  const auto dot = [](const Scale& scale) {
    return [scale](AttentionOptions<double>& options) { options.scale = scale; };
  };
  return {{"dot", dot({Divisor::kNone, 1, 0})},
          {"dot / sqrt_dk", dot({Divisor::kSqrtDk, 1, 0})},
          {"dot / dk", dot({Divisor::kDk, 1, 0})},
          {"dot / sqrt_embed", dot({Divisor::kSqrtEmbed, 1, 7})},
          {"dot / number", dot({Divisor::kNumber, -0.8, 0})},
          {"dot / infinity", dot({Divisor::kNumber, kInf<double>, 0})},
          {"gaussian", [](AttentionOptions<double>& options) {
             options.score = Score::kGaussian;
             options.sigma = 0.7;
           }}};
}

void check_differences(AttentionProblem<double>& x) {
  const AttentionGradient<double> gradient = gradient_of(x);
  const auto check = [&](const Matrix<double>& got, Matrix<double>& part) {
    check_gradient(got, part, [&] { return loss_of(x); });
  };
  check(gradient.queries.rows, x.queries.rows);
  check(gradient.keys.rows, x.keys.rows);
  check(gradient.values.rows, x.values.rows);
  check(gradient.additive.W_q, x.options.additive.W_q);
  check(gradient.additive.W_k, x.options.additive.W_k);
  check(gradient.additive.w_v, x.options.additive.w_v);
  check(gradient.additive.bias, x.options.additive.bias);
  CHECK(gradient.queries.shape == x.queries.shape);
  CHECK(gradient.keys.shape == x.keys.shape);
  CHECK(gradient.values.shape == x.values.shape);

  const double sigma = x.options.sigma;
  x.options.sigma = sigma + kDifferenceStep;
  const double above = loss_of(x);
  x.options.sigma = sigma - kDifferenceStep;
  const double below = loss_of(x);
  x.options.sigma = sigma;
  CHECK(passes(gradient.sigma, (above - below) / (2 * kDifferenceStep), kDifferenceQuotient));
}

TEST_CASE("attention gradient: equals central differences for every score, mask and dropout",
          "[gradient]") {
  unsigned count = 0;
  for (const Variation& score : all_scores())
    for (const Variation& hiding : all_hidings(3, 4)) {
      const Shape& leading = kLeadings[count % kLeadings.size()];
      for (const Variation& dropout : all_dropouts(with_matrix(leading, 3, 4)))
        for (const bool mask_before_scale : {false, true}) {
          CAPTURE(score.name, hiding.name, dropout.name, mask_before_scale, shape_text(leading));
          auto x = random_problem<double>({leading, 3, 4, 3, 3, 2}, 100 + count);
          for (const Variation* variation : {&score, &hiding, &dropout})
            variation->apply(x.options);
          x.options.mask_before_scale = mask_before_scale;
          check_differences(x);
        }
      ++count;
    }
}

TEST_CASE("attention gradient: equals central differences for additive scores", "[gradient]") {
  unsigned count = 0;
  for (const bool has_bias : {false, true})
    for (const Variation& hiding : all_hidings(3, 4)) {
      const Shape& leading = kLeadings[count % kLeadings.size()];
      for (const Variation& dropout : all_dropouts(with_matrix(leading, 3, 4))) {
        CAPTURE(has_bias, hiding.name, dropout.name, shape_text(leading));
        auto x = random_problem<double>({leading, 3, 4, 2, 3, 2}, 200 + count);
        hiding.apply(x.options);
        dropout.apply(x.options);
        x.options.score = Score::kAdditive;
        x.options.additive = random_additive<double>(4, 2, 3, has_bias, 300 + count);
        check_differences(x);
      }
      ++count;
    }
}

// The gradients of one batch item. The functions below compute these gradients with plain loops.
// The argument `p` is the matrix of weights; the weights of excluded keys are exactly 0.
struct PlainGradient {
  Matrix<double> queries;
  Matrix<double> keys;
  Matrix<double> values;
  AdditiveParameters<double> additive;
  double sigma = 0;
};

// The gradient with respect to the logits l: the entry (i, j) is Σ_k (G_i·v_k) ∂p_ik/∂l_ij, where G
// is the gradient of the output.
Matrix<double> logits_gradient(const Matrix<double>& p, const Matrix<double>& values,
                               const Matrix<double>& g) {
  Matrix<double> by_weight = zero(p.rows(), p.cols());
  Matrix<double> result = by_weight;
  for (Index i = 0; i < p.rows(); ++i)
    for (Index j = 0; j < p.cols(); ++j)
      for (Index c = 0; c < g.cols(); ++c) by_weight(i, j) += g(i, c) * values(j, c);
  for (Index i = 0; i < p.rows(); ++i)
    for (Index j = 0; j < p.cols(); ++j)
      for (Index k = 0; k < p.cols(); ++k)
        result(i, j) += by_weight(i, k) * p(i, k) * ((j == k ? 1 : 0) - p(i, j));
  return result;
}

void plain_additive(const AttentionProblem<double>& x, const Matrix<double>& by_score,
                    PlainGradient& to) {
  const auto& [W_q, W_k, w_v, bias] = x.options.additive;
  const Matrix<double>& q = x.queries.rows;
  const Matrix<double>& k = x.keys.rows;
  Matrix<double> a = zero(q.rows(), W_q.rows());
  Matrix<double> b = zero(k.rows(), W_q.rows());
  for (Index h = 0; h < W_q.rows(); ++h) {
    for (Index i = 0; i < q.rows(); ++i)
      for (Index c = 0; c < q.cols(); ++c) a(i, h) += W_q(h, c) * q(i, c);
    for (Index j = 0; j < k.rows(); ++j)
      for (Index c = 0; c < k.cols(); ++c) b(j, h) += W_k(h, c) * k(j, c);
  }
  to.additive = {zero(W_q.rows(), W_q.cols()), zero(W_k.rows(), W_k.cols()), zero(1, w_v.cols()),
                 zero(1, w_v.cols())};
  Matrix<double> by_a = zero(a.rows(), a.cols());
  Matrix<double> by_b = zero(b.rows(), b.cols());
  for (Index i = 0; i < q.rows(); ++i)
    for (Index j = 0; j < k.rows(); ++j)
      for (Index h = 0; h < W_q.rows(); ++h) {
        const double z = a(i, h) + b(j, h) + bias(0, h);
        to.additive.w_v(0, h) += by_score(i, j) * std::tanh(z);
        const double slope = by_score(i, j) * w_v(0, h) / (std::cosh(z) * std::cosh(z));
        to.additive.bias(0, h) += slope;
        by_a(i, h) += slope;
        by_b(j, h) += slope;
      }
  for (Index h = 0; h < W_q.rows(); ++h) {
    for (Index i = 0; i < q.rows(); ++i)
      for (Index c = 0; c < q.cols(); ++c) {
        to.queries(i, c) += by_a(i, h) * W_q(h, c);
        to.additive.W_q(h, c) += by_a(i, h) * q(i, c);
      }
    for (Index j = 0; j < k.rows(); ++j)
      for (Index c = 0; c < k.cols(); ++c) {
        to.keys(j, c) += by_b(j, h) * W_k(h, c);
        to.additive.W_k(h, c) += by_b(j, h) * k(j, c);
      }
  }
}

PlainGradient plain_gradient(const AttentionProblem<double>& x) {
  const Matrix<double>& q = x.queries.rows;
  const Matrix<double>& k = x.keys.rows;
  const Matrix<double> p =
      reference::attention(x.queries, x.keys, x.values, x.options).weights.rows;
  const Matrix<double>& g = x.output_gradient.rows;
  const Matrix<double> by_score = logits_gradient(p, x.values.rows, g);
  PlainGradient to{
      zero(q.rows(), q.cols()), zero(k.rows(), k.cols()), zero(k.rows(), g.cols()), {}, 0};
  for (Index i = 0; i < q.rows(); ++i)
    for (Index j = 0; j < k.rows(); ++j)
      for (Index c = 0; c < g.cols(); ++c) to.values(j, c) += p(i, j) * g(i, c);
  if (x.options.score == Score::kAdditive) {
    plain_additive(x, by_score, to);
    return to;
  }
  const double divisor = reference::divisor_of(x.options.scale, k.cols());
  const double sigma = x.options.sigma;
  for (Index i = 0; i < q.rows(); ++i)
    for (Index j = 0; j < k.rows(); ++j)
      for (Index c = 0; c < k.cols(); ++c) {
        const double apart = q(i, c) - k(j, c);
        const bool is_dot = x.options.score == Score::kDot;
        to.queries(i, c) +=
            by_score(i, j) * (is_dot ? k(j, c) / divisor : -apart / (sigma * sigma));
        to.keys(j, c) += by_score(i, j) * (is_dot ? q(i, c) / divisor : apart / (sigma * sigma));
        if (!is_dot) to.sigma += by_score(i, j) * apart * apart / (sigma * sigma * sigma);
      }
  return to;
}

template <class T>
void check_plain(const AttentionProblem<T>& x) {
  const auto got = gradient_of(x);
  const auto expected =
      plain_gradient({in_double(x.queries), in_double(x.keys), in_double(x.values),
                      in_double(x.output_gradient), in_double(x.options)});
  const auto error = [](const Matrix<T>& a, const Matrix<double>& b) {
    return matrix_error(in_double(a), b);
  };
  CHECK(error(got.queries.rows, expected.queries) <= kGradientError<T>);
  CHECK(error(got.keys.rows, expected.keys) <= kGradientError<T>);
  CHECK(error(got.values.rows, expected.values) <= kGradientError<T>);
  if (x.options.score == Score::kGaussian)
    CHECK(std::abs(static_cast<double>(got.sigma) - expected.sigma) <=
          kGradientError<T> * expected.keys.cwiseAbs().sum());
  if (x.options.score != Score::kAdditive) return;
  CHECK(error(got.additive.W_q, expected.additive.W_q) <= kGradientError<T>);
  CHECK(error(got.additive.W_k, expected.additive.W_k) <= kGradientError<T>);
  CHECK(error(got.additive.w_v, expected.additive.w_v) <= kGradientError<T>);
  CHECK(error(got.additive.bias, expected.additive.bias) <= kGradientError<T>);
}

TEMPLATE_TEST_CASE("attention gradient: agrees with plain loops for sizes up to 33", "[gradient]",
                   float, double) {
  unsigned seed = 400;
  for (const auto& sizes : random_sizes(4, 40))
    for (const Score score : {Score::kDot, Score::kGaussian, Score::kAdditive}) {
      const auto size = [&](std::size_t axis) { return 1 + (sizes[axis] - 1) % 33; };
      const AttentionSizes problem{{}, size(0), size(1), size(2), size(2), size(3)};
      const bool causal = seed % 2 == 0;
      CAPTURE(problem.m, problem.n, problem.d_k, problem.d_v, score, causal);
      auto x = random_problem<TestType>(problem, seed++);
      x.options.score = score;
      x.options.sigma = std::sqrt(static_cast<TestType>(problem.d_k));
      x.options.visibility.causal = causal;
      if (score == Score::kAdditive)
        x.options.additive =
            random_additive<TestType>(1 + seed % 9, problem.d_q, problem.d_k, true, seed);
      check_plain(x);
    }
}

}  // namespace
}  // namespace attention::test
