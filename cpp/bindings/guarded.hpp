// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace attention::bindings {

/// A block of the module's memory as JavaScript sees it; 0 stands for a refused call.
using Address = std::uintptr_t;

/// A text that ends with a zero. Longer ones are cut off.
using FailureText = std::array<char, 256>;

/// Why the last refused call was refused: kind, argument, expected, got.
using Failure = std::array<FailureText, 4>;

const Failure& last_failure();

/// Runs `call(context)`. An exception that leaves it becomes `last_failure()`, and the result
/// false.
bool run_guarded(void (*call)(void*), void* context);

/// Runs `call` and returns its result, or 0 after an exception. JavaScript then throws: a C++
/// exception that leaves the module reaches it as a number, and this module's stack stays used.
template <class Call>
auto guarded(Call call) -> decltype(call()) {
  struct State {
    Call& call;
    decltype(call()) result;
  } state{call, {}};
  // One handler for all calls: a handler in each of a hundred functions would double the module.
  const bool is_done = run_guarded(
      [](void* context) {
        auto& inside = *static_cast<State*>(context);
        inside.result = inside.call();
      },
      &state);
  return is_done ? state.result : decltype(call()){};
}

}  // namespace attention::bindings
