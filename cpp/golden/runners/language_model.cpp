// SPDX-License-Identifier: MIT
#include "attention/detail/language_model/language_model.hpp"

#include <algorithm>

#include "golden/runners.hpp"
#include "golden/runners/options.hpp"
#include "golden/runners/values.hpp"

namespace attention::golden {
namespace {

LanguageModelOptions model_options(const Case& golden) {
  const auto count = [&](const char* name) { return static_cast<Index>(number(golden, name, 0)); };
  const std::string scale = word(golden, "scale", "sqrt_dk");
  if (scale != "sqrt_dk" && scale != "none") throw BadFile("unknown scale " + scale);
  const bool has_positions = number(golden, "positions", 1) != 0;
  LanguageModelOptions options;
  options.vocabulary = input(golden, "E").shape[0];
  options.width = input(golden, "E").shape[1];
  options.layers = count("layers");
  options.heads = count("heads");
  options.hidden = count("hidden");
  options.positions = has_positions ? input(golden, "P").shape[0] : 0;
  options.is_causal = number(golden, "causal", 1) != 0;
  options.is_tied = number(golden, "tied", 0) != 0;
  options.is_scaled = scale == "sqrt_dk";
  return options;
}

LanguageModelData data_of(const LanguageModelOptions& options, const Case& golden) {
  return language_model_data(options, input(golden, "tokens"), input(golden, "targets"),
                             input(golden, "counts"), false);
}

template <class T>
LanguageModel<T> model_of(const Case& golden) {
  LanguageModel<T> model(model_options(golden), optimizer_of(golden), 0);
  LanguageModelState<T> state;
  state.parameters.resize(1, model.layout().size());
  for (const LanguageModelParameter& x : model.layout().parameters()) {
    const Matrix<T> given = matrix<T>(golden, x.name);
    if (given.rows() != x.rows || given.cols() != x.cols)
      throw BadFile(x.name + " has another shape");
    std::copy_n(given.data(), given.size(), state.parameters.data() + x.first);
  }
  model.restore(std::move(state));
  return model;
}

// Splits a list that contains all parameters one after the other, and adds each part to the outputs
// under the name `prefix` + the parameter's name.
template <class T>
void add_parts(const LanguageModelLayout& layout, const Matrix<T>& list, const char* prefix,
               Tensors& outputs) {
  for (const LanguageModelParameter& x : layout.parameters()) {
    const Eigen::Map<const Matrix<T>> part(list.data() + x.first, x.rows, x.cols);
    outputs[prefix + x.name] = output(Matrix<T>(part));
  }
}

// Returns item `index` of a tensor's first axis.
template <class T>
Tensor<double> part(const Tensor<T>& x, Index index) {
  const Shape shape(x.shape.begin() + 1, x.shape.end());
  const Index rows = x.rows.rows() / x.shape[0];
  return output(shape, Matrix<T>(x.rows.middleRows(index * rows, rows)));
}

template <class T>
Tensors language_model(const Case& golden) {
  auto model = model_of<T>(golden);
  const LanguageModelOptions& options = model.layout().options();
  const auto data = data_of(options, golden);
  const auto stages = model.stages(data);
  Tensors outputs = {{"logits", output(stages.logits)},
                     {"loss_rows", output(stages.loss_rows)},
                     {"loss", scalar(static_cast<double>(stages.loss))}};
  for (Index l = 0; l < options.layers; ++l) {
    outputs["weights_" + std::to_string(l)] = part(stages.weights, l);
    outputs["stream_" + std::to_string(l)] = part(stages.streams, l + 1);
  }
  add_parts(model.layout(), model.gradient(data).gradient, "grad_", outputs);
  return outputs;
}

template <class T>
Tensors train_language_model(const Case& golden) {
  auto model = model_of<T>(golden);
  const auto data = data_of(model.layout().options(), golden);
  const auto steps = static_cast<Index>(number(golden, "steps", 0));
  std::vector<T> losses = model.train(data, steps);
  losses.push_back(model.stages(data).loss);
  Tensor<double> curve(Shape{steps + 1});
  std::copy(losses.begin(), losses.end(), curve.rows.data());
  Tensors outputs = {{"losses", curve}};
  add_parts(model.layout(), model.parameters(), "final_", outputs);
  return outputs;
}

}  // namespace

RunnerTable language_model_runners() {
  return {{"language_model", {language_model<double>, language_model<float>}},
          {"train_language_model", {train_language_model<double>, train_language_model<float>}}};
}

}  // namespace attention::golden
