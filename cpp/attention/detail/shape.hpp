// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>

#include "attention/shape.hpp"

namespace attention::detail {

/// Converts a length or a position that is not negative to std::size_t.
constexpr std::size_t size(Index n) noexcept { return static_cast<std::size_t>(n); }

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

/// Returns the shape as text, such as "(2, 3)", or "()" for a scalar. If `free` is not empty, the
/// text contains `free` for −1 (any length), and "h_k" for −2 (the number of key heads).
std::string shape_text(const Shape& shape, const char* free = "");

/// Checks the number of rows and columns. A negative expected number means "any"; error messages
/// contain the argument `free` instead, for example "(n, 3)".
/// @throws ShapeMismatch naming `argument`
void check_sides(const char* argument, Index rows, Index cols, Index expected_rows,
                 Index expected_cols, const char* free);

/// @throws ShapeMismatch naming `argument` unless its shape is `expected`
void check_same_shape(const char* argument, const Shape& shape, const Shape& expected);

/// Checks that a shape has two axes, and their lengths like `check_sides`.
/// @throws ShapeMismatch naming `argument`
void check_matrix(const char* argument, const Shape& shape, Index rows = -1, Index cols = -1,
                  const char* free = "n");

/// Returns the shape of the result of `split_heads`.
Shape split_shape(const Shape& shape, Index num_heads);

/// Checks that the last axis of `shape` can be split into `num_heads` heads of equal width.
/// @param option  the name of the number of heads in error messages
/// @throws ShapeMismatch naming `argument`; OutOfRange naming `option`
void check_heads(Index num_heads, const char* argument, const Shape& shape,
                 const char* option = "num_heads");

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
