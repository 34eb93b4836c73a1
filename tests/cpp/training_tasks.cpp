// SPDX-License-Identifier: MIT
#include "support/training.hpp"

#include <cmath>
#include <stdexcept>
#include <string>

#include "support/attention_problem.hpp"
#include "support/catch.hpp"
#include "support/matchers.hpp"
#include "support/refusal.hpp"
#include "support/samples.hpp"
#include "support/tolerance.hpp"
#include "support/training_case.hpp"

namespace attention::test {
namespace {

TEST_CASE("tasks: each gradient equals central differences of its loss", "[training]") {
  for (const auto& [name, task, start] : all_training_cases<double>()) {
    CAPTURE(name);
    auto p = start;
    const auto gradient = task().loss_and_gradient(p).gradient;
    REQUIRE(gradient.size() == p.size());
    for (std::size_t i = 0; i < p.size(); ++i) {
      CAPTURE(i);
      const auto made = task();
      check_gradient(gradient[i], p[i], [&] { return made.loss_and_gradient(p).loss; });
    }
  }
}

TEMPLATE_TEST_CASE("tasks: the loss is the mean of squares, 0 if the output equals the targets",
                   "[training]", float, double) {
  using T = TestType;
  // With a single key, its weight is 1, so the output is X W_v whatever the score is.
  const Tensor<T> x = tensor<T>({1, 1, 2}, {1, 2});
  const std::vector<Matrix<T>> p = {row<T>({1, 0}).transpose(), row<T>({0, 1}).transpose(),
                                    rows<T>({{1, 0}, {0, 2}})};
  const auto exact = sdpa_task<T>(x, tensor<T>({1, 1, 2}, {1, 4})).loss_and_gradient(p);
  CHECK(exact.loss == 0);
  for (const auto& part : exact.gradient)
    CHECK_THAT(part, is_exactly<T>(Matrix<T>::Zero(part.rows(), part.cols())));

  const auto off = sdpa_task<T>(x, tensor<T>({1, 1, 2}, {0, 6})).loss_and_gradient(p);
  CHECK(off.loss == T(2.5));
  CHECK_THAT(off.gradient[2], is_exactly<T>(rows<T>({{1, -2}, {2, -4}})));
}

TEMPLATE_TEST_CASE("tasks: w = 0 predicts the mean of the others", "[training]", float, double) {
  using T = TestType;
  const auto task = kernel_task<T>(column<T>({0, 1, 5}), column<T>({0, 2, 4}));
  const auto at_zero = task.loss_and_gradient({row<T>({0})});
  // With w = 0 all weights are equal, so the predictions are the means of the other two targets: 3,
  // 2 and 1.
  CHECK(passes(static_cast<double>(at_zero.loss), 6, kFewRoundings<T>));
  CHECK(at_zero.gradient[0](0, 0) == 0);
}

TEMPLATE_TEST_CASE("tasks: a point's own target has no effect on its prediction", "[training]",
                   float, double) {
  using T = TestType;
  const auto task = kernel_task<T>(column<T>({0, 1}), column<T>({3, 5}));
  for (const T w : {T(-2), T(0), T(0.5), T(30)}) {
    const auto now = task.loss_and_gradient({row<T>({w})});
    CHECK(now.loss == 4);
    CHECK(now.gradient[0](0, 0) == 0);
  }
}

TEMPLATE_TEST_CASE("tasks: the sign of w changes only the sign of its gradient", "[training]",
                   float, double) {
  using T = TestType;
  const auto task =
      kernel_task<T>(random_matrix<T>(8, 2, 1, 0, 4), random_matrix<T>(8, 1, 2, -1, 1));
  const auto plus = task.loss_and_gradient({row<T>({1.5})});
  const auto minus = task.loss_and_gradient({row<T>({-1.5})});
  CHECK(plus.loss == minus.loss);
  CHECK(plus.gradient[0](0, 0) == -minus.gradient[0](0, 0));
  CHECK(plus.gradient[0](0, 0) != 0);
}

TEMPLATE_TEST_CASE("tasks: an overflow is a loss that is not finite", "[training]", float, double) {
  using T = TestType;
  const T large = std::numeric_limits<T>::max();
  const auto kernel = kernel_task<T>(column<T>({0, 1, 3}), column<T>({0, 2, 4}));
  CHECK(std::isnan(kernel.loss_and_gradient({row<T>({large})}).loss));
  const auto sdpa = sdpa_task<T>(tensor<T>({1, 1}, {2}), tensor<T>({1, 1}, {0}));
  const Matrix<T> one = row<T>({1});
  CHECK(std::isinf(sdpa.loss_and_gradient({one, one, row<T>({large / 4})}).loss));
}

TEMPLATE_TEST_CASE("tasks: an empty bias has an empty gradient", "[training]", float, double) {
  using T = TestType;
  for (const auto& [name, task, start] : all_training_cases<T>()) {
    CAPTURE(name);
    const auto gradient = task().loss_and_gradient(start).gradient;
    for (std::size_t i = 0; i < start.size(); ++i) CHECK(gradient[i].size() == start[i].size());
  }
}

TEMPLATE_TEST_CASE("tasks: a task ignores the score in the options", "[training]", float, double) {
  using T = TestType;
  const Tensor<T> x = random_tensor<T>({2, 3, 2}, 3);
  const Tensor<T> y = random_tensor<T>({2, 3, 2}, 4);
  AttentionOptions<T> options;
  const std::vector<Matrix<T>> p(3, random_matrix<T>(2, 2, 5));
  const T loss = sdpa_task<T>(x, y, options).loss_and_gradient(p).loss;
  options.score = Score::kGaussian;
  CHECK(sdpa_task<T>(x, y, options).loss_and_gradient(p).loss == loss);
  options.scale.divisor = Divisor::kNone;
  CHECK(sdpa_task<T>(x, y, options).loss_and_gradient(p).loss != loss);
}

TEMPLATE_TEST_CASE("tasks: names equal those of the parameters", "[training]", float, double) {
  for (const auto& [name, task, start] : all_training_cases<TestType>()) {
    CAPTURE(name);
    CHECK(task().get()->names().size() == start.size());
  }
}

TEMPLATE_TEST_CASE("tasks: refuse data that does not fit", "[training][error]", float, double) {
  using T = TestType;
  const auto zeros = [](const Shape& shape) {
    Tensor<T> x(shape);
    x.rows.setZero();
    return x;
  };
  const auto matrix = [](Index rows, Index cols) -> Matrix<T> {
    return Matrix<T>::Zero(rows, cols);
  };
  CHECK(refusal([&] { kernel_task<T>(matrix(1, 1), matrix(1, 1)); }) ==
        "EmptyInput | inputs: expected at least two rows and one column, got (1, 1)");
  CHECK(refusal([&] { kernel_task<T>(matrix(3, 0), matrix(3, 1)); }) ==
        "EmptyInput | inputs: expected at least two rows and one column, got (3, 0)");
  CHECK(refusal([&] { kernel_task<T>(matrix(3, 1), matrix(2, 1)); }) ==
        "ShapeMismatch | targets: expected (3, 1), got (2, 1)");
  CHECK(refusal([&] { kernel_task<T>(matrix(3, 1), matrix(3, 0)); }) ==
        "EmptyInput | targets: expected at least one entry, got (3, 0)");
  CHECK(refusal([&] {
          sdpa_task<T>(zeros({2, 3, 4}), zeros({3, 3, 4}));
        }) == "ShapeMismatch | targets: expected (2, 3, 4), got (3, 3, 4)");
  CHECK(refusal([&] {
          sdpa_task<T>(zeros({2, 3, 4}), zeros({6, 4}));
        }) == "ShapeMismatch | targets: expected (2, 3, 4), got (6, 4)");
  CHECK(refusal([&] { sdpa_task<T>(zeros({4}), zeros({4})); }) ==
        "ShapeMismatch | inputs: expected at least 2 axes, got (4)");
  for (const Shape& shape : {Shape{0, 4}, Shape{4, 0}})
    CHECK(refusal([&] { sdpa_task<T>(zeros(shape), zeros(shape)); }) ==
          "EmptyInput | inputs: expected at least one row and one column, got " +
              shape_text(shape));
  CHECK(refusal([&] {
          additive_task<T>(zeros({2, 3}), zeros({4, 5}), zeros({3, 1}), zeros({2, 1}));
        }) == "ShapeMismatch | values: expected (4, d_v), got (3, 1)");
  CHECK(refusal([&] {
          additive_task<T>(zeros({2, 3}), zeros({4, 5}), zeros({4, 1}), zeros({4, 1}));
        }) == "ShapeMismatch | targets: expected (2, 1), got (4, 1)");
  CHECK(refusal([&] {
          multi_head_task<T>(zeros({2, 4}), zeros({3, 4}), zeros({3, 4}), zeros({3, 4}), {});
        }) == "ShapeMismatch | targets: expected (2, 4), got (3, 4)");
}

TEMPLATE_TEST_CASE("tasks: names parameters that do not fit", "[training][error]", float, double) {
  using T = TestType;
  const auto refused = [](const TrainingCase<T>& of, std::size_t index, Index rows, Index cols) {
    auto p = of.start;
    p[index] = Matrix<T>::Zero(rows, cols);
    return refusal([&] { of.task().loss_and_gradient(p); });
  };
  const auto cases = all_training_cases<T>();
  for (const auto& of : cases) {
    auto p = of.start;
    p.pop_back();
    CHECK(refusal([&] {
            of.task().loss_and_gradient(p);
          }).find("ShapeMismatch | parameters: expected ") == 0);
  }
  const auto named = [&](const std::string& name) {
    for (const auto& of : cases)
      if (of.name == name) return of;
    throw std::out_of_range(name);
  };
  CHECK(refused(named("kernel"), 0, 1, 2) == "ShapeMismatch | w: expected (1, 1), got (1, 2)");
  CHECK(refused(named("sdpa"), 0, 2, 2) == "ShapeMismatch | W_q: expected (3, d_k), got (2, 2)");
  CHECK(refused(named("sdpa"), 1, 3, 4) == "ShapeMismatch | W_k: expected (3, 2), got (3, 4)");
  CHECK(refused(named("sdpa"), 2, 3, 1) == "ShapeMismatch | W_v: expected (3, 2), got (3, 1)");
  CHECK(refused(named("additive"), 2, 1, 3) == "ShapeMismatch | w_v: expected (1, 4), got (1, 3)");
  CHECK(refused(named("additive, bias"), 3, 1, 3) ==
        "ShapeMismatch | bias: expected (1, 4), got (1, 3)");
  CHECK(refused(named("multi-head"), 1, 1, 3) ==
        "ShapeMismatch | b_q: expected (1, 4), got (1, 3)");
  CHECK(refused(named("multi-head"), 6, 3, 6) ==
        "ShapeMismatch | b_o: expected (1, 3), got (1, 5)");
}

TEMPLATE_TEST_CASE("tasks: many rows without columns are copied at once", "[training]", float,
                   double) {
  using T = TestType;
  const Tensor<T> none(Shape{Index(1) << 60, 0});
  const Tensor<T> one = tensor<T>({1, 1}, {1});
  CHECK(multi_head_task<T>(one, none, none, one, {}).get() != nullptr);
}

TEST_CASE("tasks: the mean over many entries keeps its digits in float", "[training]") {
  const Tensor<float> x({1, 1}, row<float>({1}));
  const Matrix<float> wide = Matrix<float>::Constant(1, 400'000, 0.3F);
  const Tensor<float> targets({1, 400'000}, Matrix<float>::Zero(1, 400'000));
  const auto task = sdpa_task<float>(x, targets);
  const float loss = task.loss_and_gradient({row<float>({1}), row<float>({1}), wide}).loss;
  CHECK(passes(static_cast<double>(loss), 0.09, {.rel = 1e-6}));
}

}  // namespace
}  // namespace attention::test
