// SPDX-License-Identifier: MIT
#include <functional>
#include <string>

#include "support/attention_samples.hpp"
#include "support/catch.hpp"
#include "support/matrices.hpp"
#include "support/refusal.hpp"
#include "support/samples.hpp"
#include "support/visibility.hpp"

namespace attention::test {
namespace {

template <class T>
using Change = std::function<void(Inputs<T>&, AttentionOptions<T>&)>;

/// The error of a call with 2 batch items, 3 queries and 5 keys of width 4. The call is valid
/// before `change` modifies its arguments.
template <class T>
std::string after(const Change<T>& change) {
  auto x = random_inputs<T>({{2}, 3, 5, 4, 6}, 1);
  AttentionOptions<T> options;
  change(x, options);
  return refusal([&] { attend(x, options); });
}

template <class T>
std::string with_shapes(const Shape& queries, const Shape& keys, const Shape& values,
                        Score score = Score::kDot) {
  return after<T>([&](auto& x, auto& options) {
    x = {random_tensor<T>(queries, 1), random_tensor<T>(keys, 2), random_tensor<T>(values, 3)};
    options.score = score;
    options.additive = {Matrix<T>::Ones(2, std::max<Index>(side(queries), 1)),
                        Matrix<T>::Ones(2, std::max<Index>(side(keys), 1)),
                        Matrix<T>::Ones(1, 2),
                        {}};
  });
}

TEMPLATE_TEST_CASE("attention: accepts valid arguments", "[attention]", float, double) {
  using T = TestType;
  CHECK(after<T>([](auto&, auto&) {}) == "accepted");
  CHECK(with_shapes<T>({3, 4}, {5, 4}, {5, 6}) == "accepted");
  CHECK(with_shapes<T>({2, 2, 3, 4}, {2, 2, 5, 4}, {2, 2, 5, 6}) == "accepted");
  CHECK(with_shapes<T>({3, 4}, {5, 7}, {5, 6}, Score::kAdditive) == "accepted");
}

TEMPLATE_TEST_CASE("attention: refuses fewer than two axes", "[attention]", float, double) {
  using T = TestType;
  CHECK(with_shapes<T>({4}, {5, 4}, {5, 6}) ==
        "ShapeMismatch | queries: expected at least 2 axes, got (4)");
  CHECK(with_shapes<T>({}, {5, 4}, {5, 6}) ==
        "ShapeMismatch | queries: expected at least 2 axes, got ()");
  CHECK(with_shapes<T>({3, 4}, {4}, {5, 6}) == "ShapeMismatch | keys: expected (n, 4), got (4)");
  CHECK(with_shapes<T>({3, 4}, {5, 4}, {5}) ==
        "ShapeMismatch | values: expected (5, d_v), got (5)");
}

TEMPLATE_TEST_CASE("attention: refuses keys of another width or batch than the queries",
                   "[attention]", float, double) {
  using T = TestType;
  CHECK(with_shapes<T>({2, 3, 4}, {2, 5, 3}, {2, 5, 6}) ==
        "ShapeMismatch | keys: expected (2, n, 4), got (2, 5, 3)");
  CHECK(with_shapes<T>({2, 3, 4}, {1, 5, 4}, {2, 5, 6}) ==
        "ShapeMismatch | keys: expected (2, n, 4), got (1, 5, 4)");
  CHECK(with_shapes<T>({2, 3, 4}, {5, 4}, {5, 6}) ==
        "ShapeMismatch | keys: expected (2, n, 4), got (5, 4)");
  CHECK(with_shapes<T>({1, 2, 3, 4}, {2, 5, 4}, {2, 5, 6}) ==
        "ShapeMismatch | keys: expected (1, 2, n, 4), got (2, 5, 4)");
  CHECK(with_shapes<T>({2, 3, 3, 4}, {3, 2, 5, 4}, {3, 2, 5, 6}) ==
        "ShapeMismatch | keys: expected (2, 3, n, 4), got (3, 2, 5, 4)");
}

TEMPLATE_TEST_CASE("attention: refuses values whose number or batch differs from the keys",
                   "[attention]", float, double) {
  using T = TestType;
  CHECK(with_shapes<T>({2, 3, 4}, {2, 5, 4}, {2, 4, 6}) ==
        "ShapeMismatch | values: expected (2, 5, d_v), got (2, 4, 6)");
  CHECK(with_shapes<T>({2, 3, 4}, {2, 5, 4}, {3, 5, 6}) ==
        "ShapeMismatch | values: expected (2, 5, d_v), got (3, 5, 6)");
  CHECK(with_shapes<T>({2, 3, 4}, {2, 5, 4}, {5, 6}) ==
        "ShapeMismatch | values: expected (2, 5, d_v), got (5, 6)");
}

TEMPLATE_TEST_CASE("attention: with and without stages, the same of two errors is named",
                   "[attention]", float, double) {
  using T = TestType;
  const auto x = attention::Tensor<T>({2, 2});
  attention::AttentionOptions options;
  options.scale = {.divisor = Divisor::kNumber, .number = 0};
  options.mask.method = MaskMethod::kFill;
  options.mask.fill = kNaN<double>;
  const std::string expected = "OutOfRange | divisor_number: expected a number other than 0, got 0";
  CHECK(refusal([&] { scaled_dot_product(x, x, x, options); }) == expected);
  CHECK(refusal([&] { scaled_dot_product_stages(x, x, x, options); }) == expected);
}

TEMPLATE_TEST_CASE("attention: refuses inputs without keys, components or values", "[attention]",
                   float, double) {
  using T = TestType;
  CHECK(with_shapes<T>({3, 4}, {0, 4}, {0, 6}) ==
        "EmptyInput | keys: expected at least one row and one column, got (0, 4)");
  CHECK(with_shapes<T>({2, 3, 0}, {2, 5, 0}, {2, 5, 6}) ==
        "EmptyInput | keys: expected at least one row and one column, got (2, 5, 0)");
  CHECK(with_shapes<T>({3, 4}, {5, 4}, {5, 0}) ==
        "EmptyInput | values: expected at least one column, got (5, 0)");
  CHECK(with_shapes<T>({3, 0}, {5, 4}, {5, 6}, Score::kAdditive) ==
        "EmptyInput | queries: expected at least one column, got (3, 0)");
  CHECK(with_shapes<T>({3, 4}, {5, 0}, {5, 6}, Score::kAdditive) ==
        "EmptyInput | keys: expected at least one row and one column, got (5, 0)");
}

TEST_CASE("attention: checked_scores_shape returns the shape of the scores", "[attention]") {
  const Shape queries = {2, 3, 4, 6};
  const Shape values = {2, 3, 5, 7};
  CHECK(checked_scores_shape(queries, {2, 3, 5, 6}, values) == Shape{2, 3, 4, 5});
  const Shape other = {2, 3, 5, 9};
  CHECK(refusal([&] { checked_scores_shape(queries, other, values); }) ==
        "ShapeMismatch | keys: expected (2, 3, n, 6), got (2, 3, 5, 9)");
  CHECK(checked_scores_shape(queries, other, values, Widths::kFree) == Shape{2, 3, 4, 5});
}

TEMPLATE_TEST_CASE("attention: names options that are out of range", "[attention]", float, double) {
  using T = TestType;
  CHECK(after<T>([](auto&, auto& options) {
          options.scale = {.divisor = Divisor::kNumber, .number = 0};
        }) == "OutOfRange | divisor_number: expected a number other than 0, got 0");
  CHECK(after<T>([](auto&, auto& options) { options.scale.divisor = Divisor::kSqrtEmbed; }) ==
        "OutOfRange | embed_size: expected a whole number >= 1, got 0");
  CHECK(after<T>([](auto&, auto& options) {
          options.masking = {.method = MaskMethod::kFill, .fill = kNaN<T>};
        }) == "OutOfRange | fill: expected a number, got NaN");
  CHECK(after<T>([](auto&, auto& options) {
          options.score = Score::kGaussian;
          options.sigma = 0;
        }) == "OutOfRange | sigma: expected a finite number > 0, got 0");
}

TEMPLATE_TEST_CASE("attention: refuses a mask and lengths that do not fit the scores",
                   "[attention]", float, double) {
  using T = TestType;
  CHECK(after<T>([](auto&, auto& options) {
          options.visibility = mask_only(random_mask({3, 3, 5}, 1));
        }) == "ShapeMismatch | mask: expected (3, 5) or (2, 3, 5), got (3, 3, 5)");
  CHECK(after<T>([](auto&, auto& options) {
          options.visibility = lens_only({3}, {1, 1, 1});
        }) == "ShapeMismatch | valid_lens: expected (2) or (2, 3), got (3)");
}

TEMPLATE_TEST_CASE("attention: names additive parameters that do not fit", "[attention]", float,
                   double) {
  using T = TestType;
  const auto with = [](const AdditiveParameters<T>& parameters) {
    return after<T>([&](auto&, auto& options) {
      options.score = Score::kAdditive;
      options.additive = parameters;
    });
  };
  const auto ones = [](Index r, Index c) { return Matrix<T>(Matrix<T>::Ones(r, c)); };
  CHECK(with({ones(7, 4), ones(7, 4), ones(1, 7), {}}) == "accepted");
  CHECK(with({ones(7, 3), ones(7, 4), ones(1, 7), {}}) ==
        "ShapeMismatch | W_q: expected (h, 4), got (7, 3)");
  CHECK(with({ones(7, 4), ones(6, 4), ones(1, 7), {}}) ==
        "ShapeMismatch | W_k: expected (7, 4), got (6, 4)");
  CHECK(with({ones(7, 4), ones(7, 4), ones(7, 1), {}}) ==
        "ShapeMismatch | w_v: expected (1, 7), got (7, 1)");
  CHECK(with({ones(7, 4), ones(7, 4), ones(1, 7), ones(1, 1)}) ==
        "ShapeMismatch | bias: expected (1, 7), got (1, 1)");
  CHECK(with({}) == "ShapeMismatch | W_q: expected (h, 4), got (0, 0)");
}

TEMPLATE_TEST_CASE("attention: checks options even without batch items", "[attention]", float,
                   double) {
  using T = TestType;
  const auto with = [](const AttentionOptions<T>& options) {
    return refusal([&] { attend(random_inputs<T>({{0}, 3, 5, 4, 6}, 1), options); });
  };
  AttentionOptions<T> options;
  options.score = Score::kGaussian;
  options.sigma = -1;
  CHECK(with(options) == "OutOfRange | sigma: expected a finite number > 0, got -1");
  options = {};
  options.score = Score::kAdditive;
  CHECK(with(options) == "ShapeMismatch | W_q: expected (h, 4), got (0, 0)");
  options = {};
  options.dropout.rate = 2;
  CHECK(with(options) == "OutOfRange | dropout_rate: expected a number from 0 to 1, got 2");
}

TEMPLATE_TEST_CASE("attention: checks arguments before it checks memory", "[attention]", float,
                   double) {
  using T = TestType;
  const Matrix<T> x = Matrix<T>::Ones(300'000, 1);
  const auto with = [&](const AttentionOptions<T>& options) {
    return refusal([&] { attention<T>(x, x, x, options); });
  };
  AttentionOptions<T> options;
  options.dropout.rate = 2;
  CHECK(with(options) == "OutOfRange | dropout_rate: expected a number from 0 to 1, got 2");
  options = {};
  options.score = Score::kGaussian;
  options.sigma = -1;
  CHECK(with(options) == "OutOfRange | sigma: expected a finite number > 0, got -1");
  options = {};
  options.score = Score::kAdditive;
  CHECK(with(options) == "ShapeMismatch | W_q: expected (h, 1), got (0, 0)");
}

}  // namespace
}  // namespace attention::test
