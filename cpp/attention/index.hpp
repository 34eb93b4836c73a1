// SPDX-License-Identifier: MIT
/// @file
/// The integer type of positions and lengths.
#pragma once

#include <cstddef>

namespace attention {

/// The length of an axis of a tensor, or a position along an axis.
using Index = std::ptrdiff_t;

}  // namespace attention
