// SPDX-License-Identifier: MIT
#include "lab/mistakes.hpp"

#include <algorithm>
#include <span>

#include "attention/detail/memory.hpp"
#include "attention/detail/product.hpp"
#include "attention/error.hpp"
#include "simd/instantiate.hpp"
#include "simd/row.hpp"

namespace attention::lab {

template <class T>
Matrix<T> double_transpose_scores(const MatrixView<T>& queries, const MatrixView<T>& keys) {
  check_width<T>(queries, keys);
  if (keys.rows() != queries.cols())
    throw Error(ErrorKind::kShapeMismatch, "keys", shape_text(queries.cols(), queries.cols()),
                shape_text(keys.rows(), keys.cols()));
  require_memory(bytes_of<T>({queries.rows(), keys.cols()}));
  Matrix<T> scores(queries.rows(), keys.cols());
  multiply<T>(queries, keys, scores);
  scores /= divisor_of(Scale<T>{}, keys.cols());
  return scores;
}

template <class T>
Matrix<T> naive_softmax(const MatrixView<T>& logits) {
  require_memory(bytes_of<T>({logits.rows(), logits.cols()}));
  Matrix<T> weights = copy_of<T>(logits);
  if (weights.size() == 0) return weights;
  const auto n = static_cast<std::size_t>(weights.cols());
  for (Index i = 0; i < weights.rows(); ++i) {
    const std::span<T> row(weights.row(i).data(), n);
    simd::exp_in_place(row);
    simd::divide(row, simd::sum_of<T>(row));
  }
  return weights;
}

template <class T>
detail::Tensor<T> wrong_view_of_heads(const detail::TensorView<T>& x, Index num_heads) {
  check_heads(num_heads, "x", x.shape);
  check_entries("x", x);
  require_memory(multiply_bytes(bytes_of<T>(x.shape), 2));
  detail::Tensor<T> view(split_shape(x.shape, num_heads));
  const Matrix<T> stored = copy_of<T>(x.rows);
  std::copy_n(stored.data(), stored.size(), view.rows.data());
  return view;
}

ATTENTION_INSTANTIATE(double_transpose_scores);
ATTENTION_INSTANTIATE(naive_softmax);
ATTENTION_INSTANTIATE(wrong_view_of_heads);

}  // namespace attention::lab
