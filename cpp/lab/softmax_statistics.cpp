// SPDX-License-Identifier: MIT
#include "lab/softmax_statistics.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "attention/detail/elementary.hpp"
#include "attention/detail/memory.hpp"
#include "attention/detail/refuse.hpp"
#include "attention/detail/shape.hpp"
#include "attention/softmax.hpp"
#include "simd/instantiate.hpp"

namespace attention::lab {

using namespace detail;
namespace {

template <class T>
void write_jacobian(std::span<const T> p, T* to) noexcept {
  for (std::size_t i = 0; i < p.size(); ++i)
    for (std::size_t j = 0; j < p.size(); ++j) *to++ = i == j ? p[i] * (1 - p[i]) : -(p[i] * p[j]);
}

}  // namespace

template <class T>
T entropy(std::span<const T> weights) noexcept {
  T sum = 0;
  for (const T p : weights)
    if (p != 0) sum -= p * natural_log(p);
  return sum;
}

template <class T>
Tensor<T> softmax_jacobian(std::span<const T> weights) {
  const auto n = static_cast<Index>(weights.size());
  Tensor<T> jacobian({n, n});
  write_jacobian(weights, jacobian.data());
  return jacobian;
}

template <class T>
T softmax_jacobian_norm(std::span<const T> weights) noexcept {
  // Computes Σ_j p_j² ((1 − p_j)² + Σ_{i≠j} p_i²), which equals Σ_j p_j² (1 − 2 p_j) + (Σ_j p_j²)²
  // but has no cancellation if one weight is near 1. For the same reason, the inner sum for the
  // largest weight is computed separately.
  const auto square = [&](std::size_t j) {
    return static_cast<double>(weights[j]) * static_cast<double>(weights[j]);
  };
  std::size_t largest = 0;
  for (std::size_t j = 1; j < weights.size(); ++j)
    if (weights[j] > weights[largest]) largest = j;
  double others = 0;
  double other_weights = 0;
  for (std::size_t j = 0; j < weights.size(); ++j) {
    if (j == largest) continue;
    others += square(j);
    other_weights += static_cast<double>(weights[j]);
  }
  double sum = 0;
  for (std::size_t j = 0; j < weights.size(); ++j) {
    const double rest = j == largest ? others : square(largest) + (others - square(j));
    const double left = j == largest ? other_weights : 1 - static_cast<double>(weights[j]);
    sum += square(j) * (left * left + rest);
  }
  return static_cast<T>(std::sqrt(sum));
}

template <class T>
SoftmaxStatistics<T> softmax_statistics(const TensorView<T>& logits, double temperature) {
  return guarded([&] {
    check_matrix("logits", logits.shape());
    const Index rows = logits.rows();
    const Index n = logits.cols();
    if (n == 0) refuse_empty("logits", ErrorCode::kColumn, {}, logits.shape());
    require_memory(bytes_of<T>({rows, n, n}));
    Tensor<T> weights = softmax(logits, temperature);
    SoftmaxStatistics<T> result{std::move(weights), Tensor<T>({rows, 1}), Tensor<T>({rows, 1}),
                                Tensor<T>({size_of({rows, n}), n}), Tensor<T>({rows, 1})};
    for (Index i = 0; i < rows; ++i) {
      const std::span<const T> p = result.weights.row(i);
      result.entropy(i, 0) = entropy<T>(p);
      result.largest(i, 0) = *std::max_element(p.begin(), p.end());
      write_jacobian<T>(p, &result.jacobian(i * n, 0));
      result.jacobian_norms(i, 0) = softmax_jacobian_norm<T>(p);
    }
    return result;
  });
}

ATTENTION_INSTANTIATE(entropy);
ATTENTION_INSTANTIATE(softmax_jacobian);
ATTENTION_INSTANTIATE(softmax_jacobian_norm);
ATTENTION_INSTANTIATE(softmax_statistics);

}  // namespace attention::lab
