// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "attention/options.hpp"

namespace attention::detail {

/// Replaces `count` numbers by their activation.
/// @param derivative  receives the derivative of GELU at each number; ReLU does not use it
template <class T>
void activate(Activation activation, std::size_t count, T* x, T* derivative) noexcept;

/// Multiplies the gradient of `activate`'s results by the derivative of each.
/// @param x, derivative  the results of `activate`
template <class T>
void activate_backward(Activation activation, std::size_t count, const T* x, const T* derivative,
                       T* gradient) noexcept;

}  // namespace attention::detail
