// SPDX-License-Identifier: MIT
#pragma once

#include <limits>
#include <optional>
#include <string>

#include "golden/golden_case.hpp"

namespace attention::golden {

struct Miss {
  std::string text;  ///< description in one line
  /// How far the worst entry's error exceeds its tolerance; infinite if the outputs differ in
  /// something other than an entry, such as a shape.
  double excess = std::numeric_limits<double>::infinity();
};

/// Returns the worst difference of `got` from the expected outputs, or nothing if all pass. Outputs
/// that the golden case does not list are ignored. An entry passes when |got − expected| ≤ abs +
/// rel·|expected|; only NaN passes for NaN.
std::optional<Miss> worst_miss(const Tensors& got, const Expectation& expected);

}  // namespace attention::golden
