// SPDX-License-Identifier: MIT
// Tests valid lengths, combinations of masks, and the flags that KeyFilter returns for a part of a
// row.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "support/catch.hpp"
#include "support/matchers.hpp"
#include "support/matrices.hpp"
#include "support/refusal.hpp"
#include "support/samples.hpp"
#include "support/visibility.hpp"

namespace attention::test {
namespace {

Flags row_of(const Visibility& visibility, const Shape& scores, Index b, Index i) {
  Flags flags(static_cast<std::size_t>(side(scores)), 7);
  KeyFilter(visibility, scores).row(b, i, 0, side(scores), flags.data());
  return flags;
}

TEST_CASE("valid_lens: key j is kept when j < len", "[mask]") {
  const Shape scores = {1, 1, 4};
  CHECK(row_of(lens_only({}, {3}), scores, 0, 0) == Flags{1, 1, 1, 0});
  CHECK(row_of(lens_only({}, {1}), scores, 0, 0) == Flags{1, 0, 0, 0});
  CHECK(row_of(lens_only({}, {4}), scores, 0, 0) == Flags{1, 1, 1, 1});
  CHECK(row_of(lens_only({}, {0}), scores, 0, 0) == Flags{0, 0, 0, 0});
}

TEST_CASE("valid_lens: a length below 0 keeps none, a length above n keeps all", "[mask]") {
  const Shape scores = {1, 1, 4};
  for (const double none : {0.0, -1.0, -1e30})
    CHECK(row_of(lens_only({}, {none}), scores, 0, 0) == Flags{0, 0, 0, 0});
  for (const double all : {4.0, 5.0, 1e30})
    CHECK(row_of(lens_only({}, {all}), scores, 0, 0) == Flags{1, 1, 1, 1});
}

TEST_CASE("valid_lens: one for all, one for each batch item, or one for each query", "[mask]") {
  const auto check = [](const Shape& scores, const Shape& shape) {
    CAPTURE(scores, shape);
    std::vector<double> lens;
    for (Index i = 0; i < size_of(shape); ++i) lens.push_back(static_cast<double>((i * 3) % 6));
    const Visibility visibility = lens_only(shape, lens);
    CHECK(flags_of(visibility, scores) == expected_flags_of(visibility, scores));
  };
  for (const Shape& scores : {Shape{2, 4, 5}, Shape{2, 3, 4, 5}, Shape{2, 2, 2, 4, 5}}) {
    check(scores, {});
    check(scores, {2});
    check(scores, {2, 4});
  }
  check({4, 5}, {});
  check({4, 5}, {4});
}

TEST_CASE("valid_lens: document 001's lengths, for each item and for each query", "[mask]") {
  const Shape scores = {2, 2, 4};
  const auto by_item = lens_only({2}, {2, 3});
  CHECK(row_of(by_item, scores, 0, 1) == Flags{1, 1, 0, 0});
  CHECK(row_of(by_item, scores, 1, 0) == Flags{1, 1, 1, 0});
  const auto by_query = lens_only({2, 2}, {1, 3, 2, 4});
  CHECK(row_of(by_query, scores, 0, 1) == Flags{1, 1, 1, 0});
  CHECK(row_of(by_query, scores, 1, 0) == Flags{1, 1, 0, 0});
}

TEST_CASE("valid_lens: shapes that do not fit the scores are refused", "[mask]") {
  const auto with = [](const Shape& scores, const Shape& shape) {
    const Visibility visibility =
        lens_only(shape, std::vector<double>(static_cast<std::size_t>(size_of(shape)), 1));
    return refusal([&] { KeyFilter(visibility, scores); });
  };
  const auto refused = [&](const Shape& scores, const Shape& shape) {
    CAPTURE(scores, shape);
    const std::string answer = with(scores, shape);
    CHECK(answer.rfind("ShapeMismatch | valid_lens: expected ", 0) == 0);
    CHECK(answer.find(", got " + shape_text(shape)) != std::string::npos);
  };
  for (const Shape& shape : {Shape{1},
                             {3},
                             {4},
                             {5},
                             {2, 3},
                             {2, 5},
                             {3, 4},
                             {4, 2},
                             {1, 4},
                             {2, 1},
                             {2, 3, 4},
                             {2, 4, 1}}) {
    refused({2, 3, 4, 5}, shape);
    if (shape != Shape{3}) refused({2, 4, 5}, shape);
  }
  for (const Shape& shape : {Shape{1}, {5}, {2}, {4, 4}, {1, 4}, {4, 1}, {4, 5}})
    refused({4, 5}, shape);
  CHECK(with({2, 3, 4, 5}, {3}) == "ShapeMismatch | valid_lens: expected (2) or (2, 4), got (3)");
  CHECK(with({4, 5}, {5}) == "ShapeMismatch | valid_lens: expected (4), got (5)");
}

TEST_CASE("causal: the last query sees the last key, aligned at the bottom right", "[mask]") {
  const auto row = [](const Shape& scores, Index i, CausalAlignment alignment) {
    return row_of(causal_only(alignment), scores, 0, i);
  };
  const auto [top, bottom] = std::pair(CausalAlignment::kTopLeft, CausalAlignment::kBottomRight);
  CHECK(row({2, 4}, 0, top) == Flags{1, 0, 0, 0});
  CHECK(row({2, 4}, 0, bottom) == Flags{1, 1, 1, 0});
  CHECK(row({2, 4}, 1, bottom) == Flags{1, 1, 1, 1});
  CHECK(row({1, 4}, 0, bottom) == Flags{1, 1, 1, 1});
  CHECK(row({4, 2}, 0, top) == Flags{1, 0});
  for (const Index i : {0, 1}) CHECK(row({4, 2}, i, bottom) == Flags{0, 0});
  CHECK(row({4, 2}, 2, bottom) == Flags{1, 0});
  CHECK(row({4, 2}, 3, bottom) == Flags{1, 1});
  for (const Index i : {0, 1, 2}) CHECK(row({3, 3}, i, bottom) == row({3, 3}, i, top));
}

TEST_CASE("causal: the alignment has no effect without a causal mask", "[mask]") {
  Visibility visibility;
  visibility.alignment = CausalAlignment::kBottomRight;
  CHECK(KeyFilter(visibility, {2, 4}).keeps_all());
  CHECK(KeyFilter(visibility, {2, 4}).causal_end(0) == 4);
}

TEST_CASE("visibility: a query attends to the keys that every condition keeps", "[mask]") {
  const Shape scores = {2, 3, 6, 7};
  const auto of_mask = mask_only(random_mask({2, 1, 6, 7}, 3, 0.7));
  const auto of_length = lens_only({2, 6}, {7, 6, 5, 4, 3, 2, 1, 7, 4, 5, 0, 3});
  Visibility all = of_length;
  all.mask = of_mask.mask;
  all.causal = true;
  Flags expected = flags_of(of_mask, scores);
  std::size_t at = 0;
  for (const std::uint8_t keeps : flags_of(of_length, scores)) expected[at++] &= keeps;
  at = 0;
  for (const std::uint8_t keeps : flags_of(causal_only(), scores)) expected[at++] &= keeps;
  CHECK(flags_of(all, scores) == expected);
  CHECK(expected_flags_of(all, scores) == expected);
  const auto kept = std::count(expected.begin(), expected.end(), 1);
  CHECK(kept > 20);
}

TEST_CASE("visibility: without a condition every query attends to every key", "[mask]") {
  const Shape scores = {2, 3, 4};
  const Visibility none;
  CHECK(KeyFilter(none, scores).keeps_all());
  CHECK(row_of(none, scores, 1, 2) == Flags{1, 1, 1, 1});
  const auto causal = causal_only();
  CHECK(!KeyFilter(causal, scores).keeps_all());
  const auto hiding = mask_only({{1, 4}, {1, 1, 1, 0}});
  CHECK(!KeyFilter(hiding, scores).keeps_all());
  const auto lens = lens_only({}, {3});
  CHECK(!KeyFilter(lens, scores).keeps_all());
}

TEST_CASE("visibility: a part of a row has the same flags as the whole row", "[mask]") {
  const Shape scores = {2, 5, 9};
  Visibility visibility = lens_only({2}, {8, 6});
  visibility.mask = random_mask(scores, 4, 0.7);
  for (const auto& [causal, alignment] :
       {std::pair(false, CausalAlignment::kTopLeft), std::pair(true, CausalAlignment::kTopLeft),
        std::pair(true, CausalAlignment::kBottomRight)}) {
    visibility.causal = causal;
    visibility.alignment = alignment;
    const KeyFilter filter(visibility, scores);
    for (Index r = 0; r < 10; ++r) {
      const Flags whole = row_of(visibility, scores, r / 5, r % 5);
      for (Index first = 0; first <= 9; ++first)
        for (Index count = 0; first + count <= 9; ++count) {
          CAPTURE(r, first, count);
          Flags part(static_cast<std::size_t>(count) + 2, 7);
          filter.row(r / 5, r % 5, first, count, part.data() + 1);
          Flags expected(whole.begin() + first, whole.begin() + first + count);
          expected.insert(expected.begin(), 7);
          expected.push_back(7);
          CHECK(part == expected);
        }
    }
  }
}

TEMPLATE_TEST_CASE(
    "hide: hidden scores are excluded, replaced or added to, the others do not change", "[mask]",
    float, double) {
  using T = TestType;
  const Shape scores = {1, 2, 4};
  const auto visibility = lens_only({1, 2}, {2, 0});
  const KeyFilter filter(visibility, scores);
  const auto of = [](const Masking<T>& x) { return detail::Masking<T>(given({}, x)); };
  const auto row_after = [&](const Masking<T>& masking, Index i, bool has_key) {
    Matrix<T> logits = row<T>({1, 2, 3, kNaN<T>});
    Flags keep(4, 7);
    CHECK(hide<T>(filter, 0, i, of(masking), {logits.data(), 4}, keep) == has_key);
    CHECK(keep == (i == 0 ? Flags{1, 1, 0, 0} : Flags{0, 0, 0, 0}));
    return logits;
  };
  const T inf = kInf<T>;
  const T nan = kNaN<T>;
  CHECK_THAT(row_after({}, 0, true), is_exactly<T>(row<T>({1, 2, -inf, -inf})));
  CHECK_THAT(row_after({}, 1, false), is_exactly<T>(row<T>({-inf, -inf, -inf, -inf})));
  const Masking<T> fill{.method = MaskMethod::kFill, .fill = -5};
  CHECK_THAT(row_after(fill, 0, true), is_exactly<T>(row<T>({1, 2, -5, -5})));
  CHECK_THAT(row_after(fill, 1, false), is_exactly<T>(row<T>({-5, -5, -5, -5})));
  const Masking<T> add{.method = MaskMethod::kAdd, .fill = -5};
  CHECK_THAT(row_after(add, 0, true), is_exactly<T>(row<T>({1, 2, -2, nan})));
  CHECK_THAT(row_after(add, 1, false), is_exactly<T>(row<T>({-4, -3, -2, nan})));
}

TEMPLATE_TEST_CASE("hide: a row without hidden keys does not change", "[mask]", float, double) {
  using T = TestType;
  const Visibility none;
  const KeyFilter filter(none, {1, 3});
  Matrix<T> logits = row<T>({1, -kInf<T>, kNaN<T>});
  const Matrix<T> before = logits;
  Flags keep(3, 7);
  CHECK(hide<T>(filter, 0, 0, {}, {logits.data(), 3}, keep));
  CHECK_THAT(logits, is_exactly<T>(before));
  CHECK(keep == Flags{1, 1, 1});
}

TEST_CASE("mask: every choice has a name", "[mask]") {
  CHECK(kMaskMethodNames[static_cast<std::size_t>(MaskMethod::kExclude)] == "exclude");
  CHECK(kMaskMethodNames[static_cast<std::size_t>(MaskMethod::kAdd)] == "add");
  const auto bottom = static_cast<std::size_t>(CausalAlignment::kBottomRight);
  CHECK(kCausalAlignmentNames[bottom] == "bottom_right");
  CHECK(kEmptyRowNames[static_cast<std::size_t>(EmptyRow::kUniform)] == "uniform");
  CHECK(kEmptyRowNames[static_cast<std::size_t>(EmptyRow::kZeros)] == "zeros");
}

}  // namespace
}  // namespace attention::test
