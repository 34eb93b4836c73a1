// SPDX-License-Identifier: MIT
#include "lab/naive_softmax.hpp"

#include <span>

#include "attention/detail/memory.hpp"
#include "attention/detail/tensor.hpp"
#include "simd/exp.hpp"
#include "simd/row.hpp"

namespace attention::lab {

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

template Matrix<float> naive_softmax(const MatrixView<float>&);
template Matrix<double> naive_softmax(const MatrixView<double>&);

}  // namespace attention::lab
