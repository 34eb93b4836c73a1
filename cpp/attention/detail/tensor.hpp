// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "attention/detail/matrix.hpp"
#include "attention/detail/text.hpp"
#include "attention/shape.hpp"

namespace attention::detail {

/// Product of the sides, 1 for a scalar; the largest Index where there are more or a side is < 0.
Index size_of(const Shape& shape) noexcept;

/// Product of all sides but the last, as `size_of`: the rows in which a tensor is stored.
Index rows_of(const Shape& shape) noexcept;

/// The side `from_end` axes before the last; 1 where the shape has no such axis.
Index side(const Shape& shape, std::size_t from_end = 0) noexcept;

/// Number of matrices in a tensor: the product of all sides but the last two.
Index batch_of(const Shape& shape) noexcept;

/// `leading` with two more axes.
Shape with_matrix(const Shape& shape, Index rows, Index cols);

/// `shape` with another last side; a scalar stays a scalar.
Shape with_width(const Shape& shape, Index width);

/// All sides but the last two.
Shape leading(const Shape& shape);

/// "(2, 3)", and "()" for a scalar.
std::string shape_text(const Shape& shape);

/// Numbers with any number of axes, stored as the matrix of the last one: row r holds the entries
/// whose leading indices, counted row by row, come to r.
template <class T>
struct Tensor {
  Shape shape;
  Matrix<T> rows;  ///< (product of the leading sides, last side)

  Tensor() = default;
  /// All entries are what the memory held before: write each of them.
  explicit Tensor(const Shape& sides);
  Tensor(Shape sides, Matrix<T> entries) : shape(std::move(sides)), rows(std::move(entries)) {}

  /// Matrix b of the last two axes.
  Eigen::Map<Matrix<T>> matrix(Index b) noexcept;
  MatrixView<T> matrix(Index b) const noexcept;
};

/// A tensor that a function only reads: a Tensor, a Matrix and foreign memory all convert to it
/// without a copy.
template <class T>
struct TensorView {
  Shape shape;
  MatrixView<T> rows;

  /// @param sides    sides of the tensor
  /// @param entries  (product of the leading sides, last side)
  TensorView(Shape sides, const MatrixView<T>& entries) : shape(std::move(sides)), rows(entries) {}
  TensorView(const Tensor<T>& x) : shape(x.shape), rows(x.rows) {}        // NOLINT: a view of it
  TensorView(const Matrix<T>& x) : shape{x.rows(), x.cols()}, rows(x) {}  // NOLINT: a view of it

  /// Matrix b of the last two axes.
  MatrixView<T> matrix(Index b) const noexcept;
};

/// Copies the numbers of a matrix. @param to  as many rows and columns
template <class T>
void copy(const MatrixView<T>& from, MatrixSpan<T> to) noexcept;

/// The numbers of a matrix in memory of their own.
template <class T>
Matrix<T> copy_of(const MatrixView<T>& x);

/// A matrix of zeros.
template <class T>
Matrix<T> zeros(Index rows, Index cols);

/// Checks that the entries are as many rows and columns as the shape says: both are public, and may
/// be put together by hand.
/// @throws ShapeMismatch naming `argument`
template <class T>
void check_entries(const char* argument, const TensorView<T>& x);

/// Checks for one shape, and as `check_entries`. @throws ShapeMismatch naming `argument`
template <class T>
void check_shape(const char* argument, const TensorView<T>& x, const Shape& expected);

/// Checks for so many rows and columns; a negative number stands for "any" and is written as
/// `free`.
/// @throws ShapeMismatch naming `argument`
void check_sides(const char* argument, Index rows, Index cols, Index expected_rows,
                 Index expected_cols, const char* free);

/// The same of a matrix, or of a view of one.
template <class Rows>
void check_matrix(const char* argument, const Rows& x, Index rows, Index cols,
                  const char* free = "n") {
  check_sides(argument, x.rows(), x.cols(), rows, cols, free);
}

/// Bytes of so many things of so many bytes each, or `kTooManyBytes` (memory.hpp).
std::uint64_t bytes_of(std::size_t bytes_each, std::span<const Index> sides) noexcept;

/// Bytes of a tensor of T with these sides.
template <class T>
std::uint64_t bytes_of(const Shape& shape) noexcept {
  return bytes_of(sizeof(T), shape);
}
template <class T>
std::uint64_t bytes_of(std::initializer_list<Index> sides) noexcept {
  return bytes_of(sizeof(T), std::span(sides.begin(), sides.size()));
}

}  // namespace attention::detail
