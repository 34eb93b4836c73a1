// SPDX-License-Identifier: MIT
#include "attention/detail/score_bias.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <type_traits>
#include <variant>

#include "attention/detail/memory.hpp"
#include "attention/detail/refuse.hpp"
#include "attention/detail/tensor.hpp"
#include "simd/instantiate.hpp"

namespace attention::detail {

template <class T>
const TensorView<T>* given_bias(const attention::ScoreBias& bias) {
  using Other = std::conditional_t<std::is_same_v<T, float>, double, float>;
  if (std::holds_alternative<TensorArgument<Other>>(bias))
    refuse(ErrorKind::kUnknownOption, "score_bias", ErrorCode::kValue,
           {std::is_same_v<T, float> ? "float" : "double"},
           std::is_same_v<T, float> ? "double" : "float");
  return std::get_if<TensorArgument<T>>(&bias);
}

double alibi_slope(Index head, Index heads) noexcept {
  // The whole power of 2 comes from a shift, because exp need not return it exactly.
  const Index whole = 8 * (head + 1) / heads;
  const Index part = 8 * (head + 1) % heads;
  const double power =
      std::exp(-std::numbers::ln2 * static_cast<double>(part) / static_cast<double>(heads));
  return power / static_cast<double>(1 << whole);
}

template <class T>
ScoreBias<T>::ScoreBias(const attention::ScoreBias& bias, const Shape& scores_shape) {
  const TensorView<T>* const given = given_bias<T>(bias);
  if (given == nullptr) return;
  if (given->shape().size() > scores_shape.size() || !broadcasts(given->shape(), scores_shape))
    refuse_shape("score_bias", ErrorCode::kBroadcast, {scores_shape}, given->shape());
  if (size_of(scores_shape) == 0) return;
  data_ = given->data();
  at_ = Broadcast(given->shape(), given->row_stride(), scores_shape);
}

template <class T>
void ScoreBias<T>::add(Index b, Index i, Index first, Index count, T* scores,
                       Index stride) const noexcept {
  const Index step = at_.column_stride();
  const T* bias = data_ + at_.offset(b, i) + first * step;
  for (Index j = 0; j < count; ++j) scores[j * stride] += bias[j * step];
}

template <class T>
ScoreBiasGradient<T>::ScoreBiasGradient(const attention::ScoreBias& bias,
                                        const Shape& scores_shape) {
  const TensorView<T>* const given = given_bias<T>(bias);
  if (given == nullptr) return;
  shape_ = given->shape();
  require_memory(bytes_of<double>(shape_));
  sums_.resize(static_cast<std::size_t>(given->size()));
  if (size_of(scores_shape) > 0) at_ = Broadcast(shape_, side(shape_), scores_shape);
}

template <class T>
void ScoreBiasGradient<T>::add(Index b, const MatrixView<T>& scores_gradient) noexcept {
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
  Tensor<T> gradient(shape_);
  std::transform(sums_.begin(), sums_.end(), gradient.data(),
                 [](double sum) { return static_cast<T>(sum); });
  return gradient;
}

template class ScoreBias<float>;
template class ScoreBias<double>;
template class ScoreBiasGradient<float>;
template class ScoreBiasGradient<double>;
ATTENTION_INSTANTIATE(given_bias);

}  // namespace attention::detail
