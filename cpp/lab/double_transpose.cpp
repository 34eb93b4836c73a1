// SPDX-License-Identifier: MIT
#include "lab/double_transpose.hpp"

#include "attention/detail/memory.hpp"
#include "attention/detail/product.hpp"
#include "attention/error.hpp"

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

template Matrix<float> double_transpose_scores(const MatrixView<float>&, const MatrixView<float>&);
template Matrix<double> double_transpose_scores(const MatrixView<double>&,
                                                const MatrixView<double>&);

}  // namespace attention::lab
