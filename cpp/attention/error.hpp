// SPDX-License-Identifier: MIT
/// @file
/// The error that refused calls throw.
#pragma once

#include <array>
#include <stdexcept>
#include <string>
#include <string_view>

namespace attention {

/// The kinds of errors. `kErrorKindNames` contains their names in the same order.
enum class ErrorKind {
  kShapeMismatch,  ///< two arguments whose shapes do not fit each other
  kEmptyInput,     ///< an argument that needs at least one row or column has none
  kOutOfRange,     ///< a number outside the range on which the formula is defined
  kUnknownOption,  ///< a name or number that stands for none of the choices
  kOutOfMemory,    ///< the memory for the result cannot be allocated
  kInternal,       ///< a fault of the library itself
};

/// The names of the kinds, in the order of `ErrorKind`.
inline constexpr std::array<std::string_view, 6> kErrorKindNames = {
    "ShapeMismatch", "EmptyInput", "OutOfRange", "UnknownOption", "OutOfMemory", "Internal"};

/// The name of a kind, as bindings to other languages use it.
/// @param kind  one of the enumerators
/// @return for example "ShapeMismatch"
/// Time O(1).
///
///     std::cerr << attention::name_of(error.kind());
constexpr std::string_view name_of(ErrorKind kind) noexcept {
  return kErrorKindNames[static_cast<std::size_t>(kind)];
}

/// What a refused call throws. `what()` returns "argument: expected …, got …".
///
///     try {
///       attention::split_heads(x, 3);
///     } catch (const attention::Error& error) {
///       std::cerr << error.what();  // num_heads: expected a divisor of 8, got 3
///     }
class Error : public std::runtime_error {
 public:
  /// For the library's own functions.
  /// @{
  Error(ErrorKind kind, const char* argument, const char* expected, const std::string& got);
  Error(ErrorKind kind, const char* argument, const std::string& expected, const std::string& got);
  /// @}

  /// The kind, and the three parts of `what()`.
  /// @{
  ErrorKind kind() const noexcept { return kind_; }
  const std::string& argument() const noexcept { return argument_; }
  const std::string& expected() const noexcept { return expected_; }
  const std::string& got() const noexcept { return got_; }
  /// @}

 private:
  ErrorKind kind_;
  std::string argument_;
  std::string expected_;
  std::string got_;
};

}  // namespace attention
