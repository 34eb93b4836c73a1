// SPDX-License-Identifier: MIT
#include "golden/runners/values.hpp"

#include <numeric>

namespace attention::golden {

bool has(const Case& golden, const std::string& name) { return golden.inputs.count(name) != 0; }

const Tensor<double>& input(const Case& golden, const std::string& name) {
  const auto found = golden.inputs.find(name);
  if (found == golden.inputs.end()) throw BadFile("no input " + name);
  return found->second;
}

double number(const Case& golden, const std::string& name, double otherwise) {
  const auto found = golden.numbers.find(name);
  if (found == golden.numbers.end()) return otherwise;
  if (found->second.rows.size() != 1) throw BadFile(name + " is no single number");
  return found->second.rows(0, 0);
}

std::string word(const Case& golden, const std::string& name, const std::string& otherwise) {
  const auto found = golden.words.find(name);
  return found == golden.words.end() ? otherwise : found->second;
}

Tensor<double> scalar(double x) { return {Shape{}, Matrix<double>::Constant(1, 1, x)}; }

Shape without_last(const Shape& shape) {
  return Shape(shape.begin(), shape.empty() ? shape.end() : shape.end() - 1);
}

Tensor<double> loss(const Case& golden, const Tensor<double>& out) {
  const Tensor<double> g = input(golden, "G");
  if (g.shape != out.shape)
    throw BadFile("G of shape " + shape_text(g.shape) + " for an output of shape " +
                  shape_text(out.shape));
  const double* first = out.rows.data();
  return scalar(std::inner_product(first, first + out.rows.size(), g.rows.data(), 0.0));
}

}  // namespace attention::golden
