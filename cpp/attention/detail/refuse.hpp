// SPDX-License-Identifier: MIT
#pragma once

#include <initializer_list>
#include <string>

#include "attention/error.hpp"
#include "attention/index.hpp"

namespace attention::detail {

/// Throws an Error. A function instead of a `throw` in a hundred places makes a WebAssembly module
/// smaller.
[[noreturn]] void refuse(ErrorKind kind, const char* argument, ErrorCode code,
                         std::initializer_list<ErrorValue> values, const ErrorValue& got);

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

/// @throws OutOfRange naming `option` unless x is within [low, high]; NaN is outside
void require_range(const char* option, double x, double low, double high);

/// @throws OutOfRange naming `option` unless its value x is finite and > 0
void require_positive(const char* option, double x);

/// Returns x rounded to T. @throws as `require_positive` does, for the rounded number
template <class T>
T positive(const char* option, double x) {
  const auto rounded = static_cast<T>(x);
  require_positive(option, static_cast<double>(rounded));
  return rounded;
}

/// @throws OutOfRange naming `option` unless its value x is finite and ≥ low
void require_from(const char* option, double x, double low);

/// @throws OutOfRange naming `option`, with the parameters `values` of `code`, unless `holds`
template <class Got, class... Values>
void require_that(bool holds, const char* option, ErrorCode code, const Got& got,
                  const Values&... values) {
  if (!holds) refuse_range(option, code, {values...}, got);
}

/// Returns a number as text with 9 significant digits, like printf's %.9g, but independent of the
/// locale and without the 8 kB that printf adds to a WebAssembly module. The last digit may differ
/// from printf's by one.
std::string number_text(double x);

/// @throws OutOfRange naming `index` unless it is one of 0 … size − 1
void check_index(Index index, Index size);

}  // namespace attention::detail
