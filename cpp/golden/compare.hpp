// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "golden/golden_case.hpp"

namespace attention::golden {

/// What is wrong with `got`, in one line about its worst entry, or nothing. Outputs that the case
/// says nothing about are not looked at.
/// An entry passes when |got − expected| ≤ abs + rel·|expected|; NaN passes for NaN only.
std::optional<std::string> worst_miss(const Tensors& got, const Expectation& expected);

}  // namespace attention::golden
