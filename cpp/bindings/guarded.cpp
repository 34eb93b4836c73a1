// SPDX-License-Identifier: MIT
#include "bindings/guarded.hpp"

#include <exception>
#include <new>

#include "attention/error.hpp"
#include "bindings/call_memory.hpp"

namespace attention::bindings {
namespace {

constexpr std::size_t kLongestText = 256;

Failure with_room() {
  Failure parts;
  for (std::string& part : parts) part.reserve(kLongestText);
  return parts;
}

// With room for what is said, from the start: a text that grew would come to lie behind whatever
// the heap has given out since, and keep it from being given back whole.
Failure failure = with_room();

void refuse(CallMemory& memory, const Error& error) {
  memory.abandon();
  const std::array<std::string_view, 4> parts = {name_of(error.kind()), error.argument(),
                                                 error.expected(), error.got()};
  for (std::size_t i = 0; i < parts.size(); ++i) failure[i].assign(parts[i]);
}

}  // namespace

const Failure& last_failure() { return failure; }

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
