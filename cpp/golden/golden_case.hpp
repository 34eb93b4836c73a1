// SPDX-License-Identifier: MIT
// Reads golden cases, which are inputs with reference outputs, in the format attention-golden/1
// (tests/golden/SCHEMA.md).
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

/// Maps the names of tensors in tests/golden/SCHEMA.md to the tensors; a number is a tensor without
/// axes.
using Tensors = std::map<std::string, Tensor<double>>;

struct Tolerance {
  double abs = 0;
  double rel = 0;
};

/// The expected outputs in one precision.
struct Expectation {
  Tensors outputs;
  std::set<std::string> absent;  ///< the names of outputs that are null in the file, because
                                 ///< PyTorch has no such gradient
  Tolerance tolerance;
};

struct Case {
  std::string id;
  std::string function;
  Tensors inputs;
  Tensors numbers;                           ///< the parameters that are numbers or tensors
  std::map<std::string, std::string> words;  ///< the parameters that are strings
  Expectation in_double;
  Expectation in_float;
};

/// Thrown if a file is invalid; `what()` contains the file's name and the reason.
class BadFile : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Reads all golden cases of a file. @throws BadFile
std::vector<Case> read_cases(const std::filesystem::path& file);

}  // namespace attention::golden
