// SPDX-License-Identifier: MIT
#include "attention/detail/softmax.hpp"

#include "golden/runners.hpp"
#include "golden/runners/values.hpp"

namespace attention::golden {
namespace {

template <class T>
Tensors softmax_case(const Case& golden) {
  return {{"y", output(input(golden, "x").shape, softmax<T>(matrix<T>(golden, "x")))}};
}

template <class T>
Tensors softmax_stats(const Case& golden) {
  const Shape& shape = input(golden, "x").shape;
  const Shape rows = without_last(shape);
  const auto statistics = softmax_statistics<T>(matrix<T>(golden, "x"));
  return {{"y", output(shape, statistics.weights)},
          {"entropy", output(rows, statistics.entropy)},
          {"max", output(rows, statistics.largest)},
          {"jacobian", output(with_matrix(rows, side(shape), side(shape)), statistics.jacobian)},
          {"jacobian_fro", output(rows, statistics.jacobian_norms)}};
}

template <class T>
Tensors softmax_xent(const Case& golden) {
  Matrix<T> targets = matrix<T>(golden, "target");
  targets.resize(targets.size(), 1);
  const auto result = cross_entropy<T>(matrix<T>(golden, "x"), targets);
  Tensors outputs = {{"loss_rows", output(input(golden, "target").shape, result.losses)},
                     {"out", scalar(static_cast<double>(result.loss))}};
  if (!has(golden, "G")) return outputs;
  outputs["loss"] = loss(golden, outputs.at("out"));
  const Matrix<T> gradient = result.logits_gradient * matrix<T>(golden, "G")(0, 0);
  add_gradient(golden, "x", gradient, outputs);
  return outputs;
}

}  // namespace

RunnerTable softmax_runners() {
  return {{"softmax", {softmax_case<double>, softmax_case<float>}},
          {"softmax_stats", {softmax_stats<double>, softmax_stats<float>}},
          {"softmax_xent", {softmax_xent<double>, softmax_xent<float>}}};
}

}  // namespace attention::golden
