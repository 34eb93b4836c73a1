// SPDX-License-Identifier: MIT
// Tests the results of streaming attention. streaming_edges.cpp tests NaN, infinities and errors;
// streaming_memory.cpp tests the use of memory.
#include "attention/detail/streaming.hpp"

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <limits>

#include "support/catch.hpp"
#include "support/matchers.hpp"
#include "support/samples.hpp"
#include "support/streaming_agreement.hpp"
#include "support/tolerance.hpp"
#include "support/visibility.hpp"

namespace attention::test {
namespace {

TEMPLATE_TEST_CASE("streaming: the logits 0, ln 2, ln 3 average 6, 12, 18 to 14", "[streaming]",
                   float, double) {
  using T = TestType;
  const Inputs<T> x{tensor<T>({1, 1}, {1}), tensor<T>({3, 1}, {0, std::log(T(2)), std::log(T(3))}),
                    tensor<T>({3, 1}, {6, 12, 18})};
  for (const Index tile : {1, 2, 3}) {
    const auto streamed = stream<T>(x, {.tile_keys = tile});
    CHECK_THAT(streamed.output.rows, is_close_to<T>(row<T>({14}), kFewRoundings<T>));
    CHECK_THAT(streamed.log_sum_exp.rows,
               is_close_to<T>(row<T>({std::log(T(6))}), kFewRoundings<T>));
    CHECK(streamed.empty_rows == Flags{0});
  }
}

TEMPLATE_TEST_CASE("streaming: equals attention for every mask, method and tile", "[streaming]",
                   float, double) {
  const auto sizes = random_sizes(4, 1);
  for (std::size_t s = sizes.size() - 2; s < sizes.size(); ++s) {
    const auto& size = sizes[s];
    const auto x = spread_inputs<TestType>({{}, size[0], size[1], size[2], size[3]}, 1);
    check_every_mask(x, 1, {{3, 3}, {32, 96}});
  }
}

TEMPLATE_TEST_CASE("streaming: equals attention at every size", "[streaming]", float, double) {
  using T = TestType;
  unsigned seed = 0;
  for (const auto& size : random_sizes(4, 2)) {
    const auto x = spread_inputs<T>({{}, size[0], size[1], size[2], size[3]}, ++seed);
    StreamingOptions<T> options{.visibility = causal_only(), .tile_queries = 4, .tile_keys = 8};
    CAPTURE(size);
    CHECK(disagreement(stream(x), attend(x)) == "");
    CHECK(disagreement(stream(x, options), attend_like(x, options)) == "");
  }
}

TEMPLATE_TEST_CASE("streaming: equals attention at the edges of the default tile", "[streaming]",
                   float, double) {
  for (const auto& [m, n] : {Tile{1, 193}, Tile{31, 96}, Tile{32, 95}, Tile{33, 97}, Tile{65, 1}})
    check_every_mask(spread_inputs<TestType>({{}, m, n, 1 + m % 3, 1 + n % 5}, 1), 1, {{32, 96}});
}

TEMPLATE_TEST_CASE("streaming: equals attention with any leading axes", "[streaming]", float,
                   double) {
  check_every_mask(spread_inputs<TestType>({{3}, 5, 7, 4, 2}, 1), 1);
  check_every_mask(spread_inputs<TestType>({{2, 3}, 4, 10, 3, 5}, 2), 2);
  check_every_mask(spread_inputs<TestType>({{2, 1, 2}, 6, 5, 2, 9}, 3), 3);
}

TEMPLATE_TEST_CASE("streaming: leading axes are independent of each other", "[streaming]", float,
                   double) {
  using T = TestType;
  const StreamingOptions<T> options{.tile_queries = 2, .tile_keys = 16};
  const auto x = spread_inputs<T>({{2, 2}, 5, 40, 3, 4}, 1);
  const auto all = stream(x, options);
  for (Index b = 0; b < 4; ++b) {
    const auto one = streaming_attention<T>(matrix_of(x.queries, b), matrix_of(x.keys, b),
                                            matrix_of(x.values, b), options);
    CHECK_THAT(matrix_of(all.output, b), is_exactly<T>(one.output.rows));
    CHECK_THAT(matrix_of(all.log_sum_exp, b), is_exactly<T>(one.log_sum_exp.rows));
  }
}

TEMPLATE_TEST_CASE("streaming: uses the same divisors as attention", "[streaming]", float, double) {
  using T = TestType;
  const auto x = spread_inputs<T>({{}, 5, 20, 8, 3}, 2);
  for (const Scale& scale : {Scale{Divisor::kNone}, Scale{Divisor::kSqrtDk}, Scale{Divisor::kDk},
                             Scale{.divisor = Divisor::kSqrtEmbed, .embed_size = 32},
                             Scale{.divisor = Divisor::kNumber, .number = T(-0.5)},
                             Scale{.divisor = Divisor::kNumber, .number = kInf<T>}}) {
    CAPTURE(scale.divisor, scale.number);
    const StreamingOptions<T> options{.scale = scale, .tile_keys = 6};
    CHECK(disagreement(stream(x, options), attend_like(x, options)) == "");
  }
}

TEMPLATE_TEST_CASE("streaming: scores of 10000 neither overflow nor underflow", "[streaming]",
                   float, double) {
  using T = TestType;
  auto x = spread_inputs<T>({{}, 20, 60, 4, 3}, 3);
  x.keys.rows *= T(4096);
  for (const Index tile : {1, 7, 96}) {
    const StreamingOptions<T> options{.scale = {Divisor::kNone}, .tile_keys = tile};
    const auto stages = attend_like(x, options);
    CHECK(stages.logits.rows.cwiseAbs().maxCoeff() > T(1e4));
    CHECK(disagreement(stream(x, options), stages) == "");
  }
}

TEMPLATE_TEST_CASE("streaming: a maximum that rises or falls from key to key changes nothing",
                   "[streaming]", float, double) {
  using T = TestType;
  const Index n = 50;
  for (const T step : {T(-40), T(-1), T(1), T(40)}) {
    auto x = spread_inputs<T>({{}, 1, n, 1, 2}, 4);
    x.queries.rows(0, 0) = 1;
    for (Index j = 0; j < n; ++j) x.keys.rows(j, 0) = step * static_cast<T>(j);
    for (const Index tile : {1, 3, 49, 50}) {
      CAPTURE(step, tile);
      CHECK(disagreement(stream<T>(x, {.tile_keys = tile}), attend(x)) == "");
    }
  }
}

TEMPLATE_TEST_CASE("streaming: one key gets all the weight", "[streaming]", float, double) {
  using T = TestType;
  const auto x = spread_inputs<T>({{}, 40, 1, 5, 3}, 5);
  const auto streamed = stream(x);
  const Matrix<T> value = x.values.rows.replicate(40, 1);
  CHECK_THAT(streamed.output.rows, is_exactly<T>(value));
  CHECK_THAT(streamed.log_sum_exp.rows, is_close_to<T>(attend(x).logits.rows, kFewRoundings<T>));
}

TEMPLATE_TEST_CASE("streaming: without queries the results are empty", "[streaming]", float,
                   double) {
  using T = TestType;
  const auto streamed = stream(random_inputs<T>({{2}, 0, 3, 4, 5}, 6));
  CHECK(streamed.output.shape == Shape{2, 0, 5});
  CHECK(streamed.log_sum_exp.shape == Shape{2, 0, 1});
  CHECK(streamed.empty_rows.empty());
}

TEMPLATE_TEST_CASE("streaming: the output of a query without keys is the mean, NaN or 0",
                   "[streaming]", float, double) {
  using T = TestType;
  const auto x = spread_inputs<T>({{}, 3, 200, 2, 2}, 7);
  StreamingOptions<T> options{.visibility = lens_only({3}, {0, 150, -1})};
  for (const EmptyRow choice : {EmptyRow::kUniform, EmptyRow::kNaN, EmptyRow::kZeros}) {
    options.masking.empty_row = choice;
    const auto streamed = stream(x, options);
    CHECK(streamed.empty_rows == Flags{1, 0, 1});
    CHECK(streamed.log_sum_exp.rows(0, 0) == -kInf<T>);
    Matrix<T> expected = Matrix<T>::Zero(1, 2);
    if (choice == EmptyRow::kUniform) expected = x.values.rows.colwise().mean();
    if (choice == EmptyRow::kNaN) expected.setConstant(kNaN<T>);
    CHECK_THAT(Matrix<T>(streamed.output.rows.row(0)),
               is_close_to<T>(expected, {.rel = kStageError<T>}));
  }
}

TEMPLATE_TEST_CASE("streaming: a tile of keys hidden from all queries is not computed",
                   "[streaming]", float, double) {
  using T = TestType;
  auto x = spread_inputs<T>({{}, 8, 40, 2, 2}, 8);
  const auto largest = std::numeric_limits<T>::max();
  // The scores of the last 32 keys overflow, so computing them sets a floating-point exception
  // flag. All visibilities below except the first hide these keys from every query.
  // MaskMethod::kExclude must skip hidden tiles; kFill computes all scores.
  x.queries.rows.setConstant(2);
  x.keys.rows.bottomRows(32).setConstant(largest);
  Mask first_keys{{1, 40}, Flags(40, 0)};
  std::fill_n(first_keys.keep.begin(), 8, std::uint8_t{1});
  for (const Visibility& visibility :
       {Visibility{}, causal_only(), lens_only({}, {8}), mask_only(first_keys)}) {
    StreamingOptions<T> options{.visibility = visibility, .tile_keys = 8};
    const auto overflows = [&] {
      std::feclearexcept(FE_ALL_EXCEPT);
      stream(x, options);
      return std::fetestexcept(FE_OVERFLOW) != 0;
    };
    const bool sees_all = !visibility.mask && !visibility.valid_lens && !visibility.causal;
    CHECK(overflows() == sees_all);
    options.masking.method = MaskMethod::kFill;
    CHECK(overflows());
  }
}

TEMPLATE_TEST_CASE("streaming: tile sizes affect only rounding", "[streaming]", float, double) {
  using T = TestType;
  const auto x = spread_inputs<T>({{}, 65, 70, 6, 4}, 10);
  const auto usual = stream(x);
  for (const Index queries : {1, 2, 31, 64, 65, 66})
    for (const Index keys : {1, 2, 35, 69, 70, 71}) {
      CAPTURE(queries, keys);
      const auto other = stream<T>(x, {.tile_queries = queries, .tile_keys = keys});
      CHECK(row_error(in_double(other.output), in_double(usual.output)) <= kStageError<T>);
      CHECK_THAT(other.log_sum_exp.rows, is_close_to<T>(usual.log_sum_exp.rows, kLogSumExp<T>));
      // If one tile contains all 70 keys, the number of queries in a tile must not change any bit
      // of the output.
      if (keys >= 70) CHECK_THAT(other.output.rows, is_exactly<T>(usual.output.rows));
    }
  const Index huge = std::numeric_limits<Index>::max();
  CHECK_THAT(stream<T>(x, {.tile_queries = huge, .tile_keys = huge}).output.rows,
             is_exactly<T>(usual.output.rows));
}

}  // namespace
}  // namespace attention::test
