// SPDX-License-Identifier: MIT
#include "attention/detail/heads.hpp"

#include <algorithm>
#include <limits>

#include "attention/detail/memory.hpp"
#include "attention/detail/text.hpp"
#include "attention/error.hpp"
#include "simd/instantiate.hpp"

namespace attention::detail {

void check_heads(Index num_heads, const char* argument, const Shape& shape, const char* option) {
  if (num_heads < 1)
    throw Error(ErrorKind::kOutOfRange, option, "a whole number >= 1", std::to_string(num_heads));
  if (shape.size() < 2)
    throw Error(ErrorKind::kShapeMismatch, argument, "at least 2 axes", shape_text(shape));
  if (side(shape) % num_heads != 0)
    throw Error(ErrorKind::kOutOfRange, option,
                std::string("a divisor of ").append(std::to_string(side(shape))),
                std::to_string(num_heads));
}

Shape split_shape(const Shape& shape, Index num_heads) {
  Shape result = leading(shape);
  result.push_back(num_heads);
  return with_matrix(result, side(shape, 1), side(shape) / num_heads);
}

template <class T>
Tensor<T> split_heads(const TensorView<T>& x, Index num_heads) {
  check_heads(num_heads, "x", x.shape);
  check_entries("x", x);
  require_memory(bytes_of<T>(x.shape));
  Tensor<T> heads(split_shape(x.shape, num_heads));
  // A tensor without entries may have 2⁶² heads. The loops below would make 2⁶² passes.
  if (heads.rows.size() == 0) return heads;
  const Index d = side(heads.shape);
  for (Index b = 0; b < batch_of(x.shape); ++b)
    for (Index h = 0; h < num_heads; ++h)
      copy<T>(x.matrix(b).middleCols(h * d, d), heads.matrix(b * num_heads + h));
  return heads;
}

template <class T>
Tensor<T> merge_heads(const TensorView<T>& x) {
  if (x.shape.size() < 3)
    throw Error(ErrorKind::kShapeMismatch, "x", "at least 3 axes", shape_text(x.shape));
  check_entries("x", x);
  const Index num_heads = side(x.shape, 2);
  const Index d = side(x.shape);
  // Even if there are no rows to store, the width num_heads·d must fit into an Index.
  const bool is_countable = size_of({num_heads, d}) < std::numeric_limits<Index>::max();
  require_memory(is_countable ? bytes_of<T>(x.shape) : kTooManyBytes);
  Shape outer = leading(x.shape);
  outer.pop_back();
  Tensor<T> merged(with_matrix(outer, side(x.shape, 1), num_heads * d));
  if (merged.rows.size() == 0) return merged;
  for (Index b = 0; b < size_of(outer); ++b)
    for (Index h = 0; h < num_heads; ++h)
      copy<T>(x.matrix(b * num_heads + h), merged.matrix(b).middleCols(h * d, d));
  return merged;
}

ATTENTION_INSTANTIATE(split_heads);
ATTENTION_INSTANTIATE(merge_heads);

}  // namespace attention::detail
