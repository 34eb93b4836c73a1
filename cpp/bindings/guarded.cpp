// SPDX-License-Identifier: MIT
#include "bindings/guarded.hpp"

#include <exception>
#include <new>

#include "attention/error.hpp"
#include "bindings/call_memory.hpp"

namespace attention::bindings {
namespace {

Failure& failure() {
  static Failure instance;
  return instance;
}

void refuse(CallMemory& memory, const Error& error) {
  memory.abandon();
  // Into the room that the strings have: what a refusal leaves behind stays where it was.
  const std::array<std::string_view, 4> parts = {name_of(error.kind()), error.argument(),
                                                 error.expected(), error.got()};
  for (std::size_t i = 0; i < parts.size(); ++i) failure()[i].assign(parts[i]);
}

}  // namespace

const Failure& last_failure() { return failure(); }

bool run_guarded(void (*call)(void*), void* context) {
  CallMemory memory;
  try {
    call(context);
    return true;
  } catch (const Error& error) {
    refuse(memory, error);
  } catch (const std::bad_alloc&) {
    refuse(memory, Error(ErrorKind::kOutOfMemory, "memory", "enough for the result", "none"));
  } catch (const std::exception& error) {
    refuse(memory, Error(ErrorKind::kInternal, "call", "no fault", error.what()));
  }
  return false;
}

}  // namespace attention::bindings
