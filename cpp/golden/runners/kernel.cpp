// SPDX-License-Identifier: MIT
#include <cmath>

#include "attention/detail/gradient/kernel_regression.hpp"
#include "attention/detail/kernel_regression.hpp"
#include "golden/runners.hpp"
#include "golden/runners/values.hpp"

namespace attention::golden {
namespace {

// The bandwidth σ, and a factor by which queries and keys are multiplied. A golden case has the
// parameter σ or w = 1/σ. For w, the bandwidth is 1/w if T can represent that; otherwise the
// bandwidth is 1 and the factor is w.
template <class T>
struct Widths {
  T points = 1;
  T sigma = 1;
  double sigma_by_parameter = 0;  ///< derivative of σ with respect to the case's parameter, σ or w
  double points_by_parameter = 0;
};

template <class T>
Widths<T> widths(const Case& golden) {
  const bool is_width = has(golden, "w");
  const double parameter = input(golden, is_width ? "w" : "sigma").rows(0, 0);
  // The score depends only on the parameter's square, so a negative parameter counts as positive.
  const double sign = std::copysign(1.0, parameter);
  if (!is_width) return {.sigma = static_cast<T>(sign * parameter), .sigma_by_parameter = sign};
  const T sigma = static_cast<T>(sign / parameter);
  if (std::isfinite(sigma) && sigma > 0)
    return {.sigma = sigma, .sigma_by_parameter = -sign / (parameter * parameter)};
  return {.points = static_cast<T>(parameter), .points_by_parameter = 1};
}

template <class T>
Tensors kernel_attention(const Case& golden) {
  const Widths<T> by = widths<T>(golden);
  const Matrix<T> q = by.points * matrix<T>(golden, "q");
  const Matrix<T> k = by.points * matrix<T>(golden, "k");
  const Matrix<T> v = matrix<T>(golden, "v");
  const bool is_plus = number(golden, "sign", -1) > 0;
  const KernelRegressionOptions<T> options{
      .sigma = by.sigma, .sign = is_plus ? ExponentSign::kPlus : ExponentSign::kMinus};
  const auto stages = kernel_regression<T>(q, k, v, options);
  Tensors outputs = {{"scores", output(stages.scores)},
                     {"weights", output(stages.weights)},
                     {"out", output(stages.prediction)}};
  if (!has(golden, "G")) return outputs;

  const auto gradient = kernel_regression_gradient<T>(q, k, v, matrix<T>(golden, "G"), options);
  outputs["loss"] = loss(golden, outputs.at("out"));
  add_gradient<T>(golden, "q", by.points * gradient.queries, outputs);
  add_gradient<T>(golden, "k", by.points * gradient.keys, outputs);
  add_gradient(golden, "v", gradient.values, outputs);
  const double through_points =
      gradient.queries.cwiseProduct(matrix<T>(golden, "q")).template cast<double>().sum() +
      gradient.keys.cwiseProduct(matrix<T>(golden, "k")).template cast<double>().sum();
  const Matrix<double> by_parameter =
      Matrix<double>::Constant(1, 1,
                               by.sigma_by_parameter * static_cast<double>(gradient.sigma) +
                                   by.points_by_parameter * through_points);
  add_gradient(golden, "sigma", by_parameter, outputs);
  add_gradient(golden, "w", by_parameter, outputs);
  return outputs;
}

}  // namespace

RunnerTable kernel_runners() {
  return {{"kernel_attention", {kernel_attention<double>, kernel_attention<float>}}};
}

}  // namespace attention::golden
