// SPDX-License-Identifier: MIT
#pragma once

#include "attention/index.hpp"

namespace attention::detail {

/// @throws OutOfRange naming `option` unless x is within [low, high]; NaN is outside
void require_range(const char* option, double x, double low, double high);

/// @throws OutOfRange naming `option` unless its value x is finite and > 0
void require_positive(const char* option, double x);

/// Throws unless `holds`. The message contains `expected` and the option's value x.
/// @throws OutOfRange naming `option`
void require_that(bool holds, const char* option, const char* expected, double x);
void require_that(bool holds, const char* option, const char* expected, Index x);

/// @throws OutOfRange naming `index` unless it is one of 0 … size − 1
void check_index(Index index, Index size);

}  // namespace attention::detail
