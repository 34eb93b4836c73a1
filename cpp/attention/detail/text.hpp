// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace attention::detail {

/// Returns a number as text with 9 significant digits, like printf's %.9g, but independent of the
/// locale and without the 8 kB that printf adds to a WebAssembly module. The last digit may differ
/// from printf's by one.
std::string number_text(double x);

}  // namespace attention::detail
