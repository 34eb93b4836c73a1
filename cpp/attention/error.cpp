// SPDX-License-Identifier: MIT
#include "attention/error.hpp"

namespace attention {
Error::Error(ErrorKind kind, const char* argument, const char* expected, const std::string& got)
    : Error(kind, argument, std::string(expected), got) {}

Error::Error(ErrorKind kind, const char* argument, const std::string& expected,
             const std::string& got)
    : std::runtime_error(std::string(argument)
                             .append(": expected ")
                             .append(expected)
                             .append(", got ")
                             .append(got)),
      kind_(kind),
      argument_(argument),
      expected_(expected),
      got_(got) {}

// Defined in this source file, so that the vtable and type information exist only in the library
// and every catch clause compares with the same type.
Error::~Error() = default;

}  // namespace attention
