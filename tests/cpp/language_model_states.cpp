// SPDX-License-Identifier: MIT
// Tests the steps, states and errors of the language model. language_model.cpp tests its
// properties.
#include "attention/detail/language_model/pass.hpp"
#include "support/language_model.hpp"

#include <array>
#include <cmath>

#include "support/catch.hpp"
#include "support/language_model_problem.hpp"
#include "support/refusal.hpp"
#include "support/samples.hpp"

namespace attention::test {
namespace {

constexpr std::array<OptimizerOptions, 3> kOptimizers = {
    OptimizerOptions{OptimizerMethod::kSgd, 0.1, 0, 0.9, 0.999, 1e-8},
    OptimizerOptions{OptimizerMethod::kSgd, 0.05, 0.9, 0.9, 0.999, 1e-8},
    OptimizerOptions{OptimizerMethod::kAdam, 0.02, 0, 0.9, 0.99, 1e-8}};

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
        "ShapeMismatch | tokens: expected from 1 to 2 axes, got 3");
  CHECK(tokens(list({}, {0}), true) == "ShapeMismatch | tokens: expected from 1 to 3 axes, got 0");
  CHECK(tokens(list({2, 0}, {}), false) ==
        "EmptyInput | tokens: expected at least one entry, got (2, 0)");
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
  const std::string none =
      "ShapeMismatch | targets: expected " + std::to_string(data.tokens.size()) + " numbers, got 0";
  CHECK(refusal([&] { model.train(without, 1); }) == none);
  CHECK(refusal([&] { model.gradient(without); }) == none);
  CHECK(model.train(data, 0).losses.empty());
  CHECK(model.state().parameters == state.parameters);
  CHECK(model.steps() == 2);
}

TEST_CASE("language model: a batch larger than any memory is refused", "[language_model]") {
  LanguageModelOptions options;
  options.vocabulary = 2;
  CHECK(refusal([&] {
          LanguageModelPass<double>(LanguageModelLayout(options), 1, Index{1} << 24,
                                    Index{1} << 24);
        }).starts_with("OutOfMemory | memory: "));
}

}  // namespace
}  // namespace attention::test
