// SPDX-License-Identifier: MIT
// Tests the public functions with small inputs whose results are computed by hand, written like the
// code of an external project.
#include <cmath>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "attention/attention.hpp"
#include "support/catch.hpp"

using namespace attention;  // NOLINT: tests that no name becomes ambiguous

namespace {

TEST_CASE("hand case: a query equal to one of three keys") {
  const std::vector<double> q = {8, 0};
  const std::vector<double> k = {8, 0, 0, 8, 0, -8};
  const std::vector<double> v = {1, 2, 3};
  const auto output = scaled_dot_product(view(q, {1, 2}), view(k, {3, 2}), view(v, {3, 1}));
  CHECK(output.shape() == Shape{1, 1});
  CHECK(output(0, 0) == Approx(1).epsilon(1e-15));
}

TEST_CASE("hand case: equal keys give the mean of the visible values") {
  const Tensor<float> q({2, 1});
  const Tensor<float> k({4, 1});
  const Tensor<float> v({4, 1}, {1, 2, 6, 100});
  const std::vector<Index> lens = {2, 3};
  const auto output = scaled_dot_product(q, k, v, {.mask = {.valid_lens = view(lens)}});
  CHECK(output(0, 0) == 1.5F);
  CHECK(output(1, 0) == 3);
  const auto stages = scaled_dot_product_stages(q, k, v, {.mask = {.causal = true}});
  CHECK(stages.weights(0, 0) == 1);
  CHECK(stages.weights(1, 1) == 0.5F);
  CHECK(stages.weights(1, 2) == 0);
}

TEST_CASE("hand case: a query whose keys are all hidden") {
  const Tensor<double> x({1, 1});
  const Tensor<double> v({2, 1}, {4, 8});
  const Tensor<double> k({2, 1});
  const bool none[] = {false, false};
  const auto output = [&](EmptyRow choice) {
    return scaled_dot_product(x, k, v, {.mask = {.keep = view(none), .empty_row = choice}})(0, 0);
  };
  CHECK(output(EmptyRow::kUniform) == 6);
  CHECK(output(EmptyRow::kZeros) == 0);
  CHECK(std::isnan(output(EmptyRow::kNaN)));
}

TEST_CASE("hand case: softmax of equal logits and of ln 3") {
  const Tensor<double> logits({2, 2}, {5, 5, std::log(3.0), 0});
  const auto weights = softmax(logits);
  CHECK(weights(0, 0) == 0.5);
  CHECK(weights(1, 0) == Approx(0.75).epsilon(1e-15));
}

TEST_CASE("hand case: kernel regression with a boxcar") {
  const Tensor<double> q({1, 1}, {0});
  const Tensor<double> k({3, 1}, {-1, 1, 5});
  const Tensor<double> v({3, 1}, {2, 4, 100});
  const auto result = kernel_regression(q, k, v, {.kernel = Kernel::kBoxcar, .sigma = 2});
  CHECK(result.prediction(0, 0) == 3);
  CHECK(result.has_support(0, 0) == 1);
}

TEST_CASE("hand case: two heads with identity projections") {
  const auto x = draw({3, 4}, {.seed = 1});
  Tensor<double> identity({4, 4});
  for (Index i = 0; i < 4; ++i) identity(i, i) = 1;
  const auto output =
      multi_head(x, x, x, {.W_q = identity, .W_k = identity, .W_v = identity, .W_o = identity},
                 {.num_heads = 2});
  const auto heads = split_heads(x, 2);
  const auto expected = merge_heads(scaled_dot_product(heads, heads, heads));
  for (Index i = 0; i < output.size(); ++i)
    CHECK(output.data()[i] == Approx(expected.data()[i]).epsilon(1e-14));
}

TEST_CASE("hand case: training finds a better bandwidth") {
  const Tensor<double> x({4, 1}, {0, 1, 2, 3});
  const Tensor<double> y({4, 1}, {0, 1, 2, 3});
  auto trainer = kernel_regression_trainer(x, y, 0.5, {.learning_rate = 0.1});
  const auto losses = trainer.run(20);
  CHECK(losses.shape() == Shape{20});
  CHECK(trainer.loss() < losses(0, 0));
  CHECK(trainer.name(0) == std::string("w"));
  CHECK(trainer.parameter(0)(0, 0) > 0.5);
}

TEST_CASE("options: a call stores no reference to its options") {
  const Tensor<double> x = draw({3, 2}, {.seed = 1});
  const auto make = [&] {
    const std::vector<std::uint8_t> keep = {1, 0, 0, 1, 1, 0, 1, 1, 1};
    const Tensor<double> W = draw({2, 2}, {.seed = 2});
    return self_attention_trainer(Tensor<double>(x), Tensor<double>(x), W, W, Tensor<double>(W), {},
                                  {.mask = {.keep = view(keep, {3, 3})}});
  };
  auto trainer = make();
  auto other = make();
  const auto losses = trainer.run(3);
  const auto expected = other.run(3);
  for (Index i = 0; i < 3; ++i) CHECK(losses(0, i) == expected(0, i));
}

TEST_CASE("trainer, workspace: can be moved") {
  const Tensor<double> x({4, 1}, {0, 1, 2, 3});
  auto trainer = kernel_regression_trainer(x, x, 0.5);
  auto moved = std::move(trainer);
  CHECK(moved.run(1).size() == 1);
  trainer = std::move(moved);
  CHECK(trainer.steps() == 1);

  Workspace workspace;
  Tensor<double> output({4, 1});
  scaled_dot_product_into(output, x, x, x, {}, workspace);
  Workspace other = std::move(workspace);
  scaled_dot_product_into(output, x, x, x, {}, other);
  scaled_dot_product_into(output, x, x, x, {}, workspace);  // NOLINT: moved-from, and so empty
  workspace = std::move(other);
  static_assert(!std::is_copy_constructible_v<Workspace>);
  static_assert(!std::is_copy_constructible_v<Trainer<float>>);
}

}  // namespace
