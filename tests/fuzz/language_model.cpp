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
  options.has_tied_output = bytes.once_in(2);
  if (bytes.once_in(2)) options.kv_heads = count(0, 3);
  options.norm = bytes.choice(Normalization::kRms);
  options.activation = bytes.choice(Activation::kGeluTanh);
  options.position_encoding = bytes.choice(PositionEncoding::kAlibi);
  if (bytes.once_in(8)) options.norm_epsilon = bytes.number<double>();
  if (bytes.once_in(8)) options.rotary_base = bytes.number<double>();
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
  if (bytes.once_in(4)) options.weight_decay = bytes.number<double>();
  if (bytes.once_in(4)) options.clip = bytes.number<double>();
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
  const auto losses = model.train(data, 3).losses;
  const LanguageModelState<T> after = model.state();
  model.restore(before);
  const auto again = model.train(data, 3).losses;
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

// Samples batches from a corpus, and compares one training with a training in two calls.
template <class T>
void use_corpus(Bytes& bytes, LanguageModel<T>& model) {
  Tensor<double> list;
  if (refusal_of([&] {
        list = some_whole(bytes, {bytes.between(0, 40)}, model.layout().options().vocabulary);
      }))
    return;
  if (list.rows.size() > 4096) return;
  const Tensor<T> tokens{list.shape, list.rows.template cast<T>()};
  const TensorView<T> corpus(tokens);
  const CorpusSampling sampling{bytes.between(0, 3), bytes.between(0, 12), bytes.byte()};
  std::vector<double> rates;
  for (Index i = bytes.between(0, 3); i > 0; --i) rates.push_back(bytes.number<double>());
  const LanguageModelState<T> before = model.state();
  const auto train = [&](Index count) { model.train_on(corpus, sampling, count); };
  if (refusal_of([&] { model.train_on(corpus, sampling, 2, rates); }))
    demand(same_bits(model.parameters(), before.parameters),
           "a refused training changes something");
  model.restore(before);
  if (refusal_of([&] { train(2); })) return;
  const LanguageModelState<T> after = model.state();
  model.restore(before);
  train(1);
  train(1);
  demand(same_bits(model.parameters(), after.parameters), "a training in two calls differs");
}

// Generates the tokens of every sequence, and compares the shapes with those of a forward pass.
template <class T>
void generate(Bytes& bytes, const LanguageModel<T>& model, const LanguageModelData& data) {
  const LanguageModelOptions& x = model.layout().options();
  std::unique_ptr<LanguageModelGenerator<T>> generator;
  const Index length = bytes.between(0, 12);
  if (refusal_of([&] {
        generator =
            std::make_unique<LanguageModelGenerator<T>>(model.generator(length, data.batch));
      }))
    return;
  for (Index t = 0; t < data.length; ++t) {
    Matrix<T> tokens(1, data.batch);
    for (Index b = 0; b < data.batch; ++b)
      tokens(b) = static_cast<T>(data.tokens[size(b * data.length + t)]);
    Matrix<T> logits;
    if (refusal_of([&] { logits = generator->next(TensorView<T>(Shape{data.batch}, tokens)); })) {
      demand(generator->length() == t, "a refused token is counted");
      return;
    }
    demand(logits.rows() == data.batch && logits.cols() == x.vocabulary, "the logits' shape");
  }
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
  generate(bytes, *model, data);
  use_corpus(bytes, *model);
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
