// SPDX-License-Identifier: MIT
// Compares the language model with plain loops, and its gradient with central differences.
#include "support/language_model.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "attention/activation.hpp"
#include "attention/detail/language_model/activation.hpp"
#include "support/catch.hpp"
#include "support/language_model_problem.hpp"
#include "support/matchers.hpp"
#include "support/samples.hpp"
#include "support/tolerance.hpp"

namespace attention::test {
namespace {

// The tolerance for the intermediate results: up to three layers of sums with up to 70 terms each,
// with an exponential in each layer.
template <class T>
constexpr Tolerance kStages{.abs = std::is_same_v<T, double> ? 1e-12 : 2e-5,
                            .rel = std::is_same_v<T, double> ? 1e-11 : 2e-5};

TEMPLATE_TEST_CASE("language model: GELU of a block agrees with GELU of one number",
                   "[language_model]", float, double) {
  using T = TestType;
  constexpr std::array<std::pair<Activation, GeluApproximation>, 2> kForms = {
      {{Activation::kGelu, GeluApproximation::kNone},
       {Activation::kGeluTanh, GeluApproximation::kTanh}}};
  Matrix<T> x = random_matrix<T>(1, 600, 3, -10, 10);
  const T largest = std::numeric_limits<T>::max();
  const std::array<T, 8> extremes = {-largest, largest, -kInf<T>,        kInf<T>,
                                     kNaN<T>,  T(-0.0), kSmallest<T>[0], -kSmallest<T>[1]};
  std::copy(extremes.begin(), extremes.end(), x.data());
  const auto same = [](T a, T b) { return a == b || (std::isnan(a) && std::isnan(b)); };
  for (const auto& [activation, approximation] : kForms) {
    Matrix<T> y = x;
    Matrix<T> derivative(1, x.size());
    const auto count = static_cast<std::size_t>(x.size());
    activate(activation, count, y.data(), derivative.data());
    Matrix<T> gradient = Matrix<T>::Constant(1, x.size(), 3);
    activate_backward(activation, count, y.data(), derivative.data(), gradient.data());
    for (Index i = 0; i < x.size(); ++i) {
      CAPTURE(static_cast<int>(activation), x(i));
      const attention::Tensor<T> one({1}, {x(i)});
      CHECK(same(y(i), gelu(one, approximation)(0, 0)));
      const T slope = gelu_gradient(one, attention::Tensor<T>({1}, {T(1)}), approximation)(0, 0);
      CHECK(same(derivative(i), slope));
      CHECK(same(gradient(i), 3 * slope));
    }
  }
}

template <class T>
void check_against_loops(const LanguageModelProblem& problem) {
  CAPTURE(problem.name);
  const LanguageModelLayout layout(problem.options);
  const Matrix<T> parameters = some_parameters<T>(layout, 3);
  const LanguageModelData data = some_data(problem, 5);
  auto model = model_with(problem.options, parameters);
  const auto got = model.stages(data);
  const auto expected = reference_stages(layout, in_double(parameters), data);
  CHECK(got.weights.shape == expected.weights.shape);
  CHECK(got.streams.shape == expected.streams.shape);
  CHECK(got.logits.shape == expected.logits.shape);
  CHECK(got.loss_rows.shape == expected.loss_rows.shape);
  const auto check = [](const Tensor<T>& of, const Tensor<double>& by) {
    CHECK_THAT(in_double(of.rows), is_close_to<double>(by.rows, kStages<T>));
  };
  check(got.weights, expected.weights);
  check(got.streams, expected.streams);
  check(got.logits, expected.logits);
  check(got.loss_rows, expected.loss_rows);
  CHECK(passes(static_cast<double>(got.loss), expected.loss, kStages<T>));
  CHECK(model.gradient(data).loss == got.loss);
}

TEMPLATE_TEST_CASE("language model: every configuration agrees with plain loops in every stage",
                   "[language_model]", float, double) {
  for (const auto& problem : all_language_models()) check_against_loops<TestType>(problem);
}

TEMPLATE_TEST_CASE(
    "language model: heads and sequences around a tile's edges agree with plain loops",
    "[language_model]", float, double) {
  for (const auto& problem : language_models_at_tile_edges())
    check_against_loops<TestType>(problem);
}

TEST_CASE("language model: every parameter's gradient equals central differences",
          "[language_model]") {
  for (const auto& list : {all_language_models(), language_models_at_tile_edges()})
    for (const auto& problem : list) {
      const LanguageModelLayout layout(problem.options);
      Matrix<double> parameters = some_parameters<double>(layout, 3);
      const LanguageModelData data = some_data(problem, 5);
      const auto gradient = model_with(problem.options, parameters).gradient(data).gradient;
      for (const LanguageModelParameter& x : layout.parameters()) {
        CAPTURE(problem.name, x.name);
        Matrix<double> part = parameters.middleCols(x.first, x.size());
        check_gradient(gradient.middleCols(x.first, x.size()), part, [&] {
          Matrix<double> moved = parameters;
          moved.middleCols(x.first, x.size()) = part;
          return model_with(problem.options, moved).stages(data).loss;
        });
      }
    }
}

TEST_CASE("language model: gradients in float agree with those in double", "[language_model]") {
  for (const auto& list : {all_language_models(), language_models_at_tile_edges()})
    for (const auto& problem : list) {
      CAPTURE(problem.name);
      const LanguageModelLayout layout(problem.options);
      const auto parameters = some_parameters<float>(layout, 3);
      const LanguageModelData data = some_data(problem, 5);
      const auto got = model_with(problem.options, parameters).gradient(data).gradient;
      const auto expected =
          model_with(problem.options, in_double(parameters)).gradient(data).gradient;
      CHECK_THAT(in_double(got), is_close_to<double>(expected, kFloatGradient));
    }
}

}  // namespace
}  // namespace attention::test
