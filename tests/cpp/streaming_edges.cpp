// SPDX-License-Identifier: MIT
// Tests streaming attention with NaN and infinities, and its errors.
#include <cmath>
#include <functional>
#include <limits>
#include <type_traits>

#include "attention/detail/streaming.hpp"
#include "support/catch.hpp"
#include "support/refusal.hpp"
#include "support/samples.hpp"
#include "support/streaming_agreement.hpp"
#include "support/visibility.hpp"

namespace attention::test {
namespace {

// For NaN and both infinities: calls `put`, which places the number in the inputs, and compares the
// results with those of `attention` under every mask.
template <class T>
void check_not_finite(const std::function<void(Inputs<T>&, T)>& put) {
  for (const T odd : {kNaN<T>, kInf<T>, -kInf<T>}) {
    CAPTURE(odd);
    auto x = spread_inputs<T>({{2}, 6, 9, 2, 3}, 8);
    put(x, odd);
    check_every_mask(x, 8, {{1, 1}, {4, 4}});
  }
}

TEMPLATE_TEST_CASE("streaming: a query that is not finite has the same effect as in attention",
                   "[streaming]", float, double) {
  using T = TestType;
  check_not_finite<T>([](Inputs<T>& x, T odd) { x.queries.rows(7, 1) = odd; });
}

TEMPLATE_TEST_CASE("streaming: a key that is not finite has the same effect as in attention",
                   "[streaming]", float, double) {
  using T = TestType;
  for (const Index key : {0, 13})
    check_not_finite<T>([key](Inputs<T>& x, T odd) { x.keys.rows(key, 0) = odd; });
  check_not_finite<T>([](Inputs<T>& x, T odd) { x.keys.rows.setConstant(odd); });
  check_not_finite<T>([](Inputs<T>& x, T odd) {
    x.keys.rows(3, 0) = odd;
    x.keys.rows(5, 1) = -kInf<T>;
    x.keys.rows(6, 1) = kNaN<T>;
  });
}

TEMPLATE_TEST_CASE("streaming: a value that is not finite has the same effect as in attention",
                   "[streaming]", float, double) {
  using T = TestType;
  for (const Index key : {8, 9})
    check_not_finite<T>([key](Inputs<T>& x, T odd) { x.values.rows(key, 1) = odd; });
}

TEMPLATE_TEST_CASE(
    "streaming: an infinite value whose weight underflows gives NaN, as in attention",
    "[streaming]", float, double) {
  using T = TestType;
  // A maximum that rises from M to M' rescales earlier sums by e^{M − M'}. Each of these factors is
  // above 0, but their product underflows to 0.
  const T step = std::is_same_v<T, float> ? 40 : 300;
  const Inputs<T> x{tensor<T>({1, 1}, {1}), tensor<T>({4, 1}, {0, step, 2 * step, 3 * step}),
                    tensor<T>({4, 1}, {kInf<T>, 1, 2, 3})};
  CHECK(std::isnan(attend(x).output.rows(0, 0)));
  CHECK(std::isnan(stream<T>(x, {.tile_keys = 1}).output.rows(0, 0)));
}

TEMPLATE_TEST_CASE("streaming: the mean of values near the maximum does not overflow",
                   "[streaming]", float, double) {
  using T = TestType;
  auto x = spread_inputs<T>({{}, 3, 100, 2, 2}, 9);
  x.values.rows.setConstant(std::numeric_limits<T>::max() / 2);
  x.keys.rows.setZero();
  const auto streamed = stream<T>(x, {.tile_keys = 7});
  CHECK(streamed.output.rows.allFinite());
  CHECK(disagreement(streamed, attend(x)) == "");

  // The 20 values are max/20 each. Rounding makes their sum larger than max, so it overflows.
  auto y = spread_inputs<T>({{}, 3, 20, 2, 2}, 9);
  y.values.rows.setConstant(std::numeric_limits<T>::max() / 20);
  y.keys.rows.setZero();
  CHECK(disagreement(stream<T>(y, {.tile_keys = 7}), attend(y)) == "");
}

TEMPLATE_TEST_CASE("streaming: shapes that do not fit are refused", "[streaming]", float, double) {
  using T = TestType;
  const auto refused = [](const std::function<void(Inputs<T>&)>& change) {
    auto x = random_inputs<T>({{2}, 3, 4, 5, 6}, 11);
    change(x);
    return refusal([&] { stream(x); });
  };
  CHECK(refused([](Inputs<T>&) {}) == "accepted");
  CHECK(refused([](Inputs<T>& x) { x.queries = Tensor<T>({5}); }) ==
        "ShapeMismatch | queries: expected at least 2 axes, got (5)");
  CHECK(refused([](Inputs<T>& x) {
          x.keys = Tensor<T>({2, 4, 7});
        }) == "ShapeMismatch | keys: expected (2, n, 5), got (2, 4, 7)");
  CHECK(refused([](Inputs<T>& x) {
          x.keys = Tensor<T>({1, 4, 5});
        }) == "ShapeMismatch | keys: expected (2, n, 5), got (1, 4, 5)");
  CHECK(refused([](Inputs<T>& x) {
          x.values = Tensor<T>({2, 5, 6});
        }) == "ShapeMismatch | values: expected (2, 4, d_v), got (2, 5, 6)");
  CHECK(refused([](Inputs<T>& x) {
          x.keys = x.values = Tensor<T>({2, 0, 5});
        }) == "EmptyInput | keys: expected at least one row and one column, got (2, 0, 5)");
  CHECK(refused([](Inputs<T>& x) {
          x.values = Tensor<T>({2, 4, 0});
        }) == "EmptyInput | values: expected at least one column, got (2, 4, 0)");
}

TEMPLATE_TEST_CASE("streaming: options outside their range are refused", "[streaming]", float,
                   double) {
  using T = TestType;
  const auto refused = [](const StreamingOptions<T>& options) {
    const auto x = random_inputs<T>({{2}, 3, 4, 5, 6}, 13);
    return refusal([&] { stream(x, options); });
  };
  CHECK(refused({.tile_queries = 0}) ==
        "OutOfRange | tile_queries: expected a whole number >= 1, got 0");
  CHECK(refused({.tile_queries = std::numeric_limits<Index>::min()}) ==
        "OutOfRange | tile_queries: expected a whole number >= 1, got -9223372036854775808");
  CHECK(refused({.tile_keys = -1}) ==
        "OutOfRange | tile_keys: expected a whole number >= 1, got -1");
  CHECK(refused({.scale = {.divisor = Divisor::kNumber, .number = 0}}) ==
        "OutOfRange | divisor_number: expected a number other than 0, got 0");
  CHECK(refused({.scale = {.divisor = Divisor::kSqrtEmbed}}) ==
        "OutOfRange | embed_size: expected a whole number >= 1, got 0");
  CHECK(refused({.masking = {.method = MaskMethod::kFill, .fill = kNaN<T>}}) ==
        "OutOfRange | fill: expected a number, got NaN");
  CHECK(refused({.visibility = mask_only(random_mask({3, 5}, 1))}) ==
        "ShapeMismatch | mask: expected (3, 4) or (2, 3, 4), got (3, 5)");
  CHECK(refused({.visibility = lens_only({3}, {1, 2, 3})}) ==
        "ShapeMismatch | valid_lens: expected (2) or (2, 3), got (3)");
}

TEMPLATE_TEST_CASE("streaming: results larger than the memory are refused", "[streaming]", float,
                   double) {
  using T = TestType;
  const Index side = 1 << 20;
  const Matrix<T> tall = Matrix<T>::Zero(side, 1);
  const Matrix<T> wide = Matrix<T>::Zero(1, side);
  const Matrix<T> one = Matrix<T>::Zero(1, 1);
  CHECK(refusal([&] {
          streaming_attention<T>(tall, one, wide);
        }).starts_with("OutOfMemory | memory: expected at most the available memory"));
}

}  // namespace
}  // namespace attention::test
