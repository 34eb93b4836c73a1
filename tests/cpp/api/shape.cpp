// SPDX-License-Identifier: MIT
#include "attention/shape.hpp"

#include <vector>

#include "support/catch.hpp"
#include "support/refusal.hpp"

namespace attention {
namespace {

using test::refusal;

TEST_CASE("shape: contains its sides, outermost first") {
  const Shape shape = {2, 3, 4};
  CHECK(shape.size() == 3);
  CHECK(shape[0] == 2);
  CHECK(shape.back() == 4);
  CHECK(shape == Shape{2, 3, 4});
  CHECK(shape != Shape{2, 3});
  CHECK(shape != Shape{2, 3, 5});
  CHECK(Shape{}.empty());
}

TEST_CASE("shape: is constructed from lists, spans and iterators") {
  const std::vector<Index> sides = {5, 0, 7};
  CHECK(Shape(std::span(sides)) == Shape{5, 0, 7});
  CHECK(Shape(sides.begin(), sides.end()) == Shape{5, 0, 7});
  const std::vector<int> narrow = {5, 0, 7};
  CHECK(Shape(narrow.begin(), narrow.end()) == Shape{5, 0, 7});
}

TEST_CASE("shape: sides can be added and removed") {
  Shape shape = {3};
  shape.push_back(4);
  shape.insert(shape.begin(), 2);
  CHECK(shape == Shape{2, 3, 4});
  shape.pop_back();
  CHECK(shape == Shape{2, 3});
}

TEST_CASE("shape: eight axes fit, nine throw") {
  Shape eight = {1, 2, 3, 4, 5, 6, 7, 8};
  CHECK(eight.size() == Shape::kMaxAxes);
  const std::string expected = "OutOfRange | shape: expected at most 8 axes, got 9";
  CHECK(refusal([&] { eight.push_back(9); }) == expected);
  CHECK(refusal([&] { eight.insert(eight.begin(), 9); }) == expected);
  CHECK(refusal([] { Shape{1, 2, 3, 4, 5, 6, 7, 8, 9}; }) == expected);
  const std::vector<Index> many(12, 1);
  CHECK(refusal([&] { Shape(std::span<const Index>(many)); }) ==
        "OutOfRange | shape: expected at most 8 axes, got 12");
  CHECK(eight == Shape{1, 2, 3, 4, 5, 6, 7, 8});
}

TEST_CASE("shape: can be used in constant expressions") {
  constexpr Shape kShape = {2, 3};
  STATIC_REQUIRE(kShape.size() == 2);
  STATIC_REQUIRE(kShape[1] == 3);
}

}  // namespace
}  // namespace attention
