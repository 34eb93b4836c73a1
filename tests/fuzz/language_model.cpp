// SPDX-License-Identifier: MIT
// Fuzzes language models of every configuration with valid and invalid data: stages, gradients,
// training steps, and states that are saved, damaged and restored.
#include <algorithm>
#include <cstring>
#include <optional>
#include <vector>

#include "arguments.hpp"
#include "attention/detail/language_model/parameters.hpp"
#include "attention/language_model.hpp"

namespace attention::test::fuzz {
namespace {

// The largest number of parameters. Larger models would be too slow for a fuzzer.
constexpr Index kMostParameters = 1 << 16;

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

// Whole numbers from 0 to `below` − 1; occasionally any other numbers or another shape.
Tensor<Index> some_whole(Bytes& bytes, const Shape& shape, Index below) {
  Tensor<Index> x = some_tensor<Index>(bytes, shape);
  if (bytes.once_in(8)) return x;
  for (Index i = 0; i < x.rows.size(); ++i)
    x.rows.data()[i] = bytes.between(0, std::clamp<Index>(below, 1, 256) - 1);
  return x;
}

bool is_below(const Tensor<Index>& x, Index below) {
  return std::all_of(x.rows.data(), x.rows.data() + x.rows.size(),
                     [&](Index entry) { return entry >= 0 && entry < below; });
}

// Batches in memory with gaps between the rows.
struct Batches {
  std::vector<Spread<Index>> memory;
  LanguageModelBatches views;

  /// @throws OutOfRange (shape), as the constructor of a view does
  Batches(Bytes& bytes, const Tensor<Index>& tokens, const Tensor<Index>& targets,
          const Tensor<Index>& counts) {
    for (const auto* x : {&tokens, &targets, &counts})
      memory.emplace_back(bytes, x->shape, x->rows.data(), Index{-9});
    views = {memory[0].view(), memory[1].view(), memory[2].view()};
  }
};

template <class T>
attention::Tensor<T> owned(const Tensor<T>& x) {
  return to_tensor(given(TensorView<T>(x)));
}

// Checks `stages` and `gradient`. Both must reject more than one batch.
template <class T>
void use_one(LanguageModel<T>& model, const LanguageModelOptions& options,
             const LanguageModelBatches& batch) {
  LanguageModelStages<T> stages;
  const bool has_steps = batch.tokens.shape().size() > 2;
  const auto refusal = refusal_of([&] { stages = model.stages(batch); });
  demand(refusal.has_value() == has_steps, "stages of several batches, or none of one batch");
  LanguageModelGradient<T> gradient;
  const auto gradient_refusal = refusal_of([&] { gradient = model.gradient(batch); });
  demand(gradient_refusal.has_value() == has_steps,
         "a gradient of several batches, or none of one batch");
  if (has_steps) return;
  const Index n = batch.tokens.cols();
  const Index sequences = batch.tokens.rows();
  demand(stages.weights.shape() == Shape{options.layers, sequences, options.heads, n, n},
         "the weights' shape");
  demand(stages.streams.shape() == Shape{options.layers + 1, sequences, n, options.width},
         "the streams' shape");
  demand(stages.logits.shape() == Shape{sequences, n, options.vocabulary}, "the logits' shape");
  demand(stages.loss_rows.shape() == Shape{sequences, n}, "the losses' shape");
  demand(gradient.gradient.shape() == model.state().parameters.shape(), "the gradient's shape");
  demand(std::memcmp(&gradient.loss, &stages.loss, sizeof(T)) == 0, "two losses");
}

template <class T>
void use(Bytes& bytes, LanguageModel<T>& model, const LanguageModelBatches& batches) {
  const LanguageModelState<T> before = model.state();
  const auto losses = model.train(batches, 3).losses;
  const LanguageModelState<T> after = model.state();
  demand(after.steps == before.steps + 3, "another number of steps");
  model.restore(before);
  const auto again = model.train(batches, 3).losses;
  demand(losses.size() == 3 && same_bits(losses, again), "other losses");
  demand(same_bits(model.state().parameters, after.parameters), "another training");
  const auto refusal = refusal_of([&] {
    LanguageModelState<T> damaged = after;
    if (bytes.once_in(2)) damaged.first = owned(some_tensor<T>(bytes, {1, after.first.cols()}));
    if (bytes.once_in(4))
      damaged.parameters = owned(some_tensor<T>(bytes, {1, bytes.between(0, 9)}));
    if (bytes.once_in(4)) damaged.steps = bytes.whole();
    model.restore(damaged);
    demand(damaged.steps >= 0 && damaged.steps <= Index{1} << 53, "an impossible number of steps");
    demand(model.steps() == damaged.steps, "another number of steps");
  });
  if (refusal)
    demand(same_bits(model.state().parameters, after.parameters) && model.steps() == after.steps,
           "a refusal changes something");
  else
    model.train(batches, 1);
}

// Trains on batches sampled from a corpus. One call with two steps must equal two calls with one.
template <class T>
void use_corpus(Bytes& bytes, LanguageModel<T>& model, Index vocabulary) {
  const Tensor<Index> list = some_whole(bytes, {bytes.between(0, 40)}, vocabulary);
  if (list.rows.size() > 4096) return;
  const CorpusSampling sampling{bytes.between(0, 3), bytes.between(0, 12), bytes.byte()};
  std::vector<double> rates;
  for (Index i = bytes.between(0, 3); i > 0; --i) rates.push_back(bytes.number<double>());
  const LanguageModelState<T> before = model.state();
  const auto train = [&](Index count, const std::vector<double>& with = {}) {
    model.train_on(given(TensorView<Index>(list)), sampling, count, view(with));
  };
  if (refusal_of([&] { train(2, rates); }))
    demand(same_bits(model.state().parameters, before.parameters),
           "a refused training changes something");
  model.restore(before);
  if (refusal_of([&] { train(2); })) return;
  demand(list.shape.size() == 1 && is_below(list, vocabulary), "what is no token is accepted");
  const LanguageModelState<T> after = model.state();
  model.restore(before);
  train(1);
  train(1);
  demand(same_bits(model.state().parameters, after.parameters), "a training in two calls differs");
}

// Passes the tokens of every sequence to a generator, and checks its length and its logits' shape.
template <class T>
void generate(Bytes& bytes, const LanguageModel<T>& model, Index vocabulary,
              const attention::TensorView<Index>& tokens) {
  std::optional<LanguageModelGenerator<T>> generator;
  const Index length = bytes.between(0, 12);
  const Index n = tokens.cols();
  const Index sequences = tokens.shape().size() > 1 ? tokens.shape()[tokens.shape().size() - 2] : 1;
  if (refusal_of([&] { generator.emplace(model.generator(length, sequences)); })) return;
  for (Index t = 0; t < n; ++t) {
    std::vector<Index> next;
    for (Index b = 0; b < sequences; ++b) next.push_back(tokens(b, t));
    if (bytes.once_in(32)) next[0] = bytes.whole();
    attention::Tensor<T> logits;
    if (refusal_of([&] { logits = generator->next(view(next)); })) {
      demand(generator->length() == t, "a refused token is counted");
      return;
    }
    demand(next[0] >= 0 && next[0] < vocabulary, "what is no token is accepted");
    demand(generator->length() == t + 1, "an accepted token is not counted");
    demand(logits.shape() == Shape{sequences, vocabulary}, "the logits' shape");
  }
}

template <class T>
void run(Bytes& bytes) {
  const LanguageModelOptions options = some_options(bytes);
  const OptimizerOptions optimizer = some_optimizer(bytes);
  std::optional<LanguageModel<T>> model;
  if (refusal_of([&] {
        if (LanguageModelLayout(options).size() <= kMostParameters)
          model.emplace(options, optimizer, bytes.byte());
      }) ||
      !model)
    return;
  Shape shape = {bytes.between(1, 12)};
  if (bytes.once_in(2)) shape = {bytes.between(1, 3), shape[0]};
  if (shape.size() > 1 && bytes.once_in(2)) shape = {bytes.between(1, 2), shape[0], shape[1]};
  const Tensor<Index> tokens = some_whole(bytes, shape, options.vocabulary);
  const Tensor<Index> targets = some_whole(bytes, shape, options.vocabulary);
  const Tensor<Index> counts = some_whole(bytes, shape, 2);
  if (tokens.rows.size() > 4096) return;
  std::optional<Batches> batches;
  // `train` with 0 steps only checks the batches.
  if (refusal_of([&] { model->train(batches.emplace(bytes, tokens, targets, counts).views, 0); }))
    return;
  demand(is_below(tokens, options.vocabulary) && is_below(targets, options.vocabulary) &&
             is_below(counts, 2),
         "what is no token, no class or no count is accepted");
  demand(targets.shape == tokens.shape && counts.shape == tokens.shape,
         "another shape is accepted");
  use_one(*model, options, batches->views);
  use(bytes, *model, batches->views);
  generate(bytes, *model, options.vocabulary, batches->views.tokens);
  use_corpus(bytes, *model, options.vocabulary);
}

void run_without_targets(Bytes& bytes) {
  const LanguageModelOptions options = some_options(bytes);
  const Tensor<Index> tokens =
      some_whole(bytes, {bytes.between(1, 3), bytes.between(1, 9)}, options.vocabulary);
  if (tokens.rows.size() > 4096) return;
  refusal_of([&] {
    if (LanguageModelLayout(options).size() > kMostParameters) return;
    LanguageModel<float> model(options, OptimizerOptions{}, 1);
    const LanguageModelBatches batches{TensorView<Index>(tokens), {}, {}};
    demand(model.stages(batches).loss_rows.shape() == Shape{0}, "losses without targets");
    demand(is_below(tokens, options.vocabulary), "what is no token is accepted");
    demand(refusal_of([&] { model.train(batches, 1); }).has_value(), "training without targets");
    demand(refusal_of([&] { model.gradient(batches); }).has_value(), "a gradient without targets");
  });
}

}  // namespace
}  // namespace attention::test::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace attention::test::fuzz;
  Bytes bytes(data, size);
  call_one(bytes, run<float>, run<double>, run_without_targets);
  return 0;
}
