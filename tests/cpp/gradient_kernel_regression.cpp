// SPDX-License-Identifier: MIT
#include <cmath>
#include <limits>

#include "attention/kernel_regression.hpp"
#include "support/catch.hpp"
#include "support/matchers.hpp"
#include "support/samples.hpp"
#include "support/tolerance.hpp"

namespace attention::test {
namespace {

template <class T>
struct Gradient {
  Matrix<T> queries, keys, values;
  T sigma;
};

template <class T>
Gradient<T> gradient_of(const Sample<T>& x, const Matrix<T>& g,
                        const KernelRegressionOptions& options,
                        const abi::DocumentVariant& variant = {}) {
  const auto by =
      abi::kernel_regression_gradient<T>({x.queries, x.keys, x.values}, g, options, variant);
  return {as_matrix(by.queries), as_matrix(by.keys), as_matrix(by.values), by.sigma};
}

double loss(const Sample<double>& x, const Matrix<double>& g,
            const KernelRegressionOptions& options, const abi::DocumentVariant& variant) {
  return (regress(x, options, variant).prediction.array() * g.array()).sum();
}

// The smallest distance of any u = ‖q − k‖/σ to a point where some kernel has no derivative: 0, or
// the edge of the window, 1.
double distance_to_corners(const Sample<double>& x, double sigma) {
  const auto u = (regress(x, {.sigma = sigma}).distances.array() / sigma).eval();
  return std::min((u - 1).abs().minCoeff(), u.minCoeff());
}

TEMPLATE_TEST_CASE("gradient: with two keys the prediction's slope is w₁w₂Δv·Δk/σ²", "[gradient]",
                   float, double) {
  using T = TestType;
  const Sample<T> sample{column<T>({1}), column<T>({0, 2}), column<T>({0, 1})};
  const auto gradient = gradient_of<T>(sample, row<T>({1}), {});
  CHECK_THAT(gradient.queries, is_close_to<T>(column<T>({0.5}), kFewRoundings<T>));
  CHECK_THAT(gradient.keys, is_close_to<T>(column<T>({-0.25, -0.25}), kFewRoundings<T>));
  CHECK_THAT(gradient.values, is_close_to<T>(column<T>({0.5, 0.5}), kFewRoundings<T>));
  CHECK(gradient.sigma == 0);
}

TEST_CASE("gradient: equals central differences for every kernel", "[gradient]") {
  auto sample = random_sample<double>(3, 6, 2, 2, 31);
  const auto g = random_matrix<double>(3, 2, 34, -1, 1);
  for (const Kernel kernel : kAllKernels)
    for (const bool has_plus_sign : {false, true})
      for (const double sigma : {0.33, 0.8}) {
        CAPTURE(name_of(kernel), sigma, has_plus_sign);
        REQUIRE(distance_to_corners(sample, sigma) > 100 * kDifferenceStep);
        const KernelRegressionOptions options{.kernel = kernel, .sigma = sigma};
        const abi::DocumentVariant variant{has_plus_sign};
        const auto gradient = gradient_of(sample, g, options, variant);
        const auto check = [&](const Matrix<double>& got, Matrix<double>& part) {
          check_gradient(got, part, [&] { return loss(sample, g, options, variant); });
        };
        check(gradient.queries, sample.queries);
        check(gradient.keys, sample.keys);
        check(gradient.values, sample.values);
        auto wider = options;
        wider.sigma += kDifferenceStep;
        auto narrower = options;
        narrower.sigma -= kDifferenceStep;
        const double slope =
            (loss(sample, g, wider, variant) - loss(sample, g, narrower, variant)) /
            (2 * kDifferenceStep);
        CHECK(passes(gradient.sigma, slope, kDifferenceQuotient));
      }
}

TEST_CASE("gradient: float agrees with double", "[gradient]") {
  const auto g = random_matrix<double>(5, 3, 35, -1, 1);
  for (const Kernel kernel : kAllKernels) {
    CAPTURE(name_of(kernel));
    const auto in_float = gradient_of<float>(random_sample<float>(5, 9, 3, 3, 36), g.cast<float>(),
                                             {.kernel = kernel, .sigma = 0.75F});
    const auto exact =
        gradient_of(random_sample<double>(5, 9, 3, 3, 36), g, {.kernel = kernel, .sigma = 0.75});
    const auto agrees = [](const Matrix<double>& x) { return is_close_to(x, kFloatGradient); };
    CHECK_THAT(in_double(in_float.queries), agrees(exact.queries));
    CHECK_THAT(in_double(in_float.keys), agrees(exact.keys));
    CHECK_THAT(in_double(in_float.values), agrees(exact.values));
    CHECK(passes(static_cast<double>(in_float.sigma), exact.sigma, kFloatGradient));
  }
}

TEST_CASE("gradient: shifting queries and keys together has gradient 0", "[gradient]") {
  const auto sample = random_sample<double>(3, 6, 2, 2, 37);
  const auto g = random_matrix<double>(3, 2, 38, -1, 1);
  for (const Kernel kernel : kDistanceKernels) {
    CAPTURE(name_of(kernel));
    const auto gradient = gradient_of(sample, g, {.kernel = kernel, .sigma = 0.5});
    const Matrix<double> sum = gradient.queries.colwise().sum() + gradient.keys.colwise().sum();
    CHECK_THAT(sum, is_close_to<double>(Matrix<double>::Zero(1, 2), {.abs = 1e-13}));
  }
}

TEST_CASE("gradient: scaling queries, keys and sigma together has gradient 0", "[gradient]") {
  const auto sample = random_sample<double>(3, 6, 2, 2, 39);
  const auto g = random_matrix<double>(3, 2, 40, -1, 1);
  for (const Kernel kernel : kDistanceKernels) {
    CAPTURE(name_of(kernel));
    const auto gradient = gradient_of(sample, g, {.kernel = kernel, .sigma = 0.5});
    const double slope = (gradient.queries.array() * sample.queries.array()).sum() +
                         (gradient.keys.array() * sample.keys.array()).sum() + gradient.sigma * 0.5;
    CHECK(std::abs(slope) < 1e-13);
  }
}

TEMPLATE_TEST_CASE("gradient: the gradient of a value is its weight", "[gradient]", float, double) {
  using T = TestType;
  const auto sample = random_sample<T>(1, 7, 2, 1, 41);
  for (const Kernel kernel : kAllKernels) {
    CAPTURE(name_of(kernel));
    const KernelRegressionOptions options{.kernel = kernel, .sigma = T(0.6)};
    const Matrix<T> weights = regress(sample, options).weights.transpose();
    CHECK_THAT(gradient_of<T>(sample, row<T>({1}), options).values, is_exactly<T>(weights));
  }
}

TEMPLATE_TEST_CASE("gradient: boxcar has gradient 0 in queries, keys and sigma", "[gradient]",
                   float, double) {
  using T = TestType;
  const auto gradient = gradient_of<T>(random_sample<T>(4, 7, 2, 1, 42), Matrix<T>::Ones(4, 1),
                                       {.kernel = Kernel::kBoxcar, .sigma = T(0.6)});
  CHECK_THAT(gradient.queries, is_exactly<T>(Matrix<T>::Zero(4, 2)));
  CHECK_THAT(gradient.keys, is_exactly<T>(Matrix<T>::Zero(7, 2)));
  CHECK(gradient.sigma == 0);
}

TEMPLATE_TEST_CASE("gradient: the dot product has gradient 0 in sigma", "[gradient]", float,
                   double) {
  using T = TestType;
  CHECK(gradient_of<T>(random_sample<T>(4, 7, 2, 1, 43), Matrix<T>::Ones(4, 1),
                       {.kernel = Kernel::kDotProduct})
            .sigma == 0);
}

TEMPLATE_TEST_CASE("gradient: a query without support has gradient 0", "[gradient]", float,
                   double) {
  using T = TestType;
  auto sample = waist_sample<T>();
  sample.queries = column<T>({100});
  for (const Kernel kernel : kCompactKernels) {
    CAPTURE(name_of(kernel));
    const auto gradient = gradient_of<T>(sample, row<T>({1}), {.kernel = kernel});
    CHECK_THAT(gradient.queries, is_exactly<T>(Matrix<T>::Zero(1, 1)));
    CHECK_THAT(gradient.keys, is_exactly<T>(Matrix<T>::Zero(3, 1)));
    CHECK_THAT(gradient.values, is_exactly<T>(Matrix<T>::Zero(3, 1)));
    CHECK(gradient.sigma == 0);
  }
}

TEMPLATE_TEST_CASE("gradient: is finite where a kernel is not differentiable", "[gradient]", float,
                   double) {
  using T = TestType;
  // The distances to the three keys, in units of σ, are u = 0, 1 and 0.5.
  const Sample<T> sample{column<T>({0}), column<T>({0, 2, 1}), column<T>({1, 2, 4})};
  for (const Kernel kernel : kAllKernels) {
    CAPTURE(name_of(kernel));
    const auto gradient = gradient_of<T>(sample, row<T>({1}), {.kernel = kernel, .sigma = 2});
    CHECK(gradient.queries.allFinite());
    CHECK(gradient.keys.allFinite());
    CHECK(gradient.values.allFinite());
    CHECK(std::isfinite(gradient.sigma));
    // At u = 0 the slope of a kernel is 0 by symmetry; the triangular kernel has a corner there,
    // and its slope is 0 by convention. At u = 1 the slope is 0, as outside the window.
    if (kernel != Kernel::kDotProduct) CHECK(gradient.keys(0, 0) == 0);
    if (is_compact(kernel)) CHECK(gradient.keys(1, 0) == 0);
  }
}

TEMPLATE_TEST_CASE("gradient: at the smallest sigma, a query on its key has finite gradients of 0",
                   "[gradient]", float, double) {
  using T = TestType;
  const Sample<T> sample{column<T>({56}), column<T>({51, 56, 56}), column<T>({40, 43, 48})};
  for (const T smallest : kSmallest<T>)
    for (const Kernel kernel : kDistanceKernels) {
      CAPTURE(name_of(kernel), smallest);
      const auto gradient =
          gradient_of<T>(sample, row<T>({1}), {.kernel = kernel, .sigma = smallest});
      CHECK_THAT(gradient.queries, is_exactly<T>(Matrix<T>::Zero(1, 1)));
      CHECK_THAT(gradient.keys, is_exactly<T>(Matrix<T>::Zero(3, 1)));
      CHECK(gradient.sigma == 0);
    }
}

TEMPLATE_TEST_CASE("gradient: NaN in a key reaches every query's gradient", "[gradient]", float,
                   double) {
  using T = TestType;
  auto sample = waist_sample<T>();
  sample.keys(1, 0) = std::numeric_limits<T>::quiet_NaN();
  for (const Kernel kernel : kAllKernels) {
    CAPTURE(name_of(kernel));
    const auto gradient = gradient_of<T>(sample, row<T>({1}), {.kernel = kernel});
    CHECK(gradient.queries.array().isNaN().all());
    CHECK(gradient.values.array().isNaN().all());
  }
}

TEMPLATE_TEST_CASE("gradient: no queries give zero gradients shaped like the inputs", "[gradient]",
                   float, double) {
  using T = TestType;
  const auto gradient = gradient_of<T>(random_sample<T>(0, 4, 3, 2, 44), Matrix<T>(0, 2), {});
  CHECK_THAT(gradient.queries, is_exactly<T>(Matrix<T>(0, 3)));
  CHECK_THAT(gradient.keys, is_exactly<T>(Matrix<T>::Zero(4, 3)));
  CHECK_THAT(gradient.values, is_exactly<T>(Matrix<T>::Zero(4, 2)));
  CHECK(gradient.sigma == 0);
}

TEMPLATE_TEST_CASE("gradient: scaling queries, keys and sigma divides their gradients",
                   "[gradient]", float, double) {
  using T = TestType;
  const int far = std::numeric_limits<T>::max_exponent * 2 / 3;
  const Matrix<T> g = random_matrix<T>(3, 2, 45, -1, 1);
  for (const T scale : {std::ldexp(T(1), -far), std::ldexp(T(1), far)})
    for (const Kernel kernel : kDistanceKernels)
      for (const bool has_plus_sign : {false, true}) {
        CAPTURE(name_of(kernel), scale);
        auto sample = random_sample<T>(3, 6, 2, 2, 46);
        const auto expected = gradient_of<T>(sample, g, {kernel, T(0.8)}, {has_plus_sign});
        sample.queries *= scale;
        sample.keys *= scale;
        const auto gradient = gradient_of<T>(sample, g, {kernel, T(0.8) * scale}, {has_plus_sign});
        const Tolerance near{.abs = 10 * kReference<T>.rel, .rel = 10 * kReference<T>.rel};
        CHECK_THAT(Matrix<T>(gradient.queries * scale), is_close_to<T>(expected.queries, near));
        CHECK_THAT(Matrix<T>(gradient.keys * scale), is_close_to<T>(expected.keys, near));
        CHECK(passes(static_cast<double>(gradient.sigma * scale),
                     static_cast<double>(expected.sigma), near));
      }
}

TEMPLATE_TEST_CASE("gradient: the triangle has its slope where u underflows", "[gradient]", float,
                   double) {
  using T = TestType;
  const T tiny = std::numeric_limits<T>::min();
  const T sigma = std::ldexp(T(1), std::numeric_limits<T>::max_exponent / 2);
  const Sample<T> sample{column<T>({0}), column<T>({tiny, 0}), column<T>({1, 0})};
  const auto gradient =
      gradient_of<T>(sample, row<T>({1}), {.kernel = Kernel::kTriangular, .sigma = sigma});
  CHECK(passes(static_cast<double>(gradient.queries(0, 0) * sigma), 0.25, kFewRoundings<T>));
}

}  // namespace
}  // namespace attention::test
