// SPDX-License-Identifier: MIT
#include <cmath>

#include "attention/gradient/kernel_regression.hpp"
#include "attention/kernel_regression.hpp"
#include "golden/runners.hpp"
#include "golden/runners/values.hpp"

namespace attention::golden {
namespace {

template <class T>
Tensors kernel_attention(const Case& golden) {
  const Matrix<T> q = matrix<T>(golden, "q");
  const Matrix<T> k = matrix<T>(golden, "k");
  const Matrix<T> v = matrix<T>(golden, "v");
  // The score holds their squares alone: a negative σ or w is as good as a positive one.
  const bool by_width = has(golden, "w");
  const double parameter = input(golden, by_width ? "w" : "sigma").rows(0, 0);
  const double sigma = std::abs(by_width ? 1 / parameter : parameter);
  const bool is_plus = number(golden, "sign", -1) > 0;
  const KernelRegressionOptions<T> options{
      .sigma = static_cast<T>(sigma), .sign = is_plus ? ExponentSign::kPlus : ExponentSign::kMinus};
  const auto stages = kernel_regression<T>(q, k, v, options);
  Tensors outputs = {{"scores", output(stages.scores)},
                     {"weights", output(stages.weights)},
                     {"out", output(stages.prediction)}};
  if (!has(golden, "G")) return outputs;

  const auto gradient = kernel_regression_gradient<T>(q, k, v, matrix<T>(golden, "G"), options);
  outputs["loss"] = loss(golden, outputs.at("out"));
  add_gradient(golden, "q", gradient.queries, outputs);
  add_gradient(golden, "k", gradient.keys, outputs);
  add_gradient(golden, "v", gradient.values, outputs);
  // |w| = 1/σ, so ∂L/∂|w| = −σ² ∂L/∂σ.
  const double by_sigma = std::copysign(1.0, parameter) * static_cast<double>(gradient.sigma);
  outputs[by_width ? "grad_w" : "grad_sigma"] =
      scalar(by_width ? -by_sigma * sigma * sigma : by_sigma);
  return outputs;
}

}  // namespace

RunnerTable kernel_runners() {
  return {{"kernel_attention", {kernel_attention<double>, kernel_attention<float>}}};
}

}  // namespace attention::golden
