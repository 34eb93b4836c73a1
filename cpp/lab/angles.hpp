// SPDX-License-Identifier: MIT
#pragma once

#include "attention/tensor.hpp"

namespace attention::lab {

template <class T>
struct Angles {
  Tensor<T> dots;  ///< shape (m, n): q·k
  Tensor<T> cosines;  ///< shape (m, n): q·k / (‖q‖ ‖k‖), in [−1, 1]; NaN where a length is 0
  Tensor<T> degrees;        ///< shape (m, n): the arc cosine of the cosine, 0 … 180
  Tensor<T> query_lengths;  ///< shape (m, 1)
  Tensor<T> key_lengths;    ///< shape (n, 1)
};

/// Computes the dot products, cosines and angles of each query with each key. Near 0° and 180° the
/// cosine hardly changes, so that an angle has only half as many correct digits.
/// @throws as `dot_scores` does
/// Source: the lessons' source document 000, lines 107–110; erratum E-12
template <class T>
Angles<T> angles(const TensorView<T>& queries, const TensorView<T>& keys);

}  // namespace attention::lab
