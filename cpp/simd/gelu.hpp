// SPDX-License-Identifier: MIT
#pragma once

#include <span>

namespace attention::simd {

/// value_i ← x_i Φ(x_i), slope_i ← Φ(x_i) + x_i φ(x_i), where Φ is the distribution function of
/// the standard normal distribution and φ its density. If `by_tanh`, Φ(x) is (1 + tanh u)/2 with u
/// = √(2/π) (x + 0.044715 x³), and φ its derivative. Computed in double and rounded once; the
/// result of an entry does not depend on its position. At −∞, the value is −0 and the slope 0; at
/// ∞, they are ∞ and 1; at NaN, both are NaN.
/// @param value  as many numbers as x, or none; may be the same memory
/// @param slope  as many numbers as x, or none
template <class T>
void gelu(bool by_tanh, std::span<const T> x, std::span<T> value, std::span<T> slope) noexcept;

}  // namespace attention::simd
