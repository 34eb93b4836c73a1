// SPDX-License-Identifier: MIT
// How every runner reads its case and forms its outputs.
#pragma once

#include "golden/golden_case.hpp"

namespace attention::golden {

bool has(const Case& golden, const std::string& name);

/// @throws BadFile when the case has no such input
const Tensor<double>& input(const Case& golden, const std::string& name);

/// A parameter that is a number, or `otherwise` when the case has none.
double number(const Case& golden, const std::string& name, double otherwise);

/// A parameter that is a word, or `otherwise` when the case has none.
std::string word(const Case& golden, const std::string& name, const std::string& otherwise);

template <class T>
Tensor<T> tensor(const Case& golden, const std::string& name) {
  const Tensor<double>& x = input(golden, name);
  return {x.shape, x.rows.template cast<T>()};
}

/// An input as the matrix of its last axis.
template <class T>
Matrix<T> matrix(const Case& golden, const std::string& name) {
  return input(golden, name).rows.template cast<T>();
}

/// An input of any shape as one row (1, n); empty when the case has none.
template <class T>
Matrix<T> row(const Case& golden, const std::string& name) {
  if (!has(golden, name)) return {};
  Matrix<T> result = matrix<T>(golden, name);
  result.resize(1, result.size());
  return result;
}

template <class T>
Tensor<double> output(Shape shape, const Matrix<T>& entries) {
  return {std::move(shape), entries.template cast<double>()};
}

template <class T>
Tensor<double> output(const Matrix<T>& x) {
  return output(Shape{x.rows(), x.cols()}, x);
}

template <class T>
Tensor<double> output(const Tensor<T>& x) {
  return output(x.shape, x.rows);
}

Tensor<double> scalar(double x);

/// All sides but the last.
Shape without_last(const Shape& shape);

/// Σ out·G, the loss that the gradients of a case are of.
Tensor<double> loss(const Case& golden, const Tensor<double>& out);

/// Adds `grad_<name>` in the shape of that input, unless the case has no such input or the library
/// gives no gradient.
template <class T>
void add_gradient(const Case& golden, const std::string& name, const Matrix<T>& gradient,
                  Tensors& outputs) {
  if (!has(golden, name)) return;
  const Shape& shape = input(golden, name).shape;
  if (gradient.size() > 0 || size_of(shape) == 0) outputs["grad_" + name] = output(shape, gradient);
}

}  // namespace attention::golden
