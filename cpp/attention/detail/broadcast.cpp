// SPDX-License-Identifier: MIT
#include "attention/detail/broadcast.hpp"

#include "attention/detail/tensor.hpp"

namespace attention::detail {

bool broadcasts(const Shape& shape, const Shape& scores) noexcept {
  for (std::size_t axis = 0; axis < shape.size(); ++axis)
    if (side(shape, axis) != 1 && side(shape, axis) != side(scores, axis)) return false;
  return true;
}

Broadcast::Broadcast(const Shape& shape, Index row_stride, const Shape& scores)
    : batch_sides_(leading(scores)),
      batch_strides_(batch_sides_),
      row_stride_(side(shape, 1) == 1 ? 0 : row_stride),
      column_stride_(side(shape) == 1 ? 0 : 1) {
  Index stride = row_stride * side(shape, 1);
  for (std::size_t axis = 2; axis < scores.size(); ++axis) {
    const Index length = side(shape, axis);
    batch_strides_[scores.size() - 1 - axis] = length == 1 ? 0 : stride;
    stride *= length;
  }
}

Index Broadcast::offset(Index b, Index i) const noexcept {
  Index offset = i * row_stride_;
  for (std::size_t axis = batch_sides_.size(); axis-- > 0; b /= batch_sides_[axis])
    offset += b % batch_sides_[axis] * batch_strides_[axis];
  return offset;
}

}  // namespace attention::detail
