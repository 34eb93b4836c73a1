// SPDX-License-Identifier: MIT
// Functions that convert tensors to the views of simd/view.hpp.
#pragma once

#include <cstddef>

#include "attention/tensor.hpp"
#include "simd/view.hpp"

namespace attention::detail {

/// Converts a length or a position that is not negative to std::size_t.
constexpr std::size_t size(Index n) noexcept { return static_cast<std::size_t>(n); }

/// All rows of a tensor, as one matrix.
/// @{
template <Real T>
simd::Input<T> input_of(const attention::TensorView<T>& x) noexcept {
  return {x.data(), size(x.rows()), size(x.cols()), size(x.row_stride())};
}
template <Real T>
simd::Input<T> input_of(const attention::Tensor<T>& x) noexcept {
  return {x.data(), size(x.rows()), size(x.cols()), size(x.cols())};
}
template <Real T>
simd::Output<T> output_of(attention::Tensor<T>& x) noexcept {
  return {x.data(), size(x.rows()), size(x.cols()), size(x.cols())};
}
/// @}

}  // namespace attention::detail
