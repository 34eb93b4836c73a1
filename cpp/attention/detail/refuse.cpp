// SPDX-License-Identifier: MIT
#include "attention/detail/refuse.hpp"

#include <cmath>

namespace attention::detail {

void refuse(ErrorKind kind, const char* argument, ErrorCode code,
            std::initializer_list<ErrorValue> values, const ErrorValue& got) {
  throw Error(kind, argument, code, values, got);
}

void require_range(const char* option, double x, double low, double high) {
  require_that(x >= low && x <= high, option, ErrorCode::kNumberFrom, x, low, high);
}

void require_positive(const char* option, double x) {
  require_that(x > 0 && std::isfinite(x), option, ErrorCode::kFiniteAbove, x, 0);
}

void require_from(const char* option, double x, double low) {
  require_that(x >= low && std::isfinite(x), option, ErrorCode::kFiniteFrom, x, low);
}

void check_index(Index index, Index size) {
  require_that(index >= 0 && index < size, "index", ErrorCode::kWholeFrom, index, 0, size - 1);
}

}  // namespace attention::detail
