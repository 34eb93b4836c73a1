// SPDX-License-Identifier: MIT
// Tests properties, training and errors of the language model. language_model_numbers.cpp compares
// it with plain loops.
#include "support/language_model.hpp"
#include "attention/detail/language_model/pass.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "support/catch.hpp"
#include "support/language_model_problem.hpp"
#include "support/matchers.hpp"
#include "support/refusal.hpp"
#include "support/samples.hpp"
#include "support/tolerance.hpp"

namespace attention::test {
namespace {

constexpr std::array<OptimizerOptions, 3> kOptimizers = {
    OptimizerOptions{OptimizerMethod::kSgd, 0.1, 0, 0.9, 0.999, 1e-8},
    OptimizerOptions{OptimizerMethod::kSgd, 0.05, 0.9, 0.9, 0.999, 1e-8},
    OptimizerOptions{OptimizerMethod::kAdam, 0.02, 0, 0.9, 0.99, 1e-8}};

template <class T>
Matrix<T> part_of(const LanguageModelLayout& layout, const Matrix<T>& list,
                  const std::string& name) {
  for (const LanguageModelParameter& x : layout.parameters())
    if (x.name == name) return Eigen::Map<const Matrix<T>>(list.data() + x.first, x.rows, x.cols);
  FAIL("no parameter " << name);
  return {};
}

TEST_CASE("language model: the layout contains the existing parameters in order",
          "[language_model]") {
  LanguageModelOptions options;
  options.vocabulary = 3;
  options.width = 4;
  options.layers = 2;
  const auto names_of = [](const LanguageModelOptions& of) {
    std::string names;
    Index first = 0;
    const LanguageModelLayout layout(of);
    for (const LanguageModelParameter& x : layout.parameters()) {
      names += x.name + " ";
      CHECK(x.first == first);
      first += x.size();
    }
    CHECK(layout.size() == first);
    return names;
  };
  CHECK(names_of(options) == "E W_q_0 W_k_0 W_v_0 W_o_0 W_q_1 W_k_1 W_v_1 W_o_1 U ");
  options.is_tied = true;
  options.hidden = 5;
  options.positions = 6;
  options.layers = 1;
  CHECK(names_of(options) == "E P W_q_0 W_v_0 W_o_0 W_in_0 W_out_0 U ");
  CHECK(LanguageModelLayout(options).size() == 12 + 24 + 3 * 16 + 2 * 20 + 12);
  options.is_tied = false;
  options.kv_heads = 1;
  options.norm = Normalization::kRms;
  options.has_tied_output = true;
  CHECK(names_of(options) == "E P g_att_0 W_q_0 W_k_0 W_v_0 W_o_0 g_mlp_0 W_in_0 W_out_0 g_end ");
  CHECK(LanguageModelLayout(options).parameters()[4].shape() == Shape{4, 2});
  options.norm = Normalization::kLayer;
  options.position_encoding = PositionEncoding::kAlibi;
  options.has_tied_output = false;
  CHECK(names_of(options) ==
        "E g_att_0 b_att_0 W_q_0 W_k_0 W_v_0 W_o_0 g_mlp_0 b_mlp_0 W_in_0 W_out_0 g_end b_end U ");
  CHECK(LanguageModelLayout(options).parameters()[1].shape() == Shape{4});
}

TEMPLATE_TEST_CASE("language model: gains start at 1, biases at 0", "[language_model]", float,
                   double) {
  using T = TestType;
  LanguageModelOptions options;
  options.vocabulary = 5;
  options.hidden = 3;
  options.norm = Normalization::kLayer;
  const LanguageModel<T> model(options, {}, 7);
  Index vectors = 0;
  for (const LanguageModelParameter& x : model.layout().parameters()) {
    const Matrix<T> part = part_of(model.layout(), model.parameters(), x.name);
    if (x.is_vector) CHECK(part == Matrix<T>::Constant(1, 32, x.name[0] == 'g' ? T(1) : T(0)));
    vectors += x.is_vector ? 1 : 0;
  }
  CHECK(vectors == 10);
}

TEMPLATE_TEST_CASE("language model: the seed draws the parameters with the documented variances",
                   "[language_model]", float, double) {
  using T = TestType;
  LanguageModelOptions options;
  options.vocabulary = 100;
  options.hidden = 64;
  options.positions = 100;
  const LanguageModel<T> model(options, {}, 7);
  CHECK(model.parameters() == LanguageModel<T>(options, {}, 7).parameters());
  CHECK(model.parameters() != LanguageModel<T>(options, {}, 8).parameters());
  const auto variance = [&](const char* name) {
    const Matrix<T> x = part_of(model.layout(), model.parameters(), name);
    return static_cast<double>(x.squaredNorm()) / static_cast<double>(x.size());
  };
  // Each parameter has at least 1000 entries, so five standard errors of its variance are less than
  // a quarter of the variance.
  const auto check = [&](const char* name, double expected) {
    CAPTURE(name);
    CHECK(std::abs(variance(name) / expected - 1) < 0.25);
  };
  check("E", 1.0 / 32);
  check("P", 1.0 / 32);
  check("W_q_1", 1.0 / 32);
  check("W_o_1", 1.0 / (2 * 2 * 32));
  check("W_in_0", 1.0 / 32);
  check("W_out_0", 1.0 / (2 * 2 * 64));
  check("U", 1.0 / 32);
  // A float model draws the same numbers as a double model and rounds them.
  CHECK(model.parameters() == LanguageModel<double>(options, {}, 7).parameters().cast<T>());
}

TEMPLATE_TEST_CASE("language model: with a causal mask, later positions have no effect",
                   "[language_model]", float, double) {
  using T = TestType;
  LanguageModelOptions options;
  options.vocabulary = 9;
  options.width = 8;
  options.positions = 20;
  LanguageModel<T> model(options, {}, 1);
  LanguageModelData data = some_data(options, 1, 1, 20, 1);
  const auto before = model.stages(data);
  for (Index r = 0; r < before.weights.rows.rows(); ++r)
    for (Index c = 0; c < 20; ++c) CHECK((before.weights.rows(r, c) == 0) == (c > r % 20));
  data.tokens[12] = (data.tokens[12] + 1) % 9;
  const auto after = model.stages(data);
  for (Index i = 0; i < 20; ++i) {
    const bool is_same = before.logits.rows.row(i) == after.logits.rows.row(i);
    CHECK(is_same == (i < 12));
  }
}

TEMPLATE_TEST_CASE("language model: sequences of a batch are independent, bit for bit",
                   "[language_model]", float, double) {
  using T = TestType;
  for (const auto& problem : all_language_models()) {
    CAPTURE(problem.name);
    LanguageModel<T> model(problem.options, {}, 1);
    const LanguageModelData data = some_data(problem.options, 1, 3, problem.length, 1);
    const auto all = model.stages(data);
    for (Index b = 0; b < 3; ++b) {
      LanguageModelData one = data;
      one.batch = 1;
      for (auto* list : {&one.tokens, &one.targets})
        *list = std::vector(list->begin() + b * problem.length,
                            list->begin() + (b + 1) * problem.length);
      one.counts.assign(static_cast<std::size_t>(problem.length), 1);
      const Matrix<T> logits = all.logits.rows.middleRows(b * problem.length, problem.length);
      CHECK_THAT(model.stages(one).logits.rows, is_close_to<T>(logits, kFewRoundings<T>));
    }
  }
}

TEMPLATE_TEST_CASE("language model: unused rows of E and P have gradient 0", "[language_model]",
                   float, double) {
  using T = TestType;
  LanguageModelOptions options;
  options.vocabulary = 8;
  options.width = 4;
  options.positions = 9;
  LanguageModel<T> model(options, {}, 1);
  LanguageModelData data = some_data(options, 1, 2, 6, 1);
  for (auto& token : data.tokens) token = token % 3 + 2;
  // The loss must include the last position: no later position attends to it, so without its own
  // loss, its row of P would have gradient 0.
  std::fill(data.counts.begin(), data.counts.end(), 1);
  const auto gradient = model.gradient(data).gradient;
  const std::set<std::int32_t> used(data.tokens.begin(), data.tokens.end());
  const auto by_E = part_of(model.layout(), gradient, "E");
  for (Index t = 0; t < 8; ++t)
    CHECK((by_E.row(t).cwiseAbs().maxCoeff() > 0) ==
          (used.count(static_cast<std::int32_t>(t)) > 0));
  const auto by_P = part_of(model.layout(), gradient, "P");
  for (Index i = 0; i < 9; ++i) CHECK((by_P.row(i).cwiseAbs().maxCoeff() > 0) == (i < 6));
}

TEMPLATE_TEST_CASE("language model: targets of positions that do not count have no effect",
                   "[language_model]", float, double) {
  using T = TestType;
  const auto problem = all_language_models()[1];
  LanguageModel<T> model(problem.options, {}, 1);
  LanguageModelData data = some_data(problem, 1);
  const auto stages = model.stages(data);
  const auto gradient = model.gradient(data);
  for (std::size_t i = 0; i < data.counts.size(); ++i)
    if (data.counts[i] == 0) {
      CHECK(stages.loss_rows.rows.data()[i] == 0);
      data.targets[i] = (data.targets[i] + 1) % 6;
    }
  CHECK(model.stages(data).loss == stages.loss);
  CHECK(model.gradient(data).gradient == gradient.gradient);
}

TEMPLATE_TEST_CASE("language model: the loss is finite where the target's weight underflows",
                   "[language_model]", float, double) {
  using T = TestType;
  LanguageModelOptions options;
  options.vocabulary = 2;
  options.width = 1;
  options.layers = 0;
  options.heads = 1;
  // The logits are 1000 and −1000.
  auto model = model_with<T>(options, row<T>({1, 1, 1000, -1000}));
  LanguageModelData data{1, 1, 2, {0, 1}, {0, 1}, {1, 1}};
  const auto stages = model.stages(data);
  CHECK_THAT(stages.loss_rows.rows, is_exactly<T>(row<T>({0, 2000})));
  CHECK(stages.loss == 1000);
}

TEMPLATE_TEST_CASE(
    "language model: one call with k steps equals k calls with one step, bit for bit",
    "[language_model]", float, double) {
  using T = TestType;
  for (const auto& problem : all_language_models())
    for (const OptimizerOptions& optimizer : kOptimizers) {
      CAPTURE(problem.name, static_cast<int>(optimizer.method), optimizer.momentum);
      const LanguageModelData data =
          some_data(problem.options, 7, problem.batch, problem.length, 1);
      LanguageModel<T> at_once(problem.options, optimizer, 3);
      const auto losses = at_once.train(data, 7).losses;
      LanguageModel<T> by_one(problem.options, optimizer, 3);
      for (Index step = 0; step < 7; ++step) {
        LanguageModelData one{1, data.batch, data.length, {}, {}, {}};
        const auto size = data.batch * data.length;
        one.tokens.assign(data.tokens.begin() + step * size,
                          data.tokens.begin() + (step + 1) * size);
        one.targets.assign(data.targets.begin() + step * size,
                           data.targets.begin() + (step + 1) * size);
        one.counts.assign(data.counts.begin() + step * size,
                          data.counts.begin() + (step + 1) * size);
        CHECK(by_one.stages(one).loss == losses[static_cast<std::size_t>(step)]);
        CHECK(by_one.train(one, 1).losses[0] == losses[static_cast<std::size_t>(step)]);
      }
      CHECK(by_one.parameters() == at_once.parameters());
      CHECK(by_one.steps() == 7);
    }
}

TEMPLATE_TEST_CASE("language model: continues from the state of any step, bit for bit",
                   "[language_model]", float, double) {
  using T = TestType;
  const auto problem = all_language_models()[1];
  const LanguageModelData data = some_data(problem, 1);
  for (const OptimizerOptions& optimizer : kOptimizers) {
    LanguageModel<T> whole(problem.options, optimizer, 3);
    const auto losses = whole.train(data, 6).losses;
    for (std::ptrdiff_t stop = 0; stop <= 6; ++stop) {
      CAPTURE(static_cast<int>(optimizer.method), optimizer.momentum, stop);
      LanguageModel<T> first(problem.options, optimizer, 3);
      first.train(data, stop);
      const auto state = first.state();
      LanguageModel<T> second(problem.options, optimizer, 4);
      second.train(data, 2);
      second.restore(state);
      CHECK(second.steps() == stop);
      CHECK(second.train(data, 6 - stop).losses ==
            std::vector<T>(losses.begin() + stop, losses.end()));
      CHECK(second.parameters() == whole.parameters());
    }
  }
}

TEMPLATE_TEST_CASE("language model: restoring without the optimizer's lists resets the optimizer",
                   "[language_model]", float, double) {
  using T = TestType;
  const auto problem = all_language_models()[1];
  const LanguageModelData data = some_data(problem, 1);
  for (const OptimizerOptions& optimizer : kOptimizers) {
    LanguageModel<T> fresh(problem.options, optimizer, 3);
    const auto start = fresh.state();
    LanguageModel<T> used(problem.options, optimizer, 4);
    used.train(data, 3);
    used.restore({0, start.parameters, {}, {}});
    CHECK(used.train(data, 3).losses == fresh.train(data, 3).losses);
  }
}

TEMPLATE_TEST_CASE("language model: passes with another shape in between change nothing",
                   "[language_model]", float, double) {
  using T = TestType;
  const auto problem = all_language_models()[1];
  const LanguageModelData data = some_data(problem, 1);
  LanguageModel<T> plain(problem.options, kOptimizers[2], 3);
  LanguageModel<T> looked_at(problem.options, kOptimizers[2], 3);
  for (Index length = 1; length < 5; ++length) {
    looked_at.stages(some_data(problem.options, 1, 1, length, 9));
    looked_at.gradient(some_data(problem.options, 1, 2, length, 9));
    CHECK(plain.train(data, 1).losses == looked_at.train(data, 1).losses);
  }
}

TEMPLATE_TEST_CASE("language model: learns which token follows which", "[language_model]", float,
                   double) {
  using T = TestType;
  for (const auto& problem : all_language_models()) {
    if (problem.options.vocabulary < 2) continue;
    CAPTURE(problem.name);
    LanguageModelData data = some_data(problem, 1);
    for (std::size_t i = 0; i < data.tokens.size(); ++i) data.targets[i] = (data.tokens[i] + 2) % 6;
    LanguageModel<T> model(problem.options, kOptimizers[2], 1);
    const auto losses = model.train(data, 200).losses;
    CHECK(losses.front() < 3 * std::log(6.0));
    CHECK(losses.back() < 0.05);
  }
}

TEST_CASE("language model: a learning rate that is too large shows in the losses",
          "[language_model]") {
  const auto problem = all_language_models()[1];
  LanguageModel<float> model(problem.options, {OptimizerMethod::kSgd, 1e20, 0, 0.9, 0.99, 1e-8}, 1);
  const auto losses = model.train(some_data(problem, 1), 20).losses;
  CHECK(std::isfinite(losses.front()));
  CHECK_FALSE(std::isfinite(losses.back()));
  CHECK(model.steps() == 20);
}

TEST_CASE("language model: names options that are refused", "[language_model]") {
  const auto refused = [](auto change) {
    LanguageModelOptions options;
    options.vocabulary = 5;
    change(options);
    return refusal([&] { LanguageModel<float>(options, {}, 0); });
  };
  CHECK(refused([](auto&) {}) == "accepted");
  CHECK(refused([](auto& o) { o.vocabulary = 0; }) ==
        "OutOfRange | vocabulary: expected a number from 1 to 16777216, got 0");
  CHECK(refused([](auto& o) { o.width = 0; }) ==
        "OutOfRange | width: expected a number from 1 to 16777216, got 0");
  CHECK(refused([](auto& o) { o.layers = -1; }) ==
        "OutOfRange | layers: expected a number from 0 to 16777216, got -1");
  CHECK(refused([](auto& o) { o.heads = 0; }) ==
        "OutOfRange | heads: expected a number from 1 to 16777216, got 0");
  CHECK(refused([](auto& o) { o.heads = 3; }) ==
        "OutOfRange | heads: expected a divisor of 32, got 3");
  CHECK(refused([](auto& o) { o.hidden = -2; }) ==
        "OutOfRange | hidden: expected a number from 0 to 16777216, got -2");
  CHECK(refused([](auto& o) { o.positions = 1 << 25; }) ==
        "OutOfRange | positions: expected a number from 0 to 16777216, got 33554432");
  CHECK(refused([](auto& o) { o.kv_heads = 3; }) ==
        "OutOfRange | kv_heads: expected a divisor of 2, got 3");
  CHECK(refused([](auto& o) { o.kv_heads = -1; }) ==
        "OutOfRange | kv_heads: expected a number from 0 to 16777216, got -1");
  CHECK(refused([](auto& o) { o.is_tied = true, o.kv_heads = 1; }) ==
        "OutOfRange | kv_heads: expected 2, got 1");
  CHECK(refused([](auto& o) { o.width = 6, o.position_encoding = PositionEncoding::kRotary; }) ==
        "OutOfRange | heads: expected a divisor of 3, got 2");
  CHECK(refused([](auto& o) {
          o.width = 9, o.heads = 3, o.position_encoding = PositionEncoding::kRotary;
        }) == "OutOfRange | width: expected an even number, got 9");
  for (const double bad : {-1.0, kInf<double>, kNaN<double>}) {
    CHECK(refused([&](auto& o) {
            o.norm_epsilon = bad;
          }).starts_with("OutOfRange | norm_epsilon: expected a finite number >= 0, got "));
    CHECK(refused([&](auto& o) {
            o.rotary_base = bad;
          }).starts_with("OutOfRange | rotary_base: expected a finite number >= 1, got "));
  }
  CHECK(refused([](auto& o) {
          o.width = o.vocabulary = o.heads = 1 << 24;
        }).starts_with("OutOfMemory | memory: "));
  CHECK(refused([](auto& o) {
          o.layers = 1 << 24, o.width = 1 << 10;
        }).starts_with("OutOfMemory | memory: "));
}

TEST_CASE("language model: names sequences that are refused", "[language_model]") {
  LanguageModelOptions options;
  options.vocabulary = 5;
  options.positions = 3;
  using List = attention::Tensor<Index>;
  const auto list = [](const Shape& shape, std::initializer_list<Index> entries) {
    return List(shape, entries);
  };
  const auto tokens = [&](const List& x, bool has_steps) {
    return refusal([&] { language_model_data(options, {x, {}, {}}, has_steps); });
  };
  CHECK(tokens(list({2}, {0, 4}), false) == "accepted");
  CHECK(tokens(list({1, 1, 2}, {0, 4}), true) == "accepted");
  CHECK(tokens(list({1, 1, 2}, {0, 4}), false) ==
        "ShapeMismatch | tokens: expected 1 or 2 axes, got 3");
  CHECK(tokens(list({}, {0}), true) == "ShapeMismatch | tokens: expected 1, 2 or 3 axes, got 0");
  CHECK(tokens(list({2, 0}, {}), false) ==
        "EmptyInput | tokens: expected at least 1 token, got (2, 0)");
  CHECK(tokens(list({4}, {0, 0, 0, 0}), false) ==
        "ShapeMismatch | tokens: expected at most 3 in a sequence, got 4");
  CHECK(tokens(list({2}, {0, 5}), false) ==
        "OutOfRange | tokens: expected whole numbers from 0 to 4, got 5");
  CHECK(tokens(list({2}, {-1, 0}), false) ==
        "OutOfRange | tokens: expected whole numbers from 0 to 4, got -1");

  const auto good = list({2, 2}, {0, 1, 2, 3});
  const auto ones = list({2, 2}, {1, 1, 1, 1});
  const auto data = [&](const List& targets, const List& counts) {
    return refusal([&] { language_model_data(options, {good, targets, counts}, false); });
  };
  CHECK(data(good, ones) == "accepted");
  CHECK(data(list({4}, {0, 1, 2, 3}), ones) == "ShapeMismatch | targets: expected (2, 2), got (4)");
  CHECK(data(list({2, 2}, {0, 1, 2, 5}), ones) ==
        "OutOfRange | targets: expected whole numbers from 0 to 4, got 5");
  CHECK(data(good, list({1, 2}, {1, 1})) == "ShapeMismatch | counts: expected (2, 2), got (1, 2)");
  CHECK(data(good, list({2, 2}, {1, 1, 1, 2})) ==
        "OutOfRange | counts: expected whole numbers from 0 to 1, got 2");
  CHECK(data(good, list({2, 2}, {0, 0, 0, 0})) ==
        "OutOfRange | counts: expected at least one 1 in each step, got none");
  const auto steps = list({2, 1, 2}, {0, 1, 2, 3});
  for (const List& counts : {list({2, 1, 2}, {1, 0, 0, 0}), list({2, 1, 2}, {0, 0, 0, 1})})
    CHECK(refusal([&] {
            language_model_data(options, {steps, steps, counts}, true);
          }) == "OutOfRange | counts: expected at least one 1 in each step, got none");
}

TEMPLATE_TEST_CASE("language model: a state that does not fit is refused and changes nothing",
                   "[language_model]", float, double) {
  using T = TestType;
  const auto problem = all_language_models()[0];
  const LanguageModelData data = some_data(problem, 1);
  LanguageModel<T> model(problem.options, kOptimizers[2], 1);
  model.train(data, 2);
  const auto state = model.state();
  const auto refused = [&](auto change) {
    auto other = state;
    change(other);
    return refusal([&] { model.restore(other); });
  };
  const std::string size = std::to_string(model.layout().size());
  CHECK(refused([](auto& s) { s.steps = -1; }).starts_with("OutOfRange | steps: "));
  CHECK(refused([](auto& s) { s.parameters.resize(1, 3); }) ==
        "ShapeMismatch | parameters: expected (1, " + size + "), got (1, 3)");
  CHECK(refused([](auto& s) { s.parameters.setZero(2, s.parameters.cols()); }) ==
        "ShapeMismatch | parameters: expected (1, " + size + "), got (2, " + size + ")");
  CHECK(refused([](auto& s) { s.first.resize(1, 3); }) ==
        "ShapeMismatch | first: expected (1, " + size + "), got (1, 3)");
  CHECK(refused([](auto& s) { s.second.resize(0, 0); }) ==
        "ShapeMismatch | second: expected (1, " + size + "), got (0)");
  CHECK(refused([](auto& s) { s.second(2) = -1; }) ==
        "OutOfRange | second: expected numbers >= 0, got -1");
  CHECK(refusal([&] { model.train(data, -1); }) ==
        "OutOfRange | count: expected a whole number >= 0, got -1");
  LanguageModelData without = data;
  without.targets.clear();
  without.counts.clear();
  CHECK(refusal([&] { model.train(without, 1); }) ==
        "ShapeMismatch | targets: expected as many as tokens, got none");
  CHECK(refusal([&] { model.gradient(without); }) ==
        "ShapeMismatch | targets: expected as many as tokens, got none");
  CHECK(model.train(data, 0).losses.empty());
  CHECK(model.state().parameters == state.parameters);
  CHECK(model.steps() == 2);
}

TEST_CASE("language model: a batch larger than any memory is refused", "[language_model]") {
  LanguageModelOptions options;
  options.vocabulary = 2;
  CHECK(refusal([&] {
          LanguageModelPass<double>(LanguageModelLayout(options), 1, Index{1} << 24);
        }).starts_with("OutOfMemory | memory: "));
}

}  // namespace
}  // namespace attention::test
