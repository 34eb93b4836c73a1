// SPDX-License-Identifier: MIT
// Tests masks and valid lengths, and how they broadcast to the shape of the scores.
// masked_softmax.cpp tests the resulting weights.
#include "attention/detail/mask.hpp"

#include <string>
#include <vector>

#include "support/catch.hpp"
#include "support/matchers.hpp"
#include "support/refusal.hpp"
#include "support/samples.hpp"
#include "support/visibility.hpp"

namespace attention::detail {
namespace {

struct Fit {
  Shape mask;
  bool explicitly;  // whether it is accepted with MaskAxes::kExplicit
  bool trailing;    // whether it is accepted with MaskAxes::kTrailing
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

TEMPLATE_TEST_CASE("mask: 1 keeps in one convention and hides in the other", "[mask]", float,
                   double) {
  using T = TestType;
  const auto flags = tensor<T>({2, 1, 3}, {1, 0, 0, 1, 1, -T(0)});
  const Mask keeps = mask_of_kept<T>(flags);
  CHECK(keeps.shape == Shape{2, 1, 3});
  CHECK(keeps.keep == Flags{1, 0, 0, 1, 1, 0});
  const Mask hides = mask_of_hidden<T>(flags);
  CHECK(hides.shape == Shape{2, 1, 3});
  CHECK(hides.keep == Flags{0, 1, 1, 0, 0, 1});
}

TEMPLATE_TEST_CASE("mask: scalars and masks without entries are converted too", "[mask]", float,
                   double) {
  using T = TestType;
  CHECK(mask_of_kept<T>(tensor<T>({}, {1})).keep == Flags{1});
  CHECK(mask_of_hidden<T>(tensor<T>({}, {1})).keep == Flags{0});
  CHECK(mask_of_kept<T>(Tensor<T>({0, 4})).keep.empty());
  CHECK(mask_of_kept<T>(Tensor<T>({3, 0})).keep.empty());
}

TEMPLATE_TEST_CASE("mask: a flag other than 0 and 1 is refused in both conventions", "[mask]",
                   float, double) {
  using T = TestType;
  const auto with = [](T flag) {
    const auto flags = tensor<T>({1, 3}, {1, 0, flag});
    const std::string kept_text = refusal([&] { mask_of_kept<T>(flags); });
    const std::string hidden_text = refusal([&] { mask_of_hidden<T>(flags); });
    return kept_text == hidden_text ? kept_text : kept_text + " / " + hidden_text;
  };
  const std::string expected = "OutOfRange | mask: expected 0 or 1 everywhere, got ";
  CHECK(with(1) == "accepted");
  CHECK(with(T(0.5)) == expected + "0.5");
  CHECK(with(-1) == expected + "-1");
  CHECK(with(2) == expected + "2");
  CHECK(with(255) == expected + "255");
  CHECK(with(kNaN<T>) == expected + "NaN");
  CHECK(with(-kInf<T>) == expected + "-Infinity");
}

TEST_CASE("mask: the causal mask is the lower triangle, square or not", "[mask]") {
  CHECK(causal_mask(3, 3).keep == Flags{1, 0, 0, 1, 1, 0, 1, 1, 1});
  CHECK(causal_mask(2, 4).keep == Flags{1, 0, 0, 0, 1, 1, 0, 0});
  CHECK(causal_mask(4, 2).keep == Flags{1, 0, 1, 1, 1, 1, 1, 1});
  CHECK(causal_mask(2, 4).shape == Shape{2, 4});
  CHECK(causal_mask(0, 3).keep.empty());
  CHECK(causal_mask(0, 3).shape == Shape{0, 3});
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

TEMPLATE_TEST_CASE("mask: an error names the flags' argument", "[mask]", float, double) {
  using T = TestType;
  const auto flags = tensor<T>({1, 3}, {1, 0, 2});
  CHECK(refusal([&] { mask_of_kept<T>(flags, "dropout_keep"); }) ==
        "OutOfRange | dropout_keep: expected 0 or 1 everywhere, got 2");
}

TEMPLATE_TEST_CASE("mask: entries that do not match the shape are refused", "[mask]", float,
                   double) {
  using T = TestType;
  const Matrix<T> entries = Matrix<T>::Ones(2, 3);
  const TensorView<T> wrong({2, 3, 4}, entries);
  const std::string expected = ": expected (6, 4) entries for the shape (2, 3, 4), got (2, 3)";
  CHECK(refusal([&] { mask_of_kept<T>(wrong); }) == "ShapeMismatch | mask" + expected);
  CHECK(refusal([&] { mask_of_hidden<T>(wrong); }) == "ShapeMismatch | mask" + expected);
  CHECK(refusal([&] { valid_lens_of<T>(wrong); }) == "ShapeMismatch | valid_lens" + expected);
  CHECK(refusal([&] { masked_softmax<T>(wrong, {}); }) == "ShapeMismatch | scores" + expected);
}

TEST_CASE("mask: the size of a shape set by the caller cannot overflow", "[mask]") {
  const Index half = Index(1) << 32;
  const Visibility of_mask = mask_only({{half, half}, {}});
  CHECK(refusal([&] {
          KeyFilter(of_mask, {2, 3});
        }).starts_with("ShapeMismatch | mask: expected "));
  const Visibility of_lens = lens_only({half, half}, {});
  CHECK(refusal([&] {
          KeyFilter(of_lens, {2, 3});
        }).starts_with("ShapeMismatch | valid_lens: expected "));
}

TEST_CASE("mask: a number of flags that does not match the shape is refused", "[mask]") {
  for (const std::size_t entries : {0U, 5U, 7U}) {
    const Visibility of_mask = mask_only({{2, 3}, Flags(entries, 1)});
    CHECK(refusal([&] {
            KeyFilter(of_mask, {2, 3});
          }) ==
          "ShapeMismatch | mask: expected 6 entries for (2, 3), got " + std::to_string(entries));
    const Visibility of_lens = lens_only({2, 3}, std::vector<double>(entries, 1));
    CHECK(refusal([&] {
            KeyFilter(of_lens, {2, 3, 4});
          }) == "ShapeMismatch | valid_lens: expected 6 entries for (2, 3), got " +
                    std::to_string(entries));
  }
}

TEMPLATE_TEST_CASE("mask: many rows without columns return at once", "[mask]", float, double) {
  using T = TestType;
  const Tensor<T> none(Shape{Index(1) << 60, 0});
  CHECK(mask_of_kept<T>(none).keep.empty());
  CHECK(valid_lens_of<T>(none).lens.empty());
  const Tensor<T> scores(Shape{1 << 20, 0});
  CHECK(masked_softmax<T>(scores, {}).empty_rows == Flags(1 << 20, 0));
  CHECK(masked_softmax<T>(scores, causal_only()).empty_rows == Flags(1 << 20, 1));
}

}  // namespace
}  // namespace attention::detail
