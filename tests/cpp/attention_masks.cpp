// SPDX-License-Identifier: MIT
// Tests the effect of masks on the output of attention. masked_softmax.cpp tests the weights alone.
#include <cmath>

#include "support/attention_samples.hpp"
#include "support/catch.hpp"
#include "support/matchers.hpp"
#include "support/matrices.hpp"
#include "support/samples.hpp"
#include "support/tolerance.hpp"
#include "support/visibility.hpp"

namespace attention::test {
namespace {

TEMPLATE_TEST_CASE("attention: a causal row never depends on later keys and values", "[attention]",
                   float, double) {
  using T = TestType;
  const auto options = seeing<T>(causal_only());
  for (const auto& [m, n] : {std::pair<Index, Index>{9, 9}, {5, 12}, {12, 5}}) {
    const auto x = random_inputs<T>({{2}, m, n, 4, 3}, 1);
    const auto expected = attend(x, options);
    for (const T odd : {T(1000), kInf<T>, kNaN<T>})
      for (Index changed = 1; changed < n; ++changed) {
        CAPTURE(m, n, odd, changed);
        auto y = x;
        for (Index b = 0; b < 2; ++b) {
          y.keys.matrix(b).row(changed).setConstant(odd);
          y.values.matrix(b).row(changed).setConstant(-1000);
        }
        const auto result = attend(y, options);
        const Index same = std::min(changed, m);
        for (Index b = 0; b < 2; ++b) {
          const auto top = [&](const Tensor<T>& stage) {
            return Matrix<T>(stage.matrix(b).topRows(same));
          };
          CHECK_THAT(top(result.weights), is_exactly<T>(top(expected.weights)));
          CHECK_THAT(top(result.logits), is_exactly<T>(top(expected.logits)));
          CHECK_THAT(top(result.output), is_exactly<T>(top(expected.output)));
        }
      }
  }
}

TEMPLATE_TEST_CASE(
    "attention: NaN in a value makes rows NaN even where its weight is 0, as in IEEE",
    "[attention]", float, double) {
  using T = TestType;
  auto x = random_inputs<T>({{}, 4, 4, 2, 2}, 4);
  const auto expected = attend(x, seeing<T>(causal_only()));
  for (const T odd : {kNaN<T>, kInf<T>}) {
    x.values.rows(3, 1) = odd;
    const auto result = attend(x, seeing<T>(causal_only()));
    CHECK_THAT(result.weights.rows, is_exactly<T>(expected.weights.rows));
    CHECK(result.output.rows.col(0) == expected.output.rows.col(0));
    CHECK(result.output.rows.col(1).head(3).array().isNaN().all());
    CHECK(!std::isfinite(result.output.rows(3, 1)));
  }
}

TEMPLATE_TEST_CASE("attention: row i of causal attention equals attention over keys 0 … i",
                   "[attention]", float, double) {
  using T = TestType;
  const auto x = random_inputs<T>({{}, 20, 20, 4, 3}, 7);
  const auto causal = attend(x, seeing<T>(causal_only()));
  for (Index i = 0; i < 20; ++i) {
    const Inputs<T> until{{{1, 4}, x.queries.rows.row(i)},
                          {{i + 1, 4}, x.keys.rows.topRows(i + 1)},
                          {{i + 1, 3}, x.values.rows.topRows(i + 1)}};
    CHECK_THAT(attend(until).output.rows,
               is_close_to<T>(Matrix<T>(causal.output.rows.row(i)), kSumOfWeights<T>));
  }
}

TEMPLATE_TEST_CASE("attention: padding a batch item and setting its length changes nothing",
                   "[attention]", float, double) {
  using T = TestType;
  const auto x = random_inputs<T>({{3}, 4, 12, 5, 2}, 10);
  const auto padded = attend(x, seeing<T>(lens_only({3}, {5, 12, 1})));
  for (Index b = 0; b < 3; ++b) {
    const Index len = b == 0 ? 5 : b == 1 ? 12 : 1;
    const Inputs<T> alone{{{4, 5}, matrix_of(x.queries, b)},
                          {{len, 5}, matrix_of(x.keys, b).topRows(len)},
                          {{len, 2}, matrix_of(x.values, b).topRows(len)}};
    CHECK_THAT(attend(alone).output.rows,
               is_close_to<T>(matrix_of(padded.output, b), kSumOfWeights<T>));
  }
}

TEMPLATE_TEST_CASE(
    "attention: document 001's example weighs the valid keys alike, whatever the query",
    "[attention]", float, double) {
  using T = TestType;
  // An example from a source text. All its keys are ones, so all scores of a query are equal and
  // the example tests only the valid lengths (erratum E-27, see web/src/ledger).
  Inputs<T> x{random_tensor<T>({2, 1, 2}, 13), Tensor<T>({2, 10, 2}, Matrix<T>::Ones(20, 2)),
              Tensor<T>({2, 10, 4})};
  for (Index i = 0; i < 80; ++i) x.values.rows.data()[i] = static_cast<T>(i % 40);
  const Masking<T> masking{.method = MaskMethod::kFill, .fill = T(-1e6)};
  const auto result = attend(x, seeing<T>(lens_only({2}, {2, 6}), masking));
  CHECK_THAT(result.output.rows,
             is_close_to<T>(rows<T>({{2, 3, 4, 5}, {10, 11, 12, 13}}), kFewRoundings<T>));
}

TEMPLATE_TEST_CASE(
    "attention: EmptyRow decides between mean, zeros and NaN for a query without keys",
    "[attention]", float, double) {
  using T = TestType;
  const auto x = random_inputs<T>({{}, 2, 4, 3, 2}, 16);
  const auto visibility = lens_only({2}, {0, 4});
  const auto with = [&](const Masking<T>& masking) {
    const auto result = attend(x, seeing<T>(visibility, masking));
    CHECK(result.empty_rows == Flags{1, 0});
    CHECK(result.output.rows.row(1).allFinite());
    return Matrix<T>(result.output.rows.row(0));
  };
  const Matrix<T> mean = x.values.rows.colwise().mean();
  CHECK_THAT(with({}), is_close_to<T>(mean, kFewRoundings<T>));
  CHECK_THAT(with({.empty_row = EmptyRow::kZeros}), is_exactly<T>(Matrix<T>::Zero(1, 2)));
  CHECK(with({.empty_row = EmptyRow::kNaN}).array().isNaN().all());
  CHECK_THAT(with({.method = MaskMethod::kFill, .fill = T(-1e4)}),
             is_close_to<T>(mean, kFewRoundings<T>));
  CHECK(with({.method = MaskMethod::kFill, .fill = -kInf<T>}).array().isNaN().all());
}

TEMPLATE_TEST_CASE("attention: masking before the division also divides the fill", "[attention]",
                   float, double) {
  using T = TestType;
  const auto x = random_inputs<T>({{}, 3, 5, 16, 2}, 19);
  const auto visibility = lens_only({}, {3});
  for (const MaskMethod method : {MaskMethod::kFill, MaskMethod::kAdd}) {
    auto options = seeing<T>(visibility, {.method = method, .fill = -8});
    const auto after = attend(x, options);
    options.mask_before_scale = true;
    const auto before = attend(x, options);
    CHECK_THAT(before.scores.rows, is_exactly<T>(after.scores.rows));
    CHECK_THAT(before.scaled_scores.rows, is_exactly<T>(after.scaled_scores.rows));
    const Matrix<T> seen = after.logits.rows.leftCols(3);
    CHECK_THAT(Matrix<T>(before.logits.rows.leftCols(3)), is_exactly<T>(seen));
    const Matrix<T> added = method == MaskMethod::kAdd ? Matrix<T>(after.scores.rows.rightCols(2))
                                                       : Matrix<T>::Zero(3, 2);
    const Matrix<T> divided_after = added.array() / 4 - 8;
    const Matrix<T> divided_before = (added.array() - 8) / 4;
    CHECK_THAT(Matrix<T>(after.logits.rows.rightCols(2)),
               is_close_to<T>(divided_after, kFewRoundings<T>));
    CHECK_THAT(Matrix<T>(before.logits.rows.rightCols(2)),
               is_close_to<T>(divided_before, kFewRoundings<T>));
  }
}

TEMPLATE_TEST_CASE(
    "attention: an excluded key has weight 0 for any divisor, hidden before or after division",
    "[attention]", float, double) {
  using T = TestType;
  const auto x = random_inputs<T>({{}, 3, 5, 4, 2}, 22);
  for (const T divisor : {T(2), T(-2), T(1e-30), kInf<T>, -kInf<T>}) {
    auto options = seeing<T>(lens_only({}, {3}));
    options.scale = {.divisor = Divisor::kNumber, .number = divisor};
    const auto after = attend(x, options);
    options.mask_before_scale = true;
    const auto before = attend(x, options);
    CAPTURE(divisor);
    CHECK((after.weights.rows.rightCols(2).array() == 0).all());
    CHECK_THAT(before.weights.rows, is_exactly<T>(after.weights.rows));
    CHECK_THAT(before.logits.rows, is_exactly<T>(after.logits.rows));
  }
}

TEMPLATE_TEST_CASE("attention: −1e20 hides equally well before and after the division",
                   "[attention]", float, double) {
  using T = TestType;
  const auto x = random_inputs<T>({{}, 6, 9, 64, 2}, 25);
  const auto visibility = causal_only();
  auto options = seeing<T>(visibility, {.method = MaskMethod::kFill, .fill = T(-1e20)});
  options.mask_before_scale = true;
  CHECK_THAT(attend(x, options).weights.rows,
             is_exactly<T>(attend(x, seeing<T>(visibility)).weights.rows));
}

}  // namespace
}  // namespace attention::test
