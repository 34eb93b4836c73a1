// SPDX-License-Identifier: MIT
// Tests scores of extreme numbers, NaN and infinities, and the errors of the score functions.
// scores.cpp tests properties of the scores.
#include <cmath>
#include <limits>

#include "lab/mistakes.hpp"
#include "support/catch.hpp"
#include "support/matchers.hpp"
#include "support/matrices.hpp"
#include "support/refusal.hpp"
#include "support/samples.hpp"
#include "support/tolerance.hpp"

namespace attention::test {
namespace {

template <class T>
Matrix<T> zeros(Index rows, Index cols) {
  return Matrix<T>::Zero(rows, cols);
}

template <class T>
AdditiveParameters<T> additive(Index h, Index d_q, Index d_k) {
  return {zeros<T>(h, d_q), zeros<T>(h, d_k), zeros<T>(1, h), {}};
}

TEMPLATE_TEST_CASE("scores: no queries or no keys give no scores", "[scores]", float, double) {
  using T = TestType;
  const auto shape = [](const Matrix<T>& x) { return Shape{x.rows(), x.cols()}; };
  for (const auto& [m, n] : {std::pair<Index, Index>{0, 3}, {3, 0}, {0, 0}}) {
    CAPTURE(m, n);
    const auto queries = zeros<T>(m, 2);
    const auto keys = zeros<T>(n, 2);
    CHECK(shape(dot_scores<T>(queries, keys)) == Shape{m, n});
    CHECK(shape(scaled_dot_scores<T>(queries, keys)) == Shape{m, n});
    CHECK(shape(gaussian_scores<T>(queries, keys)) == Shape{m, n});
    CHECK(shape(additive_scores<T>(queries, keys, additive<T>(4, 2, 2))) == Shape{m, n});
    const auto found = angles<T>(queries, keys);
    CHECK(shape(found.degrees) == Shape{m, n});
    CHECK(shape(found.query_lengths) == Shape{m, 1});
    CHECK(shape(found.key_lengths) == Shape{n, 1});
  }
}

TEMPLATE_TEST_CASE("scores: NaN and infinity stay in the row of their query", "[scores]", float,
                   double) {
  using T = TestType;
  Matrix<T> queries = Matrix<T>::Ones(3, 2);
  queries(1, 0) = kNaN<T>;
  const Matrix<T> keys = rows<T>({{1, 0}, {0, 1}});
  AdditiveParameters<T> parameters{
      Matrix<T>::Ones(2, 2), Matrix<T>::Ones(2, 2), row<T>({1, 1}), {}};
  for (const Matrix<T>& scores :
       {dot_scores<T>(queries, keys), scaled_dot_scores<T>(queries, keys),
        gaussian_scores<T>(queries, keys), additive_scores<T>(queries, keys, parameters),
        angles<T>(queries, keys).cosines, angles<T>(queries, keys).degrees}) {
    CHECK(scores.row(1).array().isNaN().all());
    CHECK(scores.row(0).allFinite());
    CHECK(scores.row(2).allFinite());
  }
  queries(1, 0) = kInf<T>;
  CHECK_THAT(dot_scores<T>(queries, keys),
             is_exactly<T>(rows<T>({{1, 1}, {kInf<T>, kNaN<T>}, {1, 1}})));
  CHECK_THAT(
      gaussian_scores<T>(queries, keys),
      is_exactly<T>(rows<T>({{-T(0.5), -T(0.5)}, {-kInf<T>, -kInf<T>}, {-T(0.5), -T(0.5)}})));
  CHECK_THAT(additive_scores<T>(queries, zeros<T>(1, 2), parameters).row(1).eval(),
             is_exactly<T>(Matrix<T>(row<T>({2}))));
}

TEMPLATE_TEST_CASE("scores: a vector of length 0 has no direction", "[scores]", float, double) {
  using T = TestType;
  const auto found = angles<T>(rows<T>({{0, 0}, {1, 0}}), rows<T>({{0, 2}, {0, 0}}));
  CHECK_THAT(found.cosines, is_exactly<T>(rows<T>({{kNaN<T>, kNaN<T>}, {0, kNaN<T>}})));
  CHECK(std::isnan(found.degrees(0, 0)));
  CHECK(std::isnan(found.degrees(1, 1)));
  CHECK(passes(static_cast<double>(found.degrees(1, 0)), 90, kFewRoundings<T>));
  CHECK_THAT(found.dots, is_exactly<T>(zeros<T>(2, 2)));
  CHECK_THAT(found.query_lengths, is_exactly<T>(column<T>({0, 1})));
}

TEMPLATE_TEST_CASE("scores: a vector with NaN has the length NaN", "[scores]", float, double) {
  using T = TestType;
  const auto vectors = rows<T>({{kNaN<T>, 0}, {0, kNaN<T>}, {kInf<T>, kNaN<T>}});
  CHECK(angles<T>(vectors, vectors).query_lengths.array().isNaN().all());
}

TEMPLATE_TEST_CASE("scores: a vector with an infinite entry is infinitely long", "[scores]", float,
                   double) {
  using T = TestType;
  const auto vectors = rows<T>({{kInf<T>, 0}, {1, -kInf<T>}, {kInf<T>, kInf<T>}});
  const auto found = angles<T>(vectors, vectors);
  CHECK_THAT(found.query_lengths, is_exactly<T>(column<T>({kInf<T>, kInf<T>, kInf<T>})));
  CHECK(found.degrees.array().isNaN().all());
}

TEMPLATE_TEST_CASE("scores: very long and very short vectors have finite angles", "[scores]", float,
                   double) {
  using T = TestType;
  const T large = std::ldexp(T(1), std::numeric_limits<T>::max_exponent - 4);
  const T small = std::ldexp(T(1), std::numeric_limits<T>::min_exponent + 4);
  for (const T length : {large, small}) {
    CAPTURE(length);
    const auto found = angles<T>(row<T>({length, 0}), rows<T>({{length, 0}, {length, length}}));
    CHECK_THAT(found.cosines, is_close_to<T>(row<T>({1, std::sqrt(T(0.5))}), kFewRoundings<T>));
    CHECK_THAT(found.degrees, is_close_to<T>(row<T>({0, 45}), kFewRoundings<T>));
    CHECK_THAT(found.query_lengths, is_exactly<T>(row<T>({length})));
  }
}

TEMPLATE_TEST_CASE("scores: with extreme sigma, the score of a query at its key is 0", "[scores]",
                   float, double) {
  using T = TestType;
  const auto keys = column<T>({51, 56});
  for (const T smallest : kSmallest<T>)
    CHECK_THAT(gaussian_scores<T>(column<T>({56}), keys, smallest),
               is_exactly<T>(row<T>({-kInf<T>, 0})));
  CHECK_THAT(gaussian_scores<T>(column<T>({56}), keys, std::numeric_limits<T>::max()),
             is_exactly<T>(row<T>({0, 0})));
}

TEMPLATE_TEST_CASE(
    "scores: Gaussian scores are invariant when points and sigma are scaled together", "[scores]",
    float, double) {
  using T = TestType;
  const Matrix<T> queries = random_matrix<T>(4, 3, 25, -1, 1);
  const Matrix<T> keys = random_matrix<T>(6, 3, 26, -1, 1);
  const int exponent = std::numeric_limits<T>::max_exponent - 8;
  // With the last two powers, squares of the entries overflow or underflow in T.
  for (const int power : {-4, 10, exponent, -exponent}) {
    CAPTURE(power);
    const T unit = std::ldexp(T(1), power);
    CHECK_THAT(gaussian_scores<T>((queries * unit).eval(), (keys * unit).eval(), T(0.75) * unit),
               is_close_to<T>(gaussian_scores<T>(queries, keys, T(0.75)), kFewRoundings<T>));
  }
}

TEMPLATE_TEST_CASE("scores: keys without components are refused", "[scores]", float, double) {
  using T = TestType;
  const auto queries = zeros<T>(2, 0);
  const auto keys = zeros<T>(3, 0);
  const std::string expected = "EmptyInput | keys: expected at least one column, got (3, 0)";
  CHECK(refusal([&] { dot_scores<T>(queries, keys); }) == expected);
  CHECK(refusal([&] { scaled_dot_scores<T>(queries, keys); }) == expected);
  CHECK(refusal([&] { gaussian_scores<T>(queries, keys); }) == expected);
  CHECK(refusal([&] { angles<T>(queries, keys); }) == expected);
  CHECK(refusal([&] { additive_scores<T>(zeros<T>(2, 1), keys, additive<T>(1, 1, 0)); }) ==
        expected);
  CHECK(refusal([&] { additive_scores<T>(queries, zeros<T>(3, 1), additive<T>(1, 0, 1)); }) ==
        "EmptyInput | queries: expected at least one column, got (2, 0)");
}

TEMPLATE_TEST_CASE("scores: queries of another width than the keys are refused", "[scores]", float,
                   double) {
  using T = TestType;
  const auto queries = zeros<T>(2, 3);
  const auto keys = zeros<T>(5, 4);
  const std::string expected = "ShapeMismatch | queries: expected (m, 4), got (2, 3)";
  CHECK(refusal([&] { dot_scores<T>(queries, keys); }) == expected);
  CHECK(refusal([&] { scaled_dot_scores<T>(queries, keys); }) == expected);
  CHECK(refusal([&] { gaussian_scores<T>(queries, keys); }) == expected);
  CHECK(refusal([&] { angles<T>(queries, keys); }) == expected);
  CHECK(refusal([&] { additive_scores<T>(queries, keys, additive<T>(6, 3, 4)); }) == "accepted");
}

TEMPLATE_TEST_CASE("scores: names additive parameters that do not fit", "[scores]", float, double) {
  using T = TestType;
  const auto with = [](const auto& change) {
    auto parameters = additive<T>(6, 3, 4);
    change(parameters);
    return refusal([&] { additive_scores<T>(zeros<T>(2, 3), zeros<T>(5, 4), parameters); });
  };
  CHECK(with([](auto& p) { p.W_q = zeros<T>(6, 4); }) ==
        "ShapeMismatch | W_q: expected (h, 3), got (6, 4)");
  CHECK(with([](auto& p) { p.W_k = zeros<T>(6, 3); }) ==
        "ShapeMismatch | W_k: expected (6, 4), got (6, 3)");
  CHECK(with([](auto& p) { p.W_k = zeros<T>(5, 4); }) ==
        "ShapeMismatch | W_k: expected (6, 4), got (5, 4)");
  CHECK(with([](auto& p) { p.w_v = zeros<T>(6, 1); }) ==
        "ShapeMismatch | w_v: expected (1, 6), got (6, 1)");
  CHECK(with([](auto& p) { p.bias = zeros<T>(6, 1); }) ==
        "ShapeMismatch | bias: expected (1, 6), got (6, 1)");
  CHECK(with([](auto& p) { p.bias = zeros<T>(1, 5); }) ==
        "ShapeMismatch | bias: expected (1, 6), got (1, 5)");
  CHECK(with([](auto& p) { p = additive<T>(0, 3, 4); }) ==
        "EmptyInput | W_q: expected at least one row, got (0, 3)");
}

TEMPLATE_TEST_CASE("scores: a divisor of 0 or NaN, and an embedding of no width, are refused",
                   "[scores]", float, double) {
  using T = TestType;
  const auto number = [](T x) {
    const Scale scale{.divisor = Divisor::kNumber, .number = x};
    const std::string alone = refusal([&] { divisor_of<T>(scale, 2); });
    const std::string scaled =
        refusal([&] { scaled_dot_scores<T>(zeros<T>(1, 2), zeros<T>(1, 2), scale); });
    return alone == scaled ? alone : alone + " / " + scaled;
  };
  const std::string expected = "OutOfRange | divisor_number: expected a number other than 0, got ";
  CHECK(number(0) == expected + "0");
  CHECK(number(-T(0)) == expected + "-0");
  CHECK(number(kNaN<T>) == expected + "NaN");
  CHECK(number(kInf<T>) == "accepted");
  CHECK(number(-kInf<T>) == "accepted");
  CHECK(number(std::numeric_limits<T>::denorm_min()) == "accepted");
  CHECK(refusal([] { divisor_of<T>({.divisor = Divisor::kNone, .number = 0}, 2); }) ==
        "UnknownOption | divisor_number: expected none beside divisor none, got 0");
  const auto embed = [](Index n) {
    return refusal([n] { divisor_of<T>({.divisor = Divisor::kSqrtEmbed, .embed_size = n}, 2); });
  };
  CHECK(embed(1) == "accepted");
  CHECK(embed(0) == "OutOfRange | embed_size: expected a whole number >= 1, got 0");
  CHECK(embed(-3) == "OutOfRange | embed_size: expected a whole number >= 1, got -3");
}

TEMPLATE_TEST_CASE("scores: a bandwidth that is not a finite number > 0 is refused", "[scores]",
                   float, double) {
  using T = TestType;
  const auto with = [](T sigma) {
    return refusal([&] { gaussian_scores<T>(zeros<T>(1, 1), zeros<T>(1, 1), sigma); });
  };
  const std::string expected = "OutOfRange | sigma: expected a finite number > 0, got ";
  CHECK(with(0) == expected + "0");
  CHECK(with(-1) == expected + "-1");
  CHECK(with(kNaN<T>) == expected + "NaN");
  CHECK(with(kInf<T>) == expected + "Infinity");
  CHECK(with(std::numeric_limits<T>::denorm_min()) == "accepted");
}

TEMPLATE_TEST_CASE("scores: keys that are not square cannot be transposed twice", "[scores]", float,
                   double) {
  using T = TestType;
  // The shape (3, 2) is that of the example in document 000 (a source text, see web/src/ledger).
  CHECK(refusal([] { double_transpose_scores<T>(zeros<T>(3, 2), zeros<T>(3, 2)); }) ==
        "ShapeMismatch | keys: expected (2, 2), got (3, 2)");
  CHECK(refusal([] { double_transpose_scores<T>(zeros<T>(2, 2), zeros<T>(3, 2)); }) ==
        "ShapeMismatch | keys: expected (2, 2), got (3, 2)");
  CHECK(refusal([] { double_transpose_scores<T>(zeros<T>(3, 3), zeros<T>(3, 3)); }) == "accepted");
}

}  // namespace
}  // namespace attention::test
