// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

namespace attention::detail {

/// Backward pass of softmax for one row: see attention::softmax_gradient.
/// @param gradient  receives ∂L/∂x; may be the memory of `weights_gradient`
template <class T>
void softmax_row_gradient(std::span<const T> weights, std::span<const T> weights_gradient,
                          T temperature, std::span<T> gradient) noexcept {
  T mean = 0;
  for (std::size_t j = 0; j < weights.size(); ++j) mean += weights[j] * weights_gradient[j];
  for (std::size_t j = 0; j < weights.size(); ++j)
    gradient[j] = weights[j] * (weights_gradient[j] - mean) / temperature;
}

}  // namespace attention::detail
