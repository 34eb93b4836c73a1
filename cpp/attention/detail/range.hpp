// SPDX-License-Identifier: MIT
#pragma once

#include "attention/detail/refuse.hpp"
#include "attention/index.hpp"

namespace attention::detail {

/// @throws OutOfRange naming `option` unless x is within [low, high]; NaN is outside
void require_range(const char* option, double x, double low, double high);

/// @throws OutOfRange naming `option` unless its value x is finite and > 0
void require_positive(const char* option, double x);

/// @throws OutOfRange naming `option`, with the code, its values and the given one, unless `holds`
template <class Got, class... Values>
void require_that(bool holds, const char* option, ErrorCode code, const Got& got,
                  const Values&... values) {
  if (!holds) refuse_range(option, code, {values...}, got);
}

/// @throws OutOfRange naming `index` unless it is one of 0 … size − 1
void check_index(Index index, Index size);

}  // namespace attention::detail
