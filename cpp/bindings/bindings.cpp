// SPDX-License-Identifier: MIT
// What JavaScript needs around the concepts' own tables: room for a request, the reason of a
// refusal, and the names of all kinds and choices.

#include <new>

#include "attention/detail/attention.hpp"
#include "attention/detail/kernel_regression.hpp"
#include "attention/detail/multi_head.hpp"
#include "attention/detail/random.hpp"
#include "attention/detail/training/optimizer.hpp"
#include "bindings/calls.hpp"
#include "lab/multi_head_variants.hpp"

namespace attention::bindings {

using namespace lab;
namespace {

Address reserve(std::uint32_t bytes) {
  return guarded([&] { return address_of(reserve_request(bytes)); });
}

// Room for a tensor that stays in the module until `drop`.
Address hold(double bytes) {
  return guarded([&] {
    const std::uint64_t wanted = whole("bytes", bytes);
    require_memory(wanted);
    auto* const room = new (std::nothrow) std::byte[static_cast<std::size_t>(wanted)];
    if (room == nullptr) refuse_memory(wanted);
    return address_of(room);
  });
}

void drop(Address room) { delete[] reinterpret_cast<std::byte*>(room); }

// JavaScript reads the texts in place, so that this works with a full heap. They are ASCII.
emscripten::val failure_parts() {
  auto parts = emscripten::val::array();
  for (const FailureText& part : last_failure())
    parts.call<void>("push", emscripten::val(part.data()));
  return parts;
}

// Every choice that crosses as a number: its name, and the names of what can be chosen in order.
emscripten::val choices() {
  auto table = emscripten::val::object();
  table.set("kernel", names(kKernelNames));
  table.set("divisor", names(kDivisorNames));
  table.set("score", names(kScoreNames));
  table.set("maskMethod", names(kMaskMethodNames));
  table.set("emptyRow", names(kEmptyRowNames));
  table.set("projection", names(kProjectionNames));
  table.set("multiHeadVariant", names(kMultiHeadVariantNames));
  table.set("distribution", names(kDistributionNames));
  table.set("optimizer", names(kOptimizerNames));
  return table;
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
      "errorKinds", +[] { return b::names(attention::kErrorKindNames); });
  function("choices", &b::choices);
}
