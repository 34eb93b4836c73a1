// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <stdexcept>
#include <string>
#include <string_view>

namespace attention {

/// Every way in which a call can be refused. `kErrorKindNames` holds the same list as text, in the
/// same order; bindings, TypeScript and the page's messages derive from it.
enum class ErrorKind {
  kShapeMismatch,  ///< two arguments whose shapes do not fit each other
  kEmptyInput,     ///< an argument that needs at least one row or column has none
  kOutOfRange,     ///< a number outside the range on which the formula is defined
  kUnknownOption,  ///< a name or number that stands for none of the choices
  kOutOfMemory,    ///< the memory for the result cannot be had
  kInternal,       ///< a fault of the library itself
};

inline constexpr std::array<std::string_view, 6> kErrorKindNames = {
    "ShapeMismatch", "EmptyInput", "OutOfRange", "UnknownOption", "OutOfMemory", "Internal"};

/// The kind's name as it crosses to other languages, for example "ShapeMismatch".
constexpr std::string_view name_of(ErrorKind kind) {
  return kErrorKindNames[static_cast<std::size_t>(kind)];
}

/// A refused call. `what()` reads "argument: expected …, got …"; the parts are kept apart so that a
/// page can say the same in the reader's language.
class Error : public std::runtime_error {
 public:
  // By pointers: a refusal is written at a hundred places, and the text is put together at one.
  Error(ErrorKind kind, const char* argument, const char* expected, const std::string& got);
  Error(ErrorKind kind, const char* argument, const std::string& expected, const std::string& got);

  ErrorKind kind() const noexcept { return kind_; }
  const std::string& argument() const noexcept { return argument_; }
  const std::string& expected() const noexcept { return expected_; }
  const std::string& got() const noexcept { return got_; }

 private:
  ErrorKind kind_;
  std::string argument_;
  std::string expected_;
  std::string got_;
};

}  // namespace attention
