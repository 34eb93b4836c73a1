// SPDX-License-Identifier: MIT
#include "attention/detail/language_model/activation.hpp"

#include <span>

#include "simd/instantiate.hpp"
#include "simd/row.hpp"

namespace attention::detail {

template <class T>
void activate(Activation activation, std::size_t count, T* x, T* derivative) noexcept {
  const std::span<T> numbers(x, count);
  switch (activation) {
    case Activation::kRelu:
      // Keeps NaN, because the comparison with NaN is false.
      for (T& e : numbers) e = e < 0 ? T(0) : e;
      return;
    case Activation::kGelu:
    case Activation::kGeluTanh:
      simd::gelu<T>(activation == Activation::kGeluTanh, numbers, numbers, {derivative, count});
      return;
  }
}

template <class T>
void activate_backward(Activation activation, std::size_t count, const T* x, const T* derivative,
                       T* gradient) noexcept {
  if (activation == Activation::kRelu)
    for (std::size_t i = 0; i < count; ++i) gradient[i] = x[i] == 0 ? T(0) : gradient[i];
  else
    for (std::size_t i = 0; i < count; ++i) gradient[i] *= derivative[i];
}

ATTENTION_INSTANTIATE(activate);
ATTENTION_INSTANTIATE(activate_backward);

}  // namespace attention::detail
