// SPDX-License-Identifier: MIT
#include "support/attention_problem.hpp"
#include "support/catch.hpp"
#include "support/matrices.hpp"
#include "support/refusal.hpp"
#include "support/samples.hpp"

namespace attention::test {
namespace {

TEMPLATE_TEST_CASE("attention gradient: refuses arguments that do not fit", "[gradient][error]",
                   float, double) {
  using T = TestType;
  const auto x = random_problem<T>(Score::kDot, {{2}, 3, 4, 3, 3, 2}, 26);
  const auto stages = stages_of(x);
  const auto refused = [&](const AttentionProblem<T>& y) {
    return refusal([&] {
      attention_gradient<T>(y.queries, y.keys, y.values, y.options, stages, y.output_gradient);
    });
  };
  CHECK(refused(x) == "accepted");

  auto y = x;
  y.output_gradient = random_tensor<T>({2, 3, 3}, 27);
  CHECK(refused(y) == "ShapeMismatch | output_gradient: expected (2, 3, 2), got (2, 3, 3)");
  y.output_gradient = random_tensor<T>({6, 2}, 27);
  CHECK(refused(y) == "ShapeMismatch | output_gradient: expected (2, 3, 2), got (6, 2)");

  y = x;
  y.values = random_tensor<T>({2, 5, 2}, 27);
  CHECK(refused(y) == "ShapeMismatch | values: expected (2, 4, d_v), got (2, 5, 2)");

  y = random_problem<T>({{2}, 4, 4, 3, 3, 2}, 28);
  CHECK(refused(y) == "ShapeMismatch | stages: expected (2, 4, 4), got (2, 3, 4)");
  y = x;
  y.options.dropout.rate = 0.5;
  CHECK(refused(y) == "ShapeMismatch | stages: expected (2, 3, 4), got (0)");
}

TEMPLATE_TEST_CASE("attention gradient: refuses stages without entries", "[gradient][error]", float,
                   double) {
  using T = TestType;
  auto x = random_problem<T>(Score::kDot, {{2}, 3, 4, 3, 3, 2}, 26);
  x.options.dropout.rate = 0.5;
  const auto refused = [&](const Attention<T>& stages) {
    return refusal([&] {
      attention_gradient<T>(x.queries, x.keys, x.values, x.options, stages, x.output_gradient);
    });
  };
  const std::string expected = "ShapeMismatch | stages: expected (2, 3, 4), got (0)";
  auto stages = stages_of(x);
  CHECK(refused(stages) == "accepted");
  stages.stages.dropped_weights = {};
  CHECK(refused(stages) == expected);
  stages = stages_of(x);
  stages.stages.weights = {};
  CHECK(refused(stages) == expected);
}

TEMPLATE_TEST_CASE("attention gradient: refuses options of other stages", "[gradient][error]",
                   float, double) {
  using T = TestType;
  const auto x = random_problem<T>(Score::kDot, {{2}, 3, 4, 3, 3, 2}, 26);
  const auto stages = stages_of(x);
  const auto refused = [&](const AttentionOptions<T>& options) {
    return refusal([&] {
      attention_gradient<T>(x.queries, x.keys, x.values, options, stages, x.output_gradient);
    });
  };
  CHECK(refused({.score = Score::kAdditive}) == "ShapeMismatch | W_q: expected (h, 3), got (0, 0)");
  CHECK(refused({.score = Score::kGaussian, .sigma = 0}) ==
        "OutOfRange | sigma: expected a finite number > 0, got 0");
  CHECK(refused({.scale = {.divisor = Divisor::kNumber, .number = 0}}) ==
        "OutOfRange | divisor_number: expected a number other than 0, got 0");
  CHECK(refused({.masking = {.method = MaskMethod::kFill, .fill = kNaN<T>}}) ==
        "OutOfRange | fill: expected a number, got NaN");
  CHECK(refused({.dropout = {.rate = 2, .seed = 1, .keep = {}}}) ==
        "OutOfRange | dropout_rate: expected a number from 0 to 1, got 2");
}

}  // namespace
}  // namespace attention::test
