// SPDX-License-Identifier: MIT
// Cases of the format attention-golden/1: tests/golden/SCHEMA.md.
#pragma once

#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "attention/matrix.hpp"

namespace attention::golden {

/// Numbers of any shape, row by row; a scalar has no axes and one entry.
struct Tensor {
  std::vector<Index> shape;
  std::vector<double> data;
};

using Tensors = std::map<std::string, Tensor>;

struct Tolerance {
  double abs = 0;
  double rel = 0;
};

/// What one precision is held to.
struct Expectation {
  Tensors outputs;
  Tolerance tolerance;
};

struct Case {
  std::string id;
  std::string function;
  Tensors inputs;
  Tensors numbers;                           ///< the parameters that are numbers or tensors
  std::map<std::string, std::string> words;  ///< the parameters that are words
  Expectation in_double;
  Expectation in_float;
};

/// The file cannot be used; `what()` says which and why.
class BadFile : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// @throws BadFile
std::vector<Case> read_cases(const std::filesystem::path& file);

/// @throws BadFile when the case has no such input
const Tensor& input(const Case& golden, const std::string& name);

}  // namespace attention::golden
