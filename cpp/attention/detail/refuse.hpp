// SPDX-License-Identifier: MIT
#pragma once

#include <initializer_list>

#include "attention/error.hpp"

namespace attention::detail {

/// Throws an Error. A function instead of a `throw` in a hundred places makes a WebAssembly module
/// smaller.
[[noreturn]] void refuse(ErrorKind kind, const char* argument, ErrorCode code,
                         std::initializer_list<ErrorValue> values, const ErrorValue& got);

/// Throw an Error of kind ShapeMismatch, EmptyInput or OutOfRange.
/// @{
[[noreturn]] inline void refuse_shape(const char* argument, ErrorCode code,
                                      std::initializer_list<ErrorValue> values,
                                      const ErrorValue& got) {
  refuse(ErrorKind::kShapeMismatch, argument, code, values, got);
}
[[noreturn]] inline void refuse_empty(const char* argument, ErrorCode code,
                                      std::initializer_list<ErrorValue> values,
                                      const ErrorValue& got) {
  refuse(ErrorKind::kEmptyInput, argument, code, values, got);
}
[[noreturn]] inline void refuse_range(const char* argument, ErrorCode code,
                                      std::initializer_list<ErrorValue> values,
                                      const ErrorValue& got) {
  refuse(ErrorKind::kOutOfRange, argument, code, values, got);
}
/// @}

}  // namespace attention::detail
