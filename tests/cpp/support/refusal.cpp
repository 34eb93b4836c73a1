// SPDX-License-Identifier: MIT
#include "support/refusal.hpp"

#include "attention/error.hpp"

namespace attention::test {

std::string refusal(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    const std::string parts =
        error.argument() + ": expected " + error.expected() + ", got " + error.got();
    if (parts != error.what()) return "the parts do not make the message: " + parts;
    return std::string(name_of(error.kind())) + " | " + error.what();
  }
  return "accepted";
}

}  // namespace attention::test
