// SPDX-License-Identifier: MIT
#include "attention/alibi.hpp"

#include <cmath>
#include <cstdlib>

#include "support/catch.hpp"
#include "support/refusal.hpp"
#include "support/tensors.hpp"
#include "support/tolerance.hpp"

namespace attention {
namespace {

using test::refusal;

TEMPLATE_TEST_CASE("alibi: by hand", "[parts]", float, double) {
  using T = TestType;
  // With two heads, the slopes are 1/16 and 1/256.
  CHECK(first_miss(alibi_bias<T>(2, 2, 3),
                   Tensor<double>({2, 2, 3}, {0, -1 / 16.0, -2 / 16.0, -1 / 16.0, 0, -1 / 16.0, 0,
                                              -1 / 256.0, -2 / 256.0, -1 / 256.0, 0, -1 / 256.0}),
                   {}) == "");
  CHECK(first_miss(alibi_bias<T>(1, 1, 3, CausalAlignment::kBottomRight),
                   Tensor<double>({1, 1, 3}, {-2 / 256.0, -1 / 256.0, 0}), {}) == "");
  CHECK(first_miss(alibi_bias<T>(1, 3, 1, CausalAlignment::kBottomRight),
                   Tensor<double>({1, 3, 1}, {-2 / 256.0, -1 / 256.0, 0}), {}) == "");
}

TEMPLATE_TEST_CASE("alibi: equals plain loops for any number of heads", "[parts]", float, double) {
  using T = TestType;
  for (const Index h : {1, 3, 6, 8, 12, 100})
    for (const auto alignment : {CausalAlignment::kTopLeft, CausalAlignment::kBottomRight}) {
      CAPTURE(h);
      Tensor<double> expected({h, 4, 7});
      for (Index a = 0; a < h; ++a)
        for (Index i = 0; i < 4; ++i)
          for (Index j = 0; j < 7; ++j) {
            const Index at = alignment == CausalAlignment::kTopLeft ? i : i + 3;
            expected(4 * a + i, j) = -std::pow(2, -8 * double(a + 1) / double(h)) *
                                     static_cast<double>(std::abs(at - j));
          }
      CHECK(first_miss(alibi_bias<T>(h, 4, 7, alignment), expected, test::kFewRoundings<T>) == "");
    }
}

TEST_CASE("alibi: the bias of the last queries is the end of the whole bias", "[parts]") {
  const auto whole = alibi_bias(3, 9, 9);
  const auto last = alibi_bias(3, 2, 9, CausalAlignment::kBottomRight);
  for (Index a = 0; a < 3; ++a)
    for (Index i = 0; i < 2; ++i)
      for (Index j = 0; j < 9; ++j) CHECK(last(2 * a + i, j) == whole(9 * a + 7 + i, j));
}

TEST_CASE("alibi: sizes without entries return at once, errors", "[parts]") {
  constexpr Index kHuge = Index{1} << 50;
  CHECK(alibi_bias(8, 0, kHuge).shape() == Shape{8, 0, kHuge});
  CHECK(alibi_bias(8, kHuge, 0, CausalAlignment::kBottomRight).empty());
  CHECK(refusal([] { alibi_bias(0, 2, 2); }) ==
        "OutOfRange | num_heads: expected a whole number >= 1, got 0");
  CHECK(refusal([] { alibi_bias(2, -1, 2); }) ==
        "OutOfRange | m: expected a whole number >= 0, got -1");
  CHECK(refusal([] { alibi_bias(2, 2, -1); }) ==
        "OutOfRange | n: expected a whole number >= 0, got -1");
  CHECK(refusal([] { alibi_bias(2, kHuge, 2); }).starts_with("OutOfMemory | memory: "));
  CHECK(refusal([] { alibi_bias(kHuge, kHuge, kHuge); }).starts_with("OutOfMemory | memory: "));
}

}  // namespace
}  // namespace attention
