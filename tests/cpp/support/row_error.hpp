// SPDX-License-Identifier: MIT
#pragma once

#include <type_traits>

#include "attention/detail/tensor.hpp"

namespace attention::detail {

/// The largest error of an entry, as a part of the largest magnitude in its row: ∞ where shapes
/// differ, where a row of zeros is missed, and where NaN or ∞ is not met by the same. By the row,
/// because an entry in which the terms of its sum cancel keeps the rounding of the terms, which are
/// as large as its neighbours.
double row_error(const Matrix<double>& got, const Matrix<double>& expected);
double row_error(const Tensor<double>& got, const Tensor<double>& expected);

/// What a stage may be off by in that measure: sums of up to 70 terms, each rounded by 1.1e-16
/// (double) or 6e-8 (float), one stage after the other, stay below it.
template <class T>
inline constexpr double kStageError = std::is_same_v<T, double> ? 1e-12 : 2e-6;

}  // namespace attention::detail
