// SPDX-License-Identifier: MIT
#include "attention/normalization.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "attention/detail/memory.hpp"
#include "attention/detail/normalization.hpp"
#include "attention/detail/range.hpp"
#include "attention/detail/tensor.hpp"
#include "simd/instantiate.hpp"

namespace attention::abi {
namespace {

// An empty tensor means that there is no such parameter.
template <class T>
const T* numbers_of(const char* argument, const TensorView<T>& parameter, Index d) {
  if (parameter.shape() == Shape{0}) return nullptr;
  detail::check_same_shape(argument, parameter.shape(), {d});
  return parameter.data();
}

void check_epsilon(double epsilon) {
  detail::require_that(epsilon >= 0 && std::isfinite(epsilon), "epsilon", "a finite number >= 0",
                       epsilon);
}

template <class T>
Tensor<T> rounded(std::span<const double> sums) {
  Tensor<T> result({static_cast<Index>(sums.size())});
  std::transform(sums.begin(), sums.end(), result.begin(),
                 [](double sum) { return static_cast<T>(sum); });
  return result;
}

}  // namespace

template <class T>
Tensor<T> layer_norm(const TensorView<T>& x, const LayerNormOptions<T>& options) {
  return detail::guarded([&] {
    const T* const gain = numbers_of("gain", options.gain, x.cols());
    const T* const bias = numbers_of("bias", options.bias, x.cols());
    check_epsilon(options.epsilon);
    Tensor<T> y(x.shape());
    if (y.empty()) return y;
    for (Index r = 0; r < x.rows(); ++r)
      detail::layer_norm_row(x.row(r).data(), x.cols(), gain, bias, options.epsilon,
                             y.row(r).data());
    return y;
  });
}

template <class T>
LayerNormGradient<T> layer_norm_gradient(const TensorView<T>& x,
                                         const TensorView<T>& output_gradient,
                                         const LayerNormOptions<T>& options) {
  return detail::guarded([&] {
    const T* const gain = numbers_of("gain", options.gain, x.cols());
    numbers_of("bias", options.bias, x.cols());
    check_epsilon(options.epsilon);
    detail::check_same_shape("output_gradient", output_gradient.shape(), x.shape());
    detail::require_memory(detail::bytes_of<double>({2, x.cols()}));
    Tensor<double> sums({2, x.cols()});
    Tensor<T> x_gradient(x.shape());
    for (Index r = 0; r < (x.empty() ? 0 : x.rows()); ++r)
      detail::layer_norm_row_gradient(x.row(r).data(), x.cols(), gain, options.epsilon,
                                      output_gradient.row(r).data(), x_gradient.row(r).data(),
                                      sums.row(0).data(), sums.row(1).data());
    return LayerNormGradient<T>{std::move(x_gradient), rounded<T>(sums.row(0)),
                                rounded<T>(sums.row(1))};
  });
}

template <class T>
Tensor<T> rms_norm(const TensorView<T>& x, const RmsNormOptions<T>& options) {
  return detail::guarded([&] {
    const T* const gain = numbers_of("gain", options.gain, x.cols());
    check_epsilon(options.epsilon);
    Tensor<T> y(x.shape());
    if (y.empty()) return y;
    for (Index r = 0; r < x.rows(); ++r)
      detail::rms_norm_row(x.row(r).data(), x.cols(), gain, options.epsilon, y.row(r).data());
    return y;
  });
}

template <class T>
RmsNormGradient<T> rms_norm_gradient(const TensorView<T>& x, const TensorView<T>& output_gradient,
                                     const RmsNormOptions<T>& options) {
  return detail::guarded([&] {
    const T* const gain = numbers_of("gain", options.gain, x.cols());
    check_epsilon(options.epsilon);
    detail::check_same_shape("output_gradient", output_gradient.shape(), x.shape());
    detail::require_memory(detail::bytes_of<double>({x.cols()}));
    Tensor<double> sums({x.cols()});
    Tensor<T> x_gradient(x.shape());
    for (Index r = 0; r < (x.empty() ? 0 : x.rows()); ++r)
      detail::rms_norm_row_gradient(x.row(r).data(), x.cols(), gain, options.epsilon,
                                    output_gradient.row(r).data(), x_gradient.row(r).data(),
                                    sums.data());
    return RmsNormGradient<T>{std::move(x_gradient), rounded<T>(sums.row(0))};
  });
}

ATTENTION_INSTANTIATE(layer_norm);
ATTENTION_INSTANTIATE(layer_norm_gradient);
ATTENTION_INSTANTIATE(rms_norm);
ATTENTION_INSTANTIATE(rms_norm_gradient);

}  // namespace attention::abi
