// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "attention/detail/matrix.hpp"
#include "bench/shape.hpp"

namespace attention::bench {

/// A call to time. Its inputs are already in memory.
struct Call {
  std::string name;
  double operations;                   ///< number of multiplications and additions; 0 if unknown
  std::function<Matrix<float>()> run;  ///< makes the call and returns its output
  /// If set, its result is checked instead of the output of `run`, for calls whose output changes
  /// each time.
  std::function<Matrix<float>()> checked = {};
};

/// Returns the calls of the library that compute a shape (a computation and its sizes) and return
/// only the output.
/// @param folder  contains the computation's inputs
/// @throws Unusable
std::vector<Call> calls_of(const Shape& shape, const std::filesystem::path& folder);

}  // namespace attention::bench
