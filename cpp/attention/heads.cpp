// SPDX-License-Identifier: MIT
#include <limits>

#include "attention/detail/memory.hpp"
#include "attention/detail/refuse.hpp"
#include "attention/detail/tensor.hpp"
#include "attention/multi_head.hpp"
#include "simd/instantiate.hpp"

namespace attention::abi {

using namespace detail;

// Source: the lessons' source document 004, lines 68–71
template <class T>
Tensor<T> split_heads(const TensorView<T>& x, Index num_heads) {
  return guarded([&] {
    check_heads(num_heads, "x", x.shape());
    Tensor<T> heads = uninitialised<T>(split_shape(x.shape(), num_heads));
    // A tensor without entries may have 2⁶² heads. The loops below would make 2⁶² passes.
    if (heads.empty()) return heads;
    const Index d = heads.cols();
    for (Index b = 0; b < batch_of(x.shape()); ++b)
      for (Index h = 0; h < num_heads; ++h)
        copy<T>(matrix_of(x, b).middleCols(h * d, d), matrix_of(heads, b * num_heads + h));
    return heads;
  });
}

template <class T>
Tensor<T> merge_heads(const TensorView<T>& x) {
  return guarded([&] {
    if (x.shape().size() < 3) refuse_shape("x", ErrorCode::kAxesAtLeast, {3}, x.shape());
    const Index num_heads = side(x.shape(), 2);
    const Index d = x.cols();
    // Even if there are no rows to store, the width num_heads·d must fit into an Index.
    if (size_of({num_heads, d}) == std::numeric_limits<Index>::max()) refuse_memory(kTooManyBytes);
    Shape outer = leading(x.shape());
    outer.pop_back();
    Tensor<T> merged = uninitialised<T>(with_matrix(outer, side(x.shape(), 1), num_heads * d));
    if (merged.empty()) return merged;
    for (Index b = 0; b < size_of(outer); ++b)
      for (Index h = 0; h < num_heads; ++h)
        copy<T>(matrix_of(x, b * num_heads + h), matrix_of(merged, b).middleCols(h * d, d));
    return merged;
  });
}

ATTENTION_INSTANTIATE(split_heads);
ATTENTION_INSTANTIATE(merge_heads);

}  // namespace attention::abi
