// SPDX-License-Identifier: MIT
#include <functional>
#include <string>

#include "support/attention_samples.hpp"
#include "support/catch.hpp"
#include "support/matchers.hpp"
#include "support/matrices.hpp"
#include "support/refusal.hpp"
#include "support/samples.hpp"
#include "support/visibility.hpp"

namespace attention::test {
namespace {

template <class T>
struct Call {
  Inputs<T> x;
  MultiHeadParameters<T> p;
  MultiHeadOptions<T> options;
};

/// A valid call: 3 queries of width 6, 4 keys of width 8 and values of width 10, in 2 batch items,
/// with 2 heads. With full projections d_k is 3, d_v is 2 and the output has width 5.
template <class T>
Call<T> fitting(Projection projection) {
  Call<T> call;
  call.x = {random_tensor<T>({2, 3, 6}, 1), random_tensor<T>({2, 4, 8}, 2),
            random_tensor<T>({2, 4, 10}, 3)};
  call.options.num_heads = 2;
  call.options.projection = projection;
  if (projection == Projection::kFull)
    call.p = random_parameters<T>({6, 8, 10, 6, 4, 4, 5}, true, 4);
  else
    call.p = random_parameters<T>({3, 4, 5, 3, 2, 4, 5}, true, 4);
  if (projection == Projection::kNone) {
    call.x.keys = random_tensor<T>({2, 4, 6}, 2);
    call.p.W_o = Matrix<T>::Ones(5, 10);
  }
  return call;
}

template <class T>
std::string after(Projection projection, const std::function<void(Call<T>&)>& change) {
  Call<T> call = fitting<T>(projection);
  change(call);
  return refusal([&] { attend(call.x, call.p, call.options); });
}

template <class T>
Matrix<T> ones(Index rows, Index cols) {
  return Matrix<T>::Ones(rows, cols);
}

TEMPLATE_TEST_CASE("multi_head: accepts valid arguments", "[multi_head]", float, double) {
  using T = TestType;
  for (const auto projection : {Projection::kFull, Projection::kShared, Projection::kNone})
    CHECK(after<T>(projection, [](auto&) {}) == "accepted");
}

TEMPLATE_TEST_CASE("multi_head: refuses fewer than 1 head", "[multi_head]", float, double) {
  using T = TestType;
  for (const auto projection : {Projection::kFull, Projection::kShared, Projection::kNone})
    for (const Index num_heads : {0, -2})
      CHECK(after<T>(projection, [&](auto& call) { call.options.num_heads = num_heads; }) ==
            "OutOfRange | num_heads: expected a whole number >= 1, got " +
                std::to_string(num_heads));
}

TEMPLATE_TEST_CASE("multi_head: refuses heads that do not divide the width", "[multi_head]", float,
                   double) {
  using T = TestType;
  for (const auto projection : {Projection::kFull, Projection::kShared, Projection::kNone})
    CHECK(after<T>(projection, [](auto& call) {
            call.options.num_heads = 4;
          }).rfind("OutOfRange | num_heads: expected ", 0) == 0);
  // The width of the projected keys, 6, is a multiple of the 2 heads. The width of the projected
  // values, 5, is not.
  CHECK(after<T>(Projection::kFull, [](auto& call) {
          call.p.W_v = ones<T>(5, 10);
          call.p.b_v = Matrix<T>();
          call.p.W_o = ones<T>(5, 5);
        }).rfind("OutOfRange | num_heads: expected ", 0) == 0);
}

TEMPLATE_TEST_CASE("multi_head: names full projections that do not fit", "[multi_head]", float,
                   double) {
  using T = TestType;
  const auto with = [](const auto& change) {
    return after<T>(Projection::kFull, [&](Call<T>& call) { change(call.p); });
  };
  CHECK(with([](auto& p) { p.W_q = ones<T>(6, 7); }) ==
        "ShapeMismatch | W_q: expected (h*d_k, 6), got (6, 7)");
  CHECK(with([](auto& p) { p.W_k = ones<T>(6, 6); }) ==
        "ShapeMismatch | W_k: expected (6, 8), got (6, 6)");
  CHECK(with([](auto& p) { p.W_k = ones<T>(8, 8); }) ==
        "ShapeMismatch | W_k: expected (6, 8), got (8, 8)");
  CHECK(with([](auto& p) { p.W_v = ones<T>(4, 8); }) ==
        "ShapeMismatch | W_v: expected (h*d_v, 10), got (4, 8)");
  CHECK(with([](auto& p) { p.W_o = ones<T>(5, 6); }) ==
        "ShapeMismatch | W_o: expected (E_o, 4), got (5, 6)");
  CHECK(with([](auto& p) { p.b_q = ones<T>(6, 1); }) ==
        "ShapeMismatch | b_q: expected (1, 6), got (6, 1)");
  CHECK(with([](auto& p) { p.b_k = ones<T>(1, 5); }) ==
        "ShapeMismatch | b_k: expected (1, 6), got (1, 5)");
  CHECK(with([](auto& p) { p.b_v = ones<T>(1, 6); }) ==
        "ShapeMismatch | b_v: expected (1, 4), got (1, 6)");
  CHECK(with([](auto& p) { p.b_o = ones<T>(1, 4); }) ==
        "ShapeMismatch | b_o: expected (1, 5), got (1, 4)");
  CHECK(with([](auto& p) { p.W_q = Matrix<T>(); }) ==
        "ShapeMismatch | W_q: expected (h*d_k, 6), got (0, 0)");
}

TEMPLATE_TEST_CASE("multi_head: names shared projections that do not fit", "[multi_head]", float,
                   double) {
  using T = TestType;
  const auto with = [](const auto& change) {
    return after<T>(Projection::kShared, [&](Call<T>& call) { change(call.p); });
  };
  CHECK(with([](auto& p) { p.W_q = ones<T>(3, 6); }) ==
        "ShapeMismatch | W_q: expected (d_k, 3), got (3, 6)");
  CHECK(with([](auto& p) { p.W_k = ones<T>(2, 4); }) ==
        "ShapeMismatch | W_k: expected (3, 4), got (2, 4)");
  CHECK(with([](auto& p) { p.W_v = ones<T>(2, 10); }) ==
        "ShapeMismatch | W_v: expected (d_v, 5), got (2, 10)");
  CHECK(with([](auto& p) { p.W_o = ones<T>(5, 10); }) ==
        "ShapeMismatch | W_o: expected (E_o, 4), got (5, 10)");
  CHECK(with([](auto& p) { p.b_v = ones<T>(1, 4); }) ==
        "ShapeMismatch | b_v: expected (1, 2), got (1, 4)");
}

TEMPLATE_TEST_CASE("multi_head: refuses projections without rows", "[multi_head]", float, double) {
  using T = TestType;
  CHECK(after<T>(Projection::kFull, [](auto& call) {
          call.p.W_q = Matrix<T>(0, 6);
          call.p.W_k = Matrix<T>(0, 8);
          call.p.b_q = call.p.b_k = Matrix<T>();
        }) == "EmptyInput | W_q: expected at least one row, got (0, 6)");
  CHECK(after<T>(Projection::kFull, [](auto& call) {
          call.p.W_v = Matrix<T>(0, 10);
          call.p.b_v = Matrix<T>();
          call.p.W_o = Matrix<T>(5, 0);
        }) == "EmptyInput | W_v: expected at least one row, got (0, 10)");
  CHECK(after<T>(Projection::kFull, [](auto& call) {
          call.p.W_o = Matrix<T>(0, 4);
          call.p.b_o = Matrix<T>();
        }) == "EmptyInput | W_o: expected at least one row, got (0, 4)");
}

TEMPLATE_TEST_CASE("multi_head: without projections, queries and keys must have equal widths",
                   "[multi_head]", float, double) {
  using T = TestType;
  CHECK(after<T>(Projection::kNone, [](auto& call) {
          call.x.keys = random_tensor<T>({2, 4, 8}, 2);
        }) == "ShapeMismatch | keys: expected (2, n, 6), got (2, 4, 8)");
  CHECK(after<T>(Projection::kNone, [](auto& call) { call.p.W_o = ones<T>(5, 6); }) ==
        "ShapeMismatch | W_o: expected (E_o, 10), got (5, 6)");
}

TEMPLATE_TEST_CASE("multi_head: refuses inputs that do not fit each other", "[multi_head]", float,
                   double) {
  using T = TestType;
  const auto with = [](const Shape& queries, const Shape& keys, const Shape& values) {
    return after<T>(Projection::kFull, [&](auto& call) {
      call.x = {random_tensor<T>(queries, 1), random_tensor<T>(keys, 2),
                random_tensor<T>(values, 3)};
    });
  };
  CHECK(with({6}, {4, 8}, {4, 10}) == "ShapeMismatch | queries: expected at least 2 axes, got (6)");
  CHECK(with({2, 3, 6}, {1, 4, 8}, {2, 4, 10}) ==
        "ShapeMismatch | keys: expected (2, *, *), got (1, 4, 8)");
  CHECK(with({2, 3, 6}, {2, 4, 8}, {2, 5, 10}) ==
        "ShapeMismatch | values: expected (2, 4, d_v), got (2, 5, 10)");
  CHECK(with({2, 3, 6}, {2, 0, 8}, {2, 0, 10}) ==
        "EmptyInput | keys: expected at least one row and one column, got (2, 0, 8)");
  CHECK(with({2, 3, 0}, {2, 4, 8}, {2, 4, 10}) ==
        "EmptyInput | queries: expected at least one column, got (2, 3, 0)");
}

TEMPLATE_TEST_CASE("multi_head: refuses masks, lengths and dropout that do not fit the heads",
                   "[multi_head]", float, double) {
  using T = TestType;
  const auto with = [](const auto& change) {
    return after<T>(Projection::kFull, [&](auto& call) { change(call.options); });
  };
  CHECK(with([](auto& options) {
          options.visibility = mask_only(random_mask({2, 3, 4}, 1));
        }) == "ShapeMismatch | mask: expected (3, 4), (2, 1, 3, 4) or (2, 2, 3, 4), got (2, 3, 4)");
  CHECK(with([](auto& options) {
          options.visibility = lens_only({2, 2}, {1, 1, 1, 1});
        }) == "ShapeMismatch | valid_lens: expected (2) or (2, 3), got (2, 2)");
  CHECK(with([](auto& options) { options.dropout.rate = -1; }) ==
        "OutOfRange | dropout_rate: expected a number from 0 to 1, got -1");
  CHECK(with([](auto& options) {
          options.dropout.rate = 0.5;
          options.dropout.keep = random_mask({2, 3, 4}, 1);
        }) == "ShapeMismatch | dropout_keep: expected (2, 2, 3, 4), got (2, 3, 4)");
  CHECK(with([](auto& options) {
          options.masking = {.method = MaskMethod::kAdd, .fill = kNaN<T>};
        }) == "OutOfRange | fill: expected a number, got NaN");
  CHECK(with([](auto& options) { options.scale = {.divisor = Divisor::kNumber, .number = 0}; }) ==
        "OutOfRange | divisor_number: expected a number other than 0, got 0");
}

TEMPLATE_TEST_CASE(
    "multi_head: the root of the embedding is that of the queries unless another is given",
    "[multi_head]", float, double) {
  using T = TestType;
  auto call = fitting<T>(Projection::kFull);
  const auto divisor = [&] {
    const auto heads = attend(call.x, call.p, call.options).heads;
    return static_cast<double>(heads.scores.rows(0, 0) / heads.scaled_scores.rows(0, 0));
  };
  call.options.scale.divisor = Divisor::kSqrtEmbed;
  CHECK(passes(divisor() * divisor(), 6, {.rel = 1e-5}));
  call.options.scale.embed_size = 100;
  CHECK(passes(divisor(), 10, {.rel = 1e-5}));
  call.options.scale = {.divisor = Divisor::kDk};
  CHECK(passes(divisor(), 3, {.rel = 1e-5}));
}

}  // namespace
}  // namespace attention::test
