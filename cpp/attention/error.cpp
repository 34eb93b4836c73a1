// SPDX-License-Identifier: MIT
#include "attention/error.hpp"

#include <algorithm>

#include "attention/detail/refuse.hpp"
#include "attention/detail/shape.hpp"

namespace attention {

#if !defined(__EMSCRIPTEN__)
namespace {

struct Message {
  std::string_view name;
  std::string_view text;
};

// The name and the message of each ErrorCode, in the order of the enumerators. `filled` adds
// ", got {got}", the refused value, to messages without ", got ". A test compares the messages with
// their copies for the WebAssembly modules in web/src/engine/messages.ts.
constexpr Message kMessages[] = {
    {"shape", "{shapes}"},
    {"groupedShape", "{shape} with h_k a divisor of {number}"},
    {"broadcast", "a shape that broadcasts to {shape}"},
    {"axes", "{number} axes"},
    {"axesAtLeast", "at least {number} axes"},
    {"axesAtMost", "at most {number} axes"},
    {"axesFrom", "from {low} to {high} axes"},
    {"evenColumns", "an even number of columns"},
    {"row", "at least one row"},
    {"column", "at least one column"},
    {"rowAndColumn", "at least one row and one column"},
    {"twoRows", "at least two rows and one column"},
    {"entry", "at least one entry"},
    {"entriesAtLeast", "at least {number} entries"},
    {"entriesBelow", "fewer than {number} entries"},
    {"entries", "{number} numbers"},
    {"entriesFor", "{number} numbers for {shape}"},
    {"matrices", "{number} matrices"},
    {"tensorsAtMost", "at most {number} tensors"},
    {"sequenceAtMost", "at most {number} in a sequence"},
    {"slice", "positions of the first axis of {shape}, got {first} + {got}"},
    {"number", "a number"},
    {"numberNot", "a number other than {number}"},
    {"numberFrom", "a number from {low} to {high}"},
    {"numberFromBelow", "a number from {low} to below {high}"},
    {"numberBetween", "a number between {low} and {high}"},
    {"numberBelow", "a number below {high}"},
    {"numbersFrom", "numbers >= {low}"},
    {"finite", "a finite number"},
    {"finiteAbove", "a finite number > {low}"},
    {"finiteFrom", "a finite number >= {low}"},
    {"wholeAtLeast", "a whole number >= {low}"},
    {"wholeBelow", "a whole number below {high}"},
    {"wholeFrom", "a whole number from {low} to {high}"},
    {"wholes", "whole numbers"},
    {"wholesFrom", "whole numbers from {low} to {high}"},
    {"flags", "0 or 1 everywhere"},
    {"counted", "at least one 1 in each step"},
    {"divisor", "a divisor of {number}"},
    {"even", "an even number"},
    {"firstPosition", "a whole number >= 0, with first + positions <= {high}"},
    {"value", "{value}"},
    {"noneBeside", "none beside {other}"},
    {"noneBesideChoice", "none beside {other} {value}"},
    {"apart", "memory that does not overlap {other}"},
    {"memory", "at most the available memory, got {got} bytes"},
    {"room", "enough for the result"},
    {"choices", "more choices"},
    {"noFault", "no fault"},
};
static_assert(std::size(kMessages) == static_cast<std::size_t>(ErrorCode::kNoFault) + 1);

const Message& message_of(ErrorCode code) noexcept {
  return kMessages[static_cast<std::size_t>(code)];
}

// Returns the name and the value of each parameter of the message. {shapes} receives all values
// except the last, which belongs to {got}.
std::vector<Error::Parameter> parameters_of(ErrorCode code, std::span<const ErrorValue> values) {
  std::vector<Error::Parameter> parameters;
  auto value = values.begin();
  const auto last = values.end() - 1;
  const std::string_view text = message_of(code).text;
  for (std::size_t at = text.find('{'); at != text.npos && value < last;
       at = text.find('{', at + 1)) {
    const std::string name(text.substr(at + 1, text.find('}', at) - at - 1));
    std::string shown = (value++)->to_string();
    if (name == "shapes")
      for (; value < last; ++value)
        shown.append(value + 1 == last ? " or " : ", ").append(value->to_string());
    parameters.emplace_back(name, shown);
  }
  parameters.emplace_back("got", last->to_string());
  return parameters;
}

// Returns the part of a message before ", got " (if `is_got`: after it), with the parameters
// replaced by their values.
std::string filled(ErrorCode code, const std::vector<Error::Parameter>& parameters, bool is_got) {
  constexpr std::string_view kGot = ", got ";
  const std::string_view message = message_of(code).text;
  const std::size_t end = message.find(kGot);
  const std::string_view rest = end == message.npos ? "{got}" : message.substr(end + kGot.size());
  std::string text(is_got ? rest : message.substr(0, end));
  for (const auto& [name, value] : parameters) {
    const std::string place = "{" + name + "}";
    const std::size_t at = text.find(place);
    if (at != text.npos) text.replace(at, place.size(), value);
  }
  return text;
}

std::string message_text(const char* argument, ErrorCode code,
                         std::initializer_list<ErrorValue> values, const ErrorValue& got) {
  std::vector<ErrorValue> all(values);
  all.push_back(got);
  const auto parameters = parameters_of(code, all);
  return std::string(argument)
      .append(": expected ")
      .append(filled(code, parameters, false))
      .append(", got ")
      .append(filled(code, parameters, true));
}

}  // namespace

std::string_view name_of(ErrorCode code) noexcept { return message_of(code).name; }

std::string ErrorValue::to_string() const {
  switch (type_) {
    case Type::kNone:
      return "none";
    case Type::kNumber:
      return detail::number_text(number_);
    case Type::kSigned:
      return std::to_string(whole_);
    case Type::kUnsigned:
      return std::to_string(static_cast<std::uint64_t>(whole_));
    case Type::kText:
      return text_;
    case Type::kShape:
      break;
  }
  return detail::shape_text(shape_, text_);
}

std::vector<Error::Parameter> Error::parameters() const { return parameters_of(code_, values()); }
std::string Error::expected() const { return filled(code_, parameters(), false); }
std::string Error::got() const { return filled(code_, parameters(), true); }
#else
static const char* message_text(const char* /*argument*/, ErrorCode /*code*/,
                                std::initializer_list<ErrorValue> /*values*/,
                                const ErrorValue& /*got*/) {
  return "";
}
#endif

ErrorValue::ErrorValue(double x) : type_(Type::kNumber), number_(x) {}

ErrorValue::ErrorValue(const char* text) : type_(Type::kText), text_(text) {}

ErrorValue::ErrorValue(const Shape& shape, const char* free)
    : type_(Type::kShape), text_(free), shape_(shape) {}

ErrorValue::ErrorValue(std::int64_t whole, Type type)
    : type_(type),
      number_(type == Type::kUnsigned ? static_cast<double>(static_cast<std::uint64_t>(whole))
                                      : static_cast<double>(whole)),
      whole_(whole) {}

Error::Error(ErrorKind kind, const char* argument, ErrorCode code,
             std::initializer_list<ErrorValue> values, const ErrorValue& got)
    : std::runtime_error(message_text(argument, code, values, got)),
      kind_(kind),
      code_(code),
      argument_(argument),
      count_(values.size() + 1) {
  *std::copy(values.begin(), values.end(), values_.begin()) = got;
}

// Defined in this source file, so that the vtable and type information exist only in the library
// and every catch clause compares with the same type.
Error::~Error() = default;

}  // namespace attention
