// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <initializer_list>
#include <string>
#include <vector>

#include "attention/tensor.hpp"

namespace attention::bench {

/// A computation to time: a shape of tools/bench/shapes.mjs, such as "attention:8x64x64".
struct Shape {
  std::string kind;          ///< "attention", "multi-head", "matmul", "softmax" or "train"
  std::vector<Index> sides;  ///< shape (heads, n, d), (batch, tokens), (n), (n) or (batch, tokens)
};

/// Reads one of the input files that tools/bench/native writes: <name>.f32, which contains floats
/// in this machine's byte order.
/// @throws std::runtime_error unless the file has as many numbers as a tensor of this shape
Tensor<float> read(const std::filesystem::path& folder, const std::string& name,
                   const attention::Shape& shape);

/// Writes an output to <name>.f32, in the format that `read` reads. @throws std::runtime_error
void write(const std::filesystem::path& folder, const std::string& name,
           const Tensor<float>& output);

}  // namespace attention::bench
