// SPDX-License-Identifier: MIT
// Cases of the format attention-golden/1: tests/golden/SCHEMA.md.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "attention/detail/tensor.hpp"

namespace attention::golden {

using namespace detail;

/// Tensors under the names that SCHEMA.md gives them; a number is a tensor without axes.
using Tensors = std::map<std::string, Tensor<double>>;

struct Tolerance {
  double abs = 0;
  double rel = 0;
};

/// What one precision is held to.
struct Expectation {
  Tensors outputs;
  std::set<std::string> absent;  ///< null in the file: PyTorch gives no such gradient
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

}  // namespace attention::golden
