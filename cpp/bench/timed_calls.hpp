// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "attention/tensor.hpp"

namespace attention::bench {

/// A computation to time: a shape of tools/bench/shapes.mjs, such as "attention:8x64x64".
struct Shape {
  std::string kind;          ///< "attention", "multi-head", "matmul", "softmax" or "train"
  std::vector<Index> sides;  ///< by kind: (heads, n, d), (batch, tokens), (n), (n), (batch, tokens)
};

/// A call to time. Its inputs are already in memory.
struct Call {
  std::string name;
  double operations;                   ///< number of multiplications and additions; 0 if unknown
  std::function<Tensor<float>()> run;  ///< makes the call and returns its output
  /// If set, the benchmark checks the result of this function instead of the output of `run`. It
  /// is set for calls whose output changes each time, such as a training step.
  std::function<Tensor<float>()> checked = {};
};

/// Returns the library's calls for a shape (a computation and its sizes), except those that also
/// return intermediate results.
/// @param folder  contains the computation's inputs, which tools/bench/native writes: <name>.f32,
///   floats in this machine's byte order
/// @throws std::runtime_error unless each file has as many numbers as its tensor
std::vector<Call> calls_of(const Shape& shape, const std::filesystem::path& folder);

/// Returns loops that multiply and add in registers: "mul + add", and "fma" if there is a fused
/// multiply-add. They use the instruction set of the library's kernels on this machine.
std::vector<Call> peak_calls();

/// Returns Highway's name of the instruction set that `peak_calls` uses, such as "AVX2".
std::string vectors_of_machine();

}  // namespace attention::bench
