// SPDX-License-Identifier: MIT
#include "attention/error.hpp"
#include "attention/detail/refuse.hpp"
#include "attention/detail/shape.hpp"

#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <set>
#include <string>

#include "attention/kernel_regression.hpp"
#include "support/catch.hpp"
#include "support/refusal.hpp"
#include "support/samples.hpp"

namespace attention::test {
namespace {

/// The error that all three functions of kernel regression throw for these arguments, or a note
/// that they throw different errors.
template <class T>
std::string refusal_of(const Sample<T>& x, const KernelRegressionOptions& options = {}) {
  const Matrix<T> g = Matrix<T>::Ones(x.queries.rows(), x.values.cols());
  std::string stages =
      refusal([&] { kernel_regression_stages(x.queries, x.keys, x.values, options); });
  const std::string prediction =
      refusal([&] { kernel_regression(x.queries, x.keys, x.values, options); });
  const std::string gradient =
      refusal([&] { kernel_regression_gradient(x.queries, x.keys, x.values, g, options); });
  if (stages == prediction && stages == gradient) return stages;
  return stages + " / " + prediction + " / " + gradient;
}

template <class T>
Sample<T> zeros(Index m, Index d, Index n, Index key_d, Index value_n, Index d_v) {
  return {Matrix<T>::Zero(m, d), Matrix<T>::Zero(n, key_d), Matrix<T>::Zero(value_n, d_v)};
}

TEMPLATE_TEST_CASE("error: a valid call is accepted", "[error]", float, double) {
  CHECK(refusal_of(zeros<TestType>(2, 3, 4, 3, 4, 5)) == "accepted");
  CHECK(refusal_of(zeros<TestType>(0, 3, 4, 3, 4, 5)) == "accepted");
}

TEMPLATE_TEST_CASE("error: queries and keys of different dimension", "[error]", float, double) {
  CHECK(refusal_of(zeros<TestType>(2, 3, 4, 1, 4, 1)) ==
        "ShapeMismatch | queries: expected (m, 1), got (2, 3)");
  CHECK(refusal_of(zeros<TestType>(0, 2, 4, 1, 4, 1)) ==
        "ShapeMismatch | queries: expected (m, 1), got (0, 2)");
}

TEMPLATE_TEST_CASE("error: the number of values differs from the number of keys", "[error]", float,
                   double) {
  CHECK(refusal_of(zeros<TestType>(1, 1, 3, 1, 2, 1)) ==
        "ShapeMismatch | values: expected (3, d_v), got (2, 1)");
  CHECK(refusal_of(zeros<TestType>(1, 1, 3, 1, 4, 1)) ==
        "ShapeMismatch | values: expected (3, d_v), got (4, 1)");
  CHECK(refusal_of(zeros<TestType>(1, 1, 3, 1, 0, 1)) ==
        "ShapeMismatch | values: expected (3, d_v), got (0, 1)");
}

TEMPLATE_TEST_CASE("error: no keys, or keys without columns", "[error]", float, double) {
  CHECK(refusal_of(zeros<TestType>(1, 1, 0, 1, 0, 1)) ==
        "EmptyInput | keys: expected at least one row and one column, got (0, 1)");
  CHECK(refusal_of(zeros<TestType>(1, 0, 3, 0, 3, 1)) ==
        "EmptyInput | keys: expected at least one row and one column, got (3, 0)");
}

TEMPLATE_TEST_CASE("error: values without columns", "[error]", float, double) {
  CHECK(refusal_of(zeros<TestType>(1, 1, 3, 1, 3, 0)) ==
        "EmptyInput | values: expected at least one column, got (3, 0)");
}

TEMPLATE_TEST_CASE("error: a bandwidth that is not a finite number > 0", "[error]", float, double) {
  using Limits = std::numeric_limits<TestType>;
  const auto with = [](TestType sigma) {
    return refusal_of(waist_sample<TestType>(), {.sigma = sigma});
  };
  const std::string expected = "OutOfRange | sigma: expected a finite number > 0, got ";
  CHECK(with(0) == expected + "0");
  CHECK(with(-TestType(0)) == expected + "-0");
  CHECK(with(-1) == expected + "-1");
  CHECK(with(TestType(-0.5)) == expected + "-0.5");
  CHECK(with(Limits::quiet_NaN()) == expected + "NaN");
  CHECK(with(Limits::infinity()) == expected + "Infinity");
  CHECK(with(-Limits::infinity()) == expected + "-Infinity");
  CHECK(with(Limits::denorm_min()) == "accepted");
  CHECK(with(Limits::max()) == "accepted");
}

TEST_CASE("error: a bandwidth that underflows in float is refused", "[error]") {
  CHECK(refusal_of(waist_sample<double>(), {.sigma = 1e-50}) == "accepted");
  CHECK(refusal_of(waist_sample<float>(), {.sigma = static_cast<float>(1e-50)}) ==
        "OutOfRange | sigma: expected a finite number > 0, got 0");
}

TEMPLATE_TEST_CASE("error: the bandwidth is checked for every kernel", "[error]", float, double) {
  for (const Kernel kernel : kAllKernels) {
    CAPTURE(name_of(kernel));
    CHECK(refusal_of(waist_sample<TestType>(), {.kernel = kernel, .sigma = 0}) ==
          "OutOfRange | sigma: expected a finite number > 0, got 0");
  }
}

TEMPLATE_TEST_CASE("error: an output gradient not shaped like the prediction", "[error]", float,
                   double) {
  using T = TestType;
  const auto x = zeros<T>(2, 1, 3, 1, 3, 4);
  const auto with = [&](Index rows, Index cols) {
    return refusal([&] {
      kernel_regression_gradient(x.queries, x.keys, x.values, Matrix<T>::Zero(rows, cols).eval());
    });
  };
  CHECK(with(2, 4) == "accepted");
  CHECK(with(4, 2) == "ShapeMismatch | output_gradient: expected (2, 4), got (4, 2)");
  CHECK(with(0, 4) == "ShapeMismatch | output_gradient: expected (2, 4), got (0, 4)");
}

TEST_CASE("error: every kind has a distinct name", "[error]") {
  CHECK(name_of(ErrorKind::kShapeMismatch) == "ShapeMismatch");
  CHECK(name_of(ErrorKind::kEmptyInput) == "EmptyInput");
  CHECK(name_of(ErrorKind::kOutOfRange) == "OutOfRange");
  CHECK(name_of(ErrorKind::kUnknownOption) == "UnknownOption");
  CHECK(name_of(ErrorKind::kOutOfMemory) == "OutOfMemory");
  CHECK(name_of(ErrorKind::kInternal) == "Internal");
  CHECK(std::set(kErrorKindNames.begin(), kErrorKindNames.end()).size() == kErrorKindNames.size());
}

TEST_CASE("error: a shape is printed with a letter for a free side", "[error]") {
  CHECK(shape_text({3, 0}) == "(3, 0)");
  CHECK(shape_text({-1, 4}, "n") == "(n, 4)");
  CHECK(shape_text({4, -2, -1}, "d_v") == "(4, h_k, d_v)");
}

TEST_CASE("error: a number is printed short but recognisable", "[error]") {
  CHECK(number_text(0.1) == "0.1");
  CHECK(number_text(-2) == "-2");
  CHECK(number_text(1e-300) == "1e-300");
  CHECK(number_text(123456789) == "123456789");
  CHECK(number_text(-0.0) == "-0");
  CHECK(number_text(9.999999999) == "10");
  CHECK(number_text(-std::numeric_limits<double>::infinity()) == "-Infinity");
  CHECK(number_text(std::numeric_limits<double>::quiet_NaN()) == "NaN");
}

TEST_CASE("error: a number is printed as by printf's %.9g", "[error]") {
  for (int exponent = -320; exponent <= 308; ++exponent)
    for (const double mantissa : {1.0, -1.5, 2.25, 3.14159265358979, 9.99999999, 9.99999999949}) {
      const double x = mantissa * std::pow(10.0, exponent);
      std::array<char, 32> text{};
      std::snprintf(text.data(), text.size(), "%.9g", x);
      if (std::isfinite(x)) CHECK(number_text(x) == text.data());
    }
}

}  // namespace
}  // namespace attention::test
