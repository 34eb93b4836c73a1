// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string_view>

#include "golden/golden_case.hpp"

namespace attention::golden {

/// Computes a case's outputs under the names that SCHEMA.md gives them.
using Runner = Tensors (*)(const Case&);

struct Runners {
  Runner in_double;
  Runner in_float;
};

/// What the library gives for each function that golden files name.
const std::map<std::string_view, Runners>& runners();

}  // namespace attention::golden
