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

/// Returns the product of the axis lengths: 1 for a scalar, the largest Index if the product
/// overflows or a length is negative.
Index size_of(const Shape& shape) noexcept;

/// Returns the number of stored rows: the product of all axis lengths but the last. Overflow and
/// negative lengths are treated as by `size_of`.
Index rows_of(const Shape& shape) noexcept;

/// Returns the length of the axis `from_end` places before the last one; 1 if there is no such
/// axis.
Index side(const Shape& shape, std::size_t from_end = 0) noexcept;

/// Returns the number of matrices in a tensor: the product of all axis lengths but the last two.
Index batch_of(const Shape& shape) noexcept;

/// Returns `shape` with two more axes, `rows` and `cols`, after the last one.
Shape with_matrix(const Shape& shape, Index rows, Index cols);

/// Returns `shape` with `width` as the length of its last axis; a scalar stays a scalar.
Shape with_width(const Shape& shape, Index width);

/// Returns the shape without its last two axes.
Shape leading(const Shape& shape);

/// Returns the shape as text, such as "(2, 3)", or "()" for a scalar.
std::string shape_text(const Shape& shape);

/// A tensor with any number of axes, stored as a matrix whose columns are the last axis: row r
/// contains the entries whose leading indices have the row-major index r.
template <class T>
struct Tensor {
  Shape shape;
  Matrix<T> rows;  ///< shape (product of the leading sides, last side)

  Tensor() = default;
  /// Leaves the entries uninitialised; the caller must write all of them.
  explicit Tensor(const Shape& sides);
  Tensor(Shape sides, Matrix<T> entries) : shape(std::move(sides)), rows(std::move(entries)) {}

  /// Returns the matrix that the last two axes form at index b. b is the row-major index over all
  /// other axes.
  Eigen::Map<Matrix<T>> matrix(Index b) noexcept;
  MatrixView<T> matrix(Index b) const noexcept;
};

/// A read-only view of a tensor. A Tensor and a Matrix convert to it without a copy.
template <class T>
struct TensorView {
  Shape shape;
  MatrixView<T> rows;

  /// @param sides    the length of each axis
  /// @param entries  of shape (product of the leading lengths, last length)
  TensorView(Shape sides, const MatrixView<T>& entries) : shape(std::move(sides)), rows(entries) {}
  TensorView(const Tensor<T>& x) : shape(x.shape), rows(x.rows) {}        // NOLINT: implicit
  TensorView(const Matrix<T>& x) : shape{x.rows(), x.cols()}, rows(x) {}  // NOLINT: implicit

  /// Returns a view of the matrix that the last two axes form at index b. b is the row-major index
  /// over all other axes.
  MatrixView<T> matrix(Index b) const noexcept;
};

/// Copies the entries of a matrix to a matrix of the same shape.
template <class T>
void copy(const MatrixView<T>& from, MatrixSpan<T> to) noexcept;

template <class T>
Matrix<T> copy_of(const MatrixView<T>& x);

template <class T>
Matrix<T> zeros(Index rows, Index cols);

/// Checks that `x.rows` has as many rows and columns as `x.shape` requires. Both fields are public,
/// so that they may not match.
/// @throws ShapeMismatch naming `argument`
template <class T>
void check_entries(const char* argument, const TensorView<T>& x);

/// Checks the entries like `check_entries`, and that the shape is `expected`.
/// @throws ShapeMismatch naming `argument`
template <class T>
void check_shape(const char* argument, const TensorView<T>& x, const Shape& expected);

/// @throws ShapeMismatch naming `argument` unless its shape is `expected`
void check_same_shape(const char* argument, const Shape& shape, const Shape& expected);

/// Checks the number of rows and columns. A negative expected number means "any"; error messages
/// contain the argument `free` instead, for example "(n, 3)".
/// @throws ShapeMismatch naming `argument`
void check_sides(const char* argument, Index rows, Index cols, Index expected_rows,
                 Index expected_cols, const char* free);

/// Checks the number of rows and columns of a matrix or a view, like `check_sides`.
template <class Rows>
void check_matrix(const char* argument, const Rows& x, Index rows, Index cols,
                  const char* free = "n") {
  check_sides(argument, x.rows(), x.cols(), rows, cols, free);
}

/// Returns the product of the axis lengths and of `bytes_each`, or `kTooManyBytes` (memory.hpp).
std::uint64_t bytes_of(std::size_t bytes_each, std::span<const Index> sides) noexcept;

/// Returns the bytes of a tensor of T with this shape, or `kTooManyBytes`.
template <class T>
std::uint64_t bytes_of(const Shape& shape) noexcept {
  return bytes_of(sizeof(T), shape);
}
template <class T>
std::uint64_t bytes_of(std::initializer_list<Index> sides) noexcept {
  return bytes_of(sizeof(T), std::span(sides.begin(), sides.size()));
}

}  // namespace attention::detail
