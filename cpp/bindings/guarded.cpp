// SPDX-License-Identifier: MIT
#include "bindings/guarded.hpp"

#include <exception>
#include <new>

#include "attention/error.hpp"

namespace attention::bindings {
namespace {

Failure& failure() {
  static Failure instance;
  return instance;
}

void refuse(const Error& error) {
  failure() = {std::string(name_of(error.kind())), error.argument(), error.expected(), error.got()};
}

}  // namespace

const Failure& last_failure() { return failure(); }

bool run_guarded(void (*call)(void*), void* context) {
  try {
    call(context);
    return true;
  } catch (const Error& error) {
    refuse(error);
  } catch (const std::bad_alloc&) {
    refuse(Error(ErrorKind::kOutOfMemory, "memory", "enough for the result", "none"));
  } catch (const std::exception& error) {
    refuse(Error(ErrorKind::kInternal, "call", "no fault", error.what()));
  }
  return false;
}

}  // namespace attention::bindings
