// SPDX-License-Identifier: MIT
// Functions that read the inputs and parameters of golden cases and build outputs.
#pragma once

#include "golden/golden_case.hpp"

namespace attention::golden {

bool has(const Case& golden, const std::string& name);

/// Returns an input. @throws BadFile if the golden case has no such input
const Tensor<double>& input(const Case& golden, const std::string& name);

/// Returns a parameter that is a number, or `otherwise` if the golden case has no such parameter.
double number(const Case& golden, const std::string& name, double otherwise);

/// Returns a parameter that is a string, or `otherwise` if the golden case has no such parameter.
std::string word(const Case& golden, const std::string& name, const std::string& otherwise);

template <class T>
Tensor<T> tensor(const Case& golden, const std::string& name) {
  const Tensor<double>& x = input(golden, name);
  return {x.shape, x.rows.template cast<T>()};
}

/// Returns an input as a matrix: every vector along its last axis is a row.
template <class T>
Matrix<T> matrix(const Case& golden, const std::string& name) {
  return input(golden, name).rows.template cast<T>();
}

/// Returns all entries of an input as one row, of shape (1, n); empty if the golden case has no
/// such input.
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

/// Returns the shape without its last axis.
Shape without_last(const Shape& shape);

/// Returns the loss Σ out·G, whose gradients the golden case lists; G is one of its inputs.
Tensor<double> loss(const Case& golden, const Tensor<double>& out);

/// Adds the output `grad_<name>` in the shape of the input `name`, unless the golden case has no
/// such input or the gradient is empty.
template <class T>
void add_gradient(const Case& golden, const std::string& name, const Matrix<T>& gradient,
                  Tensors& outputs) {
  if (!has(golden, name)) return;
  const Shape& shape = input(golden, name).shape;
  if (gradient.size() > 0 || size_of(shape) == 0) outputs["grad_" + name] = output(shape, gradient);
}

}  // namespace attention::golden
