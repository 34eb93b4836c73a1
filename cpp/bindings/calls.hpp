// SPDX-License-Identifier: MIT
// What the concepts' tables share. Each function takes its tensors and choices from the request
// block and returns the address of the response block (wire.hpp), or 0 after a failure
// (guarded.hpp).
#pragma once

#include <emscripten/bind.h>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "attention/detail/memory.hpp"
#include "attention/error.hpp"
#include "bindings/guarded.hpp"
#include "bindings/wire.hpp"

namespace attention::bindings {

inline Address address_of(const std::byte* block) { return reinterpret_cast<Address>(block); }

/// @throws UnknownOption naming `argument`
void check_choice(const char* argument, int choices, int number);

/// A choice that crossed as its number. @throws UnknownOption naming `argument`
template <class Choice, class Names>
Choice choice(const char* argument, const Names& names, int number) {
  check_choice(argument, static_cast<int>(names.size()), number);
  return static_cast<Choice>(number);
}

/// A count or seed that crossed as a double. @throws OutOfRange naming `argument`
std::uint64_t whole(const char* argument, double x);

/// A count that crossed as a double, as the library counts.
/// @throws OutOfRange naming `argument`, also where an Index would wrap
Index index_of(const char* argument, double x);

/// As `index_of`, for things of so many bytes each that the call is to store.
/// @throws OutOfMemory, also where an Index would wrap
inline Index stored_index_of(const char* argument, double x, std::uint64_t bytes_each) {
  require_memory(multiply_bytes(bytes_each, whole(argument, x)));
  return index_of(argument, x);
}

/// A list of names as JavaScript's array.
emscripten::val names(std::span<const std::string_view> list);

/// Enters a function for both precisions, as "name32" and "name64".
template <class In32, class In64>
void both(const std::string& name, In32 in_float, In64 in_double) {
  emscripten::function((name + "32").c_str(), in_float);
  emscripten::function((name + "64").c_str(), in_double);
}

}  // namespace attention::bindings
