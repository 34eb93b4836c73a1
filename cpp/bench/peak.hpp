// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "bench/timed_calls.hpp"

namespace attention::bench {

/// Returns loops that multiply and add in registers, with the instruction set that the library's
/// kernels use on this machine: "mul + add", and "fma" if there is a fused multiply-add.
std::vector<Call> peak_calls();

/// Returns Highway's name of the instruction set that `peak_calls` uses, such as "AVX2".
std::string vectors_of_machine();

}  // namespace attention::bench
