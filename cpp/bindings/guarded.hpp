// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace attention::bindings {

/// The address of a block in the module's memory; 0 means a failed call.
using Address = std::uintptr_t;

/// The address of the last error, in the format of a response (wire.hpp). Its tensors: kind and
/// code; the argument; the values in the message, the refused value last. A number has shape (); a
/// text has shape (1, length), with code units as entries; a Shape becomes a list of its lengths
/// and the text for unknown lengths.
Address last_failure();

/// Runs `call(context)` and returns true. If it throws, stores the exception in `last_failure()`
/// and returns false.
bool run_guarded(void (*call)(void*), void* context);

/// Runs `call` and returns its result. If it throws, returns 0 (false, or null), and JavaScript
/// throws an error. A C++ exception that left the module would reach JavaScript as a number, and
/// the module's stack would not be unwound.
template <class Call>
auto guarded(Call call) -> decltype(call()) {
  struct State {
    Call& call;
    decltype(call()) result;
  } state{call, {}};
  // The function `run_guarded` has the only exception handler. A handler in each of a hundred
  // functions would double the module's size.
  const bool is_done = run_guarded(
      [](void* context) {
        auto& inside = *static_cast<State*>(context);
        inside.result = inside.call();
      },
      &state);
  return is_done ? state.result : decltype(call()){};
}

}  // namespace attention::bindings
