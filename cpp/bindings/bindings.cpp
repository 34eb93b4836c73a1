// SPDX-License-Identifier: MIT
// What JavaScript needs around the concepts' own tables: room for a request, the reason of a
// refusal, and the names of all kinds and choices.

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

// Room for a tensor that stays: what a call that is answered took and did not free is kept.
Address hold(double bytes) {
  return guarded([&] {
    const std::uint64_t wanted = whole("bytes", bytes);
    require_memory(wanted);
    return address_of(new std::byte[static_cast<std::size_t>(wanted)]);
  });
}

void drop(Address room) { delete[] reinterpret_cast<std::byte*>(room); }

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
  function(
      "failure", +[] {
        const b::Failure& failure = b::last_failure();
        const std::array<std::string_view, 4> parts = {failure[0], failure[1], failure[2],
                                                       failure[3]};
        return b::names(parts);
      });
  function(
      "errorKinds", +[] { return b::names(attention::kErrorKindNames); });
  function("choices", &b::choices);
}
