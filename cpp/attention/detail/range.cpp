// SPDX-License-Identifier: MIT
#include "attention/detail/range.hpp"

#include <cmath>
#include <string>

#include "attention/detail/text.hpp"
#include "attention/error.hpp"

namespace attention::detail {

void require_range(const char* option, double x, double low, double high) {
  if (x >= low && x <= high) return;
  throw Error(ErrorKind::kOutOfRange, option,
              std::string("a number from ")
                  .append(number_text(low))
                  .append(" to ")
                  .append(number_text(high)),
              number_text(x));
}

void require_positive(const char* option, double x) {
  require_that(x > 0 && std::isfinite(x), option, "a finite number > 0", x);
}

void require_that(bool holds, const char* option, const char* expected, double x) {
  if (!holds) throw Error(ErrorKind::kOutOfRange, option, expected, number_text(x));
}

void require_that(bool holds, const char* option, const char* expected, Index x) {
  if (!holds) throw Error(ErrorKind::kOutOfRange, option, expected, std::to_string(x));
}

void check_index(Index index, Index size) {
  if (index < 0 || index >= size)
    throw Error(ErrorKind::kOutOfRange, "index",
                std::string("a whole number from 0 to ").append(std::to_string(size - 1)),
                std::to_string(index));
}

}  // namespace attention::detail
