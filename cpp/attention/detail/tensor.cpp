// SPDX-License-Identifier: MIT
#include "attention/detail/tensor.hpp"

#include <algorithm>
#include <limits>

#include "attention/detail/memory.hpp"
#include "attention/error.hpp"
#include "simd/instantiate.hpp"

namespace attention::detail {

namespace {

Index product_of(std::span<const Index> sides) noexcept {
  constexpr auto kLargest = static_cast<std::uint64_t>(std::numeric_limits<Index>::max());
  std::uint64_t size = 1;
  for (const Index n : sides) size = n < 0 ? kTooManyBytes : multiply_bytes(size, n);
  return static_cast<Index>(std::min(size, kLargest));
}

// Returns the lengths of all axes but the last `count`.
std::span<const Index> without_last(const Shape& shape, std::size_t count) noexcept {
  return std::span(shape).first(shape.size() - std::min(count, shape.size()));
}

}  // namespace

Index size_of(const Shape& shape) noexcept { return product_of(shape); }

Index rows_of(const Shape& shape) noexcept { return product_of(without_last(shape, 1)); }

Index side(const Shape& shape, std::size_t from_end) noexcept {
  return from_end < shape.size() ? shape[shape.size() - 1 - from_end] : 1;
}

Shape leading(const Shape& shape) {
  const std::span<const Index> sides = without_last(shape, 2);
  return Shape(sides.begin(), sides.end());
}

Index batch_of(const Shape& shape) noexcept { return product_of(without_last(shape, 2)); }

Shape with_matrix(const Shape& shape, Index rows, Index cols) {
  Shape result = shape;
  result.push_back(rows);
  result.push_back(cols);
  return result;
}

Shape with_width(const Shape& shape, Index width) {
  Shape result = shape;
  if (!result.empty()) result.back() = width;
  return result;
}

std::string shape_text(const Shape& shape) {
  std::string sides;
  for (const Index n : shape) {
    if (!sides.empty()) sides.append(", ");
    sides.append(std::to_string(n));
  }
  return std::string("(").append(sides).append(")");
}

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

void check_same_shape(const char* argument, const Shape& shape, const Shape& expected) {
  if (shape != expected)
    throw Error(ErrorKind::kShapeMismatch, argument, shape_text(expected), shape_text(shape));
}

template <class T>
void check_shape(const char* argument, const TensorView<T>& x, const Shape& expected) {
  check_same_shape(argument, x.shape, expected);
  check_entries(argument, x);
}

void check_sides(const char* argument, Index rows, Index cols, Index expected_rows,
                 Index expected_cols, const char* free) {
  const bool fits =
      (expected_rows < 0 || rows == expected_rows) && (expected_cols < 0 || cols == expected_cols);
  if (!fits)
    throw Error(ErrorKind::kShapeMismatch, argument, shape_text(expected_rows, expected_cols, free),
                shape_text(rows, cols));
}

std::uint64_t bytes_of(std::size_t bytes_each, std::span<const Index> sides) noexcept {
  std::uint64_t bytes = bytes_each;
  for (const Index n : sides) bytes = multiply_bytes(bytes, n);
  return bytes;
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
