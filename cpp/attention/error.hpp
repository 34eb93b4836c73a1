// SPDX-License-Identifier: MIT
/// @file
/// The error that refused calls throw.
#pragma once

#include <array>
#include <stdexcept>
#include <string>
#include <string_view>

#include "attention/export.hpp"

namespace attention {

/// Every way in which a call can be refused. `kErrorKindNames` is the same list as text, in the
/// same order.
enum class ErrorKind {
  kShapeMismatch,  ///< a shape that does not fit another argument or the function
  kEmptyInput,     ///< an argument that needs at least one row or column has none
  kOutOfRange,     ///< a number outside the range on which the formula is defined
  kUnknownOption,  ///< a name or number of no choice
  kOutOfMemory,    ///< too little memory for the call
  kInternal,       ///< a bug in the library
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

/// A refused call: the one exception that the library throws. `what()` is "argument: expected …,
/// got …"; its parts are available for messages in other languages.
///
///     try {
///       attention::split_heads(x, 3);
///     } catch (const attention::Error& error) {
///       error.what();      // "num_heads: expected a divisor of 8, got 3"
///       error.argument();  // "num_heads"
///     }
class ATTENTION_API Error : public std::runtime_error {
 public:
  // Pointers, because refusals are written in a hundred places and the text is built in one.
  /// For the library's own functions.
  /// @{
  Error(ErrorKind kind, const char* argument, const char* expected, const std::string& got);
  Error(ErrorKind kind, const char* argument, const std::string& expected, const std::string& got);
  /// @}
  /// A copy.
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
