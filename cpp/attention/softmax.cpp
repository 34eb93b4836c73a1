// SPDX-License-Identifier: MIT
#include "attention/softmax.hpp"

#include "attention/detail/apart.hpp"
#include "attention/detail/elementary.hpp"
#include "attention/detail/memory.hpp"
#include "attention/detail/refuse.hpp"
#include "attention/detail/shape.hpp"
#include "attention/detail/softmax_row.hpp"
#include "attention/detail/tensor.hpp"
#include "simd/instantiate.hpp"
#include "simd/row.hpp"

namespace attention::abi {

using namespace detail;

namespace {

template <class T>
void weigh_rows(const TensorView<T>& logits, T temperature, const TensorSpan<T>& weights) {
  // A tensor without entries may have shape (2⁶², 0). The loop below would make 2⁶² passes.
  if (logits.empty()) return;
  for (Index i = 0; i < logits.rows(); ++i) {
    const std::span<T> row = weights.row(i);
    if (temperature == 1) {
      simd::softmax<T>(logits.row(i), row);
      continue;
    }
    std::copy_n(logits.row(i).data(), row.size(), row.data());
    // Dividing by a temperature below 1 could make the largest logit ∞. Therefore the maximum is
    // subtracted first, so that the largest logit is 0.
    if (temperature < 1) simd::subtract(row, simd::max_of<T>(row));
    simd::divide(row, temperature);
    simd::softmax<T>(row, row);
  }
}

void check_targets(Index rows, Index n, const TensorView<Index>& targets) {
  if (targets.shape() != Shape{rows} && targets.shape() != Shape{rows, 1})
    refuse_shape("targets", ErrorCode::kShape, {Shape{rows}}, targets.shape());
  for (Index r = 0; r < targets.rows(); ++r)
    for (const Index target : targets.row(r))
      if (target < 0 || target >= n)
        refuse_range("targets", ErrorCode::kWholesFrom, {0, n - 1}, target);
}

template <class T>
CrossEntropy<T> loss_of(const TensorView<T>& logits, const TensorView<Index>& targets) {
  check_matrix("logits", logits.shape());
  if (logits.empty()) refuse_empty("logits", ErrorCode::kRowAndColumn, {}, logits.shape());
  const Index rows = logits.rows();
  check_targets(rows, logits.cols(), targets);
  const Index step = targets.shape().size() == 1 ? 1 : targets.row_stride();
  CrossEntropy<T> result{Tensor<T>({rows}), T(0), Tensor<T>(logits)};
  double sum_of_losses = 0;
  for (Index i = 0; i < rows; ++i) {
    const std::span<T> row = result.logits_gradient.row(i);
    const auto target = size(targets.data()[i * step]);
    // `max_of` ignores NaN. A NaN in the row still makes the loss NaN, because it makes the sum
    // NaN.
    simd::subtract(row, simd::max_of<T>(row));
    const T shifted = row[target];
    simd::exp_in_place(row);
    const T sum = simd::sum_of<T>(row);
    const T loss = natural_log(sum) - shifted;
    result.losses.data()[i] = loss;
    sum_of_losses += static_cast<double>(loss);
    simd::divide(row, sum);
    row[target] -= 1;
    simd::divide(row, static_cast<T>(rows));
  }
  result.loss = static_cast<T>(sum_of_losses / static_cast<double>(rows));
  return result;
}

}  // namespace

template <class T>
Tensor<T> softmax(const TensorView<T>& logits, double temperature) {
  return guarded([&] {
    const T rounded = positive<T>("temperature", temperature);
    Tensor<T> weights = uninitialised<T>(logits.shape());
    weigh_rows<T>(logits, rounded, write(weights));
    return weights;
  });
}

template <class T>
void softmax_into(const TensorSpan<T>& weights, const TensorView<T>& logits, double temperature) {
  guarded([&] {
    check_same_shape("weights", weights.shape(), logits.shape());
    // The rows may be the same memory, because each row is read before it is written.
    const bool is_in_place = weights.data() == logits.data() &&
                             (weights.rows() <= 1 || weights.row_stride() == logits.row_stride());
    if (!is_in_place) check_apart("weights", weights.view(), "logits", logits);
    weigh_rows<T>(logits, positive<T>("temperature", temperature), weights);
  });
}

template <class T>
Tensor<T> softmax_gradient(const TensorView<T>& weights, const TensorView<T>& weights_gradient,
                           double temperature) {
  return guarded([&] {
    check_same_shape("weights_gradient", weights_gradient.shape(), weights.shape());
    const T rounded = positive<T>("temperature", temperature);
    Tensor<T> gradient = uninitialised<T>(weights.shape());
    for (Index i = 0; !gradient.empty() && i < gradient.rows(); ++i)
      softmax_row_gradient<T>(weights.row(i), weights_gradient.row(i), rounded, gradient.row(i));
    return gradient;
  });
}

template <class T>
CrossEntropy<T> cross_entropy(const TensorView<T>& logits, const TensorView<Index>& targets) {
  return guarded([&] { return loss_of(logits, targets); });
}

ATTENTION_INSTANTIATE(softmax);
ATTENTION_INSTANTIATE(softmax_into);
ATTENTION_INSTANTIATE(softmax_gradient);
ATTENTION_INSTANTIATE(cross_entropy);

}  // namespace attention::abi
