// SPDX-License-Identifier: MIT
// The functions that JavaScript needs for every call: they allocate memory for requests, return the
// reason of a failed call, and list the names of error kinds and choices (options that are passed
// as numbers).

#include <new>

#include "attention/options.hpp"
#include "bindings/arguments.hpp"
#include "lab/multi_head_variants.hpp"

namespace attention::bindings {

using namespace lab;
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

// Returns the names of the options of each setting that JavaScript passes as a number, such as
// `kernel`. The position of a name in its list is the number to pass.
emscripten::val choices() {
  auto table = emscripten::val::object();
  table.set("kernel", names(kKernelNames));
  table.set("divisor", names(kDivisorNames));
  table.set("score", names(kScoreNames));
  table.set("alignment", names(kCausalAlignmentNames));
  table.set("maskMethod", names(kMaskMethodNames));
  table.set("emptyRow", names(kEmptyRowNames));
  table.set("projection", names(kProjectionNames));
  table.set("multiHeadVariant", names(kMultiHeadVariantNames));
  table.set("distribution", names(kDistributionNames));
  table.set("optimizer", names(kOptimizerNames));
  table.set("approximation", names(kGeluApproximationNames));
  table.set("pairs", names(kRotaryPairsNames));
  table.set("norm", names(kNormalizationNames));
  table.set("activation", names(kActivationNames));
  table.set("positionEncoding", names(kPositionEncodingNames));
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
