// SPDX-License-Identifier: MIT
#include "attention/detail/language_model/activation.hpp"

#include <algorithm>
#include <array>
#include <numbers>

#include "attention/detail/activation.hpp"
#include "simd/instantiate.hpp"
#include "simd/row.hpp"

namespace attention::detail {
namespace {

// GELU with tanh is x·s, where s = (1 + tanh u)/2 = 1/(1 + e^{−2u}) and −2u = x (a + b x²). The
// exponentials of a whole block use SIMD.
template <class T>
void gelu_tanh(std::size_t count, T* x, T* derivative) noexcept {
  constexpr T kA = T(-2 * std::numbers::sqrt2 * std::numbers::inv_sqrtpi);
  constexpr T kB = T(0.044715) * kA;
  // Beyond it, s is 0 or 1; the products below would be 0 · ∞.
  constexpr T kFar = 40;
  std::array<T, 256> exponentials;
  for (std::size_t first = 0; first < count; first += exponentials.size()) {
    const std::size_t size = std::min(exponentials.size(), count - first);
    T* const block = x + first;
    for (std::size_t i = 0; i < size; ++i)
      exponentials[i] = block[i] * (kA + kB * block[i] * block[i]);
    simd::exp_in_place(std::span<T>(exponentials.data(), size));
    for (std::size_t i = 0; i < size; ++i) {
      const T at = block[i];
      const T near = at < -kFar ? -kFar : at > kFar ? kFar : at;  // keeps NaN
      const T share = 1 / (1 + exponentials[i]);
      // 1 − s, whose digits the subtraction loses if s is close to 1.
      const T rest = exponentials[i] < 1 ? exponentials[i] * share : 1 - share;
      const T inner_slope = -(kA + 3 * kB * near * near);
      derivative[first + i] = share + near * share * rest * inner_slope;
      block[i] = at < -kFar ? T(-0.0) : at * share;
    }
  }
}

}  // namespace

template <class T>
void activate(Activation activation, std::size_t count, T* x, T* derivative) noexcept {
  switch (activation) {
    case Activation::kRelu:
      // Keeps NaN, because the comparison with NaN is false.
      for (std::size_t i = 0; i < count; ++i) x[i] = x[i] < 0 ? T(0) : x[i];
      return;
    case Activation::kGelu:
      for (std::size_t i = 0; i < count; ++i) {
        derivative[i] = gelu_slope(x[i], GeluApproximation::kNone);
        x[i] = gelu(x[i], GeluApproximation::kNone);
      }
      return;
    case Activation::kGeluTanh:
      gelu_tanh(count, x, derivative);
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
