// SPDX-License-Identifier: MIT
#include "attention/detail/tensor.hpp"

#include <limits>
#include <vector>

#include "attention/detail/memory.hpp"
#include "support/catch.hpp"
#include "support/matchers.hpp"
#include "support/refusal.hpp"
#include "support/samples.hpp"

namespace attention::detail {
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

TEMPLATE_TEST_CASE("tensor: names entries that do not match the shape", "[tensor]", float, double) {
  using T = TestType;
  const auto with = [](const Shape& shape, Index rows, Index cols) {
    const Matrix<T> entries = Matrix<T>::Zero(rows, cols);
    return refusal([&] { check_entries("x", TensorView<T>(shape, entries)); });
  };
  CHECK(with({}, 1, 1) == "accepted");
  CHECK(with({4}, 1, 4) == "accepted");
  CHECK(with({2, 3, 4}, 6, 4) == "accepted");
  CHECK(with({2, 0, 4}, 0, 4) == "accepted");
  CHECK(with({2, 3, 0}, 6, 0) == "accepted");
  CHECK(with({2, 3, 4}, 5, 4) ==
        "ShapeMismatch | x: expected (6, 4) entries for the shape (2, 3, 4), got (5, 4)");
  CHECK(with({2, 3, 4}, 4, 6) ==
        "ShapeMismatch | x: expected (6, 4) entries for the shape (2, 3, 4), got (4, 6)");
  CHECK(with({}, 0, 0) ==
        "ShapeMismatch | x: expected (1, 1) entries for the shape (), got (0, 0)");
  CHECK(with({-1, 4}, 3, 4) != "accepted");
  CHECK(with({Index(1) << 32, Index(1) << 32, 4}, 0, 4) != "accepted");
  const auto x = random_tensor<T>({2, 3}, 1);
  CHECK(refusal([&] { check_shape<T>("x", x, {2, 3}); }) == "accepted");
  CHECK(refusal([&] {
          check_shape<T>("x", x, {3, 2});
        }) == "ShapeMismatch | x: expected (3, 2), got (2, 3)");
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

TEMPLATE_TEST_CASE("tensor: stored as the matrix of its last axis", "[tensor]", float, double) {
  using T = TestType;
  const auto stored = [](const Shape& shape) {
    const Tensor<T> x(shape);
    CHECK(x.shape == shape);
    CHECK(x.rows.size() == size_of(shape));
    return Shape{x.rows.rows(), x.rows.cols()};
  };
  CHECK(stored({}) == Shape{1, 1});
  CHECK(stored({5}) == Shape{1, 5});
  CHECK(stored({3, 4}) == Shape{3, 4});
  CHECK(stored({2, 3, 4}) == Shape{6, 4});
  CHECK(stored({2, 3, 0}) == Shape{6, 0});
  CHECK(stored({0, 3, 4}) == Shape{0, 4});
}

TEMPLATE_TEST_CASE("tensor: leading indices count in row-major order", "[tensor]", float, double) {
  using T = TestType;
  Tensor<T> x({2, 3, 2});
  for (Index i = 0; i < 12; ++i) x.rows.data()[i] = static_cast<T>(i);
  CHECK_THAT(matrix_of(x, 0), is_exactly<T>(rows<T>({{0, 1}, {2, 3}, {4, 5}})));
  CHECK_THAT(matrix_of(x, 1), is_exactly<T>(rows<T>({{6, 7}, {8, 9}, {10, 11}})));
  const TensorView<T> view = x;
  CHECK_THAT(Matrix<T>(view.matrix(1)), is_exactly<T>(matrix_of(x, 1)));
}

TEMPLATE_TEST_CASE("tensor: writing to one matrix does not change the others", "[tensor]", float,
                   double) {
  using T = TestType;
  Tensor<T> x({3, 2, 2}, Matrix<T>::Zero(6, 2));
  x.matrix(1).setConstant(7);
  CHECK_THAT(matrix_of(x, 0), is_exactly<T>(Matrix<T>::Zero(2, 2)));
  CHECK_THAT(matrix_of(x, 1), is_exactly<T>(Matrix<T>::Constant(2, 2, 7)));
  CHECK_THAT(matrix_of(x, 2), is_exactly<T>(Matrix<T>::Zero(2, 2)));
}

TEMPLATE_TEST_CASE("tensor: tensors, matrices and foreign memory are viewed without a copy",
                   "[tensor]", float, double) {
  using T = TestType;
  const auto x = random_tensor<T>({2, 3, 4}, 1);
  const TensorView<T> of_tensor = x;
  CHECK(of_tensor.shape == x.shape);
  CHECK(of_tensor.rows.data() == x.rows.data());

  const TensorView<T> of_matrix = x.rows;
  CHECK(of_matrix.shape == Shape{6, 4});
  CHECK(of_matrix.rows.data() == x.rows.data());

  const std::vector<T> foreign(x.rows.data(), x.rows.data() + 24);
  const TensorView<T> of_foreign({2, 3, 4}, Eigen::Map<const Matrix<T>>(foreign.data(), 6, 4));
  CHECK(of_foreign.rows.data() == foreign.data());
  CHECK_THAT(Matrix<T>(of_foreign.matrix(1)), is_exactly<T>(matrix_of(x, 1)));

  const TensorView<T> of_columns({2, 3, 2}, x.rows.middleCols(1, 2));
  CHECK(of_columns.rows.data() == x.rows.data() + 1);
  CHECK_THAT(Matrix<T>(of_columns.matrix(1)),
             is_exactly<T>(Matrix<T>(x.matrix(1).middleCols(1, 2))));
}

TEMPLATE_TEST_CASE("tensor: matrices are copied from and to contiguous memory and parts of rows",
                   "[tensor]", float, double) {
  using T = TestType;
  const auto x = random_matrix<T>(5, 7, 1);
  CHECK_THAT(copy_of<T>(x), is_exactly<T>(x));
  CHECK_THAT(copy_of<T>(x.middleCols(2, 3)), is_exactly<T>(Matrix<T>(x.middleCols(2, 3))));
  CHECK(copy_of<T>(x.topRows(0)).size() == 0);
  CHECK(copy_of<T>(x.leftCols(0)).rows() == 5);

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
}  // namespace attention::detail
