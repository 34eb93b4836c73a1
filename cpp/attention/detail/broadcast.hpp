// SPDX-License-Identifier: MIT
#pragma once

#include "attention/index.hpp"
#include "attention/shape.hpp"

namespace attention::detail {

/// Whether each axis of `shape`, counted from the last one, has the length of the same axis of
/// `scores` or length 1. Axes that the scores do not have must have length 1.
bool broadcasts(const Shape& shape, const Shape& scores) noexcept;

/// The offsets of the entries of a tensor that is broadcast to the scores' shape (…, m, n). Entries
/// are repeated along axes of length 1 and along missing axes, as in NumPy.
class Broadcast {
 public:
  Broadcast() = default;

  /// @param shape       the tensor's shape, which `broadcasts` to the scores
  /// @param row_stride  entries from the start of a row to the start of the next
  /// @param scores      the shape of the scores, which have at least one entry
  Broadcast(const Shape& shape, Index row_stride, const Shape& scores);

  /// Returns the offset of the entry for query i of batch item b and key 0.
  Index offset(Index b, Index i) const noexcept;

  /// The step from one key's entry to the next: 1, or 0 if one entry is repeated for all keys.
  Index column_stride() const noexcept { return column_stride_; }

 private:
  Shape batch_sides_;    // the scores' leading axes
  Shape batch_strides_;  // strides of these axes in the tensor, 0 for repeated entries
  Index row_stride_ = 0;
  Index column_stride_ = 0;
};

}  // namespace attention::detail
