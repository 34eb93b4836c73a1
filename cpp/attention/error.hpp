// SPDX-License-Identifier: MIT
/// @file
/// The exception that the library's functions throw, for example for an invalid argument.
#pragma once

#include <array>
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "attention/export.hpp"
#include "attention/shape.hpp"

namespace attention {

/// The kinds of errors. `kErrorKindNames` lists their names in the same order.
enum class ErrorKind {
  kShapeMismatch,  ///< a shape that does not fit another argument or the function
  kEmptyInput,     ///< an argument that needs at least one row or column has none
  kOutOfRange,     ///< a value outside its valid range, or an output that overlaps an input
  kUnknownOption,  ///< an option that is not one of the choices, or that the call does not use
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

/// The expectation that an argument does not meet. Beside each code is the text after "expected" in
/// the message; names in braces are its parameters. error.cpp has the texts in the same order.
enum class ErrorCode {
  kShape,             ///< {shapes}
  kGroupedShape,      ///< {shape} with h_k a divisor of {number}
  kBroadcast,         ///< a shape that broadcasts to {shape}
  kAxes,              ///< {number} axes
  kAxesAtLeast,       ///< at least {number} axes
  kAxesAtMost,        ///< at most {number} axes
  kAxesFrom,          ///< from {low} to {high} axes
  kEvenColumns,       ///< an even number of columns
  kRow,               ///< at least one row
  kColumn,            ///< at least one column
  kRowAndColumn,      ///< at least one row and one column
  kTwoRows,           ///< at least two rows and one column
  kEntry,             ///< at least one entry
  kEntriesAtLeast,    ///< at least {number} entries
  kEntriesBelow,      ///< fewer than {number} entries
  kEntries,           ///< {number} numbers
  kEntriesFor,        ///< {number} numbers for {shape}
  kMatrices,          ///< {number} matrices
  kTensorsAtMost,     ///< at most {number} tensors
  kSequenceAtMost,    ///< at most {number} in a sequence
  kSlice,             ///< positions of the first axis of {shape}
  kNumber,            ///< a number
  kNumberNot,         ///< a number other than {number}
  kNumberFrom,        ///< a number from {low} to {high}
  kNumberFromBelow,   ///< a number from {low} to below {high}
  kNumberBetween,     ///< a number between {low} and {high}
  kNumberBelow,       ///< a number below {high}
  kNumbersFrom,       ///< numbers >= {low}
  kFinite,            ///< a finite number
  kFiniteAbove,       ///< a finite number > {low}
  kFiniteFrom,        ///< a finite number >= {low}
  kWholeAtLeast,      ///< a whole number >= {low}
  kWholeBelow,        ///< a whole number below {high}
  kWholeFrom,         ///< a whole number from {low} to {high}
  kWholes,            ///< whole numbers
  kWholesFrom,        ///< whole numbers from {low} to {high}
  kFlags,             ///< 0 or 1 everywhere
  kCounted,           ///< at least one 1 in each step
  kDivisor,           ///< a divisor of {number}
  kEven,              ///< an even number
  kFirstPosition,     ///< a whole number >= 0, with first + positions <= {high}
  kValue,             ///< {value}
  kNoneBeside,        ///< none beside {other}
  kNoneBesideChoice,  ///< none beside {other} {value}
  kApart,             ///< memory that does not overlap {other}
  kMemory,            ///< at most the available memory
  kRoom,              ///< enough for the result
  kChoices,           ///< more choices
  kNoFault,           ///< no fault
};

/// The name of a code, as used by bindings to other programming languages.
/// @param code  one of the enumerators
/// @return for example "finiteAbove"
/// Time O(1).
///
///     if (attention::name_of(error.code()) == "finiteAbove") retry();
ATTENTION_API std::string_view name_of(ErrorCode code) noexcept;

/// A value in the message of an error: a number, a shape, a text or nothing. Only the library's own
/// functions create it.
class ATTENTION_API ErrorValue {
 public:
  /// The type of a value.
  enum class Type {
    kNone,      ///< nothing
    kNumber,    ///< a floating-point number
    kSigned,    ///< a whole number
    kUnsigned,  ///< a whole number >= 0
    kText,      ///< a text
    kShape,     ///< a shape
  };

  /// `text` and `free` are not copied and must outlive the error. If `free` is given, messages
  /// contain it for a length of −1 (any length), and "h_k" for −2 (the number of key heads).
  /// @{
  ErrorValue() = default;
  ErrorValue(double x);                                   // NOLINT: implicit
  ErrorValue(const char* text);                           // NOLINT: implicit
  ErrorValue(const Shape& shape, const char* free = "");  // NOLINT: implicit
  template <std::signed_integral Whole>
  ErrorValue(Whole x) : ErrorValue(std::int64_t{x}, Type::kSigned) {}  // NOLINT: implicit
  template <std::unsigned_integral Whole>
  ErrorValue(Whole x)  // NOLINT: implicit
      : ErrorValue(static_cast<std::int64_t>(x), Type::kUnsigned) {}
  /// @}

  /// The value as text, such as "(2, 3)"; "none" if there is none.
  std::string to_string() const;

  /// The type and the value. Only the accessor for the type is meaningful; `number` also returns
  /// whole numbers.
  /// @{
  Type type() const noexcept { return type_; }
  double number() const noexcept { return number_; }
  const char* text() const noexcept { return text_; }
  const Shape& shape() const noexcept { return shape_; }
  /// @}

 private:
  ErrorValue(std::int64_t whole, Type type);

  Type type_ = Type::kNone;
  double number_ = 0;
  std::int64_t whole_ = 0;
  const char* text_ = "";
  Shape shape_;
};

/// The only exception that the library throws. `what()` is "argument: expected …, got …"; the
/// accessors return its parts, for translated messages.
///
///     try {
///       attention::split_heads(x, 3);
///     } catch (const attention::Error& error) {
///       error.what();        // "num_heads: expected a divisor of 8, got 3"
///       error.code();        // attention::ErrorCode::kDivisor
///       error.argument();    // "num_heads"
///       error.parameters();  // {{"number", "8"}, {"got", "3"}}
///     }
class ATTENTION_API Error : public std::runtime_error {
 public:
  /// The name of a parameter of the message and its value as text.
  using Parameter = std::pair<std::string, std::string>;

  /// Creates an error. `values` are those of the message's parameters, in order. Only the library's
  /// own functions call it.
  Error(ErrorKind kind, const char* argument, ErrorCode code,
        std::initializer_list<ErrorValue> values, const ErrorValue& got);
  /// An Error can be copied, for example by std::make_exception_ptr.
  /// @{
  Error(const Error&) = default;
  Error& operator=(const Error&) = default;
  /// @}
  ~Error() override;

  /// The kind of the error, the code of its message, the argument's name, and the parameters.
  /// @{
  ErrorKind kind() const noexcept { return kind_; }
  ErrorCode code() const noexcept { return code_; }
  const std::string& argument() const noexcept { return argument_; }
  std::vector<Parameter> parameters() const;
  /// @}

  /// The texts after "expected" and after "got" in `what()`.
  /// @{
  std::string expected() const;
  std::string got() const;
  /// @}

  /// The values of the parameters; the last one is `got`.
  std::span<const ErrorValue> values() const noexcept { return {values_.data(), count_}; }

 private:
  // The message for a mask has the most values: three valid shapes and the refused shape.
  static constexpr std::size_t kMostValues = 4;

  ErrorKind kind_;
  ErrorCode code_;
  std::string argument_;
  std::array<ErrorValue, kMostValues> values_;
  std::size_t count_;
};

}  // namespace attention
