// SPDX-License-Identifier: MIT
// Calls every group of public functions except those for Eigen, and compares their results with
// results computed by hand. This file is long because each group of functions has a call.
#include "calls.hpp"

#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <attention/attention.hpp>

#include "expect.hpp"

using namespace attention;  // No name of the library may become ambiguous.

namespace {

const double kLn3 = std::log(3);

void check_shapes() {
  Shape shape = {2, 3};
  shape.push_back(4);
  expect("Shape", shape.size() == 3 && shape.back() == 4 && shape == Shape{2, 3, 4});
}

template <class T>
void check_tensors() {
  Tensor<T> x({2, 2}, {1, 2, 3, 4});
  Tensor<T> copy = x;
  copy(1, 1) = 5;
  expect("a copy is independent", x, {1, 2, 3, 4});
  x = std::move(copy);
  expect("a move", x, {1, 2, 3, 5});
  copy = x;
  copy.swap(x);
  std::vector<Tensor<T>> grown;
  for (Index i = 1; i < 20; ++i) grown.emplace_back(Tensor<T>({i, i}));
  grown.erase(grown.begin(), grown.begin() + 10);
  grown.insert(grown.begin(), x);
  expect("in a container", grown.front(), {1, 2, 3, 5});
  expect("zeros", grown[1].rows() == 11 && grown[1](10, 10) == 0);

  const std::array<T, 4> array = {1, 2, 3, 4};
  std::vector<T> vector(4);
  expect("a slice", to_tensor(view(array, {2, 2}).slice(1, 1)), {3, 4});
  softmax_into(mutable_view(vector, {2, 2}), view(std::span(array), {2, 2}));
  expect("memory of the caller", is_near(double(vector[0] + vector[1]), 1, 1e-6));
}

template <class T>
void check_softmax() {
  const Tensor<T> logits({1, 2}, {0, T(kLn3)});
  Tensor<T> weights = softmax(logits);
  expect("softmax", weights, {0.25, 0.75});
  expect("softmax_gradient", softmax_gradient(weights, Tensor<T>({1, 2}, {1, 0})),
         {0.1875, -0.1875});
  softmax_into(weights, logits);
  expect("softmax_into", weights, {0.25, 0.75});
  const std::vector<Index> targets = {1};
  const CrossEntropy<T> entropy = cross_entropy(logits, view(targets));
  expect("cross_entropy", entropy.logits_gradient, {0.25, -0.25});
  expect("cross_entropy", is_near(double(entropy.loss), -std::log(0.75), 1e-6));
}

template <class T>
void check_scores() {
  const Tensor<T> queries({1, 2}, {1, 2});
  const Tensor<T> keys({2, 2}, {3, 4, 0, 0});
  const Tensor<T> W_q({1, 2}, {1, 0});
  const Tensor<T> W_k({1, 2});
  const Tensor<T> w_v({1, 1}, {2});
  const double additive = 2 * std::tanh(1);
  expect("dot_scores", dot_scores(queries, keys), {11, 0});
  expect("scaled_dot_scores", scaled_dot_scores(queries, keys), {11 / std::sqrt(2), 0});
  expect("additive_scores", additive_scores(queries, keys, {.W_q = W_q, .W_k = W_k, .w_v = w_v}),
         {additive, additive});
  expect("gaussian_scores", gaussian_scores(queries, keys), {-4, -2.5});
}

template <class T>
void check_masks() {
  const Tensor<T> scores({1, 3}, {0, T(kLn3), 100});
  const std::array<bool, 3> keep = {true, true, false};
  const std::vector<int> lens = {2};
  MaskOptions mask;
  mask.keep = view(keep);
  expect("masked_softmax, keep", masked_softmax(scores, mask).weights, {0.25, 0.75, 0});
  mask.keep.reset();
  mask.valid_lens = lens;
  expect("masked_softmax, valid_lens", masked_softmax(scores, mask).weights, {0.25, 0.75, 0});
  const Tensor<T> square({2, 2});
  const MaskedSoftmax<T> causal = masked_softmax(square, {.causal = true});
  expect("masked_softmax, causal", causal.weights, {1, 0, 0.5, 0.5});
  expect("masked_softmax, empty rows", causal.empty_rows, {0, 0});
}

/// One query and two keys whose weights are 1/4 and 3/4. The values are 0 and 4, so the output is
/// 3.
template <class T>
struct Problem {
  Tensor<T> query{{1, 1}, {T(kLn3)}};
  Tensor<T> keys{{2, 1}, {0, 1}};
  Tensor<T> values{{2, 1}, {0, 4}};
  Tensor<T> one{{1, 1}, {1}};
};

template <class T>
void check_scaled_dot_product() {
  const Problem<T> p;
  expect("scaled_dot_product", scaled_dot_product(p.query, p.keys, p.values), {3});
  Tensor<T> output({1, 1});
  Workspace workspace;
  for (int i = 0; i < 3; ++i)
    scaled_dot_product_into(output, p.query, p.keys, p.values, {}, workspace);
  expect("scaled_dot_product_into", output, {3});
  Workspace moved = std::move(workspace);
  scaled_dot_product_into(output, p.query, p.keys, p.values, {.mask = {.causal = true}}, moved);
  expect("scaled_dot_product_into, causal", output, {0});

  const AttentionStages<T> stages = scaled_dot_product_stages(p.query, p.keys, p.values);
  expect("scaled_dot_product_stages", stages.weights, {0.25, 0.75});
  AttentionGradient<T> gradient =
      scaled_dot_product_gradient(p.query, p.keys, p.values, stages, p.one);
  expect("scaled_dot_product_gradient, queries", gradient.queries, {0.75});
  expect("scaled_dot_product_gradient, keys", gradient.keys, {-0.75 * kLn3, 0.75 * kLn3});
  expect("scaled_dot_product_gradient, values", gradient.values, {0.25, 0.75});
}

/// All keys are equal, so each output is the mean of the values, 3. With 64 rows, the library's
/// matrix products need several tiles.
template <class T>
void check_large() {
  const Tensor<T> x = draw<T>({64, 64}, {.variance = 0});
  Tensor<T> values({64, 64});
  for (T& value : values) value = 3;
  const Tensor<T> output = scaled_dot_product(x, x, values);
  const AttentionStages<T> stages = scaled_dot_product_stages(x, x, values);
  const AttentionGradient<T> gradient = scaled_dot_product_gradient(x, x, values, stages, values);
  for (Index i = 0; i < output.size(); ++i) {
    expect("scaled_dot_product, large", is_near(double(output.data()[i]), 3, 1e-5));
    expect("scaled_dot_product_stages, large", is_near(double(stages.output.data()[i]), 3, 1e-5));
    // Each of 64 queries has an output gradient of 3 and gives this value the weight 1/64, so the
    // value's gradient is 64 · 3/64 = 3.
    expect("the gradient, large", is_near(double(gradient.values.data()[i]), 3, 1e-5));
  }
}

template <class T>
void check_other_scores() {
  const Problem<T> p;
  const Tensor<T> keys({2, 1}, {0, T(std::atanh(kLn3 / 2))});
  const Tensor<T> zero({1, 1});
  const Tensor<T> two({1, 1}, {2});
  const AdditiveParameters<T> parameters = {.W_q = zero, .W_k = p.one, .w_v = two};
  const AttentionStages<T> additive =
      additive_attention_stages(p.query, keys, p.values, parameters);
  expect("additive_attention_stages", additive.output, {3});
  expect("additive_attention_gradient",
         additive_attention_gradient(p.query, keys, p.values, parameters, additive, p.one).w_v,
         {0.75 * kLn3 / 2});

  const Tensor<T> far({2, 1}, {0, T(std::sqrt(2 * kLn3))});
  const AttentionStages<T> gaussian = gaussian_attention_stages(zero, far, p.values, 1);
  expect("gaussian_attention_stages", gaussian.weights, {0.75, 0.25});
  const GaussianAttentionGradient<T> gradient =
      gaussian_attention_gradient(zero, far, p.values, 1, gaussian, p.one);
  expect("gaussian_attention_gradient", is_near(double(gradient.sigma), 1.5 * kLn3, 1e-5));

  const KernelPrediction<T> prediction = kernel_regression(zero, far, p.values);
  expect("kernel_regression", prediction.prediction, {1});
  const KernelRegressionStages<T> stages =
      kernel_regression_stages(zero, far, p.values, {.kernel = Kernel::kBoxcar, .sigma = 0.5});
  expect("kernel_regression_stages", stages.weights, {1, 0});
  expect("kernel_regression_stages", stages.has_support, {1});
  expect("kernel_regression_gradient",
         kernel_regression_gradient(zero, far, p.values, p.one).values, {0.75, 0.25});
}

template <class T>
void check_multi_head() {
  const Tensor<T> x({2, 4}, {0, 1, 2, 3, 4, 5, 6, 7});
  const Tensor<T> heads = split_heads(x, 2);
  expect("split_heads", heads, {0, 1, 4, 5, 2, 3, 6, 7});
  expect("merge_heads", merge_heads(heads), {0, 1, 2, 3, 4, 5, 6, 7});

  const Problem<T> p;
  const MultiHeadParameters<T> parameters = {
      .W_q = p.one, .W_k = p.one, .W_v = p.one, .W_o = p.one, .b_o = p.one};
  expect("multi_head", multi_head(p.query, p.keys, p.values, parameters, {}), {4});
  Tensor<T> output({1, 1});
  Workspace workspace;
  for (int i = 0; i < 3; ++i)
    multi_head_into(output, p.query, p.keys, p.values, parameters, {}, workspace);
  expect("multi_head_into", output, {4});
  const MultiHeadStages<T> stages = multi_head_stages(p.query, p.keys, p.values, parameters, {});
  expect("multi_head_stages", stages.concat, {3});
  const MultiHeadGradient<T> gradient =
      multi_head_gradient(p.query, p.keys, p.values, parameters, stages, p.one, {});
  expect("multi_head_gradient, W_q", gradient.W_q, {0.75 * kLn3});
  expect("multi_head_gradient, b_o", gradient.b_o, {1});
}

// Two query heads share one head of keys. The bias adds ln 3 to the score of the second key, but
// only in the second head.
template <class T>
void check_grouped_heads() {
  const Tensor<T> queries({2, 1, 1});
  const Tensor<T> keys({1, 2, 1});
  const Tensor<T> values({1, 2, 1}, {0, 4});
  const Tensor<T> bias({2, 1, 2}, {0, 0, 0, T(kLn3)});
  const AttentionOptions options = {.score_bias = bias, .grouped = true};
  expect("grouped heads", scaled_dot_product(queries, keys, values, options), {2, 3});
  const AttentionStages<T> stages = scaled_dot_product_stages(queries, keys, values, options);
  const AttentionGradient<T> gradient = scaled_dot_product_gradient(
      queries, keys, values, stages, Tensor<T>({2, 1, 1}, {1, 1}), options);
  expect("score bias, gradient", gradient.score_bias, {-1, 1, -0.75, 0.75});
  expect("grouped heads, gradient", gradient.values, {0.75, 1.25});
}

template <class T>
void check_positional_encoding() {
  expect("positional_encoding", positional_encoding<T>(1, 4), {0, 1, 0, 1});
}

template <class T>
void check_parts() {
  const Tensor<T> x({1, 2}, {1, 3});
  const Tensor<T> gain({2}, {2, 4});
  const Tensor<T> bias({2}, {10, 20});
  const Tensor<T> one({1, 2}, {1, 1});
  expect("layer_norm", layer_norm(x, {.gain = gain, .bias = bias, .epsilon = 0}), {8, 24});
  const auto layer = layer_norm_gradient(x, one, {.gain = gain, .epsilon = 0});
  expect("layer_norm_gradient", layer.x, {0, 0});
  expect("layer_norm_gradient, gain", layer.gain, {-1, 1});
  expect("layer_norm_gradient, bias", layer.bias, {1, 1});
  expect("rms_norm", rms_norm(Tensor<T>({2}, {1, 7}), {.epsilon = 0}), {0.2, 1.4});
  const auto rms =
      rms_norm_gradient(Tensor<T>({2}, {1, 7}), Tensor<T>({2}, {1, 7}), {.epsilon = 0});
  expect("rms_norm_gradient", rms.x, {0, 0});
  expect("rms_norm_gradient, gain", rms.gain, {0.2, 9.8});
  expect("gelu", gelu(Tensor<T>({2}, {0, 1})), {0, 0.8413447460685429});
  expect("gelu_gradient", gelu_gradient(Tensor<T>({1}), Tensor<T>({1}, {4})), {2});
  const Tensor<T> turned = rotary(x, {.first = 1});
  expect("rotary", turned, {std::cos(1) - 3 * std::sin(1), std::sin(1) + 3 * std::cos(1)});
  expect("rotary_gradient", rotary_gradient(turned, {.first = 1}), {1, 3});
  expect("alibi_bias", alibi_bias<T>(2, 1, 2), {0, -1 / 16.0, 0, -1 / 256.0});
}

template <class T>
void check_random() {
  const Tensor<T> x = draw<T>({3, 5}, {.seed = 1, .distribution = Distribution::kSigns});
  Tensor<T> y({3, 5});
  draw_into(y, {.seed = 1, .distribution = Distribution::kSigns});
  for (Index i = 0; i < x.size(); ++i)
    expect("draw", x.data()[i] == y.data()[i] && std::abs(x.data()[i]) == 1);
  expect("draw, variance 0", draw<T>({2}, {.mean = 2, .variance = 0}), {2, 2});
}

template <class T>
void check_training() {
  const Tensor<T> one({1, 1}, {1});
  const Tensor<T> two({1, 1}, {2});
  const Tensor<T> zero({1, 1});

  // The leave-one-out prediction of each of the two points is the target of the other one, so both
  // errors are 2 and the loss is 4.
  Trainer<T> regression =
      kernel_regression_trainer(Tensor<T>({2, 1}, {0, 1}), Tensor<T>({2, 1}, {0, 2}), 1);
  expect("kernel_regression_trainer", regression.run(2), {4, 4});
  expect("kernel_regression_trainer", regression.parameter(0), {1});
  expect("kernel_regression_trainer", regression.size() == 1 && regression.steps() == 2);

  // With a single key the output is x W_v, which does not depend on the scores. The first step
  // reaches the minimum, so the losses are 4 and 0.
  Trainer<T> self = self_attention_trainer(two, zero, one, one, one, {.learning_rate = 0.125});
  const TrainerState<T> state = self.state();
  expect("self_attention_trainer", self.run(2), {4, 0});
  self.restore(state);
  Trainer<T> moved = std::move(self);
  self = std::move(moved);
  expect("a restored trainer", self.run(2), {4, 0});

  Trainer<T> additive = additive_attention_trainer(
      one, one, two, one, {.W_q = one, .W_k = one, .w_v = one}, {.learning_rate = 0.125});
  expect("additive_attention_trainer", additive.run(1), {1});
  Trainer<T> heads = multi_head_trainer(two, two, two, zero,
                                        {.W_q = one, .W_k = one, .W_v = one, .W_o = one}, {}, {});
  expect("multi_head_trainer", is_near(double(heads.loss()), 4, 1e-6));
  expect("a parameter's name", std::strcmp(heads.name(0), "W_q") == 0);
}

template <class T>
void check_language_model() {
  const std::vector<Index> tokens = {0, 1, 2, 0, 1, 2};
  const std::vector<Index> targets = {1, 2, 0, 1, 2, 0};
  const std::vector<Index> counts(6, 1);
  const LanguageModelBatches batch = {.tokens = view(tokens, {2, 3}),
                                      .targets = view(targets, {2, 3}),
                                      .counts = view(counts, {2, 3})};
  const LanguageModelOptions options = {.vocabulary = 3, .width = 4, .layers = 1, .positions = 3};
  const OptimizerOptions adam = {.method = OptimizerMethod::kAdam, .learning_rate = 0.05};
  LanguageModel<T> model(options, adam, 7);
  const LanguageModelState<T> start = model.state();
  const Tensor<T> losses = model.train(batch, 100).losses;
  expect("LanguageModel learns", double(losses.begin()[99]) < 0.1 * double(losses.begin()[0]));
  const LanguageModelStages<T> stages = model.stages({.tokens = view(tokens, {2, 3})});
  expect("stages", stages.weights.shape() == Shape{1, 2, 2, 3, 3});
  expect("stages", stages.loss_rows.empty());
  LanguageModel<T> moved = std::move(model);
  moved.restore(start);
  expect("a restored model", moved.train(batch, 1).losses.begin()[0] == losses.begin()[0]);
  const LanguageModelGradient<T> gradient = moved.gradient(batch);
  expect("a parameter", moved.part(gradient.gradient, moved.size() - 1).shape() == Shape{4, 3});
  expect("a parameter's name", std::strcmp(moved.name(moved.size() - 1), "U") == 0);
  expect("a parameter", moved.parameter(0).shape() == Shape{3, 4} && moved.steps() == 1);
  LanguageModelGenerator<T> generator = moved.generator(3, 2);
  expect("generated logits", generator.next(view(tokens, {6}).slice(0, 2)).shape() == Shape{2, 3});
  generator.reset();
  expect("an empty generator", generator.length() == 0);

  LanguageModel<T> modern({.vocabulary = 3,
                           .width = 4,
                           .hidden = 8,
                           .has_tied_output = true,
                           .kv_heads = 1,
                           .norm = Normalization::kLayer,
                           .activation = Activation::kGeluTanh,
                           .position_encoding = PositionEncoding::kRotary},
                          {.method = OptimizerMethod::kAdam, .weight_decay = 0.1, .clip = 1});
  const std::vector<double> rates = {0.1, 0.05};
  const LanguageModelTraining<T> training =
      modern.train_on(view(tokens), {.sequences = 2, .length = 3, .seed = 1}, 2, view(rates));
  expect("train_on", training.losses.size() == 2 && training.gradient_norms.size() == 2);
  expect("a gain", modern.parameter(1).shape() == Shape{4});
}

template <class T>
void check_errors() {
  const Tensor<T> x({2, 8});
  std::string text;
  try {
    split_heads(x, 3);
  } catch (const Error& error) {
    expect("the kind of an error", error.kind() == ErrorKind::kOutOfRange);
    expect("the name of a kind", name_of(error.kind()) == "OutOfRange");
    expect("the argument of an error", error.argument() == "num_heads");
    const Error copy = error;
    text = copy.what();
  }
  expect("the text of an error", text == "num_heads: expected a divisor of 8, got 3");
  try {
    scaled_dot_product(x, Tensor<T>({2, 7}), x);
  } catch (const std::exception& error) {
    text = error.what();
  }
  expect("a standard exception", text.starts_with("keys: "));
}

template <class T>
void check_all() {
  check_tensors<T>();
  check_softmax<T>();
  check_scores<T>();
  check_masks<T>();
  check_scaled_dot_product<T>();
  check_large<T>();
  check_other_scores<T>();
  check_multi_head<T>();
  check_grouped_heads<T>();
  check_positional_encoding<T>();
  check_parts<T>();
  check_random<T>();
  check_training<T>();
  check_language_model<T>();
  check_errors<T>();
}

}  // namespace

void check_calls() {
  check_shapes();
  check_all<float>();
  check_all<double>();
}
