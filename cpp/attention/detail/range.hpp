// SPDX-License-Identifier: MIT
#pragma once

namespace attention::detail {

/// Refuses an option outside [low, high]; NaN is outside.
/// @throws OutOfRange naming `option`
void require_range(const char* option, double x, double low, double high);

/// Refuses an option that is not finite and > 0. @throws OutOfRange naming `option`
void require_positive(const char* option, double x);

/// Refuses an option that does not hold. @throws OutOfRange naming `option`
void require_that(bool holds, const char* option, const char* expected, double x);

}  // namespace attention::detail
