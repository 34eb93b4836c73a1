// SPDX-License-Identifier: MIT
#include "lab/mistakes.hpp"

#include <algorithm>
#include <span>

#include "attention/detail/product.hpp"
#include "attention/detail/refuse.hpp"
#include "attention/detail/scores.hpp"
#include "simd/instantiate.hpp"
#include "simd/row.hpp"

namespace attention::lab {

using namespace detail;

template <class T>
Tensor<T> double_transpose_scores(const TensorView<T>& queries, const TensorView<T>& keys) {
  const auto q = checked_matrix("queries", queries);
  const auto k = checked_matrix("keys", keys);
  check_width<T>(q, k);
  if (k.rows() != q.cols())
    refuse_shape("keys", ErrorCode::kShape, {Shape{q.cols(), q.cols()}}, keys.shape());
  Tensor<T> scores = uninitialised<T>({q.rows(), k.cols()});
  multiply<T>(q, k, matrix_of(scores));
  const T divisor = divisor_of<T>({}, k.cols());
  for (T& score : scores) score /= divisor;
  return scores;
}

template <class T>
Tensor<T> naive_softmax(const TensorView<T>& logits) {
  Tensor<T> weights(logits);
  for (Index i = 0; !weights.empty() && i < weights.rows(); ++i) {
    const std::span<T> row = weights.row(i);
    simd::exp_in_place(row);
    simd::divide(row, simd::sum_of<T>(row));
  }
  return weights;
}

template <class T>
Tensor<T> wrong_view_of_heads(const TensorView<T>& x, Index num_heads) {
  check_heads(num_heads, "x", x.shape());
  const Tensor<T> stored(x);
  Tensor<T> view = uninitialised<T>(split_shape(x.shape(), num_heads));
  std::copy(stored.begin(), stored.end(), view.begin());
  return view;
}

ATTENTION_INSTANTIATE(double_transpose_scores);
ATTENTION_INSTANTIATE(naive_softmax);
ATTENTION_INSTANTIATE(wrong_view_of_heads);

}  // namespace attention::lab
