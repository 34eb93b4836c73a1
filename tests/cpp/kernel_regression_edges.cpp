// SPDX-License-Identifier: MIT
// Tests kernel regression with extreme numbers, keys at the edge of a window, queries without any
// key in their window, NaN and infinities. kernel_regression.cpp tests its properties. This file is
// long because it has a short test for each edge.
#include <cmath>
#include <limits>

#include "attention/kernel_regression.hpp"
#include "support/catch.hpp"
#include "support/matchers.hpp"
#include "support/samples.hpp"
#include "support/tolerance.hpp"

namespace attention::test {
namespace {

using Support = std::vector<std::uint8_t>;

TEMPLATE_TEST_CASE("kernel_regression: with extreme sigma, a query on a key still gets its value",
                   "[kernel_regression]", float, double) {
  using T = TestType;
  auto sample = waist_sample<T>();
  sample.queries = column<T>({51, 56, 58});
  for (const T smallest : kSmallest<T>)
    for (const Kernel kernel : kDistanceKernels) {
      CAPTURE(name_of(kernel), smallest);
      const auto narrow = regress(sample, {.kernel = kernel, .sigma = smallest});
      CHECK_THAT(narrow.prediction, is_exactly<T>(sample.values));
      const auto wide = regress(sample, {.kernel = kernel, .sigma = std::numeric_limits<T>::max()});
      CHECK_THAT(wide.prediction,
                 is_close_to<T>(Matrix<T>::Constant(3, 1, T(131) / 3), kFewRoundings<T>));
    }
}

TEMPLATE_TEST_CASE("kernel_regression: scores are accurate where 2σ² is subnormal",
                   "[kernel_regression]", float, double) {
  using T = TestType;
  // Here 2σ² is subnormal and has fewer significant digits than σ and the squared distance. So a
  // score computed as −distance² / 2σ² would be inaccurate.
  constexpr int kHalf = std::numeric_limits<T>::min_exponent / 2;
  const T sigma = std::ldexp(T(1.1), kHalf - 9);
  const T distance = std::ldexp(T(1), kHalf + 4);
  REQUIRE_FALSE(std::isnormal(2 * sigma * sigma));
  const Sample<T> sample{column<T>({distance}), column<T>({0}), column<T>({1})};
  const T u = distance / sigma;
  CHECK(passes(regress(sample, {.sigma = sigma}).scores(0, 0), -u * u / 2, kFewRoundings<T>));
}

TEMPLATE_TEST_CASE("kernel_regression: a far query gets the value of the nearest key, not 0/0",
                   "[kernel_regression]", float, double) {
  using T = TestType;
  auto sample = waist_sample<T>();
  sample.queries = column<T>({-1e5, 1e5, 1e6});
  const auto result = regress(sample, {});
  // exp(score) underflows to 0 for every key. The weights do not, because the softmax subtracts the
  // largest score first.
  CHECK_THAT(result.kernel_values, is_exactly<T>(Matrix<T>::Zero(3, 3)));
  CHECK_THAT(result.prediction, is_exactly<T>(column<T>({40, 48, 48})));
}

TEMPLATE_TEST_CASE(
    "kernel_regression: the printed sign overflows exp and still takes the farthest key",
    "[kernel_regression]", float, double) {
  using T = TestType;
  auto sample = waist_sample<T>();
  sample.queries = column<T>({1e4});
  const auto result = regress(sample, {}, kPlusSign);
  CHECK_THAT(result.kernel_values, is_exactly<T>(Matrix<T>::Constant(1, 3, kInf<T>)));
  CHECK_THAT(result.prediction, is_exactly<T>(row<T>({40})));
}

TEMPLATE_TEST_CASE("kernel_regression: a single key gives its value to every query with support",
                   "[kernel_regression]", float, double) {
  using T = TestType;
  const Sample<T> sample{column<T>({-3, 0, 0.5}), column<T>({0}), row<T>({7, -2})};
  const Matrix<T> expected = sample.values.replicate(3, 1);
  for (const Kernel kernel : kAllKernels) {
    CAPTURE(name_of(kernel));
    CHECK_THAT(regress(sample, {.kernel = kernel, .sigma = 4}).prediction, is_exactly<T>(expected));
  }
}

TEMPLATE_TEST_CASE("kernel_regression: equal keys share the weight equally", "[kernel_regression]",
                   float, double) {
  using T = TestType;
  const Sample<T> sample{column<T>({2.5}), column<T>({2, 2, 2, 2}), column<T>({1, 2, 3, 6})};
  for (const Kernel kernel : kAllKernels) {
    CAPTURE(name_of(kernel));
    const auto result = regress(sample, {.kernel = kernel});
    CHECK_THAT(result.weights, is_exactly<T>(Matrix<T>::Constant(1, 4, T(0.25))));
    CHECK_THAT(result.prediction, is_exactly<T>(row<T>({3})));
  }
}

TEMPLATE_TEST_CASE("kernel_regression: no queries give empty stages", "[kernel_regression]", float,
                   double) {
  using T = TestType;
  for (const Kernel kernel : kAllKernels) {
    const auto result = regress(random_sample<T>(0, 4, 3, 2, 21), {.kernel = kernel});
    for (const auto* stage :
         {&result.distances, &result.scores, &result.kernel_values, &result.weights})
      CHECK_THAT(*stage, is_exactly<T>(Matrix<T>(0, 4)));
    CHECK_THAT(result.kernel_sums, is_exactly<T>(Matrix<T>(0, 1)));
    CHECK_THAT(result.weight_sums, is_exactly<T>(Matrix<T>(0, 1)));
    CHECK_THAT(result.weighted_values, is_exactly<T>(Matrix<T>(0, 2)));
    CHECK_THAT(result.prediction, is_exactly<T>(Matrix<T>(0, 2)));
    CHECK(result.has_support.empty());
  }
}

TEMPLATE_TEST_CASE(
    "kernel_regression: outside every window weights and prediction are 0 without support",
    "[kernel_regression]", float, double) {
  using T = TestType;
  auto sample = waist_sample<T>();
  sample.queries = column<T>({57, 100, 53.5});
  for (const Kernel kernel : kCompactKernels) {
    CAPTURE(name_of(kernel));
    const auto result = regress(sample, {.kernel = kernel, .sigma = 2});
    CHECK(result.has_support == Support{1, 0, 0});
    CHECK_THAT(Matrix<T>(result.weights.bottomRows(2)), is_exactly<T>(Matrix<T>::Zero(2, 3)));
    CHECK_THAT(Matrix<T>(result.scores.bottomRows(2)),
               is_exactly<T>(Matrix<T>::Constant(2, 3, -kInf<T>)));
    CHECK_THAT(Matrix<T>(result.prediction.bottomRows(2)), is_exactly<T>(Matrix<T>::Zero(2, 1)));
    CHECK_THAT(Matrix<T>(result.kernel_sums.bottomRows(2)), is_exactly<T>(Matrix<T>::Zero(2, 1)));
    CHECK_THAT(Matrix<T>(result.weight_sums.bottomRows(2)), is_exactly<T>(Matrix<T>::Zero(2, 1)));
    CHECK_THAT(Matrix<T>(result.weighted_values.bottomRows(6)),
               is_exactly<T>(Matrix<T>::Zero(6, 1)));
  }
}

TEMPLATE_TEST_CASE("kernel_regression: Gaussian and dot product support every query",
                   "[kernel_regression]", float, double) {
  using T = TestType;
  auto sample = waist_sample<T>();
  sample.queries = column<T>({-1e6, 0, 1e6});
  for (const Kernel kernel : {Kernel::kGaussian, Kernel::kDotProduct}) {
    CAPTURE(name_of(kernel));
    CHECK(regress(sample, {.kernel = kernel}).has_support == Support{1, 1, 1});
  }
}

TEMPLATE_TEST_CASE("kernel_regression: a key on the edge of the window has weight for boxcar only",
                   "[kernel_regression]", float, double) {
  using T = TestType;
  // With the key 0 and σ = 1, the distances u of the queries are 1, just above 1 and just below 1.
  const T above = std::nextafter(T(1), T(2));
  const T below = std::nextafter(T(1), T(0));
  const Sample<T> sample{column<T>({1, above, below}), column<T>({0}), column<T>({5})};
  const auto boxcar = regress(sample, {.kernel = Kernel::kBoxcar});
  CHECK_THAT(boxcar.kernel_values, is_exactly<T>(column<T>({1, 0, 1})));
  CHECK(boxcar.has_support == Support{1, 0, 1});
  for (const Kernel kernel : {Kernel::kTriangular, Kernel::kEpanechnikov}) {
    CAPTURE(name_of(kernel));
    const auto result = regress(sample, {.kernel = kernel});
    CHECK(result.has_support == Support{0, 0, 1});
    CHECK_THAT(result.weights, is_exactly<T>(column<T>({0, 0, 1})));
    CHECK_THAT(result.prediction, is_exactly<T>(column<T>({0, 0, 5})));
  }
}

TEMPLATE_TEST_CASE("kernel_regression: NaN in a query affects only its row", "[kernel_regression]",
                   float, double) {
  using T = TestType;
  auto sample = waist_sample<T>();
  sample.queries = column<T>({57, kNaN<T>, 57});
  for (const Kernel kernel : kAllKernels) {
    CAPTURE(name_of(kernel));
    const auto result = regress(sample, {.kernel = kernel, .sigma = 2});
    for (const auto* stage :
         {&result.distances, &result.scores, &result.kernel_values, &result.weights}) {
      if (kernel == Kernel::kDotProduct && stage == &result.kernel_values) continue;
      CHECK(stage->row(1).array().isNaN().all());
      CHECK(!stage->row(0).array().isNaN().any());
    }
    CHECK(std::isnan(result.prediction(1, 0)));
    CHECK(result.prediction(0, 0) == result.prediction(2, 0));
    CHECK(result.has_support == Support{1, 1, 1});
  }
}

TEMPLATE_TEST_CASE(
    "kernel_regression: a NaN key makes every prediction NaN and is not 'no support'",
    "[kernel_regression]", float, double) {
  using T = TestType;
  auto sample = waist_sample<T>();
  sample.queries = column<T>({57, 100});
  for (Index j = 0; j < 3; ++j)
    for (const Kernel kernel : kAllKernels) {
      CAPTURE(j, name_of(kernel));
      sample.keys = column<T>({51, 56, 58});
      sample.keys(j, 0) = kNaN<T>;
      const auto result = regress(sample, {.kernel = kernel, .sigma = 2});
      CHECK(result.kernel_values.col(j).array().isNaN().all());
      CHECK(result.weights.array().isNaN().all());
      CHECK(result.prediction.array().isNaN().all());
      CHECK(result.has_support == Support{1, 1});
      const auto alone = kernel_regression(sample.queries, sample.keys, sample.values,
                                           {.kernel = kernel, .sigma = 2});
      CHECK(as_matrix(alone.prediction).array().isNaN().all());
      CHECK(alone.has_support == Support{1, 1});
    }
}

TEMPLATE_TEST_CASE("kernel_regression: a key at infinity has weight 0", "[kernel_regression]",
                   float, double) {
  using T = TestType;
  // With 3 to 11 keys, SIMD loops run with and without a remainder.
  for (Index n = 3; n <= 11; ++n)
    for (const T infinity : {kInf<T>, -kInf<T>})
      for (const Kernel kernel : kDistanceKernels) {
        CAPTURE(name_of(kernel), infinity, n);
        auto sample = random_sample<T>(1, n, 1, 1, 22);
        sample.keys(0, 0) = infinity;
        const auto result = regress(sample, {.kernel = kernel, .sigma = 2});
        CHECK(result.distances(0, 0) == kInf<T>);
        CHECK(result.kernel_values(0, 0) == 0);
        CHECK(result.weights(0, 0) == 0);
        CHECK(passes(result.weight_sums(0, 0), 1, kSumOfWeights<T>));
        CHECK(std::isfinite(result.prediction(0, 0)));
      }
}

TEMPLATE_TEST_CASE("kernel_regression: a query at infinity has no nearest key",
                   "[kernel_regression]", float, double) {
  using T = TestType;
  auto sample = waist_sample<T>();
  sample.queries = column<T>({kInf<T>});
  CHECK(std::isnan(regress(sample, {}).prediction(0, 0)));
  for (const Kernel kernel : kCompactKernels) {
    CAPTURE(name_of(kernel));
    CHECK(regress(sample, {.kernel = kernel}).has_support == Support{0});
  }
}

TEMPLATE_TEST_CASE(
    "kernel_regression: NaN and infinity in a value reach the prediction as IEEE says",
    "[kernel_regression]", float, double) {
  using T = TestType;
  auto sample = waist_sample<T>();
  sample.values = rows<T>({{40, 1, 1}, {43, kInf<T>, kNaN<T>}, {48, 1, 1}});
  const auto result = regress(sample, {});
  CHECK(std::isfinite(result.prediction(0, 0)));
  CHECK(result.prediction(0, 1) == kInf<T>);
  CHECK(std::isnan(result.prediction(0, 2)));
  // A key outside the window has weight 0, but its value still counts: 0 · ∞ is NaN.
  sample.values = column<T>({kInf<T>, 43, 48});
  CHECK(std::isnan(regress(sample, {.kernel = Kernel::kBoxcar, .sigma = 2}).prediction(0, 0)));
}

TEST_CASE("kernel_regression: three kernels are compact", "[kernel_regression]") {
  for (const Kernel kernel : kAllKernels)
    CHECK(is_compact(kernel) == (kernel != Kernel::kGaussian && kernel != Kernel::kDotProduct));
  CHECK(kKernelNames.size() == kAllKernels.size());
}

TEMPLATE_TEST_CASE("kernel_regression: scaling queries, keys and sigma together changes no weight",
                   "[kernel_regression]", float, double) {
  using T = TestType;
  // The squares of these scales underflow or overflow.
  const int far = std::numeric_limits<T>::max_exponent * 2 / 3;
  for (const int exponent : {-far, far}) {
    const T scale = std::ldexp(T(1.1), exponent);
    for (const Index d : {1, 3, 11})
      for (const Kernel kernel : kDistanceKernels)
        for (const bool has_plus_sign : {false, true}) {
          CAPTURE(name_of(kernel), scale, d);
          auto sample = random_sample<T>(4, 6, d, 2, 23);
          const auto expected = regress(sample, {kernel, 1.5}, {has_plus_sign});
          sample.queries *= scale;
          sample.keys *= scale;
          const auto result = regress(sample, {kernel, T(1.5) * scale}, {has_plus_sign});
          CHECK_THAT(Matrix<T>(result.distances / scale),
                     is_close_to<T>(expected.distances, kReference<T>));
          CHECK_THAT(result.scores, is_close_to<T>(expected.scores, {kReference<T>.rel, 1e-5}));
          CHECK_THAT(result.weights, is_close_to<T>(expected.weights, {kReference<T>.rel, 1e-5}));
        }
  }
}

TEMPLATE_TEST_CASE("kernel_regression: a key so far away that u² overflows has weight 0",
                   "[kernel_regression]", float, double) {
  using T = TestType;
  const T far = std::ldexp(T(1), std::numeric_limits<T>::max_exponent - 2);
  for (const Kernel kernel : kDistanceKernels) {
    const auto result = regress(
        Sample<T>{row<T>({0, 0}), rows<T>({{far, far}, {0, 0}}), row<T>({1, 2}).transpose()},
        {.kernel = kernel, .sigma = std::numeric_limits<T>::min()});
    CHECK(passes(static_cast<double>(result.distances(0, 0) / far), std::sqrt(2.0),
                 kFewRoundings<T>));
    CHECK_THAT(result.weights, is_exactly<T>(row<T>({0, 1})));
  }
}

TEMPLATE_TEST_CASE("kernel_regression: fewer than eight squares are added from first to last",
                   "[kernel_regression]", float, double) {
  using T = TestType;
  for (Index d = 1; d < 8; ++d) {
    const Matrix<T> queries = random_tensor<T>({20, d}, 26).rows;
    const Matrix<T> keys = random_tensor<T>({30, d}, 27).rows;
    Matrix<T> expected(20, 30);
    for (Index i = 0; i < 20; ++i)
      for (Index j = 0; j < 30; ++j) {
        T sum = 0;
        for (Index c = 0; c < d; ++c)
          sum += (queries(i, c) - keys(j, c)) * (queries(i, c) - keys(j, c));
        expected(i, j) = std::sqrt(sum);
      }
    const Sample<T> sample{queries, keys, Matrix<T>::Ones(30, 1)};
    CHECK_THAT(regress(sample, {}).distances, is_exactly<T>(expected));
  }
}

TEMPLATE_TEST_CASE("kernel_regression: the bits do not depend on the address of the rows",
                   "[kernel_regression]", float, double) {
  using T = TestType;
  for (Index d = 1; d <= 21; ++d) {
    const auto sample = random_sample<T>(2, 7, d, 3, 24 + static_cast<unsigned>(d));
    const Matrix<T> g = random_matrix<T>(2, 3, 25);
    const KernelRegressionOptions options{.sigma = T(0.7)};
    const auto expected = regress(sample, options);
    const auto slopes =
        kernel_regression_gradient(sample.queries, sample.keys, sample.values, g, options);
    for (Index shift = 1; shift < 6; ++shift) {
      CAPTURE(d, shift);
      const auto moved = [shift](const Matrix<T>& x) {
        Matrix<T> wide = Matrix<T>::Zero(x.rows(), x.cols() + shift + 1);
        wide.middleCols(shift, x.cols()) = x;
        return wide;
      };
      const Matrix<T> q = moved(sample.queries), k = moved(sample.keys), v = moved(sample.values);
      const auto q_view = q.middleCols(shift, d), k_view = k.middleCols(shift, d);
      const auto v_view = v.middleCols(shift, 3);
      const auto result = kernel_regression_stages(q_view, k_view, v_view, options);
      CHECK_THAT(result.distances, is_exactly<T>(expected.distances));
      CHECK_THAT(result.prediction, is_exactly<T>(expected.prediction));
      const auto gradient = kernel_regression_gradient(q_view, k_view, v_view, g, options);
      CHECK_THAT(gradient.keys, is_exactly<T>(as_matrix(slopes.keys)));
      CHECK(gradient.sigma == slopes.sigma);
    }
    // The results of a query do not depend on the rows before it.
    const auto second =
        kernel_regression_stages(sample.queries.bottomRows(1), sample.keys, sample.values, options);
    CHECK_THAT(second.distances, is_exactly<T>(expected.distances.bottomRows(1)));
  }
}

TEST_CASE("kernel_regression: averages over many keys keep their digits in float",
          "[kernel_regression]") {
  constexpr Index kKeys = 400'000;
  const Matrix<float> keys = Matrix<float>::Constant(kKeys, 1, 0.5F);
  const Matrix<float> values = Matrix<float>::Constant(kKeys, 1, 0.7F);
  const auto result = kernel_regression(row<float>({0}), keys, values,
                                        {.kernel = Kernel::kEpanechnikov, .sigma = 1.5F});
  // The weights, and sums of blocks of 32 keys, are rounded to float. The blocks are added in
  // double.
  CHECK(passes(static_cast<double>(result.prediction(0, 0)), 0.7, {.rel = 4e-6}));
}

}  // namespace
}  // namespace attention::test
