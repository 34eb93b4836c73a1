// SPDX-License-Identifier: MIT
#pragma once

namespace attention::bindings {

/// What a call takes from the heap. In the WebAssembly module an exception leaves a call without
/// unwinding it: destructors there would be a third of the module's code, for the sake of refused
/// calls alone. So the heap keeps a list of what it has given out, and what an abandoned call still
/// held goes back by that list. It asks of the library that an object which outlives a call is
/// changed only when nothing can be refused any more. Natively this does nothing: there the stack
/// is unwound.
class CallMemory {
 public:
  CallMemory();
  CallMemory(const CallMemory&) = delete;
  CallMemory& operator=(const CallMemory&) = delete;

  /// Frees what was taken between the construction and `abandon`, and not freed yet.
  ~CallMemory();

  /// The call will not go on. What is taken from now on is kept.
  void abandon();

  /// A place in the list of what the heap has given out.
  struct Link {
    Link* older;
    Link* newer;
  };

 private:
  Link begin_;
  Link end_;
};

}  // namespace attention::bindings
