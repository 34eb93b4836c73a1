// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <vector>

#include "attention/tensor.hpp"

namespace attention::bench {

/// Thrown for invalid arguments or files.
struct Unusable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A computation to time, parsed from a name of tools/bench/shapes.mjs such as "attention:8x64x64".
struct Shape {
  std::string kind;          ///< "attention", "multi-head", "matmul", "softmax" or "train"
  std::vector<Index> sides;  ///< shape (heads, n, d), (batch, tokens), (n), (n) or (batch, tokens)
};

/// Parses the name of a computation. @throws Unusable
Shape parse_shape(const std::string& id);

/// Reads one of the input files that tools/bench/native writes: <name>.f32, which contains floats
/// in this machine's byte order.
/// @throws Unusable unless the file has as many numbers as a tensor of this shape
Tensor<float> read(const std::filesystem::path& folder, const std::string& name,
                   const attention::Shape& shape);

/// Writes an output to <name>.f32, in the format that `read` reads. @throws Unusable
void write(const std::filesystem::path& folder, const std::string& name,
           const Tensor<float>& output);

}  // namespace attention::bench
