// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "attention/index.hpp"

namespace attention::detail {

/// Shape as text, "(rows, cols)". A negative number stands for "any" and is written as `free`.
std::string shape_text(Index rows, Index cols, const char* free = "n");

/// Number as text, short and exact enough to recognise what was passed: 9 digits as printf's %.9g
/// has them, but the same in every locale, and without printf's 8 kB in a WebAssembly module. The
/// last digit may differ by one.
std::string number_text(double x);

}  // namespace attention::detail
