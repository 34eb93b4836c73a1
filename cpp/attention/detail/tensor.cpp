// SPDX-License-Identifier: MIT
#include "attention/detail/tensor.hpp"

#include <algorithm>

#include "attention/error.hpp"
#include "simd/instantiate.hpp"

namespace attention::detail {

template <class T>
Tensor<T>::Tensor(const Shape& sides) : shape(sides), rows(rows_of(sides), side(sides)) {}

template <class T>
Eigen::Map<Matrix<T>> Tensor<T>::matrix(Index b) noexcept {
  const Index count = side(shape, 1);
  return {rows.data() + b * count * rows.cols(), count, rows.cols()};
}

template <class T>
MatrixView<T> Tensor<T>::matrix(Index b) const noexcept {
  const Index count = side(shape, 1);
  return rows.middleRows(b * count, count);
}

template <class T>
MatrixView<T> TensorView<T>::matrix(Index b) const noexcept {
  const Index count = side(shape, 1);
  return rows.middleRows(b * count, count);
}

template <class T>
void copy(const MatrixView<T>& from, MatrixSpan<T> to) noexcept {
  // std::copy_n for contiguous matrices, because Eigen's assignment, compiled for size (-Os),
  // copies one number at a time.
  const bool is_one_piece = from.outerStride() == from.cols() && to.outerStride() == to.cols();
  if (is_one_piece)
    std::copy_n(from.data(), from.size(), to.data());
  else
    for (Index r = 0; r < from.rows() && from.cols() > 0; ++r)
      std::copy_n(from.data() + r * from.outerStride(), from.cols(),
                  to.data() + r * to.outerStride());
}

template <class T>
Matrix<T> copy_of(const MatrixView<T>& x) {
  Matrix<T> result(x.rows(), x.cols());
  copy<T>(x, result);
  return result;
}

template <class T>
Matrix<T> zeros(Index rows, Index cols) {
  return Matrix<T>::Zero(rows, cols);
}

template <class T>
void check_entries(const char* argument, const TensorView<T>& x) {
  const Index rows = rows_of(x.shape);
  const Index cols = side(x.shape);
  if (x.rows.rows() != rows || x.rows.cols() != cols)
    throw Error(
        ErrorKind::kShapeMismatch, argument,
        shape_text(rows, cols).append(" entries for the shape ").append(shape_text(x.shape)),
        shape_text(x.rows.rows(), x.rows.cols()));
}

template <class T>
void check_shape(const char* argument, const TensorView<T>& x, const Shape& expected) {
  check_same_shape(argument, x.shape, expected);
  check_entries(argument, x);
}

template struct Tensor<float>;
template struct Tensor<double>;
template struct TensorView<float>;
template struct TensorView<double>;
ATTENTION_INSTANTIATE(copy);
template Matrix<float> copy_of(const MatrixView<float>&);
template Matrix<double> copy_of(const MatrixView<double>&);
ATTENTION_INSTANTIATE(zeros);
ATTENTION_INSTANTIATE(check_entries);
ATTENTION_INSTANTIATE(check_shape);

}  // namespace attention::detail
