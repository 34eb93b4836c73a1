// SPDX-License-Identifier: MIT
#include "attention/activation.hpp"

#include "attention/detail/memory.hpp"
#include "attention/detail/tensor.hpp"
#include "simd/instantiate.hpp"
#include "simd/row.hpp"

namespace attention::abi {

template <class T>
Tensor<T> gelu(const TensorView<T>& x, GeluApproximation approximation) {
  return detail::guarded([&] {
    Tensor<T> y = detail::uninitialised<T>(x.shape());
    for (Index r = 0; !x.empty() && r < x.rows(); ++r)
      simd::gelu<T>(approximation == GeluApproximation::kTanh, x.row(r), y.row(r), {});
    return y;
  });
}

template <class T>
Tensor<T> gelu_gradient(const TensorView<T>& x, const TensorView<T>& output_gradient,
                        GeluApproximation approximation) {
  return detail::guarded([&] {
    detail::check_same_shape("output_gradient", output_gradient.shape(), x.shape());
    Tensor<T> x_gradient = detail::uninitialised<T>(x.shape());
    for (Index r = 0; !x.empty() && r < x.rows(); ++r) {
      simd::gelu<T>(approximation == GeluApproximation::kTanh, x.row(r), {}, x_gradient.row(r));
      for (Index c = 0; c < x.cols(); ++c) x_gradient(r, c) *= output_gradient(r, c);
    }
    return x_gradient;
  });
}

ATTENTION_INSTANTIATE(gelu);
ATTENTION_INSTANTIATE(gelu_gradient);

}  // namespace attention::abi
