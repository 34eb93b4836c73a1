// SPDX-License-Identifier: MIT
// Eigen's views as simd's.
#pragma once

#include <cstddef>

#include "attention/detail/matrix.hpp"
#include "simd/view.hpp"

namespace attention::detail {

/// A side, or a place along one, that is not negative.
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
