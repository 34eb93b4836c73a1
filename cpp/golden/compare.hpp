// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "golden/golden_case.hpp"

namespace attention::golden {

/// What is wrong with `got`, in one line about its worst entry, or nothing.
/// An entry passes when |got − expected| ≤ abs + rel·|expected|; NaN passes for NaN only.
std::optional<std::string> worst_miss(const Tensors& got, const Expectation& expected);

}  // namespace attention::golden
