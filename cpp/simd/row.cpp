// SPDX-License-Identifier: MIT
#include "simd/row.hpp"

#include "simd/kernels.hpp"

namespace attention::simd {

template <class T>
T max_of(std::span<const T> x) noexcept {
  return kernels<T>().largest(x.data(), x.size());
}

template <class T>
T sum_of(std::span<const T> x) noexcept {
  return kernels<T>().sum(x.data(), x.size());
}

template <class T>
void softmax(std::span<const T> x, std::span<T> y) noexcept {
  kernels<T>().softmax(x.data(), x.size(), y.data());
}

template <class T>
void subtract(std::span<T> x, T y) noexcept {
  kernels<T>().subtract(x.data(), x.size(), y);
}

template <class T>
void divide(std::span<T> x, T y) noexcept {
  kernels<T>().divide(x.data(), x.size(), y);
}

#define ATTENTION_INSTANTIATE(T)                                    \
  template T max_of(std::span<const T>) noexcept;                   \
  template T sum_of(std::span<const T>) noexcept;                   \
  template void softmax(std::span<const T>, std::span<T>) noexcept; \
  template void subtract(std::span<T>, T) noexcept;                 \
  template void divide(std::span<T>, T) noexcept;
ATTENTION_INSTANTIATE(float)
ATTENTION_INSTANTIATE(double)
#undef ATTENTION_INSTANTIATE

}  // namespace attention::simd
