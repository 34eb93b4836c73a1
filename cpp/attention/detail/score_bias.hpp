// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "attention/detail/broadcast.hpp"
#include "attention/detail/matrix.hpp"
#include "attention/tensor_argument.hpp"

namespace attention::detail {

/// Returns the bias that options contain, or null if there is none.
/// @throws UnknownOption naming "score_bias" if it has another scalar type than T
template <class T>
const TensorView<T>* given_bias(const attention::ScoreBias& bias);

/// Returns the factor of ALiBi's bias, 2^(−8(head + 1)/heads). Exact if its exponent is whole.
double alibi_slope(Index head, Index heads) noexcept;

/// Numbers that are added to the scores of each query and key after the division: see
/// attention::AttentionOptions::score_bias.
template <class T>
class ScoreBias {
 public:
  ScoreBias() = default;

  /// Refers to the entries of `bias`, which must outlive this object.
  /// @param scores_shape  of shape (…, m, n)
  /// @throws ShapeMismatch naming "score_bias" if the bias does not broadcast to the scores;
  ///     UnknownOption as `given_bias` does
  ScoreBias(const attention::ScoreBias& bias, const Shape& scores_shape);

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
  ScoreBiasGradient(const attention::ScoreBias& bias, const Shape& scores_shape);

  /// Adds the gradient of the scores of batch item b, of shape (m, n).
  void add(Index b, const MatrixView<T>& scores_gradient) noexcept;

  /// Returns a tensor of the bias's shape, or an empty one if there is no bias.
  Tensor<T> rounded() const;

 private:
  Shape shape_ = {0};
  std::vector<double> sums_;
  Broadcast at_;
};

}  // namespace attention::detail
