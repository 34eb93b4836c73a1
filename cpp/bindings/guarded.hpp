// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <exception>
#include <new>
#include <string>

#include "attention/error.hpp"

namespace attention::bindings {

/// A block of the module's memory as JavaScript sees it; 0 stands for a refused call.
using Address = std::uintptr_t;

/// Why the last refused call was refused: kind, argument, expected, got.
using Failure = std::array<std::string, 4>;

inline Failure& last_failure() {
  static Failure failure;
  return failure;
}

inline Address refuse(const Error& error) {
  last_failure() = {std::string(name_of(error.kind())), error.argument(), error.expected(),
                    error.got()};
  return 0;
}

/// Runs `call`, which gives an address. An exception that leaves it becomes `last_failure()` and
/// the address 0. It is JavaScript that throws: thrown from here, an exception would skip the code
/// that gives this module's stack back, and some thousand refused calls would use it up.
template <class Call>
Address guarded(Call call) {
  try {
    return call();
  } catch (const Error& error) {
    return refuse(error);
  } catch (const std::bad_alloc&) {
    return refuse(Error(ErrorKind::kOutOfMemory, "memory", "enough for the result", "none"));
  } catch (const std::exception& error) {
    return refuse(Error(ErrorKind::kInternal, "call", "no fault", error.what()));
  }
}

}  // namespace attention::bindings
