// SPDX-License-Identifier: MIT
#include "attention/detail/heads.hpp"

#include <limits>

#include "attention/detail/memory.hpp"
#include "attention/detail/refuse.hpp"
#include "attention/detail/tensor.hpp"
#include "attention/multi_head.hpp"
#include "simd/instantiate.hpp"

namespace attention::detail {

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

}  // namespace attention::detail

namespace attention::abi {

using detail::guarded;
using detail::matrix_of;
using detail::side;

// Source: the lessons' source document 004, lines 68–71
template <class T>
Tensor<T> split_heads(const TensorView<T>& x, Index num_heads) {
  return guarded([&] {
    detail::check_heads(num_heads, "x", x.shape());
    Tensor<T> heads = detail::uninitialised<T>(detail::split_shape(x.shape(), num_heads));
    // A tensor without entries may have 2⁶² heads. The loops below would make 2⁶² passes.
    if (heads.empty()) return heads;
    const Index d = heads.cols();
    for (Index b = 0; b < detail::batch_of(x.shape()); ++b)
      for (Index h = 0; h < num_heads; ++h)
        detail::copy<T>(matrix_of(x, b).middleCols(h * d, d), matrix_of(heads, b * num_heads + h));
    return heads;
  });
}

template <class T>
Tensor<T> merge_heads(const TensorView<T>& x) {
  return guarded([&] {
    if (x.shape().size() < 3) detail::refuse_shape("x", ErrorCode::kAxesAtLeast, {3}, x.shape());
    const Index num_heads = side(x.shape(), 2);
    const Index d = x.cols();
    // Even if there are no rows to store, the width num_heads·d must fit into an Index.
    if (detail::size_of({num_heads, d}) == std::numeric_limits<Index>::max())
      detail::refuse_memory(detail::kTooManyBytes);
    Shape outer = detail::leading(x.shape());
    outer.pop_back();
    Tensor<T> merged =
        detail::uninitialised<T>(detail::with_matrix(outer, side(x.shape(), 1), num_heads * d));
    if (merged.empty()) return merged;
    for (Index b = 0; b < detail::size_of(outer); ++b)
      for (Index h = 0; h < num_heads; ++h)
        detail::copy<T>(matrix_of(x, b * num_heads + h), matrix_of(merged, b).middleCols(h * d, d));
    return merged;
  });
}

ATTENTION_INSTANTIATE(split_heads);
ATTENTION_INSTANTIATE(merge_heads);

}  // namespace attention::abi
