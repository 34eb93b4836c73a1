// SPDX-License-Identifier: MIT
#include "attention/tensor.hpp"

#include "attention/memory.hpp"

namespace attention {

Index size_of(const Shape& shape) {
  Index size = 1;
  for (const Index n : shape) size *= n;
  return size;
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
Tensor<T>::Tensor(const Shape& sides) : shape(sides) {
  Index outer = 1;
  for (std::size_t axis = 0; axis + 1 < sides.size(); ++axis) outer *= sides[axis];
  rows.resize(outer, side(sides));
}

template <class T>
std::uint64_t bytes_of(const Shape& shape) {
  std::uint64_t bytes = sizeof(T);
  for (const Index n : shape) bytes = multiply_bytes(bytes, n);
  return bytes;
}

template struct Tensor<float>;
template struct Tensor<double>;
template std::uint64_t bytes_of<float>(const Shape&);
template std::uint64_t bytes_of<double>(const Shape&);

}  // namespace attention
