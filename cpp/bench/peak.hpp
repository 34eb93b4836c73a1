// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "bench/calls.hpp"

namespace attention::bench {

/// Loops that multiply and add in registers alone, in vectors as wide as those of the library's
/// kernels on this machine: "mul + add", and "fma" where such vectors have a fused one.
std::vector<Call> peak_calls();

/// Highway's name for these vectors, such as "AVX2".
std::string vectors_of_machine();

}  // namespace attention::bench
