// SPDX-License-Identifier: MIT
// Tests errors of the public functions. This file is long because it has a case for each of them.
#include <cmath>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "attention/attention.hpp"
#include "support/catch.hpp"
#include "support/refusal.hpp"

namespace attention {
namespace {

using test::refusal;

const Tensor<double> q({3, 4});
const Tensor<double> k({5, 4});
const Tensor<double> v({5, 2});

std::string attending(const AttentionOptions& options) {
  return refusal([&] { scaled_dot_product(q, k, v, options); });
}

TEST_CASE("errors: shapes of queries, keys and values") {
  const Tensor<double> wide({3, 7});
  const Tensor<double> row({4});
  const Tensor<double> none({0, 4});
  CHECK(refusal([&] { scaled_dot_product(wide, k, v); }).starts_with("ShapeMismatch | keys: "));
  CHECK(refusal([&] { scaled_dot_product(q, k, wide); }).starts_with("ShapeMismatch | values: "));
  CHECK(refusal([&] { scaled_dot_product(row, k, v); }).starts_with("ShapeMismatch | queries: "));
  CHECK(refusal([&] { scaled_dot_product(q, none, none); }).starts_with("EmptyInput | keys: "));
  CHECK(refusal([&] { dot_scores(row, k); }) ==
        "ShapeMismatch | queries: expected 2 axes, got (4)");
  CHECK(refusal([&] { kernel_regression(q, row, v); }) ==
        "ShapeMismatch | keys: expected 2 axes, got (4)");
  Tensor<double> output({3, 3});
  CHECK(refusal([&] { scaled_dot_product_into(output, q, k, v); }) ==
        "ShapeMismatch | output: expected (3, 2), got (3, 3)");
  CHECK(refusal([&] { scaled_dot_product_into(output, q, k, v, {.dropout = {.rate = 1}}); }) ==
        "ShapeMismatch | output: expected (3, 2), got (3, 3)");
}

TEST_CASE("errors: options of attention") {
  const double nan = std::nan("");
  CHECK(attending({.scale = {Divisor::kNumber, 0}}) ==
        "OutOfRange | divisor_number: expected a number other than 0, got 0");
  CHECK(attending({.scale = {Divisor::kSqrtEmbed}}) ==
        "OutOfRange | embed_size: expected a whole number >= 1, got 0");
  CHECK(attending({.mask = {.method = MaskMethod::kFill, .fill = nan}}) ==
        "OutOfRange | fill: expected a number, got NaN");
  CHECK(attending({.dropout = {.rate = 1.5}}) ==
        "OutOfRange | dropout_rate: expected a number from 0 to 1, got 1.5");
  CHECK(attending({.dropout = {.rate = nan}}) ==
        "OutOfRange | dropout_rate: expected a number from 0 to 1, got NaN");
  const std::vector<std::uint8_t> twos(15, 2);
  const std::vector<std::uint8_t> ones(15, 1);
  CHECK(attending({.mask = {.keep = view(twos, {3, 5})}}) ==
        "OutOfRange | mask: expected 0 or 1 everywhere, got 2");
  CHECK(attending({.mask = {.hide = view(ones, {5, 3})}}) ==
        "ShapeMismatch | mask: expected (3, 5), got (5, 3)");
  CHECK(attending({.mask = {.keep = view(ones, {3, 5}), .hide = view(ones, {3, 5})}}) ==
        "OutOfRange | hide: expected none beside keep, got both");
  CHECK(attending({.dropout = {.keep = view(twos, {3, 5})}}) ==
        "OutOfRange | dropout_keep: expected 0 or 1 everywhere, got 2");
  CHECK(attending({.dropout = {.keep = view(ones, {15})}}) ==
        "ShapeMismatch | dropout_keep: expected (3, 5), got (15)");
  const std::vector<Index> lens = {1, 2};
  CHECK(attending({.mask = {.valid_lens = view(lens)}}) ==
        "ShapeMismatch | valid_lens: expected (3), got (2)");
}

TEST_CASE("errors: gradients with stages of another call") {
  const auto stages = scaled_dot_product_stages(q, k, v);
  const Tensor<double> g({3, 2});
  CHECK(refusal([&] { scaled_dot_product_gradient(q, k, v, stages, g); }) == "accepted");
  CHECK(refusal([&] { scaled_dot_product_gradient(q, k, v, stages, q); }) ==
        "ShapeMismatch | output_gradient: expected (3, 2), got (3, 4)");
  CHECK(refusal([&] { scaled_dot_product_gradient(q, k, v, {}, g); }) ==
        "ShapeMismatch | stages: expected (3, 5), got (0)");
  CHECK(refusal([&] {
          gaussian_attention_gradient(q, k, v, -1, stages, g);
        }).starts_with("OutOfRange | sigma: "));
}

TEST_CASE("errors: scores, softmax and kernel regression") {
  CHECK(refusal([&] { gaussian_scores(q, k, 0); }) ==
        "OutOfRange | sigma: expected a finite number > 0, got 0");
  CHECK(refusal([&] {
          additive_scores(q, k, {.W_q = k, .W_k = k, .w_v = v});
        }).starts_with("ShapeMismatch | w_v: "));
  CHECK(refusal([&] { additive_scores(q, k, {}); }).starts_with("ShapeMismatch | W_q: "));
  CHECK(refusal([&] { softmax(q, 0); }) ==
        "OutOfRange | temperature: expected a finite number > 0, got 0");
  Tensor<double> weights({4, 3});
  CHECK(refusal([&] { softmax_into(weights, q); }) ==
        "ShapeMismatch | weights: expected (3, 4), got (4, 3)");
  CHECK(refusal([&] { softmax_gradient(q, k); }) ==
        "ShapeMismatch | weights_gradient: expected (3, 4), got (5, 4)");
  CHECK(refusal([&] {
          masked_softmax(Tensor<double>({3}), {});
        }).starts_with("ShapeMismatch | scores: "));
  const std::vector<Index> targets = {0, 4, 1};
  CHECK(refusal([&] { cross_entropy(q, view(targets)); }) ==
        "OutOfRange | targets: expected whole numbers from 0 to 3, got 4");
  CHECK(refusal([&] { cross_entropy(k, view(targets)); }) ==
        "ShapeMismatch | targets: expected (5), got (3)");
  for (const Index huge : {(Index{1} << 24) + 1, std::numeric_limits<Index>::max()}) {
    const std::vector<Index> classes = {0, huge, 1};
    const std::string expected = "expected whole numbers from 0 to 3, got " + std::to_string(huge);
    CHECK(refusal([&] {
            cross_entropy(Tensor<float>({3, 4}), view(classes));
          }) == "OutOfRange | targets: " + expected);
    LanguageModel<float> model({.vocabulary = 4, .width = 2, .heads = 1});
    CHECK(refusal([&] { model.stages({.tokens = view(classes), .targets = {}, .counts = {}}); }) ==
          "OutOfRange | tokens: " + expected);
  }
  CHECK(refusal([&] { kernel_regression(q, k, v, {.sigma = -1}); }) ==
        "OutOfRange | sigma: expected a finite number > 0, got -1");
  CHECK(refusal([&] {
          kernel_regression_gradient(q, k, v, k);
        }).starts_with("ShapeMismatch | output_gradient: "));
}

TEST_CASE("errors: a number that the divisor would ignore") {
  const std::string number =
      "UnknownOption | divisor_number: expected none beside divisor sqrt_dk, got 7";
  const std::string size = "UnknownOption | embed_size: expected none beside divisor none, got 9";
  for (const auto& refused : {std::pair{Scale{.number = 7}, number},
                              std::pair{Scale{.divisor = Divisor::kNone, .embed_size = 9}, size}}) {
    const Scale& scale = refused.first;
    const std::string& expected = refused.second;
    CHECK(refusal([&] { scaled_dot_scores(q, k, scale); }) == expected);
    CHECK(refusal([&] { scaled_dot_product(q, k, k, {.scale = scale}); }) == expected);
    CHECK(refusal([&] { scaled_dot_product_stages(q, k, k, {.scale = scale}); }) == expected);
    const Tensor<double> W({4, 4});
    CHECK(refusal([&] {
            multi_head(q, q, q, {W, {}, W, {}, W, {}, W, {}}, {.num_heads = 2, .scale = scale});
          }) == expected);
  }
  CHECK(refusal([] { scaled_dot_scores(q, k, {.divisor = Divisor::kNumber, .number = 7}); }) ==
        "accepted");
}

TEST_CASE("errors: multi-head attention") {
  const Tensor<double> W({4, 4});
  const Tensor<double> cube({2, 2, 4});
  const auto attending_heads = [&](const MultiHeadParameters<double>& p, Index heads) {
    return refusal([&] { multi_head(q, q, q, p, {.num_heads = heads}); });
  };
  CHECK(attending_heads({W, {}, W, {}, W, {}, W, {}}, 3) ==
        "OutOfRange | num_heads: expected a divisor of 4, got 3");
  CHECK(attending_heads({W, {}, W, {}, W, {}, W, {}}, 0) ==
        "OutOfRange | num_heads: expected a whole number >= 1, got 0");
  CHECK(attending_heads({W, {}, v, {}, W, {}, W, {}}, 2).starts_with("ShapeMismatch | W_k: "));
  CHECK(attending_heads({W, {}, W, {}, W, v, W, {}}, 2).starts_with("ShapeMismatch | b_v: "));
  CHECK(attending_heads({W, {}, W, {}, W, {}, cube, {}}, 2) ==
        "ShapeMismatch | W_o: expected 2 axes, got (2, 2, 4)");
  CHECK(attending_heads({W, {}, W, {}, W, {}, {}, {}}, 2).starts_with("ShapeMismatch | W_o: "));
  Tensor<double> output({3, 5});
  CHECK(refusal([&] {
          multi_head_into(output, q, q, q, {W, {}, W, {}, W, {}, W, {}}, {.num_heads = 2});
        }) == "ShapeMismatch | output: expected (3, 4), got (3, 5)");
  CHECK(refusal([&] { split_heads(q, 3); }) ==
        "OutOfRange | num_heads: expected a divisor of 4, got 3");
  CHECK(refusal([&] { merge_heads(q); }).starts_with("ShapeMismatch | x: "));
  CHECK(refusal([] {
          split_heads(Tensor<double>({1, 1, 1, 1, 1, 1, 2, 4}), 2);
        }) == "OutOfRange | shape: expected at most 8 axes, got 9");
}

TEST_CASE("errors: a list of tensors refuses a ninth", "[error]") {
  TensorList<double> list;
  for (std::size_t i = 0; i < TensorList<double>::kMaxSize; ++i) list.push_back({});
  CHECK(refusal([&] { list.push_back({}); }) ==
        "OutOfRange | size: expected at most 8 tensors, got 9");
  CHECK(list.size() == 8);
}

// Returns the name of the argument that the output overlaps, from the text of the error. Returns
// the whole text if it is another error.
std::string overlapping(const std::string& refused, const std::string& output = "output") {
  const std::string start = "OutOfRange | " + output + ": expected memory that does not overlap ";
  const std::string end = ", got an overlap";
  if (!refused.starts_with(start) || !refused.ends_with(end)) return refused;
  return refused.substr(start.size(), refused.size() - start.size() - end.size());
}

TEST_CASE("errors: attention does not write over its arguments") {
  Tensor<double> x({4, 4});
  const Tensor<double> y({4, 4});
  const auto attend = [&](const auto& out, const TensorView<double>& queries,
                          const TensorView<double>& keys, const TensorView<double>& values,
                          const AttentionOptions& options = {}) {
    return overlapping(
        refusal([&] { scaled_dot_product_into(out, queries, keys, values, options); }));
  };
  const TensorSpan<double> out(x.data(), {4, 4});
  CHECK(attend(out, x, y, y) == "queries");
  CHECK(attend(out, y, x, y) == "keys");
  CHECK(attend(out, y, y, x) == "values");
  CHECK(attend(out, x, x, x, {.dropout = {.rate = 0.5}}) == "queries");
  CHECK(attend(TensorSpan<double>(x.data(), {1, 4}), view(y).slice(0, 1), view(x).slice(1, 3),
               view(x).slice(1, 3)) == "accepted");
  CHECK(attend(TensorSpan<double>(x.data() + 12, {1, 4}), view(y).slice(0, 1), x, y) == "keys");
  CHECK(attend(TensorSpan<double>(x.data() + 3, {1, 4}), view(y).slice(0, 1), view(y).slice(0, 3),
               view(x).slice(1, 3)) == "values");

  std::vector<double> store(32);
  const auto flags = view(std::span(reinterpret_cast<const std::uint8_t*>(store.data()), 16));
  const TensorView<std::uint8_t> keep(flags.data(), {4, 4});
  const auto lens = TensorView<Index>(reinterpret_cast<const Index*>(store.data()), {4});
  const auto whole = mutable_view(store, {8, 4});
  const TensorSpan<double> first(whole.data(), {4, 4});
  CHECK(attend(first, y, y, y, {.mask = {.keep = keep}}) == "mask");
  CHECK(attend(first, y, y, y, {.mask = {.hide = keep}}) == "mask");
  CHECK(attend(first, y, y, y, {.mask = {.valid_lens = lens}}) == "valid_lens");
  CHECK(attend(first, y, y, y, {.dropout = {.keep = keep}}) == "dropout_keep");

  // Output and inputs are column blocks of one matrix. They are disjoint, share a column, or have
  // different strides. In the last case, the output is a single row, so its stride is not used.
  const TensorView<double> left(store.data(), {4, 4}, 8);
  CHECK(attend(TensorSpan<double>(store.data() + 4, {4, 4}, 8), left, left, left) == "accepted");
  CHECK(attend(TensorSpan<double>(store.data() + 3, {4, 4}, 8), y, left, y) == "keys");
  CHECK(attend(TensorSpan<double>(store.data() + 4, {4, 4}, 7), y, y, left) == "values");
  CHECK(attend(TensorSpan<double>(store.data() + 4, {1, 4}, 99), view(y).slice(0, 1), left, left) ==
        "accepted");
}

TEST_CASE("errors: multi-head attention does not write over its arguments") {
  Tensor<double> out({4, 4});
  const Tensor<double> x({4, 4});
  const TensorView<double> b = view(x).slice(0, 1);
  const TensorView<double> mine = view(out);
  const auto attend = [&](const TensorView<double>& keys, const MultiHeadParameters<double>& p) {
    return overlapping(refusal([&] { multi_head_into(out, x, keys, x, p, {.num_heads = 2}); }));
  };
  MultiHeadParameters<double> p{x, b, x, b, x, b, x, b};
  CHECK(attend(x, p) == "accepted");
  CHECK(attend(mine, p) == "keys");
  using Parameters = MultiHeadParameters<double>;
  const std::pair<const char*, TensorArgument<double> Parameters::*> all[] = {
      {"W_q", &Parameters::W_q}, {"b_q", &Parameters::b_q}, {"W_k", &Parameters::W_k},
      {"b_k", &Parameters::b_k}, {"W_v", &Parameters::W_v}, {"b_v", &Parameters::b_v},
      {"W_o", &Parameters::W_o}, {"b_o", &Parameters::b_o}};
  for (const auto& [name, member] : all) {
    const auto before = std::exchange(p.*member, name[0] == 'W' ? mine : mine.slice(3, 1));
    CHECK(attend(x, p) == name);
    p.*member = before;
  }
}

TEST_CASE("errors: softmax writes over its logits only row for row") {
  std::vector<double> x(20);
  const auto soften = [&](Index to, Index stride, Index from) {
    return overlapping(refusal([&] {
                         softmax_into(TensorSpan<double>(x.data() + to, {3, 4}, stride),
                                      TensorView<double>(x.data() + from, {3, 4}));
                       }),
                       "weights");
  };
  CHECK(soften(0, 4, 0) == "accepted");
  CHECK(soften(1, 4, 0) == "logits");
  CHECK(soften(0, 4, 4) == "logits");
  CHECK(soften(0, 5, 0) == "logits");
}

TEST_CASE("errors: positional encoding") {
  CHECK(refusal([] { positional_encoding(2, 2, {.base = 0}); }) ==
        "OutOfRange | base: expected a finite number >= 1, got 0");
  CHECK(refusal([] { positional_encoding(2, 2, {.first = -1}); }) ==
        "OutOfRange | first: expected a whole number >= 0, with first + positions <= 2^20, got -1");
  CHECK(refusal([] { positional_encoding(-1, 2); }).starts_with("OutOfRange | shape: "));
  Tensor<double> cube({2, 2, 2});
  CHECK(refusal([&] { positional_encoding_into(cube); }) ==
        "ShapeMismatch | out: expected 2 axes, got (2, 2, 2)");
}

TEST_CASE("errors: a language model with targets needs counts, and counts need targets") {
  const std::vector<Index> tokens = {0, 1, 2, 3};
  const TensorView<Index> x = view(tokens, {2, 2});
  LanguageModel<double> model({.vocabulary = 4, .width = 8});
  const auto refused = [&](const LanguageModelBatches& batches) {
    return refusal([&] { model.stages(batches); });
  };
  CHECK(refused({.tokens = x, .targets = {}, .counts = {}}) == "accepted");
  CHECK(refused({.tokens = x, .targets = x, .counts = {}})
            .starts_with("ShapeMismatch | counts: expected (2, 2), got "));
  CHECK(refused({.tokens = x, .targets = {}, .counts = x})
            .starts_with("ShapeMismatch | targets: expected (2, 2), got "));
  CHECK(refusal([&] { model.train_on(x, {.length = 1}, 1); }) ==
        "ShapeMismatch | corpus: expected (n), got (2, 2)");
  const Tensor<double> rates({1, 1});
  CHECK(refusal([&] { model.train_on(view(tokens), {.length = 1}, 1, rates); }) ==
        "ShapeMismatch | learning_rates: expected (n), got (1, 1)");
  CHECK(refusal([&] {
          model.generator();
        }).starts_with("OutOfRange | length: expected a number from 1 to "));
  auto generator = model.generator(1);
  CHECK(refusal([&] { generator.next(x); }) == "ShapeMismatch | tokens: expected (1), got (2, 2)");
}

TEST_CASE("errors: random draws and trainers") {
  CHECK(refusal([] { draw({2, 2}, {.variance = -1}); }).starts_with("OutOfRange | variance: "));
  CHECK(refusal([] {
          draw({2, 2}, {.stream = kFirstOwnStream});
        }).starts_with("OutOfRange | stream: "));
  CHECK(refusal([] { draw({-1}); }).starts_with("OutOfRange | shape: "));
  CHECK(refusal([&] {
          kernel_regression_trainer(k, v, 1, {.learning_rate = 0});
        }).starts_with("OutOfRange | learning_rate: "));
  CHECK(
      refusal([&] { self_attention_trainer(k, v, v, v, v); }).starts_with("ShapeMismatch | W_q: "));
  auto trainer = kernel_regression_trainer(k, v, 1);
  CHECK(refusal([&] { trainer.run(-1); }) ==
        "OutOfRange | count: expected a whole number >= 0, got -1");
  CHECK(refusal([&] { trainer.name(1); }) ==
        "OutOfRange | index: expected a whole number from 0 to 0, got 1");
  CHECK(refusal([&] { trainer.parameter(-1); }).starts_with("OutOfRange | index: "));
  CHECK(refusal([&] { trainer.restore({}); }).starts_with("ShapeMismatch | parameters: "));
  auto state = trainer.state();
  state.steps = -1;
  CHECK(refusal([&] { trainer.restore(state); }).starts_with("OutOfRange | steps: "));
  CHECK(trainer.run(0).shape() == Shape{0});
}

}  // namespace
}  // namespace attention
