// SPDX-License-Identifier: MIT
// Helpers for the bindings. Each binding reads its tensors and choices from the request block and
// returns the address of the response block (wire.hpp), or 0 after a failure (guarded.hpp).
#pragma once

#include <emscripten/bind.h>
#include <cstdint>
#include <string>
#include <vector>

#include "attention/detail/memory.hpp"
#include "attention/tensor_argument.hpp"
#include "bindings/wire.hpp"

namespace attention::bindings {

/// Converts a count or seed from a double to a 64-bit integer.
/// @throws OutOfRange naming `argument` unless x is a whole number from 0 to 2^53 − 1
std::uint64_t whole(const char* argument, double x);

/// Converts a count from a double to an Index.
/// @throws OutOfRange naming `argument` unless x is a whole number ≥ 0 that fits into an Index
Index index_of(const char* argument, double x);

/// Converts the count x to an Index, after checking that x items of `bytes_each` bytes can be
/// stored.
/// @throws OutOfMemory if they cannot be stored; OutOfRange as `index_of` does
inline Index stored_index_of(const char* argument, double x, std::uint64_t bytes_each) {
  require_memory(multiply_bytes(bytes_each, whole(argument, x)));
  return index_of(argument, x);
}

/// Converts a number of completed steps.
/// @throws OutOfRange naming `steps` unless x is a whole number from 0 to 2^53
std::int64_t steps_of(double x);

/// Converts tensor `index` of the request, which JavaScript passes in the precision of the call, to
/// whole numbers.
/// @param below  the entries must be less than this
/// @throws OutOfRange naming `argument` unless every entry is a whole number from 0 to below − 1
template <class T>
std::vector<Index> whole_numbers(const char* argument, std::size_t index, Index below);

/// Converts tensor `index` of the request to flags.
/// @throws OutOfRange naming `argument` unless every entry is 0 or 1; OutOfMemory
template <class T>
TensorArgument<std::uint8_t> flags_of(const char* argument, std::size_t index);

/// Converts tensor `index` of the request to lengths. Lengths beyond ±2⁶², or beyond the range of
/// an Index, are clamped, which does not change the visible keys.
/// @throws OutOfRange naming `argument` unless every entry is a whole number; OutOfMemory
template <class T>
Lengths lengths_of(const char* argument, std::size_t index);

template <class T, class Binding>
Address run_in() {
  return guarded([] { return Binding().template operator()<T>(); });
}

/// Registers a binding for both precisions under the JavaScript names "name32" and "name64".
/// Exceptions become failures (guarded.hpp).
/// @param binding  a lambda without captures, whose template parameter is the precision
template <class Binding>
void both(const std::string& name, Binding /*binding*/) {
  emscripten::function((name + "32").c_str(), &run_in<float, Binding>);
  emscripten::function((name + "64").c_str(), &run_in<double, Binding>);
}

}  // namespace attention::bindings
