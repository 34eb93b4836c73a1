// SPDX-License-Identifier: MIT
#include "golden/runners.hpp"

#include <numeric>

#include "attention/gradient/kernel_regression.hpp"
#include "attention/kernel_regression.hpp"
#include "attention/softmax.hpp"

namespace attention::golden {
namespace {

// A tensor as a matrix of its last axis.
template <class T>
Matrix<T> matrix(const Tensor& x) {
  const Index cols = x.shape.empty() ? 1 : x.shape.back();
  const Index rows = cols == 0 ? 0 : static_cast<Index>(x.data.size()) / cols;
  return Eigen::Map<const Matrix<double>>(x.data.data(), rows, cols).template cast<T>();
}

template <class T>
Tensor tensor(const Matrix<T>& x, std::vector<Index> shape) {
  return {std::move(shape), std::vector<double>(x.data(), x.data() + x.size())};
}

template <class T>
Tensor tensor(const Matrix<T>& x) {
  return tensor(x, {x.rows(), x.cols()});
}

Tensor scalar(double x) { return {{}, {x}}; }

double dot(const Tensor& a, const Tensor& b) {
  return std::inner_product(a.data.begin(), a.data.end(), b.data.begin(), 0.0);
}

template <class T>
Tensors softmax_case(const Case& golden) {
  const Tensor& x = input(golden, "x");
  return {{"y", tensor(softmax<T>(matrix<T>(x)), x.shape)}};
}

template <class T>
Tensors kernel_attention(const Case& golden) {
  const Matrix<T> q = matrix<T>(input(golden, "q"));
  const Matrix<T> k = matrix<T>(input(golden, "k"));
  const Matrix<T> v = matrix<T>(input(golden, "v"));
  const bool by_width = golden.words.at("param") == "w";
  const double parameter = input(golden, by_width ? "w" : "sigma").data.at(0);
  const double sigma = by_width ? 1 / parameter : parameter;
  const bool is_plus = golden.numbers.at("sign").data.at(0) > 0;
  const KernelRegressionOptions<T> options{
      .sigma = static_cast<T>(sigma), .sign = is_plus ? ExponentSign::kPlus : ExponentSign::kMinus};
  const auto stages = kernel_regression<T>(q, k, v, options);
  Tensors outputs = {{"scores", tensor(stages.scores)},
                     {"weights", tensor(stages.weights)},
                     {"out", tensor(stages.prediction)}};
  if (golden.inputs.count("G") == 0) return outputs;

  const Tensor& g = input(golden, "G");
  const auto gradient = kernel_regression_gradient<T>(q, k, v, matrix<T>(g), options);
  const auto sigma_gradient = static_cast<double>(gradient.sigma);
  outputs["loss"] = scalar(dot(outputs.at("out"), g));
  outputs["grad_q"] = tensor(gradient.queries);
  outputs["grad_k"] = tensor(gradient.keys);
  outputs["grad_v"] = tensor(gradient.values);
  // w = 1/σ, so ∂L/∂w = −σ² ∂L/∂σ.
  if (by_width)
    outputs["grad_w"] = scalar(-sigma_gradient * sigma * sigma);
  else
    outputs["grad_sigma"] = scalar(sigma_gradient);
  return outputs;
}

}  // namespace

const std::map<std::string_view, Runners>& runners() {
  static const std::map<std::string_view, Runners> table = {
      {"kernel_attention", {kernel_attention<double>, kernel_attention<float>}},
      {"softmax", {softmax_case<double>, softmax_case<float>}},
  };
  return table;
}

}  // namespace attention::golden
