// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace attention::bindings {

/// A block of the module's memory as JavaScript sees it; 0 stands for a refused call.
using Address = std::uintptr_t;

/// Why the last refused call was refused: kind, argument, expected, got.
using Failure = std::array<std::string, 4>;

const Failure& last_failure();

/// Runs `call(context)`. An exception that leaves it becomes `last_failure()`, and the result
/// false.
bool run_guarded(void (*call)(void*), void* context);

/// Runs `call` and returns what it gives, or 0 after an exception. It is JavaScript that throws
/// then: thrown from here, an exception would skip the code that gives this module's stack back,
/// and some thousand refused calls would use it up.
template <class Call>
auto guarded(Call call) -> decltype(call()) {
  struct State {
    Call& call;
    decltype(call()) result;
  } state{call, {}};
  // One place catches for all: handlers in each of a hundred functions would double the module.
  const bool is_done = run_guarded(
      [](void* context) {
        auto& inside = *static_cast<State*>(context);
        inside.result = inside.call();
      },
      &state);
  return is_done ? state.result : decltype(call()){};
}

}  // namespace attention::bindings
