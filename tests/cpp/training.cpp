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

// The tolerance that the golden files (tests/golden) recommend for training.
template <class T>
constexpr Tolerance kGolden{.abs = std::is_same_v<T, double> ? 1e-9 : 1e-3,
                            .rel = std::is_same_v<T, double> ? 1e-7 : 1e-2};

template <class T>
void check_losses(const std::vector<T>& losses, const std::vector<double>& expected) {
  REQUIRE(losses.size() >= expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) {
    CAPTURE(i);
    CHECK(passes(static_cast<double>(losses[i]), expected[i], kGolden<T>));
  }
}

TEMPLATE_TEST_CASE("trainer: golden case train-01, the width of a kernel", "[training]", float,
                   double) {
  using T = TestType;
  const Matrix<double> x = column<double>({0, 0.4, 0.9, 1.3, 1.8, 2.1, 2.7, 3.2, 3.9, 4.4, 4.8});
  const Matrix<double> y = column<double>(
      {-0.2909, 1.4248, 2.6165, 3.6349, 4.3042, 3.8295, 2.8272, 2.1535, 1.573, 0.8447, 1.9475});
  Trainer<T> trainer(kernel_task<T>(x.cast<T>().eval(), y.cast<T>().eval()), {row<T>({1})},
                     {.learning_rate = 0.5});
  check_losses<T>(trainer.run(20),
                  {1.336441707442153, 0.736186885844597, 0.6604945568465511, 0.6253390334912289});
  CHECK(passes(static_cast<double>(trainer.loss()), 0.5601588563019108, kGolden<T>));
  CHECK(passes(static_cast<double>(trainer.parameters()[0](0, 0)), 2.6950937888037845, kGolden<T>));
}

TEMPLATE_TEST_CASE("trainer: golden case train-02, one head of self-attention", "[training]", float,
                   double) {
  using T = TestType;
  const Tensor<T> x =
      tensor<T>({2, 4, 3}, {T(-2.1),    T(-0.4927), T(0.7018),  T(1.2077),  T(1.7491),  T(-0.7),
                            T(-1.5565), T(-0.8691), T(-0.1893), T(-0.3437), T(0.6003),  T(0.0047),
                            T(-0.2696), T(-0.2986), T(-1.6471), T(-0.4561), T(-1.4203), T(-2.1907),
                            T(-0.3591), T(-1.2196), T(-0.7678), T(-0.2186), T(-0.0408), T(0.5995)});
  const Tensor<T> y =
      tensor<T>({2, 4, 2}, {T(-0.5704), T(0.2386), T(-0.9766), T(0.5672), T(-1.9711), T(-0.4192),
                            T(1.28), T(0.5106), T(0.2396), T(-1.5787), T(-0.4177), T(-0.7056),
                            T(-0.1208), T(-0.5807), T(-2.6198), T(0.7545)});
  Trainer<T> trainer(
      sdpa_task<T>(x, y),
      {rows<T>({{T(0.026), T(-0.2154)}, {T(-1.1847), T(1.7583)}, {T(-0.6771), T(1.0022)}}),
       rows<T>({{T(-0.8165), T(-0.5497)}, {T(0.1394), T(0.0216)}, {T(0.2639), T(-0.2859)}}),
       rows<T>({{T(0.4451), T(1.2594)}, {T(-0.4112), T(0.4121)}, {T(0.2876), T(0.2465)}})},
      {.learning_rate = 0.2});
  check_losses<T>(trainer.run(20),
                  {1.3159974261299774, 1.0790958144091807, 0.941378107426271, 0.8628136917213729});
  CHECK(passes(static_cast<double>(trainer.loss()), 0.4729305374039674, kGolden<T>));
  CHECK_THAT(in_double(trainer.parameters()[1]),
             is_close_to<double>(rows<double>({{-0.8791918722202644, -0.46013275984594376},
                                               {0.03809796367554688, 0.1802292854260281},
                                               {0.41863239461590696, -0.4810549494753655}}),
                                 kGolden<T>));
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
        // Restores the state into a trainer that has already made three other steps.
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
