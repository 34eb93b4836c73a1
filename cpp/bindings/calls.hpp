// SPDX-License-Identifier: MIT
// What the concepts' tables share. Each function takes its tensors from the request block, its
// choices as numbers or as a value object, and returns the address of the response block
// (wire.hpp), or 0 after a failure (guarded.hpp).
#pragma once

#include <emscripten/bind.h>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "attention/error.hpp"
#include "attention/memory.hpp"
#include "bindings/guarded.hpp"
#include "bindings/wire.hpp"

namespace attention::bindings {

inline Address address_of(const std::byte* block) { return reinterpret_cast<Address>(block); }

/// A choice that crossed as its number. @throws UnknownOption naming `argument`
template <class Choice, class Names>
Choice choice(const char* argument, const Names& names, int number) {
  if (number < 0 || number >= static_cast<int>(names.size()))
    throw Error(ErrorKind::kUnknownOption, argument,
                std::string("a number below ").append(std::to_string(names.size())),
                std::to_string(number));
  return static_cast<Choice>(number);
}

/// A count or seed that crossed as a double. @throws OutOfRange naming `argument`
inline std::uint64_t whole(const char* argument, double x) {
  constexpr double kLargest = 9007199254740991;  // 2⁵³ − 1: all whole numbers up to it are doubles
  if (!(x >= 0 && x <= kLargest) || x != std::floor(x))
    throw Error(ErrorKind::kOutOfRange, argument, "a whole number from 0 to 2^53 - 1",
                number_text(x));
  return static_cast<std::uint64_t>(x);
}

/// A count that crossed as a double, as the library counts.
/// @throws OutOfRange naming `argument`, also where an Index would wrap
inline Index index_of(const char* argument, double x) {
  constexpr auto kLargest = static_cast<std::uint64_t>(std::numeric_limits<Index>::max());
  const std::uint64_t n = whole(argument, x);
  if (n > kLargest)
    throw Error(ErrorKind::kOutOfRange, argument,
                std::string("a whole number from 0 to ").append(std::to_string(kLargest)),
                std::to_string(n));
  return static_cast<Index>(n);
}

/// As `index_of`, for things of so many bytes each that the call is to store.
/// @throws OutOfMemory, also where an Index would wrap
inline Index stored_index_of(const char* argument, double x, std::uint64_t bytes_each) {
  require_memory(multiply_bytes(bytes_each, whole(argument, x)));
  return index_of(argument, x);
}

/// A list of names as JavaScript's array.
template <class Names>
emscripten::val names(const Names& list) {
  auto array = emscripten::val::array();
  for (const auto& name : list) array.call<void>("push", std::string(name));
  return array;
}

/// Enters a function for both precisions, as "name32" and "name64".
template <class In32, class In64>
void both(const std::string& name, In32 in_float, In64 in_double) {
  emscripten::function((name + "32").c_str(), in_float);
  emscripten::function((name + "64").c_str(), in_double);
}

}  // namespace attention::bindings
