// SPDX-License-Identifier: MIT
#include "attention/detail/training/trainer.hpp"

#include "golden/runners.hpp"
#include "golden/runners/options.hpp"
#include "golden/runners/values.hpp"
#include "lab/document_fills.hpp"

namespace attention::golden {

using namespace lab;
namespace {

// Trains a task whose parameters start as the inputs that `names` lists, in the order of the task's
// parameters. If the golden case lacks a bias, this parameter is absent.
template <class T>
Tensors train(const Case& golden, std::unique_ptr<const Task<T>> task,
              const std::vector<std::string>& names) {
  std::vector<Matrix<T>> start;
  for (const std::string& name : names)
    start.push_back(name[0] == 'W' ? matrix<T>(golden, name) : row<T>(golden, name));
  const auto steps = static_cast<Index>(number(golden, "steps", 0));
  Trainer<T> trainer(std::move(task), std::move(start), optimizer_of(golden));
  std::vector<T> losses = trainer.run(steps);
  losses.push_back(trainer.loss());

  Tensor<double> curve(Shape{steps + 1});
  for (std::size_t i = 0; i < losses.size(); ++i)
    curve.rows(0, static_cast<Index>(i)) = static_cast<double>(losses[i]);
  Tensors outputs = {{"losses", curve}};
  for (std::size_t i = 0; i < names.size(); ++i)
    if (has(golden, names[i]))
      outputs["final_" + names[i]] = output(input(golden, names[i]).shape, trainer.parameters()[i]);
  return outputs;
}

// Reads n points as a matrix of shape (n, d). A list of n numbers becomes the shape (n, 1).
template <class T>
Matrix<T> points(const Case& golden, const std::string& name) {
  Matrix<T> x = matrix<T>(golden, name);
  if (input(golden, name).shape.size() < 2) x.resize(x.size(), 1);
  return x;
}

template <class T>
Tensors train_kernel(const Case& golden) {
  return train<T>(golden, kernel_task<T>(points<T>(golden, "x"), points<T>(golden, "y")), {"w"});
}

template <class T>
Tensors train_sdpa(const Case& golden) {
  AttentionOptions<T> options;
  options.scale = scale<T>(golden);
  options.visibility = visibility<T>(golden);
  options.masking = masking<T>(golden, kDocumentFills[2]);
  return train<T>(golden, sdpa_task<T>(tensor<T>(golden, "X"), tensor<T>(golden, "Y"), options),
                  {"W_q", "W_k", "W_v"});
}

template <class T>
Tensors train_additive(const Case& golden) {
  AttentionOptions<T> options;
  options.visibility = visibility<T>(golden);
  options.masking = masking<T>(golden, kDocumentFills[1]);
  auto task = additive_task<T>(tensor<T>(golden, "q"), tensor<T>(golden, "k"),
                               tensor<T>(golden, "v"), tensor<T>(golden, "Y"), options);
  return train<T>(golden, std::move(task), {"W_q", "W_k", "w_v", "bias"});
}

template <class T>
Tensors train_mha(const Case& golden) {
  auto task =
      multi_head_task<T>(tensor<T>(golden, "q"), tensor<T>(golden, "k"), tensor<T>(golden, "v"),
                         tensor<T>(golden, "Y"), options_004<T>(golden));
  return train<T>(golden, std::move(task),
                  {"W_q", "b_q", "W_k", "b_k", "W_v", "b_v", "W_c", "b_c"});
}

}  // namespace

RunnerTable training_runners() {
  return {{"train_kernel", {train_kernel<double>, train_kernel<float>}},
          {"train_sdpa", {train_sdpa<double>, train_sdpa<float>}},
          {"train_additive", {train_additive<double>, train_additive<float>}},
          {"train_mha", {train_mha<double>, train_mha<float>}}};
}

}  // namespace attention::golden
