// SPDX-License-Identifier: MIT
#include "attention/detail/score_bias.hpp"

#include <algorithm>

#include "attention/detail/memory.hpp"
#include "attention/error.hpp"
#include "simd/instantiate.hpp"

namespace attention::detail {

template <class T>
ScoreBias<T>::ScoreBias(const std::optional<TensorView<T>>& bias, const Shape& scores_shape) {
  if (!bias) return;
  check_entries("score_bias", *bias);
  if (bias->shape.size() > scores_shape.size() || !broadcasts(bias->shape, scores_shape))
    throw Error(ErrorKind::kShapeMismatch, "score_bias",
                std::string("a shape that broadcasts to ").append(shape_text(scores_shape)),
                shape_text(bias->shape));
  if (size_of(scores_shape) == 0) return;
  data_ = bias->rows.data();
  at_ = Broadcast(bias->shape, bias->rows.outerStride(), scores_shape);
}

template <class T>
void ScoreBias<T>::add(Index b, Index i, Index first, Index count, T* scores,
                       Index stride) const noexcept {
  const Index step = at_.column_stride();
  const T* bias = data_ + at_.offset(b, i) + first * step;
  for (Index j = 0; j < count; ++j) scores[j * stride] += bias[j * step];
}

template <class T>
ScoreBiasGradient<T>::ScoreBiasGradient(const std::optional<TensorView<T>>& bias,
                                        const Shape& scores_shape) {
  if (!bias) return;
  shape_ = bias->shape;
  sums_.resize(static_cast<std::size_t>(bias->rows.size()));
  if (size_of(scores_shape) > 0) at_ = Broadcast(shape_, side(shape_), scores_shape);
}

template <class T>
void ScoreBiasGradient<T>::add(Index b, const Matrix<T>& scores_gradient) noexcept {
  if (sums_.empty()) return;
  const Index step = at_.column_stride();
  for (Index i = 0; i < scores_gradient.rows(); ++i) {
    double* const sums = sums_.data() + at_.offset(b, i);
    for (Index j = 0; j < scores_gradient.cols(); ++j)
      sums[j * step] += static_cast<double>(scores_gradient(i, j));
  }
}

template <class T>
Tensor<T> ScoreBiasGradient<T>::rounded() const {
  if (shape_.empty() && sums_.empty()) return {};
  Tensor<T> gradient(shape_);
  std::transform(sums_.begin(), sums_.end(), gradient.rows.data(),
                 [](double sum) { return static_cast<T>(sum); });
  return gradient;
}

template <class T>
std::uint64_t score_bias_gradient_bytes(const std::optional<TensorView<T>>& bias) {
  if (!bias) return 0;
  return add_bytes(bytes_of<T>(bias->shape), bytes_of<double>(bias->shape));
}

template class ScoreBias<float>;
template class ScoreBias<double>;
template class ScoreBiasGradient<float>;
template class ScoreBiasGradient<double>;
template std::uint64_t score_bias_gradient_bytes(const std::optional<TensorView<float>>&);
template std::uint64_t score_bias_gradient_bytes(const std::optional<TensorView<double>>&);

}  // namespace attention::detail
