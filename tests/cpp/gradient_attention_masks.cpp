// SPDX-License-Identifier: MIT
// Tests the effect of masks and dropout on the backward pass of attention.
#include <array>
#include <cmath>

#include "attention/detail/random.hpp"
#include "support/attention_problem.hpp"
#include "support/catch.hpp"
#include "support/matchers.hpp"
#include "support/matrices.hpp"
#include "support/samples.hpp"
#include "support/tolerance.hpp"

namespace attention::test {
namespace {

// A mask of shape (m, n) that hides all keys from the query `row` and no key from other queries.
Visibility blind(Index row, Index m, Index n) {
  Mask mask{{m, n}, {}};
  for (Index i = 0; i < m; ++i)
    for (Index j = 0; j < n; ++j) mask.keep.push_back(i == row ? 0 : 1);
  Visibility visibility;
  visibility.mask = mask;
  return visibility;
}

TEMPLATE_TEST_CASE("attention gradient: keys hidden from all queries have gradient 0 exactly",
                   "[gradient]", float, double) {
  using T = TestType;
  for (const Score score : kAllScores)
    for (const Masking<T>& masking : {Masking<T>{}, Masking<T>{MaskMethod::kFill, T(-1e9), {}},
                                      Masking<T>{MaskMethod::kFill, -kInf<T>, {}}}) {
      auto x = random_problem<T>(score, {{2}, 4, 6, 3, 3, 2}, 11);
      x.options.visibility.valid_lens = ValidLens{{2}, {2, 5}};
      x.options.masking = masking;
      const auto gradient = gradient_of(x);
      for (const Tensor<T>* part : {&gradient.keys, &gradient.values}) {
        const Matrix<T> hidden = matrix_of(*part, 0).bottomRows(4);
        CHECK_THAT(hidden, is_exactly<T>(zeros_like(hidden)));
        CHECK(matrix_of(*part, 0).topRows(2).cwiseAbs().minCoeff() > 0);
        CHECK_THAT(Matrix<T>(matrix_of(*part, 1).row(5)),
                   is_exactly<T>(Matrix<T>::Zero(1, part->rows.cols())));
      }
    }
}

TEMPLATE_TEST_CASE(
    "attention gradient: a leaking fill gives hidden values a gradient, but not keys", "[gradient]",
    float, double) {
  using T = TestType;
  for (const Score score : kAllScores) {
    auto x = random_problem<T>(score, {{2}, 4, 6, 3, 3, 2}, 12);
    x.options.visibility.valid_lens = ValidLens{{2}, {4, 5}};
    x.options.masking = {MaskMethod::kFill, T(-1), {}};
    const auto gradient = gradient_of(x);
    for (const Index b : {0, 1}) {
      const Matrix<T> keys = matrix_of(gradient.keys, b);
      CHECK_THAT(Matrix<T>(keys.bottomRows(2 - b)), is_exactly<T>(Matrix<T>::Zero(2 - b, 3)));
      CHECK(keys.topRows(4 + b).cwiseAbs().minCoeff() > 0);
    }
    CHECK(gradient.values.rows.cwiseAbs().minCoeff() > T(1e-3));
    x.options.masking.method = MaskMethod::kAdd;
    CHECK(gradient_of(x).keys.rows.cwiseAbs().minCoeff() > 0);
  }
}

TEMPLATE_TEST_CASE("attention gradient: a query without keys adds nothing to queries and keys",
                   "[gradient]", float, double) {
  using T = TestType;
  const std::array<Masking<T>, 5> maskings = {
      Masking<T>{MaskMethod::kExclude, 0, EmptyRow::kUniform},
      Masking<T>{MaskMethod::kExclude, 0, EmptyRow::kZeros},
      Masking<T>{MaskMethod::kExclude, 0, EmptyRow::kNaN},
      Masking<T>{MaskMethod::kFill, T(-1e9), {}}, Masking<T>{MaskMethod::kFill, -kInf<T>, {}}};
  const std::array<T, 5> shares = {T(0.25), 0, kNaN<T>, T(0.25), kNaN<T>};
  for (const Score score : kAllScores)
    for (std::size_t choice = 0; choice < maskings.size(); ++choice) {
      CAPTURE(choice);
      auto x = random_problem<T>(score, {{}, 1, 4, 3, 3, 2}, 13);
      x.options.visibility = blind(0, 1, 4);
      x.options.masking = maskings[choice];
      const auto gradient = gradient_of(x);
      CHECK_THAT(gradient.queries.rows, is_exactly<T>(Matrix<T>::Zero(1, 3)));
      CHECK_THAT(gradient.keys.rows, is_exactly<T>(Matrix<T>::Zero(4, 3)));
      const Matrix<T> by_value = shares[choice] * x.output_gradient.rows.replicate(4, 1);
      CHECK_THAT(gradient.values.rows, is_exactly<T>(by_value));
    }
}

TEMPLATE_TEST_CASE("attention gradient: a NaN query without keys does not affect the other queries",
                   "[gradient]", float, double) {
  using T = TestType;
  auto x = random_problem<T>(Score::kDot, {{}, 3, 4, 3, 3, 2}, 14);
  x.options.visibility = blind(1, 3, 4);
  x.options.masking.empty_row = EmptyRow::kNaN;
  const auto with_nan = gradient_of(x);
  x.options.masking.empty_row = EmptyRow::kZeros;
  const auto with_zeros = gradient_of(x);
  CHECK_THAT(with_nan.queries.rows, is_exactly<T>(with_zeros.queries.rows));
  CHECK_THAT(with_nan.keys.rows, is_exactly<T>(with_zeros.keys.rows));
  // The query whose keys are all hidden gives every value the weight NaN, so the gradients of all
  // values are NaN.
  CHECK_THAT(with_nan.values.rows, is_exactly<T>(Matrix<T>::Constant(4, 2, kNaN<T>)));
}

TEMPLATE_TEST_CASE("attention gradient: a mask times −∞ makes every gradient NaN", "[gradient]",
                   float, double) {
  using T = TestType;
  auto x = random_problem<T>(Score::kDot, {{}, 3, 4, 3, 3, 2}, 15);
  x.options.visibility = blind(1, 3, 4);
  x.options.masking = {MaskMethod::kAdd, -kInf<T>, {}};
  const auto gradient = gradient_of(x);
  CHECK(gradient.queries.rows.array().isNaN().all());
  CHECK(gradient.keys.rows.array().isNaN().all());
}

TEMPLATE_TEST_CASE(
    "attention gradient: masking before or after the division gives the same gradient",
    "[gradient]", float, double) {
  using T = TestType;
  auto x = random_problem<T>(Score::kDot, {{2}, 4, 6, 3, 3, 2}, 16);
  x.options.visibility.causal = true;
  for (const T fill : {T(-1e9), -kInf<T>})
    for (const MaskMethod method : {MaskMethod::kExclude, MaskMethod::kFill}) {
      x.options.masking = {method, fill, {}};
      x.options.mask_before_scale = false;
      const auto after = gradient_of(x);
      x.options.mask_before_scale = true;
      CHECK(is_same(gradient_of(x), after));
    }
}

TEMPLATE_TEST_CASE("attention gradient: a seed's dropout equals the flags that it draws",
                   "[gradient]", float, double) {
  using T = TestType;
  for (const Score score : kAllScores)
    for (const double rate : {0.3, 0.8}) {
      auto x = random_problem<T>(score, {{2, 2}, 3, 5, 3, 3, 2}, 17);
      const auto kept = gradient_of(x);
      x.options.dropout.rate = rate;
      x.options.dropout.seed = 18;
      const auto by_seed = gradient_of(x);
      Mask drawn{{2, 2, 3, 5}, {}};
      for (std::uint64_t i = 0; i < 60; ++i) drawn.keep.push_back(keeps(18, i, rate));
      x.options.dropout.keep = drawn;
      x.options.dropout.seed = 0;
      CHECK(is_same(gradient_of(x), by_seed));
      CHECK(by_seed.queries.rows != kept.queries.rows);
      CHECK(by_seed.values.rows != kept.values.rows);
    }
}

TEMPLATE_TEST_CASE("attention gradient: flags that keep all weights at rate 0 change nothing",
                   "[gradient]", float, double) {
  using T = TestType;
  auto x = random_problem<T>(Score::kDot, {{}, 3, 5, 3, 3, 2}, 19);
  const auto kept = gradient_of(x);
  x.options.dropout.keep = Mask{{3, 5}, std::vector<std::uint8_t>(15, 1)};
  CHECK(is_same(gradient_of(x), kept));
}

TEMPLATE_TEST_CASE("attention gradient: dropping all weights makes every gradient 0", "[gradient]",
                   float, double) {
  using T = TestType;
  for (const Score score : kAllScores) {
    auto x = random_problem<T>(score, {{}, 3, 5, 3, 3, 2}, 20);
    x.options.dropout.rate = 1;
    const auto gradient = gradient_of(x);
    CHECK_THAT(gradient.queries.rows, is_exactly<T>(Matrix<T>::Zero(3, 3)));
    CHECK_THAT(gradient.keys.rows, is_exactly<T>(Matrix<T>::Zero(5, 3)));
    CHECK_THAT(gradient.values.rows, is_exactly<T>(Matrix<T>::Zero(5, 2)));
  }
}

}  // namespace
}  // namespace attention::test
