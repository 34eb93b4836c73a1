// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "simd/view.hpp"

namespace attention::simd {

/// The largest number of heap bytes that a product uses beyond its arguments. If the allocation
/// fails, the product uses smaller blocks on the stack: it takes longer and gives the same bits.
inline constexpr std::size_t kMostScratchBytes = 145 * 1024;

/// c ← c + a·b. Entry (i, j) is summed over p = 0, 1, … in this order for all shapes and vector
/// widths, so that every build gives the same bits. There are two exceptions: WebAssembly with
/// relaxed SIMD and a native build with ATTENTION_FUSED use fused multiply-adds if the machine has
/// them. In all builds the error is at most
/// γ (|c_ij| + Σ_p |a_ip b_pj|) with γ = (k + 1) u/(1 − (k + 1) u), u = 2⁻²⁴ for float and 2⁻⁵³ for
/// double (Higham 2002, §3.1).
/// @param a  of shape (m, k)
/// @param b  of shape (k, n)
/// @param c  of shape (m, n), must not overlap a or b
template <class T>
void multiply_add(const Input<T>& a, const Input<T>& b, const Output<T>& c) noexcept;

/// c ← a·b, with the order and error of `multiply_add`.
template <class T>
void multiply(const Input<T>& a, const Input<T>& b, const Output<T>& c) noexcept;

/// c ← a·bᵀ, where b has shape (n, k), with the order and error of `multiply_add`.
template <class T>
void multiply_transposed(const Input<T>& a, const Input<T>& b, const Output<T>& c) noexcept;

/// c ← c + a·bᵀ, where b has shape (n, k), with the order and error of `multiply_add`.
template <class T>
void multiply_transposed_add(const Input<T>& a, const Input<T>& b, const Output<T>& c) noexcept;

/// c ← c + aᵀ·b, where a has shape (k, m), with the order and error of `multiply_add`.
template <class T>
void transposed_multiply_add(const Input<T>& a, const Input<T>& b, const Output<T>& c) noexcept;

}  // namespace attention::simd
