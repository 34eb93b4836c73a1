// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "attention/options.hpp"

namespace attention::detail {

/// Replaces `count` numbers by their activation.
/// @param derivative  receives the derivative of GELU at each number; ReLU does not use it
template <class T>
void activate(Activation activation, std::size_t count, T* x, T* derivative) noexcept;

/// Backward pass of `activate`: multiplies each entry of `gradient` by the derivative.
/// @param x, derivative  as `activate` has written them
template <class T>
void activate_backward(Activation activation, std::size_t count, const T* x, const T* derivative,
                       T* gradient) noexcept;

}  // namespace attention::detail
