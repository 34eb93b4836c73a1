// SPDX-License-Identifier: MIT
// Functions that convert Eigen views to the views of simd/view.hpp.
#pragma once

#include <cstddef>

#include "attention/detail/matrix.hpp"
#include "simd/view.hpp"

namespace attention::detail {

/// Converts a length or a position that is not negative to std::size_t.
constexpr std::size_t size(Index n) noexcept { return static_cast<std::size_t>(n); }

template <class T>
simd::Input<T> input_of(const MatrixView<T>& x) noexcept {
  return {x.data(), size(x.rows()), size(x.cols()), size(x.outerStride())};
}

template <class T>
simd::Output<T> output_of(MatrixSpan<T>& x) noexcept {
  return {x.data(), size(x.rows()), size(x.cols()), size(x.outerStride())};
}

}  // namespace attention::detail
