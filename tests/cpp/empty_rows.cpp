// SPDX-License-Identifier: MIT
// Tests `masked_softmax`: rows whose keys are all hidden, NaN and infinities, and errors.
// masked_softmax.cpp tests its properties.
#include <cmath>
#include <string>

#include "support/catch.hpp"
#include "support/document_fills.hpp"
#include "support/matchers.hpp"
#include "support/matrices.hpp"
#include "support/refusal.hpp"
#include "support/samples.hpp"
#include "support/softmax.hpp"
#include "support/tolerance.hpp"
#include "support/visibility.hpp"

namespace attention::test {
namespace {

TEMPLATE_TEST_CASE("empty rows: every finite fill makes them uniform", "[masked_softmax]", float,
                   double) {
  using T = TestType;
  const auto scores = tensor<T>({1, 4}, {1, 2, 3, 4});
  for (const double fill : kDocumentFills) {
    CAPTURE(fill);
    const Masking<T> masking{.method = MaskMethod::kFill, .fill = static_cast<T>(fill)};
    const auto result = masked_softmax<T>(scores, lens_only({}, {0}), masking);
    CHECK_THAT(result.weights.rows, is_exactly<T>(Matrix<T>::Constant(1, 4, T(0.25))));
    CHECK(result.empty_rows == Flags{1});
  }
}

TEMPLATE_TEST_CASE("empty rows: a fill of minus infinity makes them NaN", "[masked_softmax]", float,
                   double) {
  using T = TestType;
  const auto scores = tensor<T>({2, 3}, {1, 2, 3, 1, 2, 3});
  for (const MaskMethod method : {MaskMethod::kFill, MaskMethod::kAdd}) {
    const Masking<T> masking{.method = method, .fill = -kInf<T>};
    const auto result = masked_softmax<T>(scores, lens_only({2}, {0, 1}), masking);
    // MaskMethod::kAdd adds fill · (1 for a hidden key, 0 for a visible one). With an infinite
    // fill, 0·∞ makes visible scores NaN.
    const T kept = method == MaskMethod::kAdd ? kNaN<T> : T(1);
    const T hidden = method == MaskMethod::kAdd ? kNaN<T> : T(0);
    CHECK_THAT(result.weights.rows,
               is_exactly<T>(rows<T>({{kNaN<T>, kNaN<T>, kNaN<T>}, {kept, hidden, hidden}})));
    CHECK(result.empty_rows == Flags{1, 0});
  }
}

TEMPLATE_TEST_CASE("empty rows: under exclusion EmptyRow decides their weights", "[masked_softmax]",
                   float, double) {
  using T = TestType;
  const auto scores = tensor<T>({2, 3}, {1, 2, 3, 1, 2, 3});
  const auto with = [&](EmptyRow choice) {
    const auto result = masked_softmax<T>(scores, lens_only({2}, {0, 1}), {.empty_row = choice});
    CHECK(result.empty_rows == Flags{1, 0});
    CHECK_THAT(Matrix<T>(result.weights.rows.row(1)), is_exactly<T>(row<T>({1, 0, 0})));
    CHECK_THAT(Matrix<T>(result.logits.rows.row(0)),
               is_exactly<T>(Matrix<T>::Constant(1, 3, -kInf<T>)));
    return Matrix<T>(result.weights.rows.row(0));
  };
  CHECK_THAT(with(EmptyRow::kUniform), is_exactly<T>(Matrix<T>::Constant(1, 3, T(1) / T(3))));
  CHECK_THAT(with(EmptyRow::kNaN), is_exactly<T>(Matrix<T>::Constant(1, 3, kNaN<T>)));
  CHECK_THAT(with(EmptyRow::kZeros), is_exactly<T>(Matrix<T>::Zero(1, 3)));
}

TEMPLATE_TEST_CASE("empty rows: masks and lengths can make them", "[masked_softmax]", float,
                   double) {
  using T = TestType;
  const auto scores = tensor<T>({2, 2}, {1, 2, 3, 4});
  const auto empty = [&](const Visibility& visibility) {
    return masked_softmax<T>(scores, visibility).empty_rows;
  };
  CHECK(empty(mask_only({{2, 2}, {0, 0, 0, 1}})) == Flags{1, 0});
  CHECK(empty(lens_only({2}, {1, -2})) == Flags{0, 1});
  auto both = mask_only({{1, 2}, {0, 1}});
  both.causal = true;
  CHECK(empty(both) == Flags{1, 0});
}

TEST_CASE("empty rows: an added −1e9 makes them uniform in float but has no effect in double",
          "[masked_softmax]") {
  // Near 1e9 adjacent floats are 64 apart, so −1e9 + 1 and −1e9 + 4 are rounded to the same number
  // (erratum E-33, see web/src/ledger).
  const auto scores = tensor<double>({1, 4}, {1, 2, 3, 4});
  const Tensor<float> in_float{scores.shape, scores.rows.cast<float>()};
  const auto visibility = lens_only({}, {0});
  const auto rough =
      masked_softmax<float>(in_float, visibility, {.method = MaskMethod::kAdd, .fill = -1e9F});
  CHECK_THAT(rough.weights.rows, is_exactly<float>(Matrix<float>::Constant(1, 4, 0.25F)));
  const auto exact =
      masked_softmax<double>(scores, visibility, {.method = MaskMethod::kAdd, .fill = -1e9});
  // Near 1e9 adjacent doubles are 1.2e-7 apart, so the scores keep six decimal places.
  CHECK_THAT(exact.weights.rows, is_close_to<double>(softmax<double>(scores.rows), {.abs = 1e-6}));
  CHECK(rough.empty_rows == Flags{1});
  CHECK(exact.empty_rows == Flags{1});
}

TEMPLATE_TEST_CASE("empty rows: a row of visible scores of −∞ is not empty, and is NaN",
                   "[masked_softmax]", float, double) {
  using T = TestType;
  const auto scores = tensor<T>({1, 3}, {-kInf<T>, -kInf<T>, 1});
  const auto result =
      masked_softmax<T>(scores, lens_only({}, {2}), {.empty_row = EmptyRow::kZeros});
  CHECK_THAT(result.weights.rows, is_exactly<T>(Matrix<T>::Constant(1, 3, kNaN<T>)));
  CHECK(result.empty_rows == Flags{0});
}

TEMPLATE_TEST_CASE("masked_softmax: NaN and infinity stay in their row", "[masked_softmax]", float,
                   double) {
  using T = TestType;
  const auto scores = tensor<T>({3, 3}, {1, kNaN<T>, 2, 1, kInf<T>, 2, 1, -kInf<T>, 1});
  const auto result = masked_softmax<T>(scores, lens_only({}, {3}));
  CHECK_THAT(Matrix<T>(result.weights.rows.topRows(2)),
             is_exactly<T>(Matrix<T>::Constant(2, 3, kNaN<T>)));
  CHECK_THAT(Matrix<T>(result.weights.rows.row(2)), is_exactly<T>(row<T>({T(0.5), 0, T(0.5)})));
}

TEMPLATE_TEST_CASE("masked_softmax: a fill of plus infinity follows IEEE", "[masked_softmax]",
                   float, double) {
  using T = TestType;
  const auto scores = tensor<T>({2, 2}, {1, 2, 1, 2});
  const auto result = masked_softmax<T>(scores, lens_only({2}, {1, 2}),
                                        {.method = MaskMethod::kFill, .fill = kInf<T>});
  CHECK(result.weights.rows.row(0).array().isNaN().all());
  CHECK(result.weights.rows.row(1).allFinite());
}

TEMPLATE_TEST_CASE("masked_softmax: no rows, no batch and no keys give empty stages",
                   "[masked_softmax]", float, double) {
  using T = TestType;
  for (const Shape& shape : {Shape{0, 3}, {2, 0, 3}, {0, 2, 3}, {2, 2, 0}}) {
    CAPTURE(shape);
    const auto result = masked_softmax<T>(Tensor<T>(shape), causal_only());
    CHECK(result.weights.shape == shape);
    CHECK(result.logits.shape == shape);
    CHECK(result.weights.rows.size() == 0);
  }
  CHECK(masked_softmax<T>(Tensor<T>({2, 3, 0}), causal_only()).empty_rows == Flags(6, 1));
}

TEMPLATE_TEST_CASE("masked_softmax: refuses scores without rows and columns", "[masked_softmax]",
                   float, double) {
  using T = TestType;
  const std::string expected = "ShapeMismatch | scores: expected at least 2 axes, got ";
  CHECK(refusal([] { masked_softmax<T>(Tensor<T>({3}), {}); }) == expected + "(3)");
  CHECK(refusal([] { masked_softmax<T>(tensor<T>({}, {1}), {}); }) == expected + "()");
}

TEMPLATE_TEST_CASE("masked_softmax: refuses a fill of NaN", "[masked_softmax]", float, double) {
  using T = TestType;
  const auto scores = tensor<T>({1, 2}, {1, 2});
  for (const MaskMethod method : {MaskMethod::kFill, MaskMethod::kAdd}) {
    const Masking<T> masking{.method = method, .fill = kNaN<T>};
    const std::string expected = "OutOfRange | fill: expected a number, got NaN";
    CHECK(refusal([&] { masked_softmax<T>(scores, {}, masking); }) == expected);
  }
  const Masking<T> infinite{.method = MaskMethod::kFill, .fill = -kInf<T>};
  CHECK(refusal([&] { masked_softmax<T>(scores, {}, infinite); }) == "accepted");
}

TEMPLATE_TEST_CASE("masked_softmax: refuses a mask and lengths that do not fit", "[masked_softmax]",
                   float, double) {
  using T = TestType;
  const auto scores = random_tensor<T>({2, 2, 4, 5}, 1);
  CHECK(refusal([&] {
          masked_softmax<T>(scores, mask_only(random_mask({2, 4, 5}, 2)));
        }) == "ShapeMismatch | mask: expected (4, 5), (2, 1, 4, 5) or (2, 2, 4, 5), got (2, 4, 5)");
  CHECK(refusal([&] {
          masked_softmax<T>(scores, lens_only({4}, {1, 1, 1, 1}));
        }) == "ShapeMismatch | valid_lens: expected (2) or (2, 4), got (4)");
}

TEMPLATE_TEST_CASE("masked_softmax: a mask for each item applied as one for each head is wrong",
                   "[masked_softmax]", float, double) {
  using T = TestType;
  // Two batch items and two heads. A mask of shape (2, 1, 3) is broadcast over its trailing axes,
  // so the mask of item 1 applies to head 1 of every item (erratum E-32).
  const auto scores = random_tensor<T>({2, 2, 1, 3}, 3);
  const Mask by_item{{2, 1, 3}, {1, 1, 1, 1, 0, 0}};
  const auto as_printed = masked_softmax<T>(scores, mask_only(by_item, MaskAxes::kTrailing));
  const auto meant = masked_softmax<T>(scores, mask_only({{2, 1, 1, 3}, by_item.keep}));
  const auto sees_one = [](const MaskedSoftmax<T>& x, Index r) {
    return x.weights.rows(r, 0) == 1;
  };
  for (Index r = 0; r < 4; ++r) {
    CHECK(sees_one(as_printed, r) == (r % 2 == 1));
    CHECK(sees_one(meant, r) == (r / 2 == 1));
  }
}

}  // namespace
}  // namespace attention::test
