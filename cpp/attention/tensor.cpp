// SPDX-License-Identifier: MIT
#include "attention/tensor.hpp"

#include <algorithm>
#include <limits>

#include "attention/error.hpp"
#include "attention/memory.hpp"

namespace attention {

Index size_of(const Shape& shape) {
  constexpr auto kLargest = static_cast<std::uint64_t>(std::numeric_limits<Index>::max());
  std::uint64_t size = 1;
  for (const Index n : shape) size = n < 0 ? kTooManyBytes : multiply_bytes(size, n);
  return static_cast<Index>(std::min(size, kLargest));
}

Index rows_of(const Shape& shape) {
  return shape.empty() ? 1 : size_of(Shape(shape.begin(), shape.end() - 1));
}

Index side(const Shape& shape, std::size_t from_end) {
  return from_end < shape.size() ? shape[shape.size() - 1 - from_end] : 1;
}

Shape leading(const Shape& shape) {
  const std::size_t kept = shape.size() < 2 ? 0 : shape.size() - 2;
  return Shape(shape.begin(), shape.begin() + static_cast<std::ptrdiff_t>(kept));
}

Index batch_of(const Shape& shape) { return size_of(leading(shape)); }

Shape with_matrix(const Shape& shape, Index rows, Index cols) {
  Shape result = shape;
  result.push_back(rows);
  result.push_back(cols);
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
  if (x.shape != expected)
    throw Error(ErrorKind::kShapeMismatch, argument, shape_text(expected), shape_text(x.shape));
  check_entries(argument, x);
}

template <class T>
std::uint64_t bytes_of(const Shape& shape) {
  std::uint64_t bytes = sizeof(T);
  for (const Index n : shape) bytes = multiply_bytes(bytes, n);
  return bytes;
}

template struct Tensor<float>;
template struct Tensor<double>;
template void check_entries(const char*, const TensorView<float>&);
template void check_entries(const char*, const TensorView<double>&);
template void check_shape(const char*, const TensorView<float>&, const Shape&);
template void check_shape(const char*, const TensorView<double>&, const Shape&);
template std::uint64_t bytes_of<float>(const Shape&);
template std::uint64_t bytes_of<double>(const Shape&);
template std::uint64_t bytes_of<std::uint8_t>(const Shape&);

}  // namespace attention
