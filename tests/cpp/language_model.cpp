// SPDX-License-Identifier: MIT
// Tests properties of the language model. language_model_numbers.cpp compares it with plain loops.
#include "support/language_model.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "support/catch.hpp"
#include "support/language_model_problem.hpp"
#include "support/matchers.hpp"
#include "support/samples.hpp"
#include "support/tolerance.hpp"

namespace attention::test {
namespace {

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

}  // namespace
}  // namespace attention::test
