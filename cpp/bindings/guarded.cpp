// SPDX-License-Identifier: MIT
#include "bindings/guarded.hpp"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <new>
#include <string_view>

#include "attention/error.hpp"

namespace attention::bindings {
namespace {

constinit Failure failure{};

// Stores a text of the failure, truncated to the size of FailureText. It allocates nothing, because
// the heap may be full.
void set(std::size_t part, std::string_view text) noexcept {
  FailureText& to = failure[part];
  const std::size_t length = std::min(text.size(), to.size() - 1);
  *std::copy_n(text.data(), length, to.data()) = '\0';
}

void refuse(ErrorKind kind, std::string_view argument, std::string_view expected,
            std::string_view got) noexcept {
  set(0, name_of(kind));
  set(1, argument);
  set(2, expected);
  set(3, got);
}

// An upper bound of the bytes that an exception and its handlers allocate. This many bytes must be
// free before a call, because the runtime assumes that these allocations succeed.
constexpr std::size_t kRoomForExceptions = 4096;

bool has_room_for_exceptions() noexcept {
  // The pointer is volatile, because the compiler may remove an unused allocation.
  void* volatile room = std::malloc(kRoomForExceptions);
  const bool has_room = room != nullptr;
  std::free(room);
  return has_room;
}

void refuse_full_memory() noexcept {
  refuse(ErrorKind::kOutOfMemory, "memory", "enough for the result", "none");
}

}  // namespace

const Failure& last_failure() { return failure; }

bool run_guarded(void (*call)(void*), void* context) {
  if (!has_room_for_exceptions()) {
    refuse_full_memory();
    return false;
  }
  try {
    call(context);
    return true;
  } catch (const Error& error) {
    refuse(error.kind(), error.argument(), error.expected(), error.got());
  } catch (const std::bad_alloc&) {
    refuse_full_memory();
  } catch (const std::exception& error) {
    refuse(ErrorKind::kInternal, "call", "no fault", error.what());
  }
  return false;
}

}  // namespace attention::bindings
