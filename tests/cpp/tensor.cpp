// SPDX-License-Identifier: MIT
#include "support/matrices.hpp"

#include <limits>
#include <numeric>
#include <utility>

#include "attention/detail/memory.hpp"
#include "support/catch.hpp"
#include "support/matchers.hpp"
#include "support/refusal.hpp"
#include "support/samples.hpp"

namespace attention::test {
namespace {

TEST_CASE("tensor: the size is the product of the sides, 1 for a scalar", "[tensor]") {
  CHECK(size_of({}) == 1);
  CHECK(size_of({5}) == 5);
  CHECK(size_of({2, 3, 4}) == 24);
  CHECK(size_of({2, 0, 4}) == 0);
  CHECK(rows_of({}) == 1);
  CHECK(rows_of({5}) == 1);
  CHECK(rows_of({2, 3, 4}) == 6);
}

TEST_CASE("tensor: a size that overflows saturates", "[tensor]") {
  constexpr Index kHuge = std::numeric_limits<Index>::max();
  CHECK(size_of({kHuge}) == kHuge);
  CHECK(size_of({kHuge, 2}) == kHuge);
  CHECK(size_of({Index(1) << 32, Index(1) << 32}) == kHuge);
  CHECK(size_of({kHuge, kHuge, 0}) == 0);
  CHECK(size_of({-1}) == kHuge);
  CHECK(size_of({-2, -3}) == kHuge);
  CHECK(rows_of({kHuge, 2, 3}) == kHuge);
  CHECK(batch_of({kHuge, 2, 3, 4}) == kHuge);
}

TEST_CASE("tensor: sides are counted from the last, and missing ones are 1", "[tensor]") {
  const Shape shape = {2, 3, 4};
  CHECK(side(shape) == 4);
  CHECK(side(shape, 1) == 3);
  CHECK(side(shape, 2) == 2);
  CHECK(side(shape, 3) == 1);
  CHECK(side({}) == 1);
  CHECK(side({}, 1) == 1);
}

TEST_CASE("tensor: the batch is the product of all sides but the last two", "[tensor]") {
  CHECK(batch_of({}) == 1);
  CHECK(batch_of({5}) == 1);
  CHECK(batch_of({3, 4}) == 1);
  CHECK(batch_of({2, 3, 4}) == 2);
  CHECK(batch_of({7, 2, 3, 4}) == 14);
  CHECK(batch_of({7, 0, 3, 4}) == 0);
  CHECK(leading({}) == Shape{});
  CHECK(leading({5}) == Shape{});
  CHECK(leading({3, 4}) == Shape{});
  CHECK(leading({7, 2, 3, 4}) == Shape{7, 2});
}

TEST_CASE("tensor: leading sides and a matrix form the shape", "[tensor]") {
  CHECK(with_matrix({}, 3, 4) == Shape{3, 4});
  CHECK(with_matrix({7, 2}, 3, 0) == Shape{7, 2, 3, 0});
  const Shape shape = {7, 2, 3, 4};
  CHECK(with_matrix(leading(shape), side(shape, 1), side(shape)) == shape);
}

TEST_CASE("tensor: a shape is printed as its sides in brackets", "[tensor]") {
  CHECK(shape_text(Shape{}) == "()");
  CHECK(shape_text(Shape{5}) == "(5)");
  CHECK(shape_text(Shape{2, 0, 4}) == "(2, 0, 4)");
}

TEMPLATE_TEST_CASE("tensor: leading indices count in row-major order", "[tensor]", float, double) {
  using T = TestType;
  attention::Tensor<T> x({2, 3, 2});
  std::iota(x.begin(), x.end(), T(0));
  const Matrix<T> second = rows<T>({{6, 7}, {8, 9}, {10, 11}});
  CHECK(detail::matrix_of(x, 1) == second);
  CHECK(detail::matrix_of(std::as_const(x), 1) == second);
  CHECK(detail::matrix_of(attention::TensorView<T>(x), 1) == second);
  CHECK(detail::matrix_of(x).rows() == 6);
  detail::matrix_of(x, 1).setConstant(7);
  CHECK(detail::matrix_of(x, 0) == rows<T>({{0, 1}, {2, 3}, {4, 5}}));
  CHECK(detail::matrix_of(std::as_const(x)).bottomRows(3) == Matrix<T>::Constant(3, 2, 7));
}

TEMPLATE_TEST_CASE("tensor: rows that are apart are read without a copy", "[tensor]", float,
                   double) {
  using T = TestType;
  const Matrix<T> x = random_matrix<T>(6, 4, 1);
  const attention::TensorView<T> columns(x.data() + 1, {2, 3, 2}, 4);
  CHECK(detail::matrix_of(columns).data() == x.data() + 1);
  CHECK(detail::matrix_of(columns) == x.middleCols(1, 2));
  CHECK(detail::matrix_of(columns, 1) == x.block(3, 1, 3, 2));
}

TEMPLATE_TEST_CASE("tensor: a parameter is a row, a matrix or absent", "[tensor]", float, double) {
  using T = TestType;
  const attention::Tensor<T> row({3}, {1, 2, 3});
  CHECK(parameter_of<T>("b", row) == rows<T>({{1, 2, 3}}));
  const auto none = parameter_of<T>("b", {});
  CHECK(Shape{none.rows(), none.cols()} == Shape{0, 0});
  const attention::Tensor<T> deep({1, 1, 3});
  CHECK(refusal([&] { parameter_of<T>("b", deep); }) ==
        "ShapeMismatch | b: expected 2 axes, got (1, 1, 3)");
}

TEMPLATE_TEST_CASE("tensor: matrices are copied from and to contiguous memory and parts of rows",
                   "[tensor]", float, double) {
  using T = TestType;
  const auto x = random_matrix<T>(5, 7, 1);
  Matrix<T> target = random_matrix<T>(5, 7, 2);
  Matrix<T> expected = target;
  expected.middleCols(4, 3) = x.middleCols(1, 3);
  copy<T>(x.middleCols(1, 3), target.middleCols(4, 3));
  CHECK_THAT(target, is_exactly<T>(expected));
}

TEMPLATE_TEST_CASE("tensor: its bytes are counted without overflow", "[tensor]", float, double) {
  using T = TestType;
  constexpr Index kHuge = std::numeric_limits<Index>::max();
  CHECK(bytes_of<T>({}) == sizeof(T));
  CHECK(bytes_of<T>({2, 3, 4}) == 24 * sizeof(T));
  CHECK(bytes_of<T>({kHuge, 0}) == 0);
  CHECK(bytes_of<T>({kHuge}) == kTooManyBytes);
  CHECK(bytes_of<T>({kHuge, kHuge}) == kTooManyBytes);
  CHECK(bytes_of<T>({kHuge, kHuge, 2, 3}) == kTooManyBytes);
  // 2⁶⁴ bytes and more must not wrap around.
  CHECK(bytes_of<T>({Index(1) << 31, Index(1) << 31}) == kTooManyBytes);
  CHECK(bytes_of<T>({Index(1) << 30, Index(1) << 30}) == sizeof(T) << 60U);
}

}  // namespace
}  // namespace attention::test
