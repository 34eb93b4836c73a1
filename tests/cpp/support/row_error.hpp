// SPDX-License-Identifier: MIT
#pragma once

#include <type_traits>

#include "support/matrices.hpp"

namespace attention::test {

/// The largest error of an entry, divided by the largest magnitude in its row. ∞ if shapes differ,
/// if a row of zeros has an error, or if only one matrix has NaN or ∞ at an index. The error is
/// relative to the row, because an entry is a sum whose terms may cancel. Such a sum is small, but
/// its rounding error is as large as those of the other entries.
double row_error(const Matrix<double>& got, const Matrix<double>& expected);
double row_error(const Tensor<double>& got, const Tensor<double>& expected);

/// The largest accepted `row_error` of an intermediate result, which is a sum of up to 70 terms.
/// Each addition has a rounding error of up to 1.1e-16 (double) or 6e-8 (float), of either sign.
/// The error of the sum is about √70 times as large: 9e-16 or 5e-7. The largest error in the tests
/// is 1.8e-6 in float.
template <class T>
inline constexpr double kStageError = std::is_same_v<T, double> ? 1e-12 : 2e-6;

}  // namespace attention::test
