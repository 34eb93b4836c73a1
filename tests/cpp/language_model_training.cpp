// SPDX-License-Identifier: MIT
// Tests how a language model trains: AdamW, clipping, learning rates, and batches from a corpus.
#include <cmath>
#include <numeric>
#include <set>

#include "attention/detail/language_model/data.hpp"
#include "support/catch.hpp"
#include "support/language_model.hpp"
#include "support/language_model_problem.hpp"
#include "support/matchers.hpp"
#include "support/refusal.hpp"
#include "support/samples.hpp"
#include "support/tolerance.hpp"

namespace attention::test {
namespace {

LanguageModelProblem modern() { return all_language_models().at(24); }

OptimizerOptions adamw() {
  OptimizerOptions options;
  options.method = OptimizerMethod::kAdam;
  options.learning_rate = 0.02;
  options.beta2 = 0.95;
  options.weight_decay = 0.1;
  options.clip = 0.5;
  return options;
}

// One step of AdamW with clipping, written out for each entry.
void reference_step(const LanguageModelLayout& layout, const OptimizerOptions& x, double rate,
                    const Matrix<double>& gradient, LanguageModelState<double>& state) {
  const double factor = std::min(1.0, x.clip / (gradient.norm() + 1e-6));
  state.steps += 1;
  for (const LanguageModelParameter& of : layout.parameters())
    for (Index e = of.first; e < of.first + of.size(); ++e) {
      const double g = gradient(e) * factor;
      double& p = state.parameters(e);
      double& m = state.first(e);
      double& v = state.second(e);
      if (of.name[0] != 'g' && of.name[0] != 'b') p -= rate * x.weight_decay * p;
      m = x.beta1 * m + (1 - x.beta1) * g;
      v = x.beta2 * v + (1 - x.beta2) * g * g;
      p -= rate * m / (1 - std::pow(x.beta1, state.steps)) /
           (std::sqrt(v / (1 - std::pow(x.beta2, state.steps))) + x.epsilon);
    }
}

TEST_CASE("language model: AdamW with clipping and a schedule equals its formulas",
          "[language_model]") {
  const auto problem = modern();
  CHECK(problem.name == "modern");
  const LanguageModelData data = some_data(problem, 1);
  LanguageModel<double> model(problem.options, adamw(), 3);
  const std::vector<double> rates = {0, 0.01, 0.02, 0.005, 0.001, 0};
  auto expected = model.state();
  std::vector<double> norms;
  for (const double rate : rates) {
    auto now = model_with(problem.options, expected.parameters);
    const Matrix<double> gradient = now.gradient(data).gradient;
    norms.push_back(gradient.norm());
    reference_step(model.layout(), adamw(), rate, gradient, expected);
  }
  const auto training = model.train(data, 6, rates);
  const Tolerance close{.abs = 1e-13, .rel = 1e-11};
  for (std::size_t i = 0; i < norms.size(); ++i)
    CHECK(passes(training.gradient_norms[i], norms[i], close));
  CHECK(norms[0] > adamw().clip);
  CHECK_THAT(model.parameters(), is_close_to<double>(expected.parameters, close));
  CHECK_THAT(model.state().second, is_close_to<double>(expected.second, close));
}

TEMPLATE_TEST_CASE(
    "language model: a step with its own gradient is a step of training, bit for bit",
    "[language_model]", float, double) {
  using T = TestType;
  const auto problem = modern();
  const LanguageModelData data = some_data(problem, 1);
  attention::LanguageModel<T> trained(problem.options, adamw(), 3);
  attention::LanguageModel<T> stepped(problem.options, adamw(), 3);
  for (const double rate : {0.01, 0.02, 0.0}) {
    const std::vector rates = {rate};
    const auto training = trained.train(data.batches(true), 1, view(rates));
    const auto gradient = stepped.gradient(data.batches(false)).gradient;
    const double norm = stepped.step(gradient, rate);
    CHECK(static_cast<T>(norm) == training.gradient_norms.data()[0]);
  }
  CHECK(stepped.steps() == 3);
  CHECK(as_matrix(stepped.state().parameters) == as_matrix(trained.state().parameters));
  CHECK(as_matrix(stepped.state().second) == as_matrix(trained.state().second));

  const auto gradient = stepped.gradient(data.batches(false)).gradient;
  CHECK(refusal([&] { stepped.step(gradient, -1); }) ==
        "OutOfRange | learning_rate: expected a finite number >= 0, got -1");
  const auto part = attention::TensorView<T>(gradient).slice(0, 0);
  CHECK(refusal([&] {
          stepped.step(part, 0.1);
        }).starts_with("ShapeMismatch | gradient: expected (1, "));
  CHECK(stepped.steps() == 3);

  attention::LanguageModel<T> fresh(problem.options, adamw(), 3);
  CHECK(refusal([&] { fresh.step(part, 0.1); }).starts_with("ShapeMismatch | gradient"));
  fresh.step(gradient, 0.1);
  CHECK(fresh.steps() == 1);
}

TEMPLATE_TEST_CASE("language model: equal learning rates are those of the optimizer, bit for bit",
                   "[language_model]", float, double) {
  using T = TestType;
  const auto problem = modern();
  const LanguageModelData data = some_data(problem, 1);
  LanguageModel<T> plain(problem.options, adamw(), 3);
  LanguageModel<T> scheduled(problem.options, adamw(), 3);
  const std::vector<double> rates(4, adamw().learning_rate);
  CHECK(plain.train(data, 4).losses == scheduled.train(data, 4, rates).losses);
  CHECK(plain.parameters() == scheduled.parameters());
}

TEMPLATE_TEST_CASE("language model: a large limit of the norm clips nothing, bit for bit",
                   "[language_model]", float, double) {
  using T = TestType;
  const auto problem = modern();
  const LanguageModelData data = some_data(problem, 1);
  OptimizerOptions options = adamw();
  options.clip = 0;
  LanguageModel<T> plain(problem.options, options, 3);
  options.clip = 1e9;
  LanguageModel<T> limited(problem.options, options, 3);
  CHECK(plain.train(data, 4).gradient_norms == limited.train(data, 4).gradient_norms);
  CHECK(plain.parameters() == limited.parameters());
}

// The corpus 0, 1, … `size` − 1, so that the first token of a window is the window's position.
std::vector<Index> counting(Index size) {
  std::vector<Index> tokens(static_cast<std::size_t>(size));
  std::iota(tokens.begin(), tokens.end(), Index(0));
  return tokens;
}

TEST_CASE("corpus: windows are contiguous, in range, and every start occurs", "[language_model]") {
  LanguageModelOptions options;
  options.vocabulary = 9;
  const std::vector<Index> corpus = counting(9);
  CorpusBatches batches(options, view(corpus), {.sequences = 3, .length = 4, .seed = 5});
  std::set<std::int32_t> starts;
  std::vector<std::int32_t> drawn;
  for (std::uint64_t step = 0; step < 40; ++step) {
    const detail::LanguageModelData& data = batches.batch_of(step);
    CHECK(data.counts == std::vector<std::uint8_t>(12, 1));
    for (std::size_t b = 0; b < 3; ++b) {
      const std::int32_t first = data.tokens[4 * b];
      starts.insert(first);
      drawn.push_back(first);
      for (std::int32_t i = 0; i < 4; ++i) {
        CHECK(data.tokens[4 * b + static_cast<std::size_t>(i)] == first + i);
        CHECK(data.targets[4 * b + static_cast<std::size_t>(i)] == first + i + 1);
      }
    }
  }
  CHECK(starts == std::set<std::int32_t>{0, 1, 2, 3, 4});
  // A batch does not depend on earlier batches. Its first window does not depend on the number of
  // windows in the batch.
  CorpusBatches one(options, view(corpus), {.sequences = 1, .length = 4, .seed = 5});
  CHECK(one.batch_of(7).tokens[0] == drawn[21]);
  CHECK(batches.batch_of(7).tokens[4] == drawn[22]);
}

TEMPLATE_TEST_CASE("language model: a training on a corpus resumes at any step, bit for bit",
                   "[language_model]", float, double) {
  using T = TestType;
  const auto problem = modern();
  const Matrix<double> numbers = random_matrix<double>(1, 50, 4, 0, 6);
  const std::vector<Index> tokens(numbers.data(), numbers.data() + 50);
  const CorpusSampling sampling{.sequences = 3, .length = 5, .seed = 8};
  LanguageModel<T> whole(problem.options, adamw(), 3);
  const auto training = whole.train_on(tokens, sampling, 6);
  for (Index stop = 0; stop <= 6; ++stop) {
    LanguageModel<T> first(problem.options, adamw(), 3);
    first.train_on(tokens, sampling, stop);
    LanguageModel<T> second(problem.options, adamw(), 4);
    second.restore(first.state());
    const auto rest = second.train_on(tokens, sampling, 6 - stop);
    CHECK(rest.losses == std::vector<T>(training.losses.begin() + stop, training.losses.end()));
    CHECK(second.parameters() == whole.parameters());
  }
  LanguageModel<T> other(problem.options, adamw(), 3);
  CHECK(other.train_on(tokens, {.sequences = 3, .length = 5, .seed = 9}, 6).losses !=
        training.losses);
}

TEST_CASE("language model: names what a training refuses, and is then unchanged",
          "[language_model][error]") {
  const auto problem = modern();
  LanguageModel<double> model(problem.options, adamw(), 3);
  const Matrix<double> start = model.parameters();
  const std::vector<Index> corpus = counting(6);
  const auto on = [&](const std::vector<Index>& tokens, const CorpusSampling& sampling) {
    return refusal([&] { model.train_on(tokens, sampling, 0); });
  };
  CHECK(on(corpus, {.sequences = 2, .length = 5}) == "accepted");
  CHECK(on(corpus, {.sequences = 2, .length = 6}) ==
        "OutOfRange | length: expected a number from 1 to 5, got 6");
  CHECK(on(corpus, {.sequences = 2, .length = 0}) ==
        "OutOfRange | length: expected a number from 1 to 5, got 0");
  CHECK(on(corpus, {.sequences = 0, .length = 5}) ==
        "OutOfRange | sequences: expected a number from 1 to 16777216, got 0");
  CHECK(on(counting(1), {.sequences = 2, .length = 1}) ==
        "ShapeMismatch | corpus: expected at least 2 entries, got 1");
  CHECK(on(counting(0), {.sequences = 2, .length = 1}) ==
        "ShapeMismatch | corpus: expected at least 2 entries, got 0");
  CHECK(on(counting(7), {.sequences = 2, .length = 2}) ==
        "OutOfRange | corpus: expected whole numbers from 0 to 5, got 6");
  CHECK(refusal([&] {
          CorpusBatches(problem.options, view(corpus, {1, 6}), {.sequences = 1, .length = 1});
        }) == "ShapeMismatch | corpus: expected (n), got (1, 6)");

  const LanguageModelData data = some_data(problem, 1);
  const auto rates = [&](std::vector<double> list) {
    return refusal([&] { model.train(data, 2, list); });
  };
  CHECK(rates({0.1}) == "ShapeMismatch | learning_rates: expected 2 numbers, got 1");
  for (const double bad : {-1.0, kInf<double>, kNaN<double>})
    CHECK(rates({0.1, bad})
              .starts_with("OutOfRange | learning_rates: expected a finite number >= 0, got "));
  CHECK(model.parameters() == start);
  CHECK(model.steps() == 0);
}

}  // namespace
}  // namespace attention::test
