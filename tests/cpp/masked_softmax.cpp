// SPDX-License-Identifier: MIT
// Tests properties of the softmax over visible keys. empty_rows.cpp tests rows without visible
// keys.
#include <cmath>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/document_fills.hpp"
#include "support/matchers.hpp"
#include "support/matrices.hpp"
#include "support/reference_attention.hpp"
#include "support/refusal.hpp"
#include "support/row_error.hpp"
#include "support/samples.hpp"
#include "support/softmax.hpp"
#include "support/tolerance.hpp"
#include "support/visibility.hpp"

namespace attention::test {
namespace {

template <class T>
Masking<T> filling(T fill) {
  return {.method = MaskMethod::kFill, .fill = fill};
}

template <class T>
Masking<T> adding(T fill) {
  return {.method = MaskMethod::kAdd, .fill = fill};
}

TEMPLATE_TEST_CASE("masked_softmax: without a mask it equals softmax", "[masked_softmax]", float,
                   double) {
  using T = TestType;
  const auto scores = random_tensor<T>({2, 3, 9}, 1, -4, 4);
  for (const Masking<T>& masking : {Masking<T>{}, filling<T>(-3), adding<T>(-3)}) {
    const auto result = masked_softmax<T>(scores, {}, masking);
    CHECK_THAT(result.weights.rows, is_exactly<T>(softmax<T>(scores.rows)));
    CHECK_THAT(result.logits.rows, is_exactly<T>(scores.rows));
    CHECK(result.weights.shape == scores.shape);
    CHECK(result.logits.shape == scores.shape);
    CHECK(result.empty_rows == Flags(6, 0));
  }
}

TEMPLATE_TEST_CASE("masked_softmax: a mask that hides nothing changes nothing", "[masked_softmax]",
                   float, double) {
  using T = TestType;
  const auto scores = random_tensor<T>({2, 3, 9}, 2, -4, 4);
  for (const auto& visibility :
       {mask_only({{3, 9}, Flags(27, 1)}), lens_only({2}, {9, 10}), lens_only({}, {1e9})}) {
    const auto result = masked_softmax<T>(scores, visibility);
    CHECK_THAT(result.weights.rows, is_exactly<T>(softmax<T>(scores.rows)));
    CHECK(result.empty_rows == Flags(6, 0));
  }
}

TEMPLATE_TEST_CASE("masked_softmax: by hand", "[masked_softmax]", float, double) {
  using T = TestType;
  const auto scores = tensor<T>({2, 3}, {0, std::log(T(3)), 5, 0, 0, 0});
  const auto result = masked_softmax<T>(scores, mask_only({{2, 3}, {1, 1, 0, 0, 1, 1}}));
  CHECK_THAT(
      result.weights.rows,
      is_close_to<T>(rows<T>({{T(0.25), T(0.75), 0}, {0, T(0.5), T(0.5)}}), kFewRoundings<T>));
  CHECK_THAT(result.logits.rows,
             is_exactly<T>(rows<T>({{0, std::log(T(3)), -kInf<T>}, {-kInf<T>, 0, 0}})));
}

TEMPLATE_TEST_CASE("masked_softmax: excluded keys have weight 0 exactly, the others sum to 1",
                   "[masked_softmax]", float, double) {
  using T = TestType;
  for (const auto& sizes : random_sizes(2, 3)) {
    const Shape shape = {2, sizes[0], sizes[1]};
    CAPTURE(shape);
    const auto visibility = mask_only(random_mask(shape, 4));
    const auto result = masked_softmax<T>(random_tensor<T>(shape, 5, -8, 8), visibility);
    for (Index r = 0; r < result.weights.rows.rows(); ++r) {
      if (result.empty_rows[static_cast<std::size_t>(r)] != 0) continue;
      T sum = 0;
      for (Index j = 0; j < sizes[1]; ++j) {
        const T weight = result.weights.rows(r, j);
        const auto at = static_cast<std::size_t>(r * sizes[1] + j);
        const bool fits = visibility.mask->keep[at] == 0 ? weight == 0 : weight > 0;
        if (!fits) FAIL("entry " << r << ", " << j << " weighs " << weight);
        sum += weight;
      }
      CHECK(passes(static_cast<double>(sum), 1, kSumOfWeights<T>));
    }
  }
}

TEMPLATE_TEST_CASE("masked_softmax: the weights equal a softmax of the visible keys alone",
                   "[masked_softmax]", float, double) {
  using T = TestType;
  const auto scores = random_tensor<T>({5, 40}, 6, -4, 4);
  for (const double len : {1, 2, 3, 7, 8, 17, 39}) {
    const auto count = static_cast<Index>(len);
    const auto result = masked_softmax<T>(scores, lens_only({}, {len}));
    const Matrix<T> alone = softmax<T>(scores.rows.leftCols(count));
    CHECK_THAT(Matrix<T>(result.weights.rows.leftCols(count)),
               is_close_to<T>(alone, kFewRoundings<T>));
  }
}

TEMPLATE_TEST_CASE("masked_softmax: the value of a hidden score has no effect", "[masked_softmax]",
                   float, double) {
  using T = TestType;
  const auto visibility = mask_only({{1, 9}, {1, 0, 1, 1, 0, 1, 1, 1, 0}});
  const auto scores = random_tensor<T>({3, 9}, 7, -4, 4);
  for (const Masking<T>& masking : {Masking<T>{}, filling<T>(-1e4)}) {
    const auto expected = masked_softmax<T>(scores, visibility, masking);
    for (const T odd : {T(1e30), kInf<T>, kNaN<T>}) {
      auto changed = scores;
      for (const Index j : {1, 4, 8}) changed.rows.col(j).setConstant(odd);
      const auto result = masked_softmax<T>(changed, visibility, masking);
      CHECK_THAT(result.weights.rows, is_exactly<T>(expected.weights.rows));
      CHECK_THAT(result.logits.rows, is_exactly<T>(expected.logits.rows));
    }
  }
}

TEMPLATE_TEST_CASE("masked_softmax: a fill of minus infinity excludes", "[masked_softmax]", float,
                   double) {
  using T = TestType;
  const auto scores = random_tensor<T>({2, 4, 9}, 8, -4, 4);
  auto visibility = mask_only(random_mask({2, 4, 9}, 9));
  for (std::size_t r = 0; r < 8; ++r) visibility.mask->keep[r * 9] = 1;
  const auto excluded = masked_softmax<T>(scores, visibility);
  const auto filled = masked_softmax<T>(scores, visibility, filling<T>(-kInf<T>));
  CHECK_THAT(filled.weights.rows, is_exactly<T>(excluded.weights.rows));
  CHECK_THAT(filled.logits.rows, is_exactly<T>(excluded.logits.rows));
}

TEMPLATE_TEST_CASE("masked_softmax: the documents' fills hide scores of usual size",
                   "[masked_softmax]", float, double) {
  using T = TestType;
  const auto scores = random_tensor<T>({2, 4, 9}, 10, -4, 4);
  auto visibility = mask_only(random_mask({2, 4, 9}, 11));
  for (std::size_t r = 0; r < 8; ++r) visibility.mask->keep[r * 9 + 5] = 1;
  const auto excluded = masked_softmax<T>(scores, visibility);
  for (const double fill : kDocumentFills)
    for (const Masking<T>& masking : {filling<T>(T(fill)), adding<T>(T(fill))}) {
      CAPTURE(fill);
      CHECK_THAT(masked_softmax<T>(scores, visibility, masking).weights.rows,
                 is_exactly<T>(excluded.weights.rows));
    }
}

TEMPLATE_TEST_CASE("masked_softmax: a fill leaks when the visible scores are below it",
                   "[masked_softmax]", float, double) {
  using T = TestType;
  const auto scores = tensor<T>({1, 3}, {T(-2e4), T(-2.5e4), 7});
  const auto visibility = lens_only({}, {2});
  CHECK_THAT(masked_softmax<T>(scores, visibility, filling<T>(T(-1e4))).weights.rows,
             is_exactly<T>(row<T>({0, 0, 1})));
  for (const Masking<T>& masking : {Masking<T>{}, filling<T>(T(-1e6)), filling<T>(-kInf<T>)})
    CHECK_THAT(masked_softmax<T>(scores, visibility, masking).weights.rows,
               is_exactly<T>(row<T>({1, 0, 0})));
}

TEMPLATE_TEST_CASE("masked_softmax: a fill between the scores acts as one more score",
                   "[masked_softmax]", float, double) {
  using T = TestType;
  const auto scores = tensor<T>({1, 3}, {1, -1, 9});
  const auto visibility = lens_only({}, {2});
  const auto filled = masked_softmax<T>(scores, visibility, filling<T>(T(0.5)));
  CHECK_THAT(filled.logits.rows, is_exactly<T>(row<T>({1, -1, T(0.5)})));
  CHECK_THAT(filled.weights.rows, is_exactly<T>(softmax<T>(row<T>({1, -1, T(0.5)}))));
  const auto added = masked_softmax<T>(scores, visibility, adding<T>(T(-8.5)));
  CHECK_THAT(added.logits.rows, is_exactly<T>(filled.logits.rows));
  CHECK_THAT(added.weights.rows, is_exactly<T>(filled.weights.rows));
}

TEMPLATE_TEST_CASE("masked_softmax: document 001's second call equals a fresh call",
                   "[masked_softmax]", float, double) {
  using T = TestType;
  // torch.rand(2, 2, 4) with seed 0, rounded to four digits.
  const auto scores = tensor<T>(
      {2, 2, 4}, {T(.4963), T(.7682), T(.0885), T(.1320), T(.3074), T(.6341), T(.4901), T(.8964),
                  T(.4556), T(.6323), T(.3489), T(.4017), T(.0223), T(.1689), T(.2939), T(.5185)});
  const Matrix<T> before = scores.rows;
  const Masking<T> masking = filling<T>(T(-1e6));
  const auto first = masked_softmax<T>(scores, lens_only({2}, {2, 3}), masking);
  const auto second = masked_softmax<T>(scores, lens_only({2, 2}, {1, 3, 2, 4}), masking);
  CHECK_THAT(scores.rows, is_exactly<T>(before));
  // Document 001 (a source text, see web/src/ledger) prints [.4191, .5809, 0, 0] and [.2882, .3337,
  // .3781, 0] in two of these rows, because its code masks the scores in place (erratum E-23).
  const Matrix<T> expected = rows<T>({{1, 0, 0, 0},
                                      {T(.2788), T(.3865), T(.3347), 0},
                                      {T(.4559), T(.5441), 0, 0},
                                      {T(.1956), T(.2265), T(.2566), T(.3213)}});
  CHECK_THAT(second.weights.rows, is_close_to<T>(expected, {.abs = 5.1e-5}));
  CHECK(first.weights.rows(1, 2) == 0);
  const auto again = masked_softmax<T>(scores, lens_only({2}, {2, 3}), masking);
  CHECK_THAT(again.weights.rows, is_exactly<T>(first.weights.rows));
}

TEMPLATE_TEST_CASE("masked_softmax: batch items are masked independently", "[masked_softmax]",
                   float, double) {
  using T = TestType;
  const auto scores = random_tensor<T>({2, 3, 4, 7}, 13, -4, 4);
  const auto together = masked_softmax<T>(scores, mask_only(random_mask({2, 3, 4, 7}, 14)));
  const Mask mask = random_mask({2, 3, 4, 7}, 14);
  for (Index b = 0; b < 6; ++b) {
    const auto first = mask.keep.begin() + b * 28;
    const auto alone =
        masked_softmax<T>(matrix_of(scores, b), mask_only({{4, 7}, Flags(first, first + 28)}));
    CHECK_THAT(alone.weights.rows, is_exactly<T>(matrix_of(together.weights, b)));
    CHECK_THAT(alone.logits.rows, is_exactly<T>(matrix_of(together.logits, b)));
  }
}

TEMPLATE_TEST_CASE("masked_softmax: every method agrees with the plain formula for up to 70 keys",
                   "[masked_softmax]", float, double) {
  using T = TestType;
  unsigned seed = 100;
  for (const auto& sizes : random_sizes(2, 15)) {
    const Shape shape = {2, sizes[0], sizes[1]};
    CAPTURE(shape);
    auto visibility = mask_only(random_mask(shape, seed++, 0.8));
    visibility.valid_lens = ValidLens{{2}, {static_cast<double>(sizes[1] * 3 / 4), 70}};
    visibility.causal = seed % 2 == 0;
    const auto scores = random_tensor<T>(shape, seed, -8, 8);
    for (const Masking<double>& masking :
         {Masking<double>{}, filling<double>(-1e4), filling<double>(-2), adding<double>(-3),
          adding<double>(-1e9), Masking<double>{.empty_row = EmptyRow::kZeros}}) {
      const Masking<T> in_T{masking.method, static_cast<T>(masking.fill), masking.empty_row};
      // Skips −1e9 added in float: near 1e9 adjacent floats are 64 apart, so adding a score of at
      // most 8 changes nothing. The reference in double keeps the scores, so the results differ.
      if (std::is_same_v<T, float> && masking.fill == -1e9 && masking.method == MaskMethod::kAdd)
        continue;
      const auto got = masked_softmax<T>(scores, visibility, in_T);
      const auto expected = reference::masked_softmax(in_double(scores), visibility, masking);
      CHECK(row_error(in_double(got.logits), expected.logits) <= kStageError<T>);
      CHECK(row_error(in_double(got.weights), expected.weights) <= kStageError<T>);
      CHECK(got.empty_rows == expected.empty_rows);
    }
  }
}

}  // namespace
}  // namespace attention::test
