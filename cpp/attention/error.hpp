// SPDX-License-Identifier: MIT
/// @file
/// The exception that the library's functions throw, for example for an invalid argument.
#pragma once

#include <array>
#include <stdexcept>
#include <string>
#include <string_view>

#include "attention/export.hpp"

namespace attention {

/// The kinds of errors. `kErrorKindNames` lists their names in the same order.
enum class ErrorKind {
  kShapeMismatch,  ///< a shape that does not fit another argument or the function
  kEmptyInput,     ///< an argument that needs at least one row or column has none
  kOutOfRange,     ///< a number outside the range on which the formula is defined
  kUnknownOption,  ///< a name or number that is not one of the choices
  kOutOfMemory,    ///< too little memory for the call
  kInternal,       ///< a bug in the library
};

/// The names of the kinds, in the order of `ErrorKind`.
inline constexpr std::array<std::string_view, 6> kErrorKindNames = {
    "ShapeMismatch", "EmptyInput", "OutOfRange", "UnknownOption", "OutOfMemory", "Internal"};

/// The name of a kind, as used by bindings to other programming languages.
/// @param kind  one of the enumerators
/// @return for example "ShapeMismatch"
/// Time O(1).
///
///     std::cerr << attention::name_of(error.kind());
constexpr std::string_view name_of(ErrorKind kind) noexcept {
  return kErrorKindNames[static_cast<std::size_t>(kind)];
}

/// The only exception that the library throws. `what()` is "argument: expected …, got …"; the
/// accessors return its parts, for translated messages.
///
///     try {
///       attention::split_heads(x, 3);
///     } catch (const attention::Error& error) {
///       error.what();      // "num_heads: expected a divisor of 8, got 3"
///       error.argument();  // "num_heads"
///     }
class ATTENTION_API Error : public std::runtime_error {
 public:
  // The constructors take `const char*` for constant texts, because creating a std::string at each
  // of about a hundred call sites would need more code.
  /// Creates an error from the parts of its message. Only the library's own functions call it.
  /// @{
  Error(ErrorKind kind, const char* argument, const char* expected, const std::string& got);
  Error(ErrorKind kind, const char* argument, const std::string& expected, const std::string& got);
  /// @}
  /// An Error can be copied, for example by std::make_exception_ptr.
  /// @{
  Error(const Error&) = default;
  Error& operator=(const Error&) = default;
  /// @}
  ~Error() override;

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
