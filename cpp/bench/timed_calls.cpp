// SPDX-License-Identifier: MIT
#include "bench/timed_calls.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "attention/detail/language_model/language_model.hpp"
#include "attention/detail/multi_head.hpp"
#include "attention/detail/scores.hpp"
#include "attention/detail/streaming.hpp"
#include "attention/softmax.hpp"

namespace attention::bench {
namespace {

// The sizes of the multi-head example in tools/bench/shapes.mjs, which are those of document 004, a
// source of the lessons.
constexpr Index kWidth = 512;
constexpr Index kHeads = 8;

Call attention_call(const Shape& shape, const std::filesystem::path& folder) {
  const Index heads = shape.sides[0];
  const Index n = shape.sides[1];
  const Index d = shape.sides[2];
  const auto input = [&](const char* name) {
    return Tensor<float>({heads, n, d}, read(folder, name, heads * n, d));
  };
  return {"streaming_attention", 4.0 * static_cast<double>(heads * n * n * d),
          [q = input("queries"), k = input("keys"), v = input("values")] {
            return streaming_attention<float>(q, k, v).output.rows;
          }};
}

Call multi_head_call(const Shape& shape, const std::filesystem::path& folder) {
  const Index batch = shape.sides[0];
  const Index tokens = shape.sides[1];
  const auto weights = [&](const char* name) { return read(folder, name, kWidth, kWidth); };
  auto parameters = std::make_shared<MultiHeadParameters<float>>();
  parameters->W_q = weights("W_q");
  parameters->W_k = weights("W_k");
  parameters->W_v = weights("W_v");
  parameters->W_o = weights("W_o");
  MultiHeadOptions<float> options;
  options.num_heads = kHeads;
  const Index rows = batch * tokens;
  const Index products = 8 * rows * kWidth * kWidth + 4 * rows * tokens * kWidth;
  const Tensor<float> x({batch, tokens, kWidth}, read(folder, "x", rows, kWidth));
  return {"multi_head_output", static_cast<double>(products), [x, parameters, options] {
            return multi_head_output<float>(x, x, x, *parameters, options).rows;
          }};
}

Call matmul_call(Index n, const std::filesystem::path& folder) {
  return {"dot_scores", 2.0 * static_cast<double>(n * n * n),
          [a = read(folder, "a", n, n), b = read(folder, "b", n, n)] {
            return dot_scores<float>(a, b);
          }};
}

Call softmax_call(Index n, const std::filesystem::path& folder) {
  return {
      "softmax", 0, [logits = read(folder, "logits", n, n)] {
        return softmax(attention::TensorView<float>(logits.data(), {logits.rows(), logits.cols()}));
      }};
}

// The vocabulary is the one in tools/bench/shapes.mjs; the optimizer is the one in
// bench/page/training.mjs.
constexpr Index kVocabulary = 40;
constexpr OptimizerOptions kAdam{OptimizerMethod::kAdam, 0.003, 0, 0.9, 0.99, 1e-8};

Call train_call(const Shape& shape, const std::filesystem::path& folder) {
  const Index batch = shape.sides[0];
  const Index tokens = shape.sides[1];
  LanguageModelOptions options;
  options.vocabulary = kVocabulary;
  options.positions = tokens;
  const auto model = std::make_shared<LanguageModel<float>>(options, kAdam, 0);
  LanguageModelState<float> state;
  state.parameters.resize(1, model->layout().size());
  for (const LanguageModelParameter& x : model->layout().parameters()) {
    const Matrix<float> given = read(folder, x.name, x.rows, x.cols);
    std::copy_n(given.data(), given.size(), state.parameters.data() + x.first);
  }
  model->restore(std::move(state));
  const auto list = [&](const char* name) {
    return Tensor<double>({batch, tokens},
                          read(folder, name, batch, tokens).template cast<double>());
  };
  const auto data = std::make_shared<LanguageModelData>(
      language_model_data(options, list("tokens"), list("targets"), list("counts"), false));
  const Index d = options.width;
  const Index of_row = options.layers * (4 * d * d + 2 * tokens * d) + d * kVocabulary;
  return {"train", static_cast<double>(6 * batch * tokens * of_row),
          [model, data] { return Matrix<float>::Constant(1, 1, model->train(*data, 1).losses[0]); },
          [model, data] { return model->stages(*data).logits.rows; }};
}

}  // namespace

std::vector<Call> calls_of(const Shape& shape, const std::filesystem::path& folder) {
  if (shape.kind == "attention") return {attention_call(shape, folder)};
  if (shape.kind == "multi-head") return {multi_head_call(shape, folder)};
  if (shape.kind == "train") return {train_call(shape, folder)};
  if (shape.kind == "matmul") return {matmul_call(shape.sides[0], folder)};
  return {softmax_call(shape.sides[0], folder)};
}

}  // namespace attention::bench
