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

using RunnerTable = std::map<std::string_view, Runners>;

/// What the library gives for each function that golden files name.
const RunnerTable& runners();

// The same, topic by topic: cpp/golden/runners/.
RunnerTable softmax_runners();
RunnerTable mask_runners();
RunnerTable kernel_runners();
RunnerTable attention_runners();
RunnerTable multi_head_runners();
RunnerTable scores_runners();
RunnerTable moments_runners();
RunnerTable training_runners();
RunnerTable language_model_runners();

}  // namespace attention::golden
