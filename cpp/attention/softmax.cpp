// SPDX-License-Identifier: MIT
#include "attention/softmax.hpp"

#include <limits>
#include <span>

#include "simd/exp.hpp"

namespace attention {

template <class T>
void softmax_in_place(RowSpan<T> row) {
  if (row.size() == 0) return;
  T max = -std::numeric_limits<T>::infinity();
  for (const T x : row) max = x > max ? x : max;
  row.array() -= max;
  simd::exp_in_place(std::span<T>(row.data(), static_cast<std::size_t>(row.size())));
  // Eigen sums a stored row in an order that depends on its address; of an expression's entries it
  // does not, and |p| = p.
  row /= row.cwiseAbs().sum();
}

template <class T>
Matrix<T> softmax(const MatrixView<T>& logits) {
  Matrix<T> weights = logits;
  for (Index i = 0; i < weights.rows(); ++i) softmax_in_place<T>(weights.row(i));
  return weights;
}

template void softmax_in_place<float>(RowSpan<float>);
template void softmax_in_place<double>(RowSpan<double>);
template Matrix<float> softmax<float>(const MatrixView<float>&);
template Matrix<double> softmax<double>(const MatrixView<double>&);

}  // namespace attention
