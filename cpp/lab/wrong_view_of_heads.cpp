// SPDX-License-Identifier: MIT
#include "lab/wrong_view_of_heads.hpp"

#include <algorithm>

#include "attention/detail/memory.hpp"

namespace attention::lab {

template <class T>
Tensor<T> wrong_view_of_heads(const TensorView<T>& x, Index num_heads) {
  check_heads(num_heads, "x", x.shape);
  check_entries("x", x);
  require_memory(multiply_bytes(bytes_of<T>(x.shape), 2));
  Tensor<T> view(split_shape(x.shape, num_heads));
  const Matrix<T> stored = x.rows;
  std::copy_n(stored.data(), stored.size(), view.rows.data());
  return view;
}

template Tensor<float> wrong_view_of_heads(const TensorView<float>&, Index);
template Tensor<double> wrong_view_of_heads(const TensorView<double>&, Index);

}  // namespace attention::lab
