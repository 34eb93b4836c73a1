// SPDX-License-Identifier: MIT
#include "attention/detail/refuse.hpp"

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace attention::detail {
namespace {

// The number of significant digits of a printed number.
constexpr int kDigits = 9;
constexpr double kUnit = 1e8;  // 10^(kDigits − 1)

}  // namespace

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

std::string number_text(double x) {
  if (std::isnan(x)) return "NaN";
  const std::string sign = std::signbit(x) ? "-" : "";
  if (std::isinf(x)) return sign + "Infinity";
  if (x == 0) return sign + "0";

  // Normalises: |x| = mantissa · 10^exponent with 1 ≤ mantissa < 10.
  double mantissa = std::abs(x);
  int exponent = 0;
  for (; mantissa >= 10; ++exponent) mantissa /= 10;
  for (; mantissa < 1; --exponent) mantissa *= 10;
  std::string digits = std::to_string(static_cast<std::int64_t>(mantissa * kUnit + 0.5));
  exponent += static_cast<int>(digits.size()) - kDigits;
  digits.erase(digits.find_last_not_of('0') + 1);

  const auto size = static_cast<int>(digits.size());
  const auto put_point = [&](int after) {
    if (size > after) digits.insert(static_cast<std::size_t>(after), 1, '.');
  };
  if (exponent < -4 || exponent >= kDigits) {
    put_point(1);
    const std::string power = std::to_string(std::abs(exponent));
    digits.append(exponent < 0 ? "e-" : "e+").append(power.size() < 2 ? "0" : "").append(power);
  } else if (exponent < 0) {
    digits.insert(0, std::string_view("0.000").substr(0, static_cast<std::size_t>(1 - exponent)));
  } else {
    put_point(exponent + 1);
    if (size <= exponent) digits.append(static_cast<std::size_t>(exponent + 1 - size), '0');
  }
  return sign + digits;
}

void check_index(Index index, Index size) {
  require_that(index >= 0 && index < size, "index", ErrorCode::kWholeFrom, index, 0, size - 1);
}

}  // namespace attention::detail
