// SPDX-License-Identifier: MIT
#include "bindings/arguments.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "attention/detail/training/optimizer.hpp"

namespace attention::bindings {

std::uint64_t whole(const char* argument, double x) {
  constexpr double kLargest =
      9007199254740991;  // 2⁵³ − 1: up to here, a double represents every whole number
  if (!(x >= 0 && x <= kLargest) || x != std::floor(x))
    refuse_range(argument, ErrorCode::kWholeFrom, {0, "2^53 - 1"}, x);
  return static_cast<std::uint64_t>(x);
}

Index index_of(const char* argument, double x) {
  constexpr auto kLargest = static_cast<std::uint64_t>(std::numeric_limits<Index>::max());
  const std::uint64_t n = whole(argument, x);
  if (n > kLargest) refuse_range(argument, ErrorCode::kWholeFrom, {0, kLargest}, n);
  return static_cast<Index>(n);
}

std::int64_t steps_of(double x) {
  check_steps(x);
  return static_cast<std::int64_t>(x);
}

template <class T>
std::vector<Index> whole_numbers(const char* argument, std::size_t index, Index below) {
  const auto x = request_view<T>(index);
  std::vector<Index> numbers;
  numbers.reserve(static_cast<std::size_t>(x.size()));
  for (Index i = 0; i < x.size(); ++i) {
    const auto entry = static_cast<double>(x.data()[i]);
    if (!(entry >= 0 && entry < static_cast<double>(below)) || entry != std::floor(entry))
      refuse_range(argument, ErrorCode::kWholesFrom, {0, below - 1}, entry);
    numbers.push_back(static_cast<Index>(entry));
  }
  return numbers;
}

template <class T>
TensorArgument<std::uint8_t> flags_of(const char* argument, std::size_t index) {
  const auto x = request_view<T>(index);
  Tensor<std::uint8_t> flags(x.shape());
  for (Index i = 0; i < x.size(); ++i) {
    const T flag = x.data()[i];
    if (flag != 0 && flag != 1)
      refuse_range(argument, ErrorCode::kFlags, {}, static_cast<double>(flag));
    flags.data()[i] = flag == 1 ? 1 : 0;
  }
  return flags;
}

template <class T>
Lengths lengths_of(const char* argument, std::size_t index) {
  const auto x = request_view<T>(index);
  std::vector<std::int64_t> lens;
  lens.reserve(static_cast<std::size_t>(x.size()));
  for (Index i = 0; i < x.size(); ++i) {
    const auto len = static_cast<double>(x.data()[i]);
    if (!std::isfinite(len) || len != std::floor(len))
      refuse_range(argument, ErrorCode::kWholes, {}, len);
    lens.push_back(static_cast<std::int64_t>(std::clamp(len, -0x1p62, 0x1p62)));
  }
  return {lens, x.shape()};
}

template TensorArgument<std::uint8_t> flags_of<float>(const char*, std::size_t);
template TensorArgument<std::uint8_t> flags_of<double>(const char*, std::size_t);
template Lengths lengths_of<float>(const char*, std::size_t);
template Lengths lengths_of<double>(const char*, std::size_t);
template std::vector<Index> whole_numbers<float>(const char*, std::size_t, Index);
template std::vector<Index> whole_numbers<double>(const char*, std::size_t, Index);

}  // namespace attention::bindings
