// SPDX-License-Identifier: MIT
// Bindings that allocate memory (for requests, and for tensors that stay in the module), return the
// last error, and return the table of options.

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

}  // namespace

EMSCRIPTEN_BINDINGS(module) {
  using emscripten::function;
  function("reserve", &reserve);
  function("hold", &hold);
  function("drop", &drop);
  function("failure", &last_failure);
  function(
      "options", +[] { return option_table().json(); });
}

}  // namespace attention::bindings
