// SPDX-License-Identifier: MIT
// Tests kernel regression: results computed by hand and properties. kernel_regression_edges.cpp
// tests extreme numbers, NaN and infinities.
#include "attention/kernel_regression.hpp"

#include <cmath>

#include "support/catch.hpp"
#include "support/matchers.hpp"
#include "support/reference.hpp"
#include "support/samples.hpp"
#include "support/tolerance.hpp"

namespace attention::test {
namespace {

TEST_CASE("kernel_regression: document 001's sample predicts 45.5 − 7e-8 at 57",
          "[kernel_regression]") {
  const double f = regress(waist_sample<double>(), {}).prediction(0, 0);
  CHECK(passes(f, 45.499999930947524, kFewRoundings<double>));
  CHECK(45.5 - f > 6.9e-8);
}

TEST_CASE("kernel_regression: in float the sample predicts 45.5 exactly", "[kernel_regression]") {
  CHECK(regress(waist_sample<float>(), {}).prediction(0, 0) == 45.5F);
}

TEST_CASE("kernel_regression: with the sign as printed the sample predicts 40.0000003",
          "[kernel_regression]") {
  const double f = regress(waist_sample<double>(), {}, kPlusSign).prediction(0, 0);
  CHECK(passes(f, 40.0000003, {.abs = 5e-8}));
  // The exact prediction is 40 + (3 + 8) e^(1/2 − 18) / (1 + 2 e^(1/2 − 18)).
  const double tail = std::exp(-17.5);
  CHECK(passes(f, 40 + 11 * tail / (1 + 2 * tail), kFewRoundings<double>));
}

TEMPLATE_TEST_CASE(
    "kernel_regression: the raw dot product predicts 48 for every query near the keys",
    "[kernel_regression]", float, double) {
  auto sample = waist_sample<TestType>();
  sample.queries = Matrix<TestType>(11, 1);
  for (Index i = 0; i < 11; ++i) sample.queries(i, 0) = static_cast<TestType>(50 + i);
  const auto result = regress(sample, {.kernel = Kernel::kDotProduct});
  CHECK_THAT(result.prediction, is_exactly<TestType>(Matrix<TestType>::Constant(11, 1, 48)));
}

TEMPLATE_TEST_CASE("kernel_regression: every stage of the sample by hand", "[kernel_regression]",
                   float, double) {
  using T = TestType;
  const auto result = regress(waist_sample<T>(), {.sigma = 2});
  CHECK_THAT(result.distances, is_exactly<T>(row<T>({6, 1, 1})));
  CHECK_THAT(result.scores, is_exactly<T>(row<T>({T(-4.5), T(-0.125), T(-0.125)})));
  const T far = std::exp(T(-4.5));
  const T near = std::exp(T(-0.125));
  const T sum = far + near + near;
  CHECK_THAT(result.kernel_values, is_close_to<T>(row<T>({far, near, near}), kFewRoundings<T>));
  CHECK_THAT(result.kernel_sums, is_close_to<T>(row<T>({sum}), kFewRoundings<T>));
  CHECK_THAT(result.weights,
             is_close_to<T>(row<T>({far / sum, near / sum, near / sum}), kFewRoundings<T>));
  CHECK_THAT(result.weighted_values,
             is_close_to<T>(column<T>({40 * far / sum, 43 * near / sum, 48 * near / sum}),
                            kFewRoundings<T>));
  CHECK_THAT(result.prediction,
             is_close_to<T>(row<T>({(40 * far + 91 * near) / sum}), kFewRoundings<T>));
  CHECK(result.has_support == std::vector<std::uint8_t>{1});
}

TEMPLATE_TEST_CASE("kernel_regression: compact kernels by hand", "[kernel_regression]", float,
                   double) {
  using T = TestType;
  auto sample = waist_sample<T>();
  sample.queries = column<T>({57.5});  // distances to the keys: 3.25 σ, 0.75 σ and 0.25 σ
  const auto with = [&](Kernel kernel) { return regress(sample, {.kernel = kernel, .sigma = 2}); };

  const auto boxcar = with(Kernel::kBoxcar);
  CHECK_THAT(boxcar.kernel_values, is_exactly<T>(row<T>({0, 1, 1})));
  CHECK_THAT(boxcar.scores, is_exactly<T>(row<T>({-INFINITY, 0, 0})));
  CHECK_THAT(boxcar.prediction, is_exactly<T>(row<T>({45.5})));

  const auto triangular = with(Kernel::kTriangular);
  CHECK_THAT(triangular.kernel_values, is_exactly<T>(row<T>({0, 0.25, 0.75})));
  CHECK_THAT(triangular.weights, is_exactly<T>(row<T>({0, 0.25, 0.75})));
  CHECK_THAT(triangular.kernel_sums, is_exactly<T>(row<T>({1})));
  CHECK_THAT(triangular.prediction, is_exactly<T>(row<T>({46.75})));

  const auto epanechnikov = with(Kernel::kEpanechnikov);
  CHECK_THAT(epanechnikov.kernel_values, is_exactly<T>(row<T>({0, 0.4375, 0.9375})));
  CHECK_THAT(epanechnikov.prediction,
             is_close_to<T>(row<T>({T(63.8125) / T(1.375)}), kFewRoundings<T>));
}

TEMPLATE_TEST_CASE("kernel_regression: weights are not negative and sum to 1",
                   "[kernel_regression]", float, double) {
  using T = TestType;
  const auto sample = random_sample<T>(8, 70, 3, 2, 11);
  for (const Kernel kernel : kAllKernels) {
    CAPTURE(name_of(kernel));
    const auto result = regress(sample, {.kernel = kernel, .sigma = 1});
    CHECK(result.weights.minCoeff() >= 0);
    const Matrix<T> sums = result.weights.rowwise().sum();
    CHECK_THAT(sums, is_close_to<T>(Matrix<T>::Ones(8, 1), kSumOfWeights<T>));
    CHECK_THAT(result.weight_sums, is_close_to<T>(Matrix<T>::Ones(8, 1), kSumOfWeights<T>));
    CHECK(result.has_support == std::vector<std::uint8_t>(8, 1));
  }
}

TEMPLATE_TEST_CASE(
    "kernel_regression: a prediction lies between the smallest and the largest value",
    "[kernel_regression]", float, double) {
  using T = TestType;
  const auto sample = random_sample<T>(20, 15, 2, 3, 12);
  const T slack = static_cast<T>(2 * kSumOfWeights<T>.abs);
  for (const Kernel kernel : kAllKernels)
    for (const T sigma : {T(0.05), T(0.5), T(5)}) {
      CAPTURE(name_of(kernel), sigma);
      const auto result = regress(sample, {.kernel = kernel, .sigma = sigma});
      for (Index i = 0; i < 20; ++i) {
        if (result.has_support[static_cast<std::size_t>(i)] == 0) continue;
        for (Index c = 0; c < 3; ++c) {
          CHECK(result.prediction(i, c) >= sample.values.col(c).minCoeff() - slack);
          CHECK(result.prediction(i, c) <= sample.values.col(c).maxCoeff() + slack);
        }
      }
    }
}

TEMPLATE_TEST_CASE("kernel_regression: shifting all keys and the query changes nothing",
                   "[kernel_regression]", float, double) {
  using T = TestType;
  const auto sample = random_sample<T>(4, 9, 2, 2, 13);
  auto shifted = sample;
  shifted.queries.array() += T(37.25);
  shifted.keys.array() += T(37.25);
  for (const Kernel kernel : kDistanceKernels) {
    CAPTURE(name_of(kernel));
    const KernelRegressionOptions options{.kernel = kernel, .sigma = T(0.7)};
    CHECK_THAT(regress(shifted, options).prediction,
               is_exactly<T>(regress(sample, options).prediction));
  }
}

TEMPLATE_TEST_CASE(
    "kernel_regression: measuring keys, query and sigma in another unit changes nothing",
    "[kernel_regression]", float, double) {
  using T = TestType;
  const auto sample = random_sample<T>(4, 9, 2, 2, 14);
  for (const T unit : {T(0.0625), T(1024)}) {
    auto scaled = sample;
    scaled.queries *= unit;
    scaled.keys *= unit;
    for (const Kernel kernel : kDistanceKernels) {
      CAPTURE(name_of(kernel), unit);
      CHECK_THAT(regress(scaled, {.kernel = kernel, .sigma = T(0.75) * unit}).weights,
                 is_exactly<T>(regress(sample, {.kernel = kernel, .sigma = T(0.75)}).weights));
    }
  }
}

TEMPLATE_TEST_CASE("kernel_regression: permuting keys with their values changes nothing",
                   "[kernel_regression]", float, double) {
  using T = TestType;
  const auto sample = random_sample<T>(4, 9, 2, 2, 15);
  auto reversed = sample;
  reversed.keys = sample.keys.colwise().reverse();
  reversed.values = sample.values.colwise().reverse();
  for (const Kernel kernel : kAllKernels) {
    CAPTURE(name_of(kernel));
    const KernelRegressionOptions options{.kernel = kernel, .sigma = T(0.7)};
    CHECK_THAT(regress(reversed, options).prediction,
               is_close_to<T>(regress(sample, options).prediction, kFewRoundings<T>));
  }
}

TEMPLATE_TEST_CASE("kernel_regression: each query's result is independent of the other queries",
                   "[kernel_regression]", float, double) {
  using T = TestType;
  const auto sample = random_sample<T>(5, 9, 7, 2, 16);
  for (const Kernel kernel : kAllKernels) {
    CAPTURE(name_of(kernel));
    const KernelRegressionOptions options{.kernel = kernel, .sigma = T(0.7)};
    const auto together = regress(sample, options);
    for (Index i = 0; i < 5; ++i) {
      const Sample<T> alone{sample.queries.row(i), sample.keys, sample.values};
      const auto single = regress(alone, options);
      CHECK_THAT(single.prediction, is_exactly<T>(Matrix<T>(together.prediction.row(i))));
      CHECK_THAT(single.scores, is_exactly<T>(Matrix<T>(together.scores.row(i))));
      CHECK_THAT(single.weights, is_exactly<T>(Matrix<T>(together.weights.row(i))));
      CHECK_THAT(single.kernel_sums, is_exactly<T>(Matrix<T>(together.kernel_sums.row(i))));
    }
  }
}

TEMPLATE_TEST_CASE("kernel_regression: a large sigma predicts the mean of all values",
                   "[kernel_regression]", float, double) {
  using T = TestType;
  const T mean = T(131) / 3;
  for (const Kernel kernel : kDistanceKernels) {
    CAPTURE(name_of(kernel));
    CHECK_THAT(regress(waist_sample<T>(), {.kernel = kernel, .sigma = T(1e10)}).prediction,
               is_close_to<T>(row<T>({mean}), kLimit<T>));
  }
}

TEMPLATE_TEST_CASE("kernel_regression: a small sigma predicts the nearest neighbour's value",
                   "[kernel_regression]", float, double) {
  using T = TestType;
  auto sample = waist_sample<T>();
  sample.queries = column<T>({51.25, 56.25, 57.75, 20, 80});
  const auto result = regress(sample, {.sigma = T(0.05)});
  CHECK_THAT(result.prediction, is_close_to<T>(column<T>({40, 43, 48, 40, 48}), kLimit<T>));
}

TEST_CASE("kernel_regression: float agrees with double", "[kernel_regression]") {
  for (const Kernel kernel : kAllKernels) {
    CAPTURE(name_of(kernel));
    const auto in_float =
        regress(random_sample<float>(6, 31, 4, 3, 17), {.kernel = kernel, .sigma = 2});
    const auto exact =
        regress(random_sample<double>(6, 31, 4, 3, 17), {.kernel = kernel, .sigma = 2});
    CHECK_THAT(in_double(in_float.weights), is_close_to<double>(exact.weights, kReference<float>));
    CHECK_THAT(in_double(in_float.prediction),
               is_close_to<double>(exact.prediction, kReference<float>));
  }
}

TEMPLATE_TEST_CASE(
    "kernel_regression: every stage agrees with the plain formulas up to 70 keys and 70 dimensions",
    "[kernel_regression]", float, double) {
  using T = TestType;
  for (Index n = 1; n <= 70; ++n)
    for (const Kernel kernel : kAllKernels) {
      const Index d = 71 - n;
      CAPTURE(n, d, name_of(kernel));
      auto sample = random_sample<T>(2, n, d, 1 + n % 5, 1000 + static_cast<unsigned>(n));
      // Without this division the dot products would be large, and exp would amplify the rounding
      // errors of the scores beyond the tolerance.
      if (kernel == Kernel::kDotProduct) sample.queries /= 16;
      const T sigma = std::sqrt(static_cast<T>(d)) / (kernel == Kernel::kGaussian ? 4 : 1);
      const auto got = regress(sample, {.kernel = kernel, .sigma = sigma});
      const auto expected = reference::kernel_regression(
          {in_double(sample.queries), in_double(sample.keys), in_double(sample.values)},
          {.kernel = kernel, .sigma = static_cast<double>(sigma)});
      const auto agrees = [](const Matrix<double>& x) { return is_close_to(x, kReference<T>); };
      CHECK_THAT(in_double(got.distances), agrees(expected.distances));
      CHECK_THAT(in_double(got.kernel_values), agrees(expected.kernel_values));
      CHECK_THAT(in_double(got.weights), agrees(expected.weights));
      CHECK_THAT(in_double(got.kernel_sums), agrees(expected.kernel_sums));
      CHECK_THAT(in_double(got.weight_sums), agrees(expected.weight_sums));
      CHECK_THAT(in_double(got.weighted_values), agrees(expected.weighted_values));
      CHECK_THAT(in_double(got.prediction), agrees(expected.prediction));
      CHECK(got.has_support == expected.has_support);
    }
}

TEMPLATE_TEST_CASE("kernel_regression: kernel values are exp of the scores", "[kernel_regression]",
                   float, double) {
  using T = TestType;
  for (const Kernel kernel : kAllKernels) {
    CAPTURE(name_of(kernel));
    const auto result =
        regress(random_sample<T>(3, 12, 2, 1, 18), {.kernel = kernel, .sigma = T(0.5)});
    const Matrix<T> expected = result.scores.array().exp();
    CHECK_THAT(result.kernel_values, is_close_to<T>(expected, kFewRoundings<T>));
  }
}

TEMPLATE_TEST_CASE("kernel_regression: the sign affects only the Gaussian", "[kernel_regression]",
                   float, double) {
  using T = TestType;
  const auto sample = random_sample<T>(3, 6, 2, 1, 19);
  for (const Kernel kernel : kAllKernels) {
    CAPTURE(name_of(kernel));
    const auto minus = regress(sample, {.kernel = kernel});
    const auto plus = regress(sample, {.kernel = kernel}, kPlusSign);
    CHECK((minus.weights == plus.weights) == (kernel != Kernel::kGaussian));
  }
}

TEMPLATE_TEST_CASE("kernel_regression: the prediction equals that of the stages, bit for bit",
                   "[kernel_regression]", float, double) {
  using T = TestType;
  for (const Kernel kernel : kAllKernels)
    for (Index n = 1; n <= 40; ++n) {
      CAPTURE(name_of(kernel), n);
      const auto sample = random_sample<T>(5, n, 1 + n % 6, 1 + n % 3, 20);
      const KernelRegressionOptions options{.kernel = kernel, .sigma = 1};
      const auto stages = regress(sample, options);
      const auto alone = kernel_regression(sample.queries, sample.keys, sample.values, options);
      CHECK_THAT(alone.prediction, is_exactly<T>(stages.prediction));
      CHECK(alone.has_support == stages.has_support);
    }
}

}  // namespace
}  // namespace attention::test
