// SPDX-License-Identifier: MIT
#pragma once

#include <limits>
#include <optional>
#include <string>

#include "golden/golden_case.hpp"

namespace attention::golden {

struct Miss {
  std::string text;  ///< one line
  /// How far the worst entry lies outside its tolerance; infinite where there is no such entry.
  double excess = std::numeric_limits<double>::infinity();
};

/// What is wrong with `got`, its worst entry if it is one, or nothing. Outputs that the case says
/// nothing about are not looked at.
/// An entry passes when |got − expected| ≤ abs + rel·|expected|; NaN passes for NaN only.
std::optional<Miss> worst_miss(const Tensors& got, const Expectation& expected);

}  // namespace attention::golden
