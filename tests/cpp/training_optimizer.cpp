// SPDX-License-Identifier: MIT
// Tests the optimizers. This file is long because it tests all methods together.
#include "support/training.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <type_traits>

#include "support/catch.hpp"
#include "support/matchers.hpp"
#include "support/refusal.hpp"
#include "support/samples.hpp"
#include "support/tolerance.hpp"

namespace attention::test {
namespace {

template <class T>
using List = std::vector<Matrix<T>>;

constexpr OptimizerOptions sgd(double learning_rate, double momentum = 0) {
  return {OptimizerMethod::kSgd, learning_rate, momentum, 0.9, 0.999, 1e-8};
}

constexpr OptimizerOptions adam(double learning_rate) {
  return {OptimizerMethod::kAdam, learning_rate, 0, 0.9, 0.999, 1e-8};
}

const std::array<OptimizerOptions, 3> kAllMethods = {sgd(0.25), sgd(0.25, 0.5), adam(0.25)};

TEMPLATE_TEST_CASE("optimizer: SGD moves against the gradient", "[training]", float, double) {
  using T = TestType;
  List<T> p = {row<T>({1, 2}), column<T>({-1})};
  Optimizer<T> optimizer(sgd(0.25), p);
  optimizer.step(p, {row<T>({2, -4}), column<T>({0})});
  CHECK_THAT(p[0], is_exactly<T>(row<T>({0.5, 3})));
  CHECK_THAT(p[1], is_exactly<T>(column<T>({-1})));
  optimizer.step(p, {row<T>({-2, 0}), column<T>({8})});
  CHECK_THAT(p[0], is_exactly<T>(row<T>({1, 3})));
  CHECK_THAT(p[1], is_exactly<T>(column<T>({-3})));
  CHECK(optimizer.state().steps == 2);
  CHECK(optimizer.state().first.empty());
  CHECK(optimizer.state().second.empty());
}

TEMPLATE_TEST_CASE("optimizer: momentum starts with the gradient and halves earlier ones",
                   "[training]", float, double) {
  using T = TestType;
  List<T> p = {row<T>({0})};
  Optimizer<T> optimizer(sgd(0.5, 0.5), p);
  // The momentum buffer b is 4, then 4/2 + 1 = 3, then 3/2 − 2 = −0.5.
  const std::array<T, 3> gradients = {4, 1, -2};
  const std::array<T, 3> expected = {-2, T(-3.5), T(-3.25)};
  for (std::size_t i = 0; i < gradients.size(); ++i) {
    optimizer.step(p, {row<T>({gradients[i]})});
    CHECK(p[0](0, 0) == expected[i]);
  }
  CHECK_THAT(optimizer.state().first[0], is_exactly<T>(row<T>({-0.5})));
}

TEMPLATE_TEST_CASE("optimizer: Adam's first step is as long as the learning rate", "[training]",
                   float, double) {
  using T = TestType;
  List<T> p = {row<T>({0, 0, 0, 0})};
  Optimizer<T> optimizer(adam(0.25), p);
  optimizer.step(p, {row<T>({3, T(-1e-4), 1000, 0})});
  // The first step of Adam is the learning rate times g / (|g| + ε). For g = 1e-4, ε = 1e-8 is a
  // ten-thousandth of g.
  CHECK_THAT(p[0], is_close_to<T>(row<T>({T(-0.25), T(0.25 / (1 + 1e-4)), T(-0.25), 0}),
                                  {.abs = 1e-8, .rel = 8 * std::numeric_limits<T>::epsilon()}));
}

TEMPLATE_TEST_CASE("optimizer: Adam's steps by the formula", "[training]", float, double) {
  using T = TestType;
  OptimizerOptions options = adam(0.125);
  options.beta1 = 0.75;
  options.beta2 = 0.5;
  options.epsilon = 0.25;
  List<T> p = {row<T>({1})};
  Optimizer<T> optimizer(options, p);
  double expected = 1;
  double a = 0;
  double s = 0;
  for (int t = 1; t <= 12; ++t) {
    const double g = t % 3 - 0.5;
    a = 0.75 * a + 0.25 * g;
    s = 0.5 * s + 0.5 * g * g;
    expected -=
        0.125 * (a / (1 - std::pow(0.75, t))) / (std::sqrt(s / (1 - std::pow(0.5, t))) + 0.25);
    optimizer.step(p, {row<T>({static_cast<T>(g)})});
    CAPTURE(t);
    CHECK(passes(static_cast<double>(p[0](0, 0)), expected, kFewRoundings<T>));
  }
}

TEST_CASE("optimizer: Adam with torch.optim's update rule by hand", "[training]") {
  // The gradients g are 2 and −1. The running means of g are 0.2 and 0.08, those of g² are 0.004
  // and 0.004996.
  List<double> p = {row<double>({0})};
  Optimizer<double> optimizer(adam(0.1), p);
  optimizer.step(p, {row<double>({2})});
  CHECK(passes(p[0](0, 0), -0.1 * 2 / (2 + 1e-8), kFewRoundings<double>));
  optimizer.step(p, {row<double>({-1})});
  const double step = 0.1 * (0.08 / 0.19) / (std::sqrt(0.004996 / 0.001999) + 1e-8);
  CHECK(passes(p[0](0, 0), -0.1 * 2 / (2 + 1e-8) - step, {.abs = 1e-14}));
}

TEMPLATE_TEST_CASE("optimizer: Adam's moments avoid the rounding of 1 − β in float", "[training]",
                   float, double) {
  using T = TestType;
  List<T> p = {row<T>({0})};
  Optimizer<T> optimizer(adam(0.1), p);
  optimizer.step(p, {row<T>({1})});
  CHECK(optimizer.state().first[0](0, 0) == static_cast<T>(1 - 0.9));
  CHECK(optimizer.state().second[0](0, 0) == static_cast<T>(1 - 0.999));
}

TEMPLATE_TEST_CASE("optimizer: on a quadratic, each SGD step covers the same share of the distance",
                   "[training]", float, double) {
  using T = TestType;
  List<T> p = {row<T>({5})};
  Optimizer<T> optimizer(sgd(0.25), p);
  T distance = 4;
  for (int step = 0; step < 10; ++step) {
    // The slope of (p − 1)² is 2 (p − 1). A learning rate of 1/4 moves p by half of its distance to
    // 1.
    optimizer.step(p, {row<T>({2 * (p[0](0, 0) - 1)})});
    distance /= 2;
    CHECK(p[0](0, 0) == 1 + distance);
  }
}

TEMPLATE_TEST_CASE("optimizer: each method finds the minimum of a quadratic", "[training]", float,
                   double) {
  using T = TestType;
  for (const OptimizerOptions& options : {sgd(0.05), sgd(0.02, 0.8), adam(0.05)}) {
    List<T> p = {row<T>({5, -3})};
    Optimizer<T> optimizer(options, p);
    for (int step = 0; step < 1500; ++step)
      optimizer.step(p, {row<T>({2 * (p[0](0, 0) - 1), 8 * (p[0](0, 1) - 2)})});
    CHECK_THAT(p[0], is_close_to<T>(row<T>({1, 2}), {.abs = 1e-4}));
  }
}

TEMPLATE_TEST_CASE("optimizer: an empty gradient leaves its parameter unchanged", "[training]",
                   float, double) {
  using T = TestType;
  for (const OptimizerOptions& options : kAllMethods) {
    List<T> p = {row<T>({2}), Matrix<T>(), row<T>({1})};
    Optimizer<T> optimizer(options, p);
    optimizer.step(p, {Matrix<T>(), Matrix<T>(), row<T>({1})});
    optimizer.step(p, {Matrix<T>(), Matrix<T>(), row<T>({1})});
    CHECK(p[0](0, 0) == 2);
    CHECK(p[1].size() == 0);
    CHECK(p[2](0, 0) < 1);
  }
}

TEMPLATE_TEST_CASE("optimizer: NaN and infinity stay in their entry", "[training]", float, double) {
  using T = TestType;
  for (const OptimizerOptions& options : kAllMethods) {
    List<T> p = {row<T>({1, 1, 1})};
    Optimizer<T> optimizer(options, p);
    for (int step = 0; step < 3; ++step) optimizer.step(p, {row<T>({kNaN<T>, kInf<T>, 1})});
    CHECK(std::isnan(p[0](0, 0)));
    CHECK_FALSE(std::isfinite(p[0](0, 1)));
    CHECK(p[0](0, 2) < 1);
  }
}

TEMPLATE_TEST_CASE("optimizer: continues from its state, bit for bit", "[training]", float,
                   double) {
  using T = TestType;
  const auto gradient = [](unsigned step) -> List<T> {
    return {random_matrix<T>(2, 3, step, -1, 1), random_matrix<T>(1, 4, step + 100, -1, 1)};
  };
  for (const OptimizerOptions& options : kAllMethods)
    for (unsigned stop = 0; stop < 8; ++stop) {
      List<T> p = {random_matrix<T>(2, 3, 1), random_matrix<T>(1, 4, 2)};
      Optimizer<T> optimizer(options, p);
      for (unsigned step = 0; step < stop; ++step) optimizer.step(p, gradient(step));
      List<T> resumed = p;
      Optimizer<T> other(options, p);
      other.restore(optimizer.state());
      for (unsigned step = stop; step < 8; ++step) {
        optimizer.step(p, gradient(step));
        other.step(resumed, gradient(step));
      }
      CHECK_THAT(resumed[0], is_exactly<T>(p[0]));
      CHECK_THAT(resumed[1], is_exactly<T>(p[1]));
      CHECK(other.state().steps == 8);
    }
}

TEMPLATE_TEST_CASE("optimizer: weight decay shrinks a parameter before the update", "[training]",
                   float, double) {
  using T = TestType;
  List<T> p = {row<T>({8, -4}), row<T>({8})};
  OptimizerOptions options = sgd(0.5);
  options.weight_decay = 0.5;
  Optimizer<T> optimizer(options, p, {true, false});
  optimizer.step(p, {row<T>({2, 0}), row<T>({2})});
  CHECK_THAT(p[0], is_exactly<T>(row<T>({5, -3})));
  CHECK_THAT(p[1], is_exactly<T>(row<T>({7})));
}

TEMPLATE_TEST_CASE("optimizer: clipping scales all gradients by the norm of all together",
                   "[training]", float, double) {
  using T = TestType;
  List<T> p = {row<T>({0, 0}), row<T>({0})};
  OptimizerOptions options = sgd(1);
  options.clip = 6.5;
  Optimizer<T> optimizer(options, p);
  optimizer.step(p, {row<T>({3, 4}), row<T>({12})});  // of norm 13
  CHECK_THAT(p[0], is_close_to<T>(row<T>({-1.5, -2}), {.abs = 1e-6}));
  CHECK_THAT(p[1], is_close_to<T>(row<T>({-6}), {.abs = 1e-6}));
  optimizer.step(p, {row<T>({-1.5, -2}), row<T>({-6})});  // of norm 6.5, within 1e-6 of the limit
  CHECK_THAT(p[0], is_close_to<T>(row<T>({0, 0}), {.abs = 1e-6}));
  optimizer.step(p, {row<T>({1, 0}), row<T>({2})});
  CHECK_THAT(p[0], is_close_to<T>(row<T>({-1, 0}), {.abs = 1e-6}));
  optimizer.step(p, {row<T>({kNaN<T>, 0}), row<T>({2})});
  CHECK(std::isnan(p[1](0)));
}

TEMPLATE_TEST_CASE("optimizer: the norm neither overflows nor underflows", "[training]", float,
                   double) {
  using T = TestType;
  const auto norm = [](const Matrix<T>& x) {
    const std::span<const T> list(x.data(), static_cast<std::size_t>(x.size()));
    return norm_of<T>({&list, 1});
  };
  const T largest = std::numeric_limits<T>::max() / 8;
  for (const T unit : {T(1), largest, kSmallest<T>[0], kSmallest<T>[1]})
    for (const Index count : {1, 2, 9, 25})
      CHECK(norm(Matrix<T>::Constant(1, count, -3 * unit)) ==
            Approx(3 * static_cast<double>(unit) * std::sqrt(static_cast<double>(count))));
  CHECK(norm(Matrix<T>::Zero(1, 9)) == 0);
  CHECK(norm(row<T>({1, -kInf<T>})) == kInf<double>);
  CHECK(std::isnan(norm(row<T>({kInf<T>, kNaN<T>}))));
}

TEMPLATE_TEST_CASE("optimizer: refuses options outside their range", "[training][error]", float,
                   double) {
  using T = TestType;
  const List<T> p = {row<T>({1})};
  const auto refused = [&](const OptimizerOptions& options) {
    return refusal([&] { Optimizer<T>(options, p); });
  };
  CHECK(refused({}) == "accepted");
  const auto with = [](double OptimizerOptions::*field, double x) {
    OptimizerOptions options;
    options.*field = x;
    return options;
  };
  const double inf = kInf<double>;
  const double nan = kNaN<double>;
  for (const double bad : {0.0, -0.1, inf, nan}) {
    CHECK(refused(with(&OptimizerOptions::learning_rate, bad))
              .find("OutOfRange | learning_rate: expected a finite number > 0") == 0);
    CHECK(refused(with(&OptimizerOptions::epsilon, bad))
              .find("OutOfRange | epsilon: expected a finite number > 0") == 0);
  }
  // In float, 1e-50 is 0.
  for (double OptimizerOptions::*field :
       {&OptimizerOptions::learning_rate, &OptimizerOptions::epsilon})
    CHECK((refused(with(field, 1e-50)) == "accepted") == std::is_same_v<T, double>);
  for (const double bad : {-0.1, inf, nan})
    for (double OptimizerOptions::*field :
         {&OptimizerOptions::weight_decay, &OptimizerOptions::clip})
      CHECK(refused(with(field, bad)).find(": expected a finite number >= 0") != std::string::npos);
  for (const double bad : {1.0, -0.1, 2.0, nan}) {
    const std::string expected = ": expected a number from 0 to below 1";
    CHECK(
        refused(with(&OptimizerOptions::momentum, bad)).find("OutOfRange | momentum" + expected) ==
        0);
    CHECK(refused(with(&OptimizerOptions::beta1, bad)).find("OutOfRange | beta1" + expected) == 0);
    CHECK(refused(with(&OptimizerOptions::beta2, bad)).find("OutOfRange | beta2" + expected) == 0);
  }
  for (double OptimizerOptions::*field :
       {&OptimizerOptions::momentum, &OptimizerOptions::beta1, &OptimizerOptions::beta2})
    CHECK(refused(with(field, 0)) == "accepted");
}

TEST_CASE("optimizer: refuses options that become 0 or infinite in float", "[training][error]") {
  const List<float> p = {row<float>({1})};
  CHECK(refusal([&] { Optimizer<float>(sgd(1e-60), p); }) ==
        "OutOfRange | learning_rate: expected a finite number > 0, got 1e-60");
  CHECK(refusal([&] { Optimizer<float>(sgd(1e60), p); }) ==
        "OutOfRange | learning_rate: expected a finite number > 0, got 1e+60");
  const List<double> q = {row<double>({1})};
  CHECK(refusal([&] { Optimizer<double>(sgd(1e-60), q); }) == "accepted");
}

TEMPLATE_TEST_CASE("optimizer: refuses a state that does not fit and is then unchanged",
                   "[training][error]", float, double) {
  using T = TestType;
  List<T> p = {row<T>({1, 2})};
  Optimizer<T> optimizer(adam(0.5), p);
  optimizer.step(p, {row<T>({1, -1})});
  const OptimizerState<T> own = optimizer.state();
  const auto refused = [&](const OptimizerState<T>& state) {
    return refusal([&] { optimizer.restore(state); });
  };
  const std::string bad_steps = "OutOfRange | steps: expected a whole number from 0 to 2^53";
  for (const std::int64_t bad : {std::int64_t{-1}, (std::int64_t{1} << 53) + 2}) {
    auto state = own;
    state.steps = bad;
    CHECK(refused(state).find(bad_steps) == 0);
  }
  for (const double bad : {-1.0, 0.5, 1e300, kNaN<double>, kInf<double>})
    CHECK(refusal([&] { check_steps(bad); }).find(bad_steps) == 0);
  auto state = own;
  state.first.clear();
  CHECK(refused(state) == "ShapeMismatch | first: expected 1 matrices, got 0");
  state = own;
  state.second = {row<T>({1})};
  CHECK(refused(state) == "ShapeMismatch | second: expected (1, 2), got (1, 1)");
  state.second = {row<T>({1, -2})};
  CHECK(refused(state) == "OutOfRange | second: expected numbers >= 0, got -2");
  CHECK(optimizer.state().steps == 1);
  CHECK_THAT(optimizer.state().second[0], is_exactly<T>(own.second[0]));
  state = own;
  state.second = {row<T>({kNaN<T>, kInf<T>})};
  CHECK(refused(state) == "accepted");

  Optimizer<T> plain(sgd(0.5), p);
  CHECK(refusal([&] { plain.restore(own); }) ==
        "ShapeMismatch | first: expected 0 matrices, got 1");
}

}  // namespace
}  // namespace attention::test
