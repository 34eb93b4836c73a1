// SPDX-License-Identifier: MIT
// Tests masks and valid lengths, and how they broadcast to the shape of the scores.
// masked_softmax.cpp tests the resulting weights.
#include "support/matrices.hpp"

#include <limits>
#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/matchers.hpp"
#include "support/refusal.hpp"
#include "support/samples.hpp"
#include "support/visibility.hpp"

namespace attention::test {
namespace {

struct Fit {
  Shape mask;
  bool explicitly;  // whether the mask is accepted with MaskAxes::kExplicit
  bool trailing;    // whether the mask is accepted with MaskAxes::kTrailing
};

void check_fits(const Shape& scores, const std::vector<Fit>& fits) {
  for (const Fit& fit : fits)
    for (const MaskAxes axes : {MaskAxes::kExplicit, MaskAxes::kTrailing}) {
      CAPTURE(scores, fit.mask, static_cast<int>(axes));
      const Visibility visibility = mask_only(random_mask(fit.mask, 1), axes);
      const std::string answer = refusal([&] { KeyFilter(visibility, scores); });
      if (axes == MaskAxes::kExplicit ? fit.explicitly : fit.trailing) {
        REQUIRE(answer == "accepted");
        CHECK(flags_of(visibility, scores) == expected_flags_of(visibility, scores));
      } else {
        CHECK(answer.rfind("ShapeMismatch | mask: expected ", 0) == 0);
        CHECK(answer.find(", got " + shape_text(fit.mask)) != std::string::npos);
      }
    }
}

// The flags of the keys that query i sees.
Flags row_of(const MaskOptions& mask, const Shape& scores, Index i) {
  Flags row(static_cast<std::size_t>(side(scores)), 7);
  detail::KeyFilter(mask, scores).row(0, i, 0, side(scores), row.data());
  return row;
}

TEST_CASE("mask: 1 keeps in one convention and hides in the other", "[mask]") {
  const Flags flags = {1, 0, 0, 1, 1, 0};
  MaskOptions keep;
  keep.keep = view(flags, {2, 3});
  MaskOptions hide;
  hide.hide = view(flags, {2, 3});
  CHECK(row_of(keep, {2, 3}, 0) == Flags{1, 0, 0});
  CHECK(row_of(keep, {2, 3}, 1) == Flags{1, 1, 0});
  CHECK(row_of(hide, {2, 3}, 0) == Flags{0, 1, 1});
  CHECK(row_of(hide, {2, 3}, 1) == Flags{0, 0, 1});
}

TEST_CASE("mask: reads flags and lengths whose rows are apart", "[mask]") {
  const Flags flags = {1, 0, 9, 0, 1, 9};
  const std::vector<Index> lens = {1, 2, -9, 0, 1, -9};
  MaskOptions mask;
  mask.keep = attention::TensorView<std::uint8_t>(flags.data(), {2, 2}, 3);
  CHECK(row_of(mask, {2, 2}, 0) == Flags{1, 0});
  CHECK(row_of(mask, {2, 2}, 1) == Flags{0, 1});
  mask = {};
  mask.valid_lens = attention::TensorView<Index>(lens.data(), {2, 2}, 3);
  Flags row(2);
  const detail::KeyFilter filter(mask, {2, 2, 2});
  CHECK(filter.row(0, 1, 0, 2, row.data()) == 2);
  CHECK(filter.row(1, 0, 0, 2, row.data()) == 0);
  CHECK(filter.row(1, 1, 0, 2, row.data()) == 1);
}

TEST_CASE("mask: a flag other than 0 and 1 is refused in both conventions, and both at once",
          "[mask]") {
  const Flags flags = {1, 0, 2};
  MaskOptions mask;
  mask.keep = view(flags, {1, 3});
  const auto refused = [&] { return refusal([&] { detail::KeyFilter(mask, {1, 3}); }); };
  CHECK(refused() == "OutOfRange | mask: expected 0 or 1 everywhere, got 2");
  mask.hide = view(flags, {1, 3});
  CHECK(refused() == "OutOfRange | hide: expected none beside keep, got both");
  mask.keep.reset();
  CHECK(refused() == "OutOfRange | mask: expected 0 or 1 everywhere, got 2");
}

TEST_CASE("mask: the smallest and the largest length keep no key and all keys", "[mask]") {
  const std::vector<Index> lens = {std::numeric_limits<Index>::min(),
                                   std::numeric_limits<Index>::max()};
  MaskOptions mask;
  mask.valid_lens = lens;
  Flags row(3);
  const detail::KeyFilter filter(mask, {2, 4});
  CHECK(filter.row(0, 0, 1, 3, row.data()) == 0);
  CHECK(filter.row(0, 1, 1, 3, row.data()) == 3);
}

TEST_CASE("mask: causal as a condition keeps what the causal mask keeps", "[mask]") {
  for (const auto& sizes : random_sizes(2, 2)) {
    const Shape scores = {2, sizes[0], sizes[1]};
    CAPTURE(scores);
    const Flags causal = flags_of(causal_only(), scores);
    CHECK(causal == flags_of(mask_only(causal_mask(sizes[0], sizes[1])), scores));
    CHECK(causal == expected_flags_of(causal_only(), scores));
  }
}

TEST_CASE("mask: shapes that fit scores of four axes (N, h, m, n)", "[mask]") {
  check_fits({2, 3, 4, 5}, {{{4, 5}, true, true},
                            {{1, 5}, true, true},
                            {{4, 1}, true, true},
                            {{1, 1}, true, true},
                            {{5}, true, true},
                            {{1}, true, true},
                            {{}, true, true},
                            {{1, 4, 5}, true, true},
                            {{1, 1, 4, 5}, true, true},
                            {{2, 3, 4, 5}, true, true},
                            {{2, 1, 4, 5}, true, true},
                            {{2, 1, 1, 5}, true, true},
                            {{2, 3, 1, 1}, true, true},
                            {{1, 3, 4, 5}, true, true},
                            {{1, 3, 1, 1}, true, true},
                            {{2, 1, 1, 1}, true, true},
                            {{3, 4, 5}, false, true},
                            {{3, 1, 5}, false, true},
                            {{3, 1, 1}, false, true},
                            {{2, 4, 5}, false, false},
                            {{2, 1, 5}, false, false},
                            {{4}, false, false},
                            {{5, 4}, false, false},
                            {{2, 5}, false, false},
                            {{2, 4, 1}, false, false},
                            {{3, 2, 4, 5}, false, false},
                            {{2, 3, 5, 4}, false, false},
                            {{2, 3, 4, 6}, false, false},
                            {{2, 0, 4, 5}, false, false},
                            {{2, 2, 3, 4, 5}, false, false}});
}

TEST_CASE("mask: a (N, m, n) mask does not fit even if N equals the number of heads", "[mask]") {
  check_fits({2, 2, 4, 5}, {{{2, 4, 5}, false, true},
                            {{2, 1, 5}, false, true},
                            {{2, 1, 1}, false, true},
                            {{2, 1, 4, 5}, true, true},
                            {{1, 2, 4, 5}, true, true}});
  check_fits({2, 1, 4, 5}, {{{2, 4, 5}, false, false}, {{1, 4, 5}, true, true}});
  check_fits({1, 2, 4, 5}, {{{1, 4, 5}, true, true}, {{2, 4, 5}, false, true}});
}

TEST_CASE("mask: shapes that fit scores of three and of two axes", "[mask]") {
  check_fits({2, 4, 5}, {{{4, 5}, true, true},
                         {{2, 4, 5}, true, true},
                         {{2, 1, 5}, true, true},
                         {{2, 4, 1}, true, true},
                         {{2, 1, 1}, true, true},
                         {{1, 4, 5}, true, true},
                         {{1, 5}, true, true},
                         {{2, 5}, false, false},
                         {{2}, false, false},
                         {{4, 4, 5}, false, false},
                         {{2, 2, 4, 5}, false, false}});
  check_fits({4, 5}, {{{4, 5}, true, true},
                      {{1, 5}, true, true},
                      {{4, 1}, true, true},
                      {{5}, true, true},
                      {{4}, false, false},
                      {{5, 5}, false, false},
                      {{4, 6}, false, false},
                      {{2, 4, 5}, false, false}});
  check_fits({1, 1}, {{{1, 1}, true, true}, {{1, 2}, false, false}, {{2, 1}, false, false}});
}

TEST_CASE("mask: shapes that fit scores of five axes", "[mask]") {
  check_fits({2, 2, 3, 4, 5}, {{{4, 5}, true, true},
                               {{2, 1, 3, 1, 5}, true, true},
                               {{1, 2, 1, 4, 5}, true, true},
                               {{3, 4, 5}, false, true},
                               {{2, 3, 4, 5}, false, true},
                               {{2, 2, 4, 5}, false, false}});
}

TEST_CASE("mask: leading sides of 1 are ignored", "[mask]") {
  check_fits({4, 5}, {{{1, 4, 5}, true, true}, {{1, 1, 1, 4, 5}, true, true}});
  check_fits({2, 3, 4, 5}, {{{1, 1, 1, 4, 5}, true, true}, {{1, 2, 3, 4, 5}, true, true}});
}

TEST_CASE("mask: the error message lists the accepted shapes", "[mask]") {
  const auto with = [](const Shape& scores, const Shape& mask, MaskAxes axes) {
    const Visibility visibility = mask_only(random_mask(mask, 1), axes);
    return refusal([&] { KeyFilter(visibility, scores); });
  };
  CHECK(with({2, 2, 4, 5}, {2, 4, 5}, MaskAxes::kExplicit) ==
        "ShapeMismatch | mask: expected (4, 5), (2, 1, 4, 5) or (2, 2, 4, 5), got (2, 4, 5)");
  CHECK(with({2, 3, 4, 5}, {2, 4, 5}, MaskAxes::kTrailing) ==
        "ShapeMismatch | mask: expected (4, 5), (2, 1, 4, 5) or (2, 3, 4, 5), got (2, 4, 5)");
  CHECK(with({2, 4, 5}, {3, 4, 5}, MaskAxes::kExplicit) ==
        "ShapeMismatch | mask: expected (4, 5) or (2, 4, 5), got (3, 4, 5)");
  CHECK(with({4, 5}, {5, 4}, MaskAxes::kExplicit) ==
        "ShapeMismatch | mask: expected (4, 5), got (5, 4)");
}

TEMPLATE_TEST_CASE("mask: many rows without columns return at once", "[mask]", float, double) {
  using T = TestType;
  const Tensor<T> scores(Shape{1 << 20, 0});
  CHECK(masked_softmax<T>(scores, {}).empty_rows == Flags(1 << 20, 0));
  CHECK(masked_softmax<T>(scores, causal_only()).empty_rows == Flags(1 << 20, 1));
}

}  // namespace
}  // namespace attention::test
