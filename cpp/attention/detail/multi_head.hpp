// SPDX-License-Identifier: MIT
#pragma once

#include "attention/detail/matrix.hpp"
#include "attention/detail/streaming.hpp"

namespace attention::detail {

/// Memory that calls of multi-head attention with the same `MultiHeadMemory` reuse.
template <class T>
struct MultiHeadMemory {
  HeadStream<T> stream;
  Matrix<T> queries;  // projected queries of a few batch items; likewise keys and values
  Matrix<T> keys;
  Matrix<T> values;
  Matrix<T> concat;
};

}  // namespace attention::detail
