// SPDX-License-Identifier: MIT
#include "lab/eigenvalue.hpp"

#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include "support/catch.hpp"
#include "support/matchers.hpp"
#include "support/reference_eigenvalue.hpp"
#include "support/refusal.hpp"
#include "support/samples.hpp"
#include "support/tolerance.hpp"

namespace attention::test {
namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

/// n·ε times the largest entry of the matrix. This bounds the rounding error of the library and of
/// the reference, because the norm of an n × n matrix is at most n times its largest entry.
Tolerance rounding_of(const Matrix<double>& matrix) {
  return {.abs = static_cast<double>(matrix.rows()) * kEpsilon * matrix.cwiseAbs().maxCoeff()};
}

Matrix<double> random_symmetric(Index n, unsigned seed) {
  const Matrix<double> x = random_matrix<double>(n, n, seed, -1, 1);
  return x + x.transpose();
}

TEST_CASE("smallest eigenvalue: hand cases", "[eigenvalue]") {
  CHECK(smallest_eigenvalue(row<double>({-3})) == -3);
  CHECK(smallest_eigenvalue(Matrix<double>::Zero(4, 4).eval()) == 0);
  CHECK(smallest_eigenvalue(Matrix<double>::Identity(5, 5).eval()) == 1);
  CHECK(smallest_eigenvalue(rows<double>({{7, 0, 0}, {0, -0.3, 0}, {0, 0, 2}})) == -0.3);
  const auto is = [](const Matrix<double>& matrix, double expected) {
    return passes(smallest_eigenvalue(matrix), expected, rounding_of(matrix));
  };
  CHECK(is(rows<double>({{2, 1}, {1, 2}}), 1));
  CHECK(is(rows<double>({{0, 1}, {1, 0}}), -1));
  CHECK(is(rows<double>({{1, 2, 2}, {2, 1, 2}, {2, 2, 1}}), -1));
}

TEST_CASE("smallest eigenvalue: agrees with Jacobi's rotations for 1 to 70 rows", "[eigenvalue]") {
  for (Index n = 1; n <= 70; ++n) {
    CAPTURE(n);
    const Matrix<double> matrix = random_symmetric(n, 10 + static_cast<unsigned>(n));
    const Tolerance either{.abs = 4 * rounding_of(matrix).abs};
    CHECK(passes(smallest_eigenvalue(matrix), reference::smallest_eigenvalue(matrix), either));
  }
}

TEST_CASE("smallest eigenvalue: of the second-difference matrix is 2 − 2 cos(π/(n + 1))",
          "[eigenvalue]") {
  for (Index n = 1; n <= 70; ++n) {
    CAPTURE(n);
    Matrix<double> chain = 2 * Matrix<double>::Identity(n, n);
    for (Index i = 0; i + 1 < n; ++i) chain(i, i + 1) = chain(i + 1, i) = -1;
    const double expected = 2 - 2 * std::cos(std::numbers::pi / static_cast<double>(n + 1));
    CHECK(passes(smallest_eigenvalue(chain), expected, rounding_of(chain)));
  }
}

TEST_CASE("smallest eigenvalue: is that of the symmetric part", "[eigenvalue]") {
  const Matrix<double> matrix = random_matrix<double>(9, 9, 1, -1, 1);
  const Matrix<double> symmetric = (matrix + matrix.transpose()) / 2;
  CHECK(smallest_eigenvalue(matrix) == smallest_eigenvalue(symmetric));
  CHECK(smallest_eigenvalue(Matrix<double>(matrix.transpose())) == smallest_eigenvalue(matrix));
  CHECK(passes(smallest_eigenvalue(rows<double>({{0, 2}, {0, 0}})), -1, {.abs = 4 * kEpsilon}));
  CHECK(smallest_eigenvalue(rows<double>({{0, 2}, {-2, 0}})) == 0);
}

TEST_CASE("smallest eigenvalue: of x xᵀ is 0 within rounding", "[eigenvalue]") {
  for (Index n = 2; n <= 70; ++n) {
    CAPTURE(n);
    const Matrix<double> x = random_matrix<double>(n, 1, 100 + static_cast<unsigned>(n), -1, 1);
    const Matrix<double> square = x * x.transpose();
    CHECK(passes(smallest_eigenvalue(square), 0, rounding_of(square)));
  }
}

TEST_CASE("smallest eigenvalue: adding c to the diagonal adds c", "[eigenvalue]") {
  const Matrix<double> matrix = random_symmetric(12, 2);
  for (const double shift : {-3.0, 0.5, 40.0}) {
    const Matrix<double> shifted = matrix + shift * Matrix<double>::Identity(12, 12);
    CHECK(passes(smallest_eigenvalue(shifted), smallest_eigenvalue(matrix) + shift,
                 rounding_of(shifted)));
  }
}

TEST_CASE("smallest eigenvalue: scales with the matrix, from the smallest numbers to the largest",
          "[eigenvalue]") {
  const Matrix<double> matrix = random_symmetric(8, 3);
  const double value = smallest_eigenvalue(matrix);
  for (const int power : {-1000, -500, -1, 1, 500, 1020}) {
    CAPTURE(power);
    const Matrix<double> scaled = std::ldexp(1.0, power) * matrix;
    CHECK(smallest_eigenvalue(scaled) == std::ldexp(value, power));
  }
  const double huge = std::numeric_limits<double>::max();
  const double tiny = std::numeric_limits<double>::denorm_min();
  CHECK(passes(smallest_eigenvalue(rows<double>({{0, huge}, {huge, 0}})), -huge,
               {.rel = 4 * kEpsilon}));
  CHECK(smallest_eigenvalue(rows<double>({{0, tiny}, {tiny, 0}})) == -tiny);
}

TEST_CASE("smallest eigenvalue: is accurate with entries of very different sizes", "[eigenvalue]") {
  for (const double small : {1e-20, 1e-155, 1e-160, 1e-170, 1e-310}) {
    CAPTURE(small);
    Matrix<double> matrix = small * random_symmetric(6, 4);
    matrix.topLeftCorner(3, 3) = Matrix<double>(rows<double>({{0, 0, 0}, {0, 1, 0}, {0, 0, 1}}));
    matrix.bottomRightCorner(2, 2) = Matrix<double>(rows<double>({{2, 3}, {3, 2}}));
    CHECK(passes(smallest_eigenvalue(matrix), -1, rounding_of(matrix)));
  }
  const Matrix<double> leaning = rows<double>({{0, 1, 1e-12}, {1, 0, 0}, {1e-12, 0, 5}});
  CHECK(passes(smallest_eigenvalue(leaning), -1, rounding_of(leaning)));
}

TEST_CASE("smallest eigenvalue: permuting rows and columns changes nothing", "[eigenvalue]") {
  const Matrix<double> matrix = random_symmetric(15, 5);
  const Matrix<double> reversed = matrix.reverse();
  CHECK(passes(smallest_eigenvalue(reversed), smallest_eigenvalue(matrix), rounding_of(matrix)));
}

TEST_CASE("smallest eigenvalue: one entry that is not finite gives NaN", "[eigenvalue]") {
  for (const double bad : {kNaN<double>, kInf<double>, -kInf<double>})
    for (const Index i : {0, 3}) {
      Matrix<double> matrix = random_symmetric(4, 6);
      matrix(i, 1) = bad;
      CHECK(std::isnan(smallest_eigenvalue(matrix)));
    }
}

TEST_CASE("smallest eigenvalue: refuses empty and non-square matrices", "[eigenvalue]") {
  const auto refuse = [](Index rows, Index cols) {
    return refusal([&] { smallest_eigenvalue(Matrix<double>::Zero(rows, cols).eval()); });
  };
  CHECK(refuse(0, 0) == "EmptyInput | matrix: expected at least one row, got (0, 0)");
  CHECK(refuse(2, 3) == "ShapeMismatch | matrix: expected (2, 2), got (2, 3)");
  CHECK(refuse(3, 2) == "ShapeMismatch | matrix: expected (3, 3), got (3, 2)");
}

}  // namespace
}  // namespace attention::test
