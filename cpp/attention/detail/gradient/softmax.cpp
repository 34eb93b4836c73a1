// SPDX-License-Identifier: MIT
#include "attention/detail/gradient/softmax.hpp"

#include "attention/detail/memory.hpp"
#include "attention/detail/range.hpp"
#include "attention/detail/text.hpp"
#include "attention/error.hpp"
#include "simd/instantiate.hpp"

namespace attention::detail {

template <class T>
Matrix<T> softmax_gradient(const MatrixView<T>& weights, const MatrixView<T>& weights_gradient,
                           T temperature) {
  if (weights_gradient.rows() != weights.rows() || weights_gradient.cols() != weights.cols())
    throw Error(ErrorKind::kShapeMismatch, "weights_gradient",
                shape_text(weights.rows(), weights.cols()),
                shape_text(weights_gradient.rows(), weights_gradient.cols()));
  require_positive("temperature", static_cast<double>(temperature));
  require_memory(multiply_bytes(multiply_bytes(sizeof(T), weights.rows()), weights.cols()));

  Matrix<T> gradient(weights.rows(), weights.cols());
  // A tensor without entries may have shape (2⁶², 0). The loop below would make 2⁶² passes.
  if (gradient.size() == 0) return gradient;
  for (Index i = 0; i < weights.rows(); ++i) {
    T mean = 0;
    for (Index j = 0; j < weights.cols(); ++j) mean += weights(i, j) * weights_gradient(i, j);
    for (Index j = 0; j < weights.cols(); ++j)
      gradient(i, j) = weights(i, j) * (weights_gradient(i, j) - mean) / temperature;
  }
  return gradient;
}

ATTENTION_INSTANTIATE(softmax_gradient);

}  // namespace attention::detail
