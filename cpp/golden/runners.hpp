// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string_view>

#include "golden/golden_case.hpp"

namespace attention::golden {

/// A function that computes a golden case's outputs, with their names in tests/golden/SCHEMA.md.
using Runner = Tensors (*)(const Case&);

struct Runners {
  Runner in_double;
  Runner in_float;
};

using RunnerTable = std::map<std::string_view, Runners>;

/// Returns the runners of all functions that golden files can name.
const RunnerTable& runners();

// Each function returns the runners of one topic, defined in cpp/golden/runners.
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
