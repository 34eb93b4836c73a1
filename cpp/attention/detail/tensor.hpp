// SPDX-License-Identifier: MIT
#pragma once

#include "attention/detail/matrix.hpp"
#include "attention/detail/shape.hpp"
#include "attention/tensor.hpp"

namespace attention::detail {

template <class T>
using MatrixMap = Eigen::Map<Matrix<T>, Eigen::Unaligned, Eigen::OuterStride<>>;

/// Returns a view of all rows of a tensor.
/// @{
template <Real T>
MatrixView<T> matrix_of(const TensorView<T>& x) noexcept {
  return Eigen::Map<const Matrix<T>, Eigen::Unaligned, Eigen::OuterStride<>>(
      x.data(), x.rows(), x.cols(), Eigen::OuterStride<>(x.row_stride()));
}
template <Real T>
MatrixView<T> matrix_of(const Tensor<T>& x) noexcept {
  return Eigen::Map<const Matrix<T>>(x.data(), x.rows(), x.cols());
}
template <Real T>
MatrixMap<T> matrix_of(Tensor<T>& x) noexcept {
  return {x.data(), x.rows(), x.cols(), Eigen::OuterStride<>(x.cols())};
}
template <Real T>
MatrixMap<T> matrix_of(const TensorSpan<T>& x) noexcept {
  return {x.data(), x.rows(), x.cols(), Eigen::OuterStride<>(x.row_stride())};
}
/// @}

/// Returns a view of the matrix that the last two axes of a tensor form at index b. b is the
/// row-major index over all other axes.
/// @{
template <Real T>
MatrixView<T> matrix_of(const TensorView<T>& x, Index b) noexcept {
  const Index count = side(x.shape(), 1);
  return Eigen::Map<const Matrix<T>, Eigen::Unaligned, Eigen::OuterStride<>>(
      x.data() + b * count * x.row_stride(), count, x.cols(), Eigen::OuterStride<>(x.row_stride()));
}
template <Real T>
MatrixView<T> matrix_of(const Tensor<T>& x, Index b) noexcept {
  const Index count = side(x.shape(), 1);
  return Eigen::Map<const Matrix<T>>(x.data() + b * count * x.cols(), count, x.cols());
}
template <Real T>
MatrixMap<T> matrix_of(Tensor<T>& x, Index b) noexcept {
  const Index count = side(x.shape(), 1);
  return {x.data() + b * count * x.cols(), count, x.cols(), Eigen::OuterStride<>(x.cols())};
}
/// @}

/// Returns `matrix_of(x)` for a tensor with two axes.
/// @throws ShapeMismatch naming `argument` for any other number of axes
template <Real T>
MatrixView<T> checked_matrix(const char* argument, const TensorView<T>& x) {
  check_matrix(argument, x.shape());
  return matrix_of(x);
}

/// Returns a parameter as a matrix: a tensor with one axis is one row. A tensor of shape (0) means
/// that there is no such parameter; it becomes an empty matrix.
/// @throws ShapeMismatch naming `argument` unless it has one axis or two
template <Real T>
MatrixView<T> parameter_of(const char* argument, const TensorView<T>& x) {
  if (x.shape().size() != 1) return checked_matrix(argument, x);
  return x.empty() ? MatrixView<T>(Eigen::Map<const Matrix<T>>(nullptr, 0, 0)) : matrix_of(x);
}

/// Returns a tensor of zeros with the shape of a parameter, empty if there is no such parameter.
/// @throws OutOfMemory
template <class T>
Tensor<T> zeros_like(const MatrixView<T>& parameter) {
  return parameter.size() == 0 ? Tensor<T>() : Tensor<T>({parameter.rows(), parameter.cols()});
}

/// Returns a tensor whose entries are not initialised; the caller must write all of them. Unlike
/// the constructor of Tensor, it throws OutOfMemory if an Index cannot count the entries.
/// @throws OutOfMemory
template <Element T>
Tensor<T> uninitialised(const Shape& shape);

template <class T>
void copy(const MatrixView<T>& from, MatrixSpan<T> to) noexcept;

template <class Rows>
void check_matrix(const char* argument, const Rows& x, Index rows, Index cols,
                  const char* free = "n") {
  check_sides(argument, x.rows(), x.cols(), rows, cols, free);
}

}  // namespace attention::detail
