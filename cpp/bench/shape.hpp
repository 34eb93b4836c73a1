// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <vector>

#include "attention/detail/matrix.hpp"

namespace attention::bench {

using namespace detail;

/// What the command line or a file has wrong.
struct Unusable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// What is computed, by the names of tools/bench/shapes.mjs: "attention:8x64x64".
struct Shape {
  std::string kind;          ///< "attention", "multi-head", "matmul", "softmax" or "train"
  std::vector<Index> sides;  ///< (heads, n, d), (batch, tokens), (n), (n) or (batch, tokens)
};

/// @throws Unusable
Shape parse_shape(const std::string& id);

/// One of the inputs that tools/bench/native has laid into a folder: <name>.f32, single precision
/// as this machine stores it.
/// @throws Unusable where there are not rows·cols numbers
Matrix<float> read(const std::filesystem::path& folder, const std::string& name, Index rows,
                   Index cols);

/// Leaves an output in such a file. @throws Unusable
void write(const std::filesystem::path& folder, const std::string& name, const Matrix<float>& x);

}  // namespace attention::bench
