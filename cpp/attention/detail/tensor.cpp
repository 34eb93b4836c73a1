// SPDX-License-Identifier: MIT
#include "attention/detail/tensor.hpp"

#include <algorithm>

#include "simd/instantiate.hpp"

namespace attention::detail {

template <class T>
void copy(const MatrixView<T>& from, MatrixSpan<T> to) noexcept {
  // std::copy_n for contiguous matrices, because Eigen's assignment, compiled for size (-Os),
  // copies one number at a time.
  const bool is_one_piece = from.outerStride() == from.cols() && to.outerStride() == to.cols();
  if (is_one_piece)
    std::copy_n(from.data(), from.size(), to.data());
  else
    for (Index r = 0; r < from.rows() && from.cols() > 0; ++r)
      std::copy_n(from.data() + r * from.outerStride(), from.cols(),
                  to.data() + r * to.outerStride());
}

ATTENTION_INSTANTIATE(copy);

}  // namespace attention::detail
