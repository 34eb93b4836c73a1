// SPDX-License-Identifier: MIT
#pragma once

#include <span>

namespace attention::simd {

/// The largest of the numbers; −∞ without any. Passes over NaN.
template <class T>
T max_of(std::span<const T> x) noexcept;

/// Σ_i x_i in an order that depends on their number alone: sixteen sums of every sixteenth, which
/// are then added up.
template <class T>
T sum_of(std::span<const T> x) noexcept;

/// x_i ← x_i − y
template <class T>
void subtract(std::span<T> x, T y) noexcept;

/// x_i ← x_i / y
template <class T>
void divide(std::span<T> x, T y) noexcept;

}  // namespace attention::simd
