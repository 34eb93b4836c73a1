// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "attention/detail/matrix.hpp"
#include "bench/shape.hpp"

namespace attention::bench {

/// A call to be timed, whose inputs lie ready in memory.
struct Call {
  std::string name;
  double operations;                   ///< multiplications and additions; 0: not counted
  std::function<Matrix<float>()> run;  ///< the output, made anew
  /// What is checked in the place of the output, where each call changes it.
  std::function<Matrix<float>()> checked = {};
};

/// The public functions of the library that compute a shape and give no more than its output.
/// @param folder  of the shape's inputs
/// @throws Unusable
std::vector<Call> calls_of(const Shape& shape, const std::filesystem::path& folder);

}  // namespace attention::bench
