// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <string>

#include "attention/index.hpp"

namespace attention::detail {

/// Returns a shape as text, such as "(2, 3)". A negative number means "any"; the text
/// then contains the argument `free` instead, for example "(n, 3)".
std::string shape_text(Index rows, Index cols, const char* free = "n");

/// Returns a number as text with 9 significant digits, like printf's %.9g, but independent of the
/// locale and without the 8 kB that printf adds to a WebAssembly module. The last digit may differ
/// from printf's by one.
std::string number_text(double x);

/// Returns a whole number with all its digits; other numbers as `number_text` does.
std::string whole_text(double x);
std::string whole_text(std::integral auto x) { return std::to_string(x); }

}  // namespace attention::detail
