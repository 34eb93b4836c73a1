// SPDX-License-Identifier: MIT
#include "simd/gelu.hpp"

#include <algorithm>
#include <cstddef>

#include "simd/instantiate.hpp"
#include "simd/kernels.hpp"

namespace attention::simd {

template <class T>
void gelu(bool by_tanh, std::span<const T> x, std::span<T> value, std::span<T> slope) noexcept {
  constexpr std::size_t kLanes = 8;
  constexpr std::size_t kBlock = 8 * kLanes;
  // Initialised, because the kernel computes whole vectors.
  double values[kBlock] = {};
  double slopes[kBlock];
  for (std::size_t first = 0; first < x.size(); first += kBlock) {
    const std::size_t size = std::min(kBlock, x.size() - first);
    for (std::size_t i = 0; i < size; ++i) values[i] = x[first + i];
    gelu_kernel()(by_tanh, values, slopes, (size + kLanes - 1) / kLanes * kLanes);
    const auto put = [&](const double* from, std::span<T> to) {
      if (to.empty()) return;
      for (std::size_t i = 0; i < size; ++i) to[first + i] = static_cast<T>(from[i]);
    };
    put(values, value);
    put(slopes, slope);
  }
}

ATTENTION_INSTANTIATE(gelu);

}  // namespace attention::simd
