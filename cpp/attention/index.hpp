// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

namespace attention {

/// A side of a tensor, or a place along one.
using Index = std::ptrdiff_t;

}  // namespace attention
