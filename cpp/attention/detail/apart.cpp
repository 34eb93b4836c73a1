// SPDX-License-Identifier: MIT
#include "attention/detail/apart.hpp"

#include <algorithm>

#include "attention/detail/refuse.hpp"

namespace attention::detail {
namespace {

// Whether a row of x contains a byte of the address range [begin, end), for begin < end.
bool is_in_row(const Bytes& x, std::uintptr_t begin, std::uintptr_t end) {
  if (end <= x.begin || begin >= x.end()) return false;
  // If any row overlaps the range, the last row that starts before `end` does.
  const std::uintptr_t last = std::min(x.rows - 1, (end - 1 - x.begin) / x.stride);
  return x.begin + last * x.stride + x.row > begin;
}

bool overlap(const Bytes& x, const Bytes& y) {
  if (x.rows == 0 || y.rows == 0 || x.end() <= y.begin || y.end() <= x.begin) return false;
  if (x.rows > y.rows) return overlap(y, x);
  for (std::uintptr_t r = 0, at = x.begin; r < x.rows; ++r, at += x.stride)
    if (is_in_row(y, at, at + x.row)) return true;
  return false;
}

}  // namespace

void check_apart(const char* output, const Bytes& written, const char* argument,
                 const Bytes& read) {
  if (overlap(written, read)) refuse_range(output, ErrorCode::kApart, {argument}, "an overlap");
}

}  // namespace attention::detail
