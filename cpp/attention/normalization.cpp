// SPDX-License-Identifier: MIT
#include "attention/normalization.hpp"

#include <utility>

#include "attention/detail/memory.hpp"
#include "attention/detail/normalization.hpp"
#include "attention/detail/refuse.hpp"
#include "attention/detail/tensor.hpp"
#include "simd/instantiate.hpp"

namespace attention::abi {

using namespace detail;
namespace {

// Returns the d numbers of a gain or a bias; null if it is absent, that is, of shape (0).
template <class T>
const T* numbers_of(const char* argument, const TensorView<T>& parameter, Index d) {
  if (parameter.shape() == Shape{0}) return nullptr;
  const bool is_row = parameter.shape() == Shape{1, d};
  const bool is_column = parameter.shape() == Shape{d, 1} && parameter.row_stride() == 1;
  if (!is_row && !is_column) check_same_shape(argument, parameter.shape(), {d});
  return parameter.data();
}

template <class T>
Tensor<T> normalized(Centre centre, const TensorView<T>& x, const TensorView<T>& gain,
                     const TensorView<T>& bias, double epsilon) {
  const T* const gains = numbers_of("gain", gain, x.cols());
  const T* const biases = numbers_of("bias", bias, x.cols());
  require_from("epsilon", epsilon, 0);
  Tensor<T> y = uninitialised<T>(x.shape());
  if (y.empty()) return y;
  for (Index r = 0; r < x.rows(); ++r)
    norm_row(centre, x.row(r).data(), x.cols(), gains, biases, epsilon, y.row(r).data());
  return y;
}

template <class T>
LayerNormGradient<T> gradient_of(Centre centre, const TensorView<T>& x,
                                 const TensorView<T>& output_gradient, const TensorView<T>& gain,
                                 const TensorView<T>& bias, double epsilon) {
  const T* const gains = numbers_of("gain", gain, x.cols());
  numbers_of("bias", bias, x.cols());
  require_from("epsilon", epsilon, 0);
  check_same_shape("output_gradient", output_gradient.shape(), x.shape());
  require_memory(bytes_of<double>({2, x.cols()}));
  Tensor<double> sums({2, x.cols()});
  LayerNormGradient<T> result{Tensor<T>(x.shape()), Tensor<T>({x.cols()}), Tensor<T>({x.cols()})};
  if (x.empty()) return result;
  for (Index r = 0; r < x.rows(); ++r)
    norm_row_gradient(centre, x.row(r).data(), x.cols(), gains, epsilon,
                      output_gradient.row(r).data(), result.x.row(r).data(), sums.row(0).data(),
                      sums.row(1).data());
  for (Index c = 0; c < x.cols(); ++c) {
    result.gain(0, c) = static_cast<T>(sums(0, c));
    result.bias(0, c) = static_cast<T>(sums(1, c));
  }
  return result;
}

}  // namespace

template <class T>
Tensor<T> layer_norm(const TensorView<T>& x, const LayerNormOptions<T>& options) {
  return guarded(
      [&] { return normalized(Centre::kMean, x, options.gain, options.bias, options.epsilon); });
}

template <class T>
LayerNormGradient<T> layer_norm_gradient(const TensorView<T>& x,
                                         const TensorView<T>& output_gradient,
                                         const LayerNormOptions<T>& options) {
  return guarded([&] {
    return gradient_of(Centre::kMean, x, output_gradient, options.gain, options.bias,
                       options.epsilon);
  });
}

template <class T>
Tensor<T> rms_norm(const TensorView<T>& x, const RmsNormOptions<T>& options) {
  return guarded([&] { return normalized(Centre::kZero, x, options.gain, {}, options.epsilon); });
}

template <class T>
RmsNormGradient<T> rms_norm_gradient(const TensorView<T>& x, const TensorView<T>& output_gradient,
                                     const RmsNormOptions<T>& options) {
  return guarded([&] {
    auto result = gradient_of(Centre::kZero, x, output_gradient, options.gain, {}, options.epsilon);
    return RmsNormGradient<T>{std::move(result.x), std::move(result.gain)};
  });
}

ATTENTION_INSTANTIATE(layer_norm);
ATTENTION_INSTANTIATE(layer_norm_gradient);
ATTENTION_INSTANTIATE(rms_norm);
ATTENTION_INSTANTIATE(rms_norm_gradient);

}  // namespace attention::abi
