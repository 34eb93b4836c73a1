// SPDX-License-Identifier: MIT
#pragma once

#include <utility>
#include <vector>

#include "attention/detail/matrix.hpp"
#include "attention/detail/shape.hpp"
#include "attention/detail/text.hpp"

namespace attention::detail {

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

/// Checks the number of rows and columns of a matrix or a view, like `check_sides`.
template <class Rows>
void check_matrix(const char* argument, const Rows& x, Index rows, Index cols,
                  const char* free = "n") {
  check_sides(argument, x.rows(), x.cols(), rows, cols, free);
}

}  // namespace attention::detail
