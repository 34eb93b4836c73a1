// SPDX-License-Identifier: MIT
// Tests the trainer. training_optimizer.cpp and training_tasks.cpp test its two parts, the
// optimizer and the tasks.
#include "support/training.hpp"

#include <array>
#include <cmath>

#include "support/catch.hpp"
#include "support/matchers.hpp"
#include "support/refusal.hpp"
#include "support/samples.hpp"
#include "support/tolerance.hpp"
#include "support/training_case.hpp"

namespace attention::test {
namespace {

constexpr std::array<OptimizerOptions, 3> kAllOptions = {
    OptimizerOptions{OptimizerMethod::kSgd, 0.1, 0, 0.9, 0.999, 1e-8},
    OptimizerOptions{OptimizerMethod::kSgd, 0.05, 0.9, 0.9, 0.999, 1e-8},
    OptimizerOptions{OptimizerMethod::kAdam, 0.02, 0, 0.9, 0.999, 1e-8}};

template <class T>
Trainer<T> trainer_of(const TrainingCase<T>& of, const OptimizerOptions& options) {
  return Trainer<T>(of.task(), of.start, options);
}

template <class T>
bool same(const std::vector<Matrix<T>>& a, const std::vector<Matrix<T>>& b) {
  return a == b;
}

TEMPLATE_TEST_CASE("trainer: weight decay shrinks every parameter except biases", "[training]",
                   float, double) {
  using T = TestType;
  for (const auto& of : all_training_cases<T>()) {
    CAPTURE(of.name);
    Trainer<T> plain = trainer_of(of, {.learning_rate = 0.5});
    Trainer<T> decaying = trainer_of(of, {.learning_rate = 0.5, .weight_decay = 0.5});
    plain.run(1);
    decaying.run(1);
    for (std::size_t i = 0; i < of.start.size(); ++i) {
      const T share = plain.names()[i].starts_with('b') ? T(0) : T(0.25);
      const Matrix<T> expected = plain.parameters()[i] - share * of.start[i];
      CHECK_THAT(decaying.parameters()[i], is_close_to<T>(expected, kFewRoundings<T>));
    }
  }
}

TEMPLATE_TEST_CASE("trainer: every task's loss decreases with every method", "[training]", float,
                   double) {
  for (const auto& of : all_training_cases<TestType>())
    for (const OptimizerOptions& options : kAllOptions) {
      CAPTURE(of.name, static_cast<int>(options.method), options.momentum);
      auto trainer = trainer_of(of, options);
      const auto before = trainer.loss();
      trainer.run(60);
      CHECK(trainer.loss() < before);
    }
}

TEMPLATE_TEST_CASE("trainer: returns the loss before each step", "[training]", float, double) {
  for (const auto& of : all_training_cases<TestType>()) {
    CAPTURE(of.name);
    auto trainer = trainer_of(of, kAllOptions[1]);
    for (int step = 0; step < 4; ++step) {
      CHECK(trainer.steps() == step);
      const auto now = trainer.loss();
      CHECK(now == of.task().loss_and_gradient(trainer.parameters()).loss);
      CHECK(trainer.run(1) == std::vector<TestType>{now});
    }
  }
}

TEMPLATE_TEST_CASE("trainer: one call with k steps equals k calls with one step, bit for bit",
                   "[training]", float, double) {
  for (const auto& of : all_training_cases<TestType>())
    for (const OptimizerOptions& options : kAllOptions) {
      CAPTURE(of.name, static_cast<int>(options.method), options.momentum);
      auto at_once = trainer_of(of, options);
      const auto losses = at_once.run(9);
      auto by_one = trainer_of(of, options);
      std::vector<TestType> collected;
      for (int step = 0; step < 9; ++step) collected.push_back(by_one.run(1)[0]);
      CHECK(collected == losses);
      CHECK(same(by_one.parameters(), at_once.parameters()));
    }
}

TEMPLATE_TEST_CASE("trainer: continues from the state of any step, bit for bit", "[training]",
                   float, double) {
  using T = TestType;
  for (const auto& of : all_training_cases<T>())
    for (const OptimizerOptions& options : kAllOptions) {
      auto whole = trainer_of(of, options);
      const auto losses = whole.run(7);
      for (int stop = 0; stop <= 7; ++stop) {
        CAPTURE(of.name, static_cast<int>(options.method), options.momentum, stop);
        auto first = trainer_of(of, options);
        first.run(stop);
        const TrainerState<T> state = first.state();
        auto second = trainer_of(of, options);
        second.run(3);
        second.restore(state);
        CHECK(second.steps() == stop);
        CHECK(second.run(7 - stop) == std::vector<T>(losses.begin() + stop, losses.end()));
        CHECK(same(second.parameters(), whole.parameters()));
        CHECK(second.steps() == 7);
        // The state is a copy, so the steps after `restore` do not change it.
        CHECK(state.optimizer.steps == stop);
      }
    }
}

TEMPLATE_TEST_CASE("trainer: can continue after a learning rate that is far too large",
                   "[training]", float, double) {
  for (const auto& of : all_training_cases<TestType>())
    for (OptimizerOptions options : kAllOptions) {
      CAPTURE(of.name, static_cast<int>(options.method), options.momentum);
      options.learning_rate = 1e30;
      auto trainer = trainer_of(of, options);
      const auto losses = trainer.run(12);
      CHECK(losses.size() == 12);
      CHECK(std::isfinite(losses[0]));
      CHECK(trainer.steps() == 12);
      // Training cannot succeed with this learning rate. In some tasks a saturated softmax keeps
      // the loss finite, but the loss must not fall below half of the first one.
      CHECK_FALSE(trainer.loss() < losses[0] / 2);
      const auto state = trainer.state();
      CHECK(refusal([&] { trainer.restore(state); }) == "accepted");
    }
}

TEMPLATE_TEST_CASE("trainer: returns losses of infinity and NaN unchanged", "[training]", float,
                   double) {
  using T = TestType;
  const auto task = [] { return sdpa_task<T>(tensor<T>({1, 1}, {4}), tensor<T>({1, 1}, {1})); };
  const Matrix<T> one = row<T>({1});
  Trainer<T> trainer(task(), {one, one, one}, {.learning_rate = 1000});
  const auto losses = trainer.run(200);
  CHECK(losses[0] == 9);
  CHECK(losses[1] > losses[0]);
  bool has_infinity = false;
  for (const T loss : losses) has_infinity = has_infinity || std::isinf(loss);
  CHECK(has_infinity);
  CHECK(std::isnan(losses.back()));
  CHECK(std::isnan(trainer.parameters()[2](0, 0)));
}

TEMPLATE_TEST_CASE("trainer: zero steps change nothing", "[training]", float, double) {
  const auto of = all_training_cases<TestType>()[1];
  auto trainer = trainer_of(of, kAllOptions[2]);
  CHECK(trainer.run(0).empty());
  CHECK(trainer.steps() == 0);
  CHECK(same(trainer.parameters(), of.start));
  CHECK(refusal([&] { trainer.run(-1); }) ==
        "OutOfRange | count: expected a whole number >= 0, got -1");
}

TEMPLATE_TEST_CASE("trainer: names its parameters", "[training]", float, double) {
  const auto trainer = trainer_of(all_training_cases<TestType>()[1], kAllOptions[0]);
  const auto names = trainer.names();
  CHECK(std::vector<std::string_view>(names.begin(), names.end()) ==
        std::vector<std::string_view>{"W_q", "W_k", "W_v"});
}

TEMPLATE_TEST_CASE("trainer: the constructor refuses parameters and options that do not fit",
                   "[training][error]", float, double) {
  using T = TestType;
  auto of = all_training_cases<T>()[1];
  CHECK(refusal([&] { trainer_of(of, {.learning_rate = -1}); }) ==
        "OutOfRange | learning_rate: expected a finite number > 0, got -1");
  of.start[1] = Matrix<T>::Zero(2, 2);
  CHECK(refusal([&] { trainer_of(of, {}); }) == "ShapeMismatch | W_k: expected (3, 2), got (2, 2)");
  of.start.pop_back();
  CHECK(refusal([&] { trainer_of(of, {}); }) ==
        "ShapeMismatch | parameters: expected 3 matrices, got 2");
}

TEMPLATE_TEST_CASE("trainer: refuses a state that does not fit and is then unchanged",
                   "[training][error]", float, double) {
  using T = TestType;
  const auto of = all_training_cases<T>()[1];
  auto trainer = trainer_of(of, kAllOptions[2]);
  trainer.run(3);
  const TrainerState<T> own = trainer.state();
  const auto refused = [&](const TrainerState<T>& state) {
    return refusal([&] { trainer.restore(state); });
  };
  auto state = trainer_of(of, kAllOptions[2]).state();
  state.parameters.pop_back();
  CHECK(refused(state) == "ShapeMismatch | parameters: expected 3 matrices, got 2");
  state = trainer_of(of, kAllOptions[2]).state();
  state.parameters[2].resize(2, 3);
  CHECK(refused(state) == "ShapeMismatch | parameters: expected (3, 2), got (2, 3)");
  state.parameters[2].resize(3, 3);
  CHECK(refused(state) == "ShapeMismatch | parameters: expected (3, 2), got (3, 3)");
  state = trainer_of(of, kAllOptions[2]).state();
  state.optimizer.steps = -1;
  CHECK(refused(state).find("OutOfRange | steps: ") == 0);
  state = trainer_of(of, kAllOptions[2]).state();
  state.optimizer.second[1](0, 0) = -1;
  CHECK(refused(state) == "OutOfRange | second: expected numbers >= 0, got -1");
  CHECK(refused(trainer_of(of, kAllOptions[1]).state()) ==
        "ShapeMismatch | second: expected 3 matrices, got 0");
  CHECK(refused({}) == "ShapeMismatch | parameters: expected 3 matrices, got 0");

  CHECK(trainer.steps() == 3);
  CHECK(same(trainer.parameters(), own.parameters));
  CHECK(same(trainer.state().optimizer.first, own.optimizer.first));
  CHECK(same(trainer.state().optimizer.second, own.optimizer.second));
}

}  // namespace
}  // namespace attention::test
