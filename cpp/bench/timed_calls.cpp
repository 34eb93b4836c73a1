// SPDX-License-Identifier: MIT
#include "bench/timed_calls.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <memory>
#include <stdexcept>

#include "attention/language_model.hpp"
#include "attention/multi_head.hpp"
#include "attention/scores.hpp"
#include "attention/softmax.hpp"

namespace attention::bench {
namespace {

Tensor<float> read(const std::filesystem::path& folder, const std::string& name,
                   const attention::Shape& shape) {
  const auto file = folder / (name + ".f32");
  std::ifstream stream(file, std::ios::binary);
  Tensor<float> x(shape);
  stream.read(reinterpret_cast<char*>(x.data()),
              static_cast<std::streamsize>(sizeof(float)) * x.size());
  if (!stream || stream.peek() != std::ifstream::traits_type::eof())
    throw std::runtime_error(file.string() + ": expected " + std::to_string(x.size()) + " numbers");
  return x;
}

// The sizes of the multi-head example in tools/bench/shapes.mjs (lessons' source document 004).
constexpr Index kWidth = 512;
constexpr Index kHeads = 8;

Call attention_call(const Shape& shape, const std::filesystem::path& folder) {
  const Index heads = shape.sides[0];
  const Index n = shape.sides[1];
  const Index d = shape.sides[2];
  const attention::Shape sides = {heads, n, d};
  return {"scaled_dot_product", 4.0 * static_cast<double>(heads * n * n * d),
          [q = read(folder, "queries", sides), k = read(folder, "keys", sides),
           v = read(folder, "values", sides)] { return scaled_dot_product(q, k, v); }};
}

Call multi_head_call(const Shape& shape, const std::filesystem::path& folder) {
  const Index batch = shape.sides[0];
  const Index tokens = shape.sides[1];
  const auto weights = [&](const char* name) { return read(folder, name, {kWidth, kWidth}); };
  const MultiHeadParameters<float> parameters{
      .W_q = weights("W_q"), .W_k = weights("W_k"), .W_v = weights("W_v"), .W_o = weights("W_o")};
  const Index rows = batch * tokens;
  const Index products = 8 * rows * kWidth * kWidth + 4 * rows * tokens * kWidth;
  return {"multi_head", static_cast<double>(products),
          [x = read(folder, "x", {batch, tokens, kWidth}), parameters] {
            return multi_head(x, x, x, parameters, {.num_heads = kHeads});
          }};
}

Call matmul_call(Index n, const std::filesystem::path& folder) {
  return {
      "dot_scores", 2.0 * static_cast<double>(n * n * n),
      [a = read(folder, "a", {n, n}), b = read(folder, "b", {n, n})] { return dot_scores(a, b); }};
}

Call softmax_call(Index n, const std::filesystem::path& folder) {
  return {"softmax", 0, [logits = read(folder, "logits", {n, n})] { return softmax(logits); }};
}

// The vocabulary is the one in tools/bench/shapes.mjs; the optimizer is the one in
// bench/page/attention-lab.mjs.
constexpr Index kVocabulary = 40;
constexpr OptimizerOptions kAdam{OptimizerMethod::kAdam, 0.003, 0, 0.9, 0.99, 1e-8};

Call train_call(const Shape& shape, const std::filesystem::path& folder) {
  const Index batch = shape.sides[0];
  const Index tokens = shape.sides[1];
  LanguageModelOptions options;
  options.vocabulary = kVocabulary;
  options.positions = tokens;
  const auto model = std::make_shared<LanguageModel<float>>(options, kAdam, 0);
  LanguageModelState<float> state = model->state();
  auto entry = state.parameters.begin();
  for (Index i = 0; i < model->size(); ++i) {
    const Tensor<float> given = read(folder, model->name(i), model->parameter(i).shape());
    entry = std::copy(given.begin(), given.end(), entry);
  }
  model->restore(state);
  const auto list = [&](const char* name) {
    const Tensor<float> numbers = read(folder, name, {batch, tokens});
    auto whole = std::make_shared<Tensor<Index>>(numbers.shape());
    std::transform(numbers.begin(), numbers.end(), whole->begin(),
                   [](float x) { return static_cast<Index>(x); });
    return whole;
  };
  const auto lists = std::array{list("tokens"), list("targets"), list("counts")};
  const auto batches = [lists] { return LanguageModelBatches{*lists[0], *lists[1], *lists[2]}; };
  const Index d = options.width;
  const Index of_row = options.layers * (4 * d * d + 2 * tokens * d) + d * kVocabulary;
  return {"train", static_cast<double>(6 * batch * tokens * of_row),
          [model, batches] { return model->train(batches(), 1).losses; },
          [model, batches] { return model->stages(batches()).logits; }};
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
