// SPDX-License-Identifier: MIT
#include "attention/error.hpp"

#include <cmath>
#include <cstdio>

namespace attention {

Error::Error(ErrorKind kind, std::string argument, std::string expected, std::string got)
    : std::runtime_error(argument + ": expected " + expected + ", got " + got),
      kind_(kind),
      argument_(std::move(argument)),
      expected_(std::move(expected)),
      got_(std::move(got)) {}

std::string shape_text(Index rows, Index cols, std::string_view free) {
  const auto side = [free](Index n) { return n < 0 ? std::string(free) : std::to_string(n); };
  // Not with +, of which GCC 12 warns wrongly when it optimises (its bug 105651).
  return std::string("(").append(side(rows)).append(", ").append(side(cols)).append(")");
}

std::string number_text(double x) {
  if (std::isnan(x)) return "NaN";
  if (std::isinf(x)) return x < 0 ? "-Infinity" : "Infinity";
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.9g", x);
  return text.data();
}

}  // namespace attention
