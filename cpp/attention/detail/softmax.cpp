// SPDX-License-Identifier: MIT
#include "attention/detail/softmax.hpp"

#include <cmath>
#include <limits>
#include <span>
#include <type_traits>

#include "attention/detail/logarithm.hpp"
#include "attention/detail/memory.hpp"
#include "attention/detail/range.hpp"
#include "attention/detail/text.hpp"
#include "attention/error.hpp"
#include "simd/instantiate.hpp"
#include "simd/row.hpp"

namespace attention::detail {
namespace {

template <class T>
std::span<T> entries(RowSpan<T> row) noexcept {
  return {row.data(), static_cast<std::size_t>(row.size())};
}

template <class T>
void require_rows(const MatrixView<T>& like) {
  require_memory(multiply_bytes(multiply_bytes(sizeof(T), like.rows()), like.cols()));
}

// Writes the softmax of `logits` to `weights`, which may be the same memory.
template <class T>
void weigh(const RowView<T>& logits, T temperature, RowSpan<T> weights) noexcept {
  const std::span<T> row = entries<T>(weights);
  if (temperature == 1) return simd::softmax<T>({logits.data(), row.size()}, row);
  weights = logits;
  // Dividing by a temperature below 1 could make the largest logit ∞. Therefore the maximum is
  // subtracted first, so that the largest logit is 0.
  if (temperature < 1) simd::subtract(row, simd::max_of<T>(row));
  simd::divide(row, temperature);
  simd::softmax<T>(row, row);
}

template <class T>
void jacobian_into(const RowView<T>& weights, MatrixSpan<T> jacobian) noexcept {
  for (Index i = 0; i < weights.size(); ++i)
    for (Index j = 0; j < weights.size(); ++j)
      jacobian(i, j) = i == j ? weights(i) * (1 - weights(i)) : -(weights(i) * weights(j));
}

template <class Class>
bool is_class(Class target, Index n) {
  if constexpr (std::is_same_v<Class, Index>)
    return target >= 0 && target < n;
  else
    return target >= 0 && static_cast<double>(target) < static_cast<double>(n) &&
           target == std::floor(target);
}

template <class T, class Class>
void check_targets(const MatrixView<T>& logits, const MatrixView<Class>& targets) {
  if (logits.rows() == 0 || logits.cols() == 0)
    throw Error(ErrorKind::kEmptyInput, "logits", "at least one row and one column",
                shape_text(logits.rows(), logits.cols()));
  if (targets.rows() != logits.rows() || targets.cols() != 1)
    throw Error(ErrorKind::kShapeMismatch, "targets", shape_text(logits.rows(), 1),
                shape_text(targets.rows(), targets.cols()));
  const Index n = logits.cols();
  for (Index i = 0; i < targets.rows(); ++i)
    if (!is_class(targets(i, 0), n))
      throw Error(ErrorKind::kOutOfRange, "targets",
                  std::string("whole numbers from 0 to ").append(std::to_string(n - 1)),
                  whole_text(targets(i, 0)));
}

template <class T, class Class>
CrossEntropy<T> loss_of(const MatrixView<T>& logits, const MatrixView<Class>& targets) {
  check_targets(logits, targets);
  const Index rows = logits.rows();
  const std::uint64_t column_bytes = multiply_bytes(sizeof(T), rows);
  require_memory(add_bytes(multiply_bytes(column_bytes, logits.cols()), column_bytes));
  CrossEntropy<T> result{Matrix<T>(rows, 1), T(0), logits};
  double sum_of_losses = 0;
  for (Index i = 0; i < rows; ++i) {
    const std::span<T> row = entries<T>(result.logits_gradient.row(i));
    const auto target = static_cast<std::size_t>(targets(i, 0));
    // `max_of` ignores NaN. A NaN in the row still makes the loss NaN, because it makes the sum
    // NaN.
    simd::subtract(row, simd::max_of<T>(row));
    const T shifted = row[target];
    simd::exp_in_place(row);
    const T sum = simd::sum_of<T>(row);
    result.losses(i, 0) = natural_log(sum) - shifted;
    sum_of_losses += static_cast<double>(result.losses(i, 0));
    simd::divide(row, sum);
    row[target] -= 1;
    simd::divide(row, static_cast<T>(rows));
  }
  result.loss = static_cast<T>(sum_of_losses / static_cast<double>(rows));
  return result;
}

}  // namespace

template <class T>
void softmax_in_place(RowSpan<T> row) noexcept {
  if (row.size() > 0) weigh<T>(row, 1, row);
}

template <class T>
void softmax_into(const MatrixView<T>& logits, T temperature, MatrixSpan<T> weights) {
  require_positive("temperature", static_cast<double>(temperature));
  // A tensor without entries may have shape (2⁶², 0). The loop below would make 2⁶² passes.
  if (logits.size() == 0) return;
  for (Index i = 0; i < weights.rows(); ++i) weigh<T>(logits.row(i), temperature, weights.row(i));
}

template <class T>
Matrix<T> softmax(const MatrixView<T>& logits, T temperature) {
  require_positive("temperature", static_cast<double>(temperature));
  require_rows(logits);
  Matrix<T> weights(logits.rows(), logits.cols());
  softmax_into<T>(logits, temperature, weights);
  return weights;
}

template <class T>
T entropy(const RowView<T>& weights) noexcept {
  T sum = 0;
  for (const T p : weights)
    if (p != 0) sum -= p * natural_log(p);
  return sum;
}

template <class T>
Matrix<T> softmax_jacobian(const RowView<T>& weights) {
  const Index n = weights.size();
  require_memory(multiply_bytes(multiply_bytes(sizeof(T), n), n));
  Matrix<T> jacobian(n, n);
  jacobian_into<T>(weights, jacobian);
  return jacobian;
}

template <class T>
T softmax_jacobian_norm(const RowView<T>& weights) noexcept {
  // Computes Σ_j p_j² ((1 − p_j)² + Σ_{i≠j} p_i²), which equals the sum in softmax.hpp. Unlike that
  // sum, it has no cancellation if one weight is near 1. For the same reason, the inner sum for the
  // largest weight is computed separately.
  const auto square = [&](Index j) {
    return static_cast<double>(weights(j)) * static_cast<double>(weights(j));
  };
  Index largest = 0;
  for (Index j = 1; j < weights.size(); ++j)
    if (weights(j) > weights(largest)) largest = j;
  double others = 0;
  double other_weights = 0;
  for (Index j = 0; j < weights.size(); ++j) {
    if (j == largest) continue;
    others += square(j);
    other_weights += static_cast<double>(weights(j));
  }
  double sum = 0;
  for (Index j = 0; j < weights.size(); ++j) {
    const double rest = j == largest ? others : square(largest) + (others - square(j));
    const double left = j == largest ? other_weights : 1 - static_cast<double>(weights(j));
    sum += square(j) * (left * left + rest);
  }
  return static_cast<T>(std::sqrt(sum));
}

template <class T>
SoftmaxStatistics<T> softmax_statistics(const MatrixView<T>& logits, T temperature) {
  const Index rows = logits.rows();
  const Index n = logits.cols();
  if (n == 0)
    throw Error(ErrorKind::kEmptyInput, "logits", "at least one column", shape_text(rows, n));
  require_positive("temperature", static_cast<double>(temperature));
  const std::uint64_t row_bytes = multiply_bytes(sizeof(T), rows);
  const std::uint64_t weight_bytes = multiply_bytes(row_bytes, n);
  require_memory(add_bytes(multiply_bytes(weight_bytes, n),
                           add_bytes(weight_bytes, multiply_bytes(row_bytes, 3))));

  SoftmaxStatistics<T> result{softmax<T>(logits, temperature), Matrix<T>(rows, 1),
                              Matrix<T>(rows, 1), Matrix<T>(rows * n, n), Matrix<T>(rows, 1)};
  for (Index i = 0; i < rows; ++i) {
    const RowView<T> weights = result.weights.row(i);
    result.entropy(i, 0) = entropy<T>(weights);
    T largest = weights(0);
    for (const T p : weights) largest = p > largest ? p : largest;
    result.largest(i, 0) = largest;
    jacobian_into<T>(weights, result.jacobian.middleRows(i * n, n));
    result.jacobian_norms(i, 0) = softmax_jacobian_norm<T>(weights);
  }
  return result;
}

template <class T>
CrossEntropy<T> cross_entropy(const MatrixView<T>& logits, const MatrixView<T>& targets) {
  return loss_of(logits, targets);
}

template <class T>
CrossEntropy<T> cross_entropy_of_classes(const MatrixView<T>& logits,
                                         const MatrixView<Index>& targets) {
  return loss_of(logits, targets);
}

ATTENTION_INSTANTIATE(softmax_in_place);
ATTENTION_INSTANTIATE(softmax_into);
ATTENTION_INSTANTIATE(softmax);
ATTENTION_INSTANTIATE(entropy);
ATTENTION_INSTANTIATE(softmax_jacobian);
ATTENTION_INSTANTIATE(softmax_jacobian_norm);
ATTENTION_INSTANTIATE(softmax_statistics);
ATTENTION_INSTANTIATE(cross_entropy);
ATTENTION_INSTANTIATE(cross_entropy_of_classes);

}  // namespace attention::detail
