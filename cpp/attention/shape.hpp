// SPDX-License-Identifier: MIT
/// @file
/// The shape of a tensor.
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <span>

#include "attention/export.hpp"
#include "attention/index.hpp"

namespace attention {

namespace abi {
[[noreturn]] ATTENTION_API void refuse_axes(std::size_t axes);
}

/// The sides of a tensor, outermost first. A scalar has none. It holds at most `kMaxAxes` sides in
/// place and never allocates.
///
///     const attention::Shape shape = {2, 3, 4};
///     shape.size();  // 3
///     shape[0];      // 2
///
/// Whatever would make it longer throws attention::Error, OutOfRange naming "shape".
class Shape {
 public:
  static constexpr std::size_t kMaxAxes = 8;  ///< the most sides

  /// As in containers of the standard library.
  /// @{
  using value_type = Index;
  using iterator = Index*;
  using const_iterator = const Index*;
  /// @}

  /// The sides, none by default. @throws OutOfRange (shape) for more than `kMaxAxes`
  /// @{
  constexpr Shape() = default;
  constexpr Shape(std::initializer_list<Index> sides) : Shape(sides.begin(), sides.size()) {}
  constexpr explicit Shape(std::span<const Index> sides) : Shape(sides.data(), sides.size()) {}
  template <std::forward_iterator Iterator>
  constexpr Shape(Iterator first, Iterator last) {
    for (; first != last; ++first) push_back(*first);
  }
  /// @}

  /// The number of axes.
  /// @{
  constexpr std::size_t size() const { return count_; }
  constexpr bool empty() const { return count_ == 0; }
  /// @}

  /// The sides. Not checked.
  /// @{
  constexpr Index* data() { return sides_; }
  constexpr const Index* data() const { return sides_; }
  constexpr Index* begin() { return sides_; }
  constexpr const Index* begin() const { return sides_; }
  constexpr Index* end() { return sides_ + count_; }
  constexpr const Index* end() const { return sides_ + count_; }

  constexpr Index& operator[](std::size_t axis) { return sides_[axis]; }
  constexpr Index operator[](std::size_t axis) const { return sides_[axis]; }
  /// @}

  /// The innermost side. There must be one.
  /// @{
  constexpr Index& back() { return sides_[count_ - 1]; }
  constexpr Index back() const { return sides_[count_ - 1]; }
  /// @}

  /// Adds a side before `position`. @return where it is
  constexpr Index* insert(const Index* position, Index side) {
    if (count_ == kMaxAxes) abi::refuse_axes(count_ + 1);
    Index* const at = sides_ + (position - sides_);
    std::copy_backward(at, end(), end() + 1);
    *at = side;
    ++count_;
    return at;
  }

  /// Adds an innermost side.
  constexpr void push_back(Index side) { insert(end(), side); }

  /// Drops the innermost side. There must be one.
  constexpr void pop_back() { --count_; }

  /// Whether all sides are equal.
  friend constexpr bool operator==(const Shape& a, const Shape& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  constexpr Shape(const Index* sides, std::size_t count) : count_(count) {
    if (count > kMaxAxes) abi::refuse_axes(count);
    std::copy(sides, sides + count, sides_);
  }

  Index sides_[kMaxAxes] = {};
  std::size_t count_ = 0;
};

}  // namespace attention
