// SPDX-License-Identifier: MIT
#include "attention/detail/shape.hpp"

#include <algorithm>
#include <limits>

#include "attention/detail/memory.hpp"
#include "attention/detail/refuse.hpp"

namespace attention::detail {
namespace {

Index product_of(std::span<const Index> sides) noexcept {
  constexpr auto kLargest = static_cast<std::uint64_t>(std::numeric_limits<Index>::max());
  std::uint64_t size = 1;
  for (const Index n : sides) size = n < 0 ? kTooManyBytes : multiply_bytes(size, n);
  return static_cast<Index>(std::min(size, kLargest));
}

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

std::string shape_text(const Shape& shape, const char* free) {
  const bool is_free = *free != '\0';
  std::string sides;
  for (const Index n : shape) {
    if (!sides.empty()) sides.append(", ");
    sides.append(n >= 0 || !is_free ? std::to_string(n) : n == -2 ? "h_k" : free);
  }
  return std::string("(").append(sides).append(")");
}

void check_sides(const char* argument, Index rows, Index cols, Index expected_rows,
                 Index expected_cols, const char* free) {
  const bool fits =
      (expected_rows < 0 || rows == expected_rows) && (expected_cols < 0 || cols == expected_cols);
  if (!fits)
    refuse_shape(argument, ErrorCode::kShape, {{Shape{expected_rows, expected_cols}, free}},
                 Shape{rows, cols});
}

void check_matrix(const char* argument, const Shape& shape, Index rows, Index cols,
                  const char* free) {
  if (shape.size() != 2) refuse_shape(argument, ErrorCode::kAxes, {2}, shape);
  check_sides(argument, shape[0], shape[1], rows, cols, free);
}

void check_same_shape(const char* argument, const Shape& shape, const Shape& expected) {
  if (shape != expected) refuse_shape(argument, ErrorCode::kShape, {expected}, shape);
}

void check_heads(Index num_heads, const char* argument, const Shape& shape, const char* option) {
  if (num_heads < 1) refuse_range(option, ErrorCode::kWholeAtLeast, {1}, num_heads);
  if (shape.size() < 2) refuse_shape(argument, ErrorCode::kAxesAtLeast, {2}, shape);
  if (side(shape) % num_heads != 0)
    refuse_range(option, ErrorCode::kDivisor, {side(shape)}, num_heads);
}

Shape split_shape(const Shape& shape, Index num_heads) {
  Shape result = leading(shape);
  result.push_back(num_heads);
  return with_matrix(result, side(shape, 1), side(shape) / num_heads);
}

std::uint64_t bytes_of(std::size_t bytes_each, std::span<const Index> sides) noexcept {
  std::uint64_t bytes = bytes_each;
  for (const Index n : sides) bytes = multiply_bytes(bytes, n);
  return bytes;
}

}  // namespace attention::detail
