// SPDX-License-Identifier: MIT
// Tests tensors in structs of arguments, lengths of any integer type, and the bias of scores.
#include "attention/tensor_argument.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "attention/attention.hpp"
#include "support/catch.hpp"
#include "support/refusal.hpp"

namespace attention {
namespace {

using test::refusal;

static_assert(std::is_convertible_v<const Tensor<double>&, TensorArgument<double>>);
static_assert(std::is_convertible_v<Tensor<double>, TensorArgument<double>>);
static_assert(!std::is_convertible_v<const Tensor<float>&, TensorArgument<double>>);
static_assert(std::is_convertible_v<const std::vector<int>&, Lengths>);
static_assert(std::is_convertible_v<std::vector<std::uint64_t>, Lengths>);
static_assert(!std::is_convertible_v<const std::vector<double>&, Lengths>);
static_assert(!std::is_convertible_v<const std::vector<bool>&, Lengths>);
static_assert(std::is_convertible_v<const Tensor<float>&, ScoreBias>);
static_assert(!std::is_convertible_v<const Tensor<std::uint8_t>&, ScoreBias>);

TEST_CASE("tensor argument: refers to a tensor, and contains a copy of a temporary") {
  const Tensor<double> x({2, 2}, {1, 2, 3, 4});
  const TensorArgument<double> viewed = x;
  CHECK(viewed.data() == x.data());
  CHECK(viewed.shape() == Shape{2, 2});
  auto taken = std::make_unique<TensorArgument<double>>(Tensor<double>(x));
  CHECK(taken->data() != x.data());
  const TensorArgument<double> shared = *taken;
  CHECK(shared.data() == taken->data());
  taken.reset();
  CHECK(shared(1, 0) == 3);
  TensorArgument<double> other = x;
  other = shared;
  CHECK(other(1, 1) == 4);
  CHECK(to_tensor(other)(0, 1) == 2);
  CHECK(TensorArgument<double>().empty());
}

TEST_CASE("lengths: every integer type gives the same lengths") {
  const Tensor<double> q({2, 1});
  const Tensor<double> k({3, 1});
  const Tensor<double> v({3, 1}, {1, 2, 6});
  const auto output = [&](const Lengths& lens) {
    return scaled_dot_product(q, k, v, {.mask = {.valid_lens = lens}});
  };
  const auto check = [&](const auto& lens) {
    const auto result = output(lens);
    CHECK(result(0, 0) == 1.5);
    CHECK(result(1, 0) == 3);
  };
  check(std::vector<int>{2, 3});
  check(std::vector<Index>{2, 3});
  check(std::vector<std::int8_t>{2, 3});
  check(std::vector<std::uint64_t>{2, std::numeric_limits<std::uint64_t>::max()});
  check(Tensor<Index>({2}, {2, 3}));
  const std::vector<Index> in_place = {2, 3};
  const Lengths viewed = view(in_place);
  CHECK(viewed.data() == in_place.data());
  CHECK(output(std::vector<int>{-5, 9})(0, 0) == 3);
  const std::vector<std::int64_t> least = {std::numeric_limits<std::int64_t>::min(), 1};
  CHECK(scaled_dot_product(q, k, v, {.mask = {.valid_lens = least, .empty_row = EmptyRow::kZeros}})(
            0, 0) == 0);
}

TEST_CASE("lengths: integers with a shape are one length for each query of each item") {
  const std::vector<int> numbers = {1, 2, 3, 4};
  const Lengths lens(numbers, {2, 2});
  CHECK(lens.shape() == Shape{2, 2});
  CHECK(lens(1, 0) == 3);
  CHECK(refusal([&] { Lengths(numbers, {3}); }) ==
        "ShapeMismatch | view: expected 3 numbers for (3), got 4");
}

// Two heads of queries that share one head of keys and values.
template <class T>
struct Problem {
  Tensor<T> q = Tensor<T>({2, 1, 2});
  Tensor<T> k = Tensor<T>({1, 3, 2});
  Tensor<T> v = Tensor<T>({1, 3, 1}, {1, 2, 6});
  Tensor<T> G = Tensor<T>({2, 1, 1}, {1, 2});
};

TEMPLATE_TEST_CASE("score bias: a view with a stride, in every function", "", float, double) {
  using T = TestType;
  const Problem<T> p;
  const T low = -std::numeric_limits<T>::infinity();
  // The rows (0, 0, −∞) and (−∞, 0, −∞). The stride skips the 99 after each row.
  const std::vector<T> entries = {0, 0, low, 99, low, 0, low, 99};
  AttentionOptions options;
  options.score_bias = TensorView<T>(entries.data(), {2, 1, 3}, 4);
  options.grouped = true;
  const auto output = scaled_dot_product(p.q, p.k, p.v, options);
  CHECK(output(0, 0) == T(1.5));
  CHECK(output(1, 0) == 2);
  const auto stages = scaled_dot_product_stages(p.q, p.k, p.v, options);
  CHECK(stages.output(0, 0) == T(1.5));
  CHECK(stages.scaled_scores(0, 2) == low);
  const auto gradient = scaled_dot_product_gradient(p.q, p.k, p.v, stages, p.G, options);
  CHECK(gradient.score_bias.shape() == Shape{2, 1, 3});
  CHECK(gradient.score_bias(0, 0) == T(-0.25));
  CHECK(gradient.score_bias(0, 1) == T(0.25));
  CHECK(gradient.values.shape() == Shape{1, 3, 1});
  CHECK(gradient.values(0, 0) == T(0.5));
  CHECK(gradient.values(1, 0) == T(2.5));
  Tensor<T> written({2, 1, 1});
  Workspace workspace;
  scaled_dot_product_into(written, p.q, p.k, p.v, options, workspace);
  CHECK(written(1, 0) == 2);
  options.score_bias = {};
  scaled_dot_product_into(written, p.q, p.k, p.v, options, workspace);
  CHECK(written(1, 0) == 3);
  CHECK(scaled_dot_product_gradient(p.q, p.k, p.v, stages, p.G, options).score_bias.empty());
}

TEST_CASE("score bias: a scalar has a gradient of shape ()") {
  const Problem<double> p;
  const Tensor<double> bias(Shape{}, {2});
  const AttentionOptions options = {.score_bias = bias, .grouped = true};
  const auto stages = scaled_dot_product_stages(p.q, p.k, p.v, options);
  CHECK(stages.scaled_scores(1, 1) == 2);
  const auto gradient = scaled_dot_product_gradient(p.q, p.k, p.v, stages, p.G, options);
  CHECK(gradient.score_bias.shape().empty());
  CHECK(gradient.score_bias.size() == 1);
  CHECK(std::abs(gradient.score_bias(0, 0)) < 1e-15);
}

TEST_CASE("score bias: has the scalar type of the call and does not overlap the output") {
  const Problem<float> p;
  const Tensor<double> wrong({3});
  CHECK(refusal([&] {
          scaled_dot_product(p.q, p.k, p.v, {.score_bias = wrong, .grouped = true});
        }) == "UnknownOption | score_bias: expected float, got double");
  const Tensor<double> x({2, 2});
  const Tensor<float> bias({2});
  const MultiHeadParameters<double> parameters = {.W_q = x, .W_k = x, .W_v = x, .W_o = x};
  CHECK(refusal([&] { multi_head(x, x, x, parameters, {.score_bias = bias}); }) ==
        "UnknownOption | score_bias: expected double, got float");
  Tensor<double> output({2, 2});
  const AttentionOptions options = {.score_bias = output};
  CHECK(refusal([&] { scaled_dot_product_into(output, x, x, x, options); }) ==
        "OutOfRange | output: expected memory that does not overlap score_bias, got an overlap");
}

TEST_CASE("multi-head: a bias and fewer heads of keys, and their gradients") {
  const Tensor<double> x({2, 4}, {0, 0, 0, 0, 0, 0, 0, 0});
  const Tensor<double> values({2, 1}, {1, 3});
  const Tensor<double> W_q({4, 4});
  const Tensor<double> W_k({2, 4});
  const Tensor<double> W_v({1, 1}, {1});
  const Tensor<double> W_o({1, 2}, {1, 10});
  // Head 0 averages both values; head 1 sees only the first key.
  const double low = -std::numeric_limits<double>::infinity();
  const Tensor<double> bias({2, 1, 2}, {0, 0, 0, low});
  const MultiHeadParameters<double> parameters = {.W_q = W_q, .W_k = W_k, .W_v = W_v, .W_o = W_o};
  const MultiHeadOptions options = {.num_heads = 2, .num_kv_heads = 1, .score_bias = bias};
  CHECK(multi_head(x, x, values, parameters, options)(0, 0) == 12);
  const auto stages = multi_head_stages(x, x, values, parameters, options);
  CHECK(stages.output(1, 0) == 12);
  CHECK(stages.head_keys.shape() == Shape{1, 2, 2});
  const Tensor<double> G({2, 1}, {1, 1});
  const auto gradient = multi_head_gradient(x, x, values, parameters, stages, G, options);
  CHECK(gradient.W_k.shape() == Shape{2, 4});
  CHECK(gradient.score_bias.shape() == Shape{2, 1, 2});
  CHECK(gradient.score_bias(0, 0) == -1);
  CHECK(gradient.score_bias(0, 1) == 1);
  CHECK(gradient.score_bias(1, 0) == 0);
  CHECK(gradient.values(0, 0) == 21);
}

TEST_CASE("trainers: keep copies of the bias, and train grouped heads") {
  const Tensor<double> x({3, 2}, {1, 2, 3, 4, 5, 6});
  const Tensor<double> W({2, 2}, {1, 0, 0, 1});
  const auto losses = [&](double entry, bool keeps) {
    auto bias = std::make_unique<Tensor<double>>(Shape{3});
    (*bias)(0, 1) = entry;
    auto trainer = self_attention_trainer(x, x, W, W, W, {}, {.score_bias = *bias});
    auto heads = multi_head_trainer(x, x, x, x, {.W_q = W, .W_k = W, .W_v = W, .W_o = W}, {},
                                    {.num_heads = 2, .score_bias = *bias});
    if (!keeps) {
      (*bias)(0, 1) = 99;
      bias.reset();
    }
    return std::pair(trainer.run(2)(0, 1), heads.run(2)(0, 1));
  };
  CHECK(losses(2, true) == losses(2, false));
  CHECK(losses(2, true) != losses(0, true));
  const Tensor<double> W_one({1, 2}, {1, 1});
  auto grouped = multi_head_trainer(x, x, x, x, {.W_q = W, .W_k = W_one, .W_v = W_one, .W_o = W},
                                    {}, {.num_heads = 2, .num_kv_heads = 1});
  const double before = grouped.run(1)(0, 0);
  CHECK(grouped.loss() < before);
}

}  // namespace
}  // namespace attention
