// SPDX-License-Identifier: MIT
#pragma once

#include <initializer_list>

#include "attention/error.hpp"

namespace attention::detail {

/// Throws an Error. A function instead of a `throw` in a hundred places makes a WebAssembly module
/// smaller.
[[noreturn]] void refuse(ErrorKind kind, const char* argument, ErrorCode code,
                         std::initializer_list<ErrorValue> values, const ErrorValue& got);

}  // namespace attention::detail
