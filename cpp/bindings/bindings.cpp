// SPDX-License-Identifier: MIT
// The functions that JavaScript needs for every call: they allocate memory for requests, return the
// reason of a failed call, and list the kinds of errors and the options.

#include <new>

#include "bindings/options.hpp"

namespace attention::bindings {

namespace {

Address reserve(std::uint32_t bytes) {
  return guarded([&] { return reserve_request(bytes); });
}

// Allocates memory for a tensor that stays in the module's memory between calls. `drop` frees it.
Address hold(double bytes) {
  return guarded([&] {
    const std::uint64_t wanted = whole("bytes", bytes);
    require_memory(wanted);
    auto* const room = new (std::nothrow) std::byte[static_cast<std::size_t>(wanted)];
    if (room == nullptr) refuse_memory(wanted);
    return reinterpret_cast<Address>(room);
  });
}

void drop(Address room) { delete[] reinterpret_cast<std::byte*>(room); }

// Returns the four texts of the last error as JavaScript strings. JavaScript decodes the texts,
// which are ASCII, from where they are stored, so that this works even if the heap is full.
emscripten::val failure_parts() {
  auto parts = emscripten::val::array();
  for (const FailureText& part : last_failure())
    parts.call<void>("push", emscripten::val(part.data()));
  return parts;
}

}  // namespace
}  // namespace attention::bindings

EMSCRIPTEN_BINDINGS(module) {
  namespace b = attention::bindings;
  using emscripten::function;
  function("reserve", &b::reserve);
  function("hold", &b::hold);
  function("drop", &b::drop);
  function("failure", &b::failure_parts);
  function(
      "options", +[] { return b::option_table().json(); });
  b::option_table().add("error", attention::ErrorKind());
}
