// SPDX-License-Identifier: MIT
// Fuzzes language models of every configuration with valid and invalid data: stages, gradients,
// training steps, and states that are saved, damaged and restored.
#include "attention/detail/language_model/language_model.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>

#include "arguments.hpp"

namespace attention::fuzz {
namespace {

LanguageModelOptions some_options(Bytes& bytes) {
  const auto count = [&](Index low, Index high) {
    return bytes.once_in(64) ? bytes.whole() : bytes.between(low, high);
  };
  LanguageModelOptions options;
  options.vocabulary = count(1, 9);
  options.heads = count(1, 3);
  options.width = bytes.once_in(16) ? count(1, 12)
                                    : std::clamp<Index>(options.heads, 1, 3) * bytes.between(1, 9);
  options.layers = count(0, 2);
  options.hidden = count(0, 5);
  options.positions = count(0, 12);
  options.is_causal = bytes.once_in(2);
  options.is_tied = bytes.once_in(2);
  options.is_scaled = bytes.once_in(2);
  return options;
}

OptimizerOptions some_optimizer(Bytes& bytes) {
  OptimizerOptions options;
  options.method = bytes.choice(OptimizerMethod::kAdam);
  if (bytes.once_in(2)) options.learning_rate = bytes.number<double>();
  if (bytes.once_in(2)) options.momentum = bytes.number<double>();
  if (bytes.once_in(8)) options.beta1 = bytes.number<double>();
  if (bytes.once_in(8)) options.beta2 = bytes.number<double>();
  if (bytes.once_in(8)) options.epsilon = bytes.number<double>();
  return options;
}

// Whole numbers from 0 to `below` − 1; occasionally other numbers or another shape.
Tensor<double> some_whole(Bytes& bytes, const Shape& shape, Index below) {
  Tensor<double> x = some_tensor<double>(bytes, shape);
  if (bytes.once_in(8)) return x;
  for (Index i = 0; i < x.rows.size(); ++i)
    x.rows.data()[i] = static_cast<double>(bytes.between(0, std::max<Index>(below, 1) - 1));
  return x;
}

bool is_whole(const Tensor<double>& x, Index below) {
  for (Index i = 0; i < x.rows.size(); ++i) {
    const double entry = x.rows.data()[i];
    if (!(entry >= 0 && entry < static_cast<double>(below)) || entry != std::floor(entry))
      return false;
  }
  return true;
}

template <class T>
bool same_bits(const Matrix<T>& a, const Matrix<T>& b) {
  return a.size() == b.size() &&
         (a.size() == 0 || std::memcmp(a.data(), b.data(), size(a.size()) * sizeof(T)) == 0);
}

template <class T>
void use(Bytes& bytes, LanguageModel<T>& model, const LanguageModelData& data) {
  const LanguageModelOptions& x = model.layout().options();
  if (data.steps == 1) {
    const LanguageModelStages<T> stages = model.stages(data);
    demand(stages.weights.shape == Shape{x.layers, data.batch, x.heads, data.length, data.length},
           "the weights' shape");
    demand(stages.logits.shape == Shape{data.batch, data.length, x.vocabulary},
           "the logits' shape");
    const auto gradient = model.gradient(data);
    demand(gradient.gradient.size() == model.layout().size(), "the gradient's size");
    demand(std::memcmp(&gradient.loss, &stages.loss, sizeof(T)) == 0, "two losses");
  }
  const LanguageModelState<T> before = model.state();
  const auto losses = model.train(data, 3);
  const LanguageModelState<T> after = model.state();
  model.restore(before);
  const auto again = model.train(data, 3);
  demand(std::memcmp(losses.data(), again.data(), 3 * sizeof(T)) == 0, "other losses");
  demand(same_bits(model.parameters(), after.parameters), "another training");
  LanguageModelState<T> damaged = after;
  if (bytes.once_in(2)) damaged.first = some_tensor<T>(bytes, {1, after.first.cols()}).rows;
  if (bytes.once_in(4)) damaged.parameters = some_tensor<T>(bytes, {1, bytes.between(0, 9)}).rows;
  if (bytes.once_in(4)) damaged.steps = bytes.number<double>();
  if (refusal_of([&] { model.restore(damaged); }))
    demand(same_bits(model.parameters(), after.parameters), "a refusal changes something");
  else
    model.train(data, 1);
}

template <class T>
void run(Bytes& bytes) {
  const LanguageModelOptions options = some_options(bytes);
  const OptimizerOptions optimizer = some_optimizer(bytes);
  std::unique_ptr<LanguageModel<T>> model;
  // The largest number of parameters. Larger models would be too slow for a fuzzer.
  constexpr Index kMost = 1 << 16;
  if (refusal_of([&] {
        const LanguageModelLayout layout(options);
        if (layout.size() <= kMost)
          model = std::make_unique<LanguageModel<T>>(options, optimizer, bytes.byte());
      }) ||
      !model)
    return;
  Shape shape = {bytes.between(1, 12)};
  if (bytes.once_in(2)) shape = {bytes.between(1, 3), shape[0]};
  if (shape.size() > 1 && bytes.once_in(2)) shape = {bytes.between(1, 2), shape[0], shape[1]};
  Tensor<double> tokens, targets, counts;
  if (refusal_of([&] {
        tokens = some_whole(bytes, shape, options.vocabulary);
        targets = some_whole(bytes, shape, options.vocabulary);
        counts = some_whole(bytes, shape, 2);
      }))
    return;
  if (tokens.rows.size() > 4096) return;
  LanguageModelData data;
  const auto refusal = refusal_of(
      [&] { data = language_model_data(options, tokens, targets, counts, bytes.once_in(2)); });
  if (refusal) return;
  demand(is_whole(tokens, options.vocabulary) && is_whole(targets, options.vocabulary) &&
             is_whole(counts, 2),
         "what is no token, no class or no count is accepted");
  demand(targets.shape == tokens.shape && counts.shape == tokens.shape,
         "another shape is accepted");
  use(bytes, *model, data);
}

void run_without_targets(Bytes& bytes) {
  const LanguageModelOptions options = some_options(bytes);
  std::unique_ptr<LanguageModel<float>> model;
  refusal_of([&] {
    const Tensor<double> tokens =
        some_whole(bytes, {bytes.between(1, 3), bytes.between(1, 9)}, options.vocabulary);
    const LanguageModelLayout layout(options);
    if (layout.size() > 1 << 16 || tokens.rows.size() > 4096) return;
    model = std::make_unique<LanguageModel<float>>(options, OptimizerOptions{}, 1);
    const LanguageModelData data = language_model_tokens(options, tokens, false);
    demand(model->stages(data).loss_rows.shape.empty(), "losses without targets");
    demand(refusal_of([&] { model->train(data, 1); }).has_value(), "training without targets");
  });
}

}  // namespace
}  // namespace attention::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace attention::fuzz;
  Bytes bytes(data, size);
  call_one(bytes, run<float>, run<double>, run_without_targets);
  return 0;
}
