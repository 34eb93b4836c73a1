// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <vector>

#include "attention/detail/broadcast.hpp"
#include "attention/detail/tensor.hpp"

namespace attention::detail {

/// Numbers that are added to the scores of each query and key after the division: see
/// attention::AttentionOptions::score_bias.
template <class T>
class ScoreBias {
 public:
  /// No bias.
  ScoreBias() = default;

  /// Refers to the entries of `bias`, which must outlive this object.
  /// @param scores_shape  of shape (…, m, n)
  /// @throws ShapeMismatch naming "score_bias" if the bias does not broadcast to the scores
  ScoreBias(const std::optional<TensorView<T>>& bias, const Shape& scores_shape);

  bool is_given() const noexcept { return data_ != nullptr; }

  /// Adds the bias to the scores of query i of batch item b and the keys first … first + count − 1.
  /// Call it only if `is_given`.
  /// @param stride  entries from one score to the next
  void add(Index b, Index i, Index first, Index count, T* scores, Index stride) const noexcept;

 private:
  const T* data_ = nullptr;  // null if there is no bias, or if there are no scores
  Broadcast at_;
};

/// Backward pass of `ScoreBias`: the gradient of each entry is the sum of the gradients of all
/// scores to which the entry was added. The sums are in double and are rounded once.
template <class T>
class ScoreBiasGradient {
 public:
  /// @param bias  accepted by the constructor of `ScoreBias`
  ScoreBiasGradient(const std::optional<TensorView<T>>& bias, const Shape& scores_shape);

  /// Adds the gradient of the scores of batch item b, of shape (m, n).
  void add(Index b, const Matrix<T>& scores_gradient) noexcept;

  /// Returns a tensor of the bias's shape; without axes and entries if there is no bias.
  Tensor<T> rounded() const;

 private:
  Shape shape_;
  std::vector<double> sums_;
  Broadcast at_;
};

/// Returns the bytes that a `ScoreBiasGradient` and its result need.
template <class T>
std::uint64_t score_bias_gradient_bytes(const std::optional<TensorView<T>>& bias);

}  // namespace attention::detail
