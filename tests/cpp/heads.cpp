// SPDX-License-Identifier: MIT
// Tests how a width is split into heads and how heads are merged. Also tests a wrong method of
// splitting, which reinterprets the memory: the shape is right, but entries are in wrong places.
#include <string>

#include "lab/mistakes.hpp"
#include "support/catch.hpp"
#include "support/matchers.hpp"
#include "support/matrices.hpp"
#include "support/refusal.hpp"
#include "support/samples.hpp"

namespace attention::test {
namespace {

TEMPLATE_TEST_CASE("heads: head h gets the components from h·d on, of every token", "[heads]",
                   float, double) {
  using T = TestType;
  const auto x = tensor<T>({2, 4}, {0, 1, 2, 3, 4, 5, 6, 7});
  const auto two = split_heads<T>(x, 2);
  CHECK(two.shape == Shape{2, 2, 2});
  CHECK_THAT(two.rows, is_exactly<T>(rows<T>({{0, 1}, {4, 5}, {2, 3}, {6, 7}})));
  const auto four = split_heads<T>(x, 4);
  CHECK(four.shape == Shape{4, 2, 1});
  CHECK_THAT(four.rows, is_exactly<T>(column<T>({0, 4, 1, 5, 2, 6, 3, 7})));
  const auto one = split_heads<T>(x, 1);
  CHECK(one.shape == Shape{1, 2, 4});
  CHECK_THAT(one.rows, is_exactly<T>(x.rows));
}

TEMPLATE_TEST_CASE("heads: every entry is at its index for any batch", "[heads]", float, double) {
  using T = TestType;
  for (const Shape& outer : {Shape{}, {3}, {2, 3}})
    for (const Index num_heads : {1, 2, 3, 6}) {
      const Shape shape = with_matrix(outer, 5, 12);
      const auto x = random_tensor<T>(shape, 1);
      const auto heads = split_heads<T>(x, num_heads);
      const Index d = 12 / num_heads;
      Shape expected = outer;
      expected.push_back(num_heads);
      CHECK(heads.shape == with_matrix(expected, 5, d));
      for (Index b = 0; b < batch_of(shape); ++b)
        for (Index h = 0; h < num_heads; ++h)
          CHECK_THAT(matrix_of(heads, b * num_heads + h),
                     is_exactly<T>(Matrix<T>(x.matrix(b).middleCols(h * d, d))));
    }
}

TEMPLATE_TEST_CASE("heads: merging and splitting are inverse", "[heads]", float, double) {
  using T = TestType;
  for (const Shape& outer : {Shape{}, {1}, {3}, {2, 3}})
    for (const Index num_heads : {1, 2, 3, 4, 12}) {
      const auto x = random_tensor<T>(with_matrix(outer, 5, 12), 2);
      const auto heads = split_heads<T>(x, num_heads);
      const auto merged = merge_heads<T>(heads);
      CHECK(merged.shape == x.shape);
      CHECK_THAT(merged.rows, is_exactly<T>(x.rows));
      const auto again = split_heads<T>(merged, num_heads);
      CHECK(again.shape == heads.shape);
      CHECK_THAT(again.rows, is_exactly<T>(heads.rows));
    }
}

TEMPLATE_TEST_CASE("heads: the wrong view has the right shape with its numbers in the old order",
                   "[heads]", float, double) {
  using T = TestType;
  const auto x = random_tensor<T>({2, 5, 12}, 3);
  for (const Index num_heads : {1, 2, 3, 12}) {
    const auto view = wrong_view_of_heads<T>(x, num_heads);
    CHECK(view.shape == split_heads<T>(x, num_heads).shape);
    const Eigen::Map<const Matrix<T>> stored(x.rows.data(), 1, 120);
    const Eigen::Map<const Matrix<T>> viewed(view.rows.data(), 1, 120);
    CHECK_THAT(Matrix<T>(viewed), is_exactly<T>(Matrix<T>(stored)));
  }
}

TEMPLATE_TEST_CASE("heads: the wrong view is wrong except for one head or one token", "[heads]",
                   float, double) {
  using T = TestType;
  for (const Index num_heads : {1, 2, 3})
    for (const Index tokens : {1, 2, 5}) {
      CAPTURE(num_heads, tokens);
      const auto x = random_tensor<T>({2, tokens, 6}, 4);
      const auto right = split_heads<T>(x, num_heads);
      const auto wrong = wrong_view_of_heads<T>(x, num_heads);
      CHECK((wrong.rows == right.rows) == (num_heads == 1 || tokens == 1));
    }
}

TEMPLATE_TEST_CASE("heads: columns of a wider matrix can be split and viewed", "[heads]", float,
                   double) {
  using T = TestType;
  const auto wide = random_tensor<T>({6, 11}, 5).rows;
  const Matrix<T> columns = wide.middleCols(2, 4);
  const TensorView<T> strided({2, 3, 4}, wide.middleCols(2, 4));
  const Tensor<T> packed({2, 3, 4}, columns);
  CHECK_THAT(split_heads<T>(strided, 2).rows, is_exactly<T>(split_heads<T>(packed, 2).rows));
  CHECK_THAT(merge_heads<T>(strided).rows, is_exactly<T>(merge_heads<T>(packed).rows));
  CHECK_THAT(wrong_view_of_heads<T>(strided, 2).rows,
             is_exactly<T>(wrong_view_of_heads<T>(packed, 2).rows));
}

TEMPLATE_TEST_CASE("heads: inputs without tokens or batch items give none", "[heads]", float,
                   double) {
  using T = TestType;
  CHECK(split_heads<T>(Tensor<T>({2, 0, 6}), 3).shape == Shape{2, 3, 0, 2});
  CHECK(split_heads<T>(Tensor<T>({0, 4, 6}), 3).shape == Shape{0, 3, 4, 2});
  CHECK(merge_heads<T>(Tensor<T>({2, 3, 0, 2})).shape == Shape{2, 0, 6});
  CHECK(wrong_view_of_heads<T>(Tensor<T>({2, 0, 6}), 3).shape == Shape{2, 3, 0, 2});
}

TEMPLATE_TEST_CASE("heads: a number of heads that does not divide the width is refused", "[heads]",
                   float, double) {
  using T = TestType;
  const auto with = [](Index num_heads) {
    const auto x = random_tensor<T>({2, 5, 12}, 6);
    const std::string split = refusal([&] { split_heads<T>(x, num_heads); });
    const std::string view = refusal([&] { wrong_view_of_heads<T>(x, num_heads); });
    return split == view ? split : split + " / " + view;
  };
  CHECK(with(12) == "accepted");
  const std::string too_few = "OutOfRange | num_heads: expected a whole number >= 1, got ";
  CHECK(with(0) == too_few + "0");
  CHECK(with(-2) == too_few + "-2");
  CHECK(with(5).rfind("OutOfRange | num_heads: expected ", 0) == 0);
  CHECK(with(24).rfind("OutOfRange | num_heads: expected ", 0) == 0);
}

TEMPLATE_TEST_CASE("heads: too few axes are refused", "[heads]", float, double) {
  using T = TestType;
  CHECK(refusal([] { split_heads<T>(Tensor<T>({4}), 2); }) ==
        "ShapeMismatch | x: expected at least 2 axes, got (4)");
  CHECK(refusal([] { wrong_view_of_heads<T>(Tensor<T>({4}), 2); }) ==
        "ShapeMismatch | x: expected at least 2 axes, got (4)");
  CHECK(refusal([] {
          merge_heads<T>(Tensor<T>({3, 4}));
        }) == "ShapeMismatch | x: expected at least 3 axes, got (3, 4)");
}

}  // namespace
}  // namespace attention::test
