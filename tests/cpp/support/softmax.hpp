// SPDX-License-Identifier: MIT
// Softmax, cross-entropy and statistics of softmax, with matrices as arguments and results.
#pragma once

#include <span>
#include <vector>

#include "attention/eigen.hpp"
#include "attention/softmax.hpp"
#include "lab/softmax_statistics.hpp"
#include "support/matrices.hpp"

namespace attention::test {

template <class T>
Matrix<T> softmax(const Matrix<T>& logits, T temperature = 1) {
  return as_matrix(attention::softmax(logits, static_cast<double>(temperature)));
}

template <class T>
Matrix<T> softmax_gradient(const Matrix<T>& weights, const Matrix<T>& gradient, T temperature = 1) {
  return as_matrix(
      attention::softmax_gradient(weights, gradient, static_cast<double>(temperature)));
}

template <class T>
struct CrossEntropy {
  Matrix<T> losses;  ///< shape (rows, 1)
  T loss;
  Matrix<T> logits_gradient;
};

template <class T>
CrossEntropy<T> cross_entropy(const Matrix<T>& logits, const std::vector<Index>& targets) {
  const auto x = attention::cross_entropy(logits, view(targets));
  return {as_matrix(x.losses).transpose(), x.loss, as_matrix(x.logits_gradient)};
}

template <class T>
T entropy(const Matrix<T>& weights) {
  return lab::entropy<T>({weights.data(), static_cast<std::size_t>(weights.size())});
}

template <class T>
T softmax_jacobian_norm(const Matrix<T>& weights) {
  return lab::softmax_jacobian_norm<T>({weights.data(), static_cast<std::size_t>(weights.size())});
}

template <class T>
struct SoftmaxStatistics {
  Matrix<T> weights, entropy, largest, jacobian, jacobian_norms;
};

template <class T>
SoftmaxStatistics<T> softmax_statistics(const Matrix<T>& logits, T temperature = 1) {
  const auto x = lab::softmax_statistics<T>(logits, static_cast<double>(temperature));
  return {as_matrix(x.weights), as_matrix(x.entropy), as_matrix(x.largest), as_matrix(x.jacobian),
          as_matrix(x.jacobian_norms)};
}

template <class T>
Matrix<T> softmax_jacobian(const Matrix<T>& weights) {
  return as_matrix(
      lab::softmax_jacobian<T>({weights.data(), static_cast<std::size_t>(weights.size())}));
}

}  // namespace attention::test
