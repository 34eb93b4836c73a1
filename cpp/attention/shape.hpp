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

/// The lengths of a tensor's axes ("sides"), outermost first. A scalar has no axes. Stores up to
/// `kMaxAxes` sides in place and never allocates.
///
///     const attention::Shape shape = {2, 3, 4};
///     shape.size();  // 3
///     shape[0];      // 2
///
/// If a shape would exceed `kMaxAxes`, functions throw an attention::Error of kind OutOfRange that
/// names "shape".
class Shape {
 public:
  static constexpr std::size_t kMaxAxes = 8;  ///< the maximum number of sides

  /// The member types that standard containers have.
  /// @{
  using value_type = Index;
  using iterator = Index*;
  using const_iterator = const Index*;
  /// @}

  /// Creates a shape from the lengths of its axes; by default, it has no axes.
  /// @throws OutOfRange naming `shape` for more than `kMaxAxes` axes
  /// @{
  constexpr Shape() = default;
  constexpr Shape(std::initializer_list<Index> sides) : Shape(sides.begin(), sides.size()) {}
  constexpr explicit Shape(std::span<const Index> sides) : Shape(sides.data(), sides.size()) {}
  template <std::forward_iterator Iterator>
  constexpr Shape(Iterator first, Iterator last) {
    for (; first != last; ++first) push_back(*first);
  }
  /// @}

  /// The number of axes, and whether it is 0.
  /// @{
  constexpr std::size_t size() const { return count_; }
  constexpr bool empty() const { return count_ == 0; }
  /// @}

  /// Access to the lengths of the axes, without bounds checks.
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

  /// The length of the last axis. The shape must have an axis.
  /// @{
  constexpr Index& back() { return sides_[count_ - 1]; }
  constexpr Index back() const { return sides_[count_ - 1]; }
  /// @}

  /// Inserts an axis of length `side` before `position`.
  /// @return the position of the new axis
  constexpr Index* insert(const Index* position, Index side) {
    if (count_ == kMaxAxes) abi::refuse_axes(count_ + 1);
    Index* const at = sides_ + (position - sides_);
    std::copy_backward(at, end(), end() + 1);
    *at = side;
    ++count_;
    return at;
  }

  /// Adds a last axis.
  constexpr void push_back(Index side) { insert(end(), side); }

  /// Removes the last axis. The shape must have an axis.
  constexpr void pop_back() { --count_; }

  /// Whether both shapes have the same number of axes and the same lengths.
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
