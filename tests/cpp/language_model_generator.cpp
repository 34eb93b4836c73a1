// SPDX-License-Identifier: MIT
// Compares a generator, which stores keys and values, with forward passes over whole sequences.
#include "support/language_model.hpp"

#include "support/catch.hpp"
#include "support/language_model_problem.hpp"
#include "support/matchers.hpp"
#include "support/refusal.hpp"
#include "support/samples.hpp"
#include "support/tolerance.hpp"

namespace attention::test {
namespace {

// The error bound that attention/language_model.hpp documents for a generator's logits of size 1.
template <class T>
constexpr Tolerance kGenerated{.abs = std::is_same_v<T, double> ? 1e-13 : 1e-5,
                               .rel = std::is_same_v<T, double> ? 1e-13 : 1e-5};

std::vector<Index> tokens_at(const LanguageModelData& data, Index t) {
  std::vector<Index> tokens;
  for (Index b = 0; b < data.batch; ++b)
    tokens.push_back(data.tokens[static_cast<std::size_t>(b * data.length + t)]);
  return tokens;
}

template <class T>
Matrix<T> next(LanguageModelGenerator<T>& generator, const std::vector<Index>& tokens) {
  return as_matrix(generator.next(view(tokens)));
}

template <class T>
void check_against_stages(const LanguageModelProblem& problem) {
  CAPTURE(problem.name);
  const LanguageModelLayout layout(problem.options);
  auto model = model_with(problem.options, some_parameters<T>(layout, 3));
  const LanguageModelData data = some_data(problem, 5);
  const auto expected = model.stages(data);
  auto generator = model.generator(problem.length, problem.batch);
  for (int round = 0; round < 2; ++round) {
    for (Index t = 0; t < problem.length; ++t) {
      CAPTURE(t);
      CHECK(generator.length() == t);
      const Matrix<T> logits = next(generator, tokens_at(data, t));
      CHECK(logits.rows() == problem.batch);
      for (Index b = 0; b < problem.batch; ++b) {
        const Matrix<T> whole = expected.logits.rows.row(b * problem.length + t);
        CHECK_THAT(logits.row(b).eval(), is_close_to<T>(whole, kGenerated<T>));
      }
    }
    generator.reset();
  }
}

TEMPLATE_TEST_CASE("generator: every position has the logits of the whole forward pass",
                   "[language_model]", float, double) {
  for (const auto& list : {all_language_models(), language_models_at_tile_edges()})
    for (const auto& problem : list)
      if (problem.options.is_causal) check_against_stages<TestType>(problem);
}

TEMPLATE_TEST_CASE("generator: keeps the parameters that the model had", "[language_model]", float,
                   double) {
  using T = TestType;
  const auto problem = all_language_models()[1];
  const LanguageModelData data = some_data(problem, 1);
  LanguageModel<T> model(problem.options, {}, 1);
  auto generator = model.generator(0, problem.batch);
  const Matrix<T> before = next(generator, tokens_at(data, 0));
  model.train(data, 3);
  generator.reset();
  CHECK(next(generator, tokens_at(data, 0)) == before);
  auto moved = std::move(generator);
  model = LanguageModel<T>(problem.options, {}, 2);
  CHECK(next(moved, tokens_at(data, 1)).allFinite());
  CHECK(moved.length() == 2);
}

TEST_CASE("generator: names what it refuses, and is then unchanged", "[language_model][error]") {
  auto options = all_language_models()[0].options;
  const auto made = [&](Index length, Index sequences) {
    return refusal([&] { LanguageModel<float>(options, {}, 1).generator(length, sequences); });
  };
  CHECK(made(7, 1) == "accepted");
  CHECK(made(8, 1) == "OutOfRange | length: expected a number from 1 to 7, got 8");
  CHECK(made(-1, 1) == "OutOfRange | length: expected a number from 1 to 7, got -1");
  CHECK(made(7, 0) == "OutOfRange | sequences: expected a number from 1 to 16777216, got 0");
  auto generator = LanguageModel<float>(options, {}, 1).generator(2, 2);
  const auto refused = [&](const std::vector<Index>& tokens) {
    return refusal([&] { next(generator, tokens); });
  };
  CHECK(refused({1}) == "ShapeMismatch | tokens: expected (2), got (1)");
  CHECK(refused({1, 6}) == "OutOfRange | tokens: expected whole numbers from 0 to 5, got 6");
  CHECK(generator.length() == 0);
  for (int i = 0; i < 2; ++i) CHECK(refused({1, 2}) == "accepted");
  CHECK(refused({1, 2}) == "OutOfRange | tokens: expected at most 2 in a sequence, got 3");
  CHECK(generator.length() == 2);

  options.positions = 0;
  CHECK(made(0, 1) == "OutOfRange | length: expected a number from 1 to 16777216, got 0");
  CHECK(made(1 << 24, 1 << 24).starts_with("OutOfMemory | memory: "));
  options.heads = 3;
  options.position_encoding = PositionEncoding::kRotary;
  CHECK(made((1 << 20) + 1, 1) ==
        "OutOfRange | length: expected a number from 1 to 1048576, got 1048577");
  options.is_causal = false;
  CHECK(made(7, 1) == "OutOfRange | causal: expected true, got false");
}

}  // namespace
}  // namespace attention::test
