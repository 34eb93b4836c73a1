// SPDX-License-Identifier: MIT
// Compares the language model with plain loops, and its gradient with central differences.
#include "support/language_model.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <string>

#include "attention/detail/activation.hpp"
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

// The tolerance for GELU of numbers down to −10, whose exponential e^{−2u} has an argument of up to
// 90 with a rounding error of one unit in its last place.
template <class T>
constexpr Tolerance kGelu{.abs = std::numeric_limits<T>::min(),
                          .rel = 200 * std::numeric_limits<T>::epsilon()};

// The tolerance for its derivative: the product of 1 − Φ(x), which `gelu_slope` rounds to a
// multiple of epsilon/2, with a factor below 80, and three times that for a gradient of 3.
template <class T>
constexpr Tolerance kGeluSlope{.abs = 120 * std::numeric_limits<T>::epsilon(),
                               .rel = 8 * std::numeric_limits<T>::epsilon()};

TEMPLATE_TEST_CASE("language model: GELU of a block agrees with GELU of one number",
                   "[language_model]", float, double) {
  using T = TestType;
  constexpr std::array<std::pair<Activation, GeluApproximation>, 2> kForms = {
      {{Activation::kGelu, GeluApproximation::kNone},
       {Activation::kGeluTanh, GeluApproximation::kTanh}}};
  const T largest = std::numeric_limits<T>::max();
  for (const auto& [activation, approximation] : kForms)
    for (const Index count : {1, 255, 256, 257, 600}) {
      Matrix<T> x = random_matrix<T>(1, count, 3, -10, 10);
      const std::array<T, 8> extremes = {-largest, largest, -kInf<T>,        kInf<T>,
                                         kNaN<T>,  T(-0.0), kSmallest<T>[0], -kSmallest<T>[1]};
      for (Index i = 0; i < std::min<Index>(count, 8); ++i)
        x(count - 1 - i) = extremes[static_cast<std::size_t>(i)];
      Matrix<T> y = x;
      Matrix<T> derivative(1, count);
      activate(activation, static_cast<std::size_t>(count), y.data(), derivative.data());
      Matrix<T> gradient = Matrix<T>::Constant(1, count, 3);
      activate_backward(activation, static_cast<std::size_t>(count), y.data(), derivative.data(),
                        gradient.data());
      for (Index i = 0; i < count; ++i) {
        CAPTURE(static_cast<int>(activation), x(i));
        const auto value = static_cast<double>(gelu(x(i), approximation));
        const auto slope = static_cast<double>(gelu_slope(x(i), approximation));
        CHECK(passes(static_cast<double>(y(i)), value, kGelu<T>));
        CHECK(passes(static_cast<double>(derivative(i)), slope, kGeluSlope<T>));
        CHECK(passes(static_cast<double>(gradient(i)), 3 * slope, kGeluSlope<T>));
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
  for (const auto& problem : all_language_models()) {
    const LanguageModelLayout layout(problem.options);
    Matrix<double> parameters = some_parameters<double>(layout, 3);
    const LanguageModelData data = some_data(problem, 5);
    const auto gradient = model_with(problem.options, parameters).gradient(data).gradient;
    const auto loss_with = [&](Index e, double change) {
      Matrix<double> moved = parameters;
      moved(e) += change;
      return model_with(problem.options, moved).stages(data).loss;
    };
    for (const LanguageModelParameter& x : layout.parameters())
      for (Index e = x.first; e < x.first + x.size(); ++e) {
        CAPTURE(problem.name, x.name, e - x.first);
        const double quotient = (loss_with(e, kDifferenceStep) - loss_with(e, -kDifferenceStep)) /
                                (2 * kDifferenceStep);
        CHECK(passes(gradient(e), quotient, kDifferenceQuotient));
      }
  }
}

// Models with sizes at the edges of a SIMD tile have too many parameters to vary each one, so this
// test compares directional derivatives along random directions.
TEST_CASE("language model: directional derivatives equal central differences at tile edges",
          "[language_model]") {
  for (const auto& problem : language_models_at_tile_edges()) {
    CAPTURE(problem.name);
    const LanguageModelLayout layout(problem.options);
    const Matrix<double> parameters = some_parameters<double>(layout, 3);
    const LanguageModelData data = some_data(problem, 5);
    const auto gradient = model_with(problem.options, parameters).gradient(data).gradient;
    for (const LanguageModelParameter& x : layout.parameters()) {
      CAPTURE(x.name);
      Matrix<double> direction = Matrix<double>::Zero(1, layout.size());
      direction.middleCols(x.first, x.size()) = random_matrix<double>(1, x.size(), 7, -1, 1);
      direction /= direction.norm();
      const auto loss_at = [&](double step) {
        const Matrix<double> moved = parameters + step * direction;
        return model_with(problem.options, moved).stages(data).loss;
      };
      const double quotient =
          (loss_at(kDifferenceStep) - loss_at(-kDifferenceStep)) / (2 * kDifferenceStep);
      CHECK(passes(gradient.row(0).dot(direction.row(0)), quotient, kDifferenceQuotient));
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
