// SPDX-License-Identifier: MIT
// Tests the library's variants of multi-head attention, which reproduce the code that the source
// texts print (documents 002 and 004), including its errors (errata E-29, E-31, E-32, E-33 and E-44
// of web/src/ledger).
#include <cmath>
#include <string>

#include "lab/multi_head_variants.hpp"
#include "support/attention_samples.hpp"
#include "support/catch.hpp"
#include "support/matchers.hpp"
#include "support/matrices.hpp"
#include "support/refusal.hpp"
#include "support/samples.hpp"
#include "support/softmax.hpp"
#include "support/tolerance.hpp"
#include "support/visibility.hpp"

namespace attention::test {
namespace {

constexpr auto k002AsPrinted = MultiHeadVariant::k002AsPrinted;
constexpr auto k002TensorFlow = MultiHeadVariant::k002TensorFlow;
constexpr auto k002AsMeant = MultiHeadVariant::k002AsMeant;
constexpr auto k004AsPrinted = MultiHeadVariant::k004AsPrinted;
constexpr auto kStandard = MultiHeadVariant::kStandard;

template <class T>
MultiHeadOptions<T> seeing(MultiHeadVariant variant, Index num_heads, const Mask& mask) {
  auto options = multi_head_options<T>(variant, num_heads);
  options.visibility.mask = mask;
  return options;
}

template <class T>
Inputs<T> self(const Tensor<T>& x) {
  return {x, x, x};
}

TEMPLATE_TEST_CASE("variants: 002 as printed has symmetric energies in every head", "[variants]",
                   float, double) {
  using T = TestType;
  const auto x = self(random_tensor<T>({2, 5, 8}, 1));
  const auto p = random_parameters<T>({2, 2, 2, 2, 2, 8, 8}, false, 2);
  for (const auto variant : {k002AsPrinted, k002TensorFlow}) {
    const auto energies = attend(x, p, multi_head_options<T>(variant, 4)).heads.scores;
    for (Index b = 0; b < 8; ++b) {
      const Matrix<T> turned = matrix_of(energies, b).transpose();
      CHECK_THAT(matrix_of(energies, b), is_exactly<T>(turned));
    }
  }
  const auto meant = attend(x, p, multi_head_options<T>(k002AsMeant, 4)).heads.scores;
  const Matrix<T> turned = matrix_of(meant, 0).transpose();
  CHECK(matrix_of(meant, 0) != turned);
}

TEMPLATE_TEST_CASE("variants: 002 as printed ignores W_q, W_k and W_v", "[variants]", float,
                   double) {
  using T = TestType;
  const auto x = random_inputs<T>({{2}, 4, 5, 8, 8}, 5);
  const auto p = random_parameters<T>({2, 2, 2, 2, 2, 8, 8}, true, 8);
  for (const auto variant : {k002AsPrinted, k002TensorFlow}) {
    const auto options = multi_head_options<T>(variant, 4);
    const auto expected = attend(x, p, options).output.rows;
    auto other = p;
    for (auto* W : {&other.W_q, &other.W_k, &other.W_v}) W->setConstant(T(1e6));
    CHECK_THAT(attend(x, other, options).output.rows, is_exactly<T>(expected));
    for (auto* W : {&other.W_q, &other.W_k, &other.W_v, &other.b_q, &other.b_k, &other.b_v})
      *W = Matrix<T>();
    CHECK_THAT(attend(x, other, options).output.rows, is_exactly<T>(expected));
  }
  const auto options = multi_head_options<T>(k002AsMeant, 4);
  auto other = p;
  other.W_q *= 2;
  CHECK(attend(x, other, options).output.rows != attend(x, p, options).output.rows);
}

TEMPLATE_TEST_CASE("variants: 002 as meant has one small matrix for all heads", "[variants]", float,
                   double) {
  using T = TestType;
  const auto x = random_inputs<T>({{2}, 4, 5, 8, 8}, 15);
  const auto p = random_parameters<T>({2, 2, 2, 2, 2, 8, 8}, false, 18);
  const auto result = attend(x, p, multi_head_options<T>(k002AsMeant, 4));
  MultiHeadOptions<T> expected;
  expected.num_heads = 4;
  expected.projection = Projection::kShared;
  CHECK_THAT(result.output.rows, is_exactly<T>(attend(x, p, expected).output.rows));
  CHECK_THAT(
      result.heads.scaled_scores.rows,
      is_close_to<T>(Matrix<T>(result.heads.scores.rows / std::sqrt(T(2))), kFewRoundings<T>));
}

TEMPLATE_TEST_CASE(
    "variants: √embed_size makes the logits √heads too small and the weights too flat",
    "[variants]", float, double) {
  using T = TestType;
  auto x = random_inputs<T>({{}, 6, 9, 64, 64}, 25);
  x.queries.rows *= 4;
  const auto p = random_parameters<T>({1, 1, 1, 1, 1, 64, 64}, false, 28);
  auto options = multi_head_options<T>(k002AsPrinted, 16);
  const auto printed = attend(x, p, options);
  options.scale = {};
  const auto right = attend(x, p, options);
  CHECK_THAT(printed.heads.scores.rows, is_exactly<T>(right.heads.scores.rows));
  CHECK_THAT(printed.heads.logits.rows, is_exactly<T>(Matrix<T>(right.heads.scores.rows / 8)));
  CHECK_THAT(right.heads.logits.rows, is_exactly<T>(Matrix<T>(right.heads.scores.rows / 2)));
  for (Index r = 0; r < right.heads.weights.rows.rows(); ++r)
    CHECK(entropy<T>(printed.heads.weights.rows.row(r)) >
          entropy<T>(right.heads.weights.rows.row(r)));
}

TEMPLATE_TEST_CASE("variants: each divides by the root of the width that it uses", "[variants]",
                   float, double) {
  using T = TestType;
  const auto x = random_inputs<T>({{}, 3, 3, 32, 32}, 35);
  for (const auto variant :
       {kStandard, k004AsPrinted, k002AsPrinted, k002TensorFlow, k002AsMeant}) {
    CAPTURE(kMultiHeadVariantNames[static_cast<std::size_t>(variant)]);
    const bool is_small = variant == k002AsMeant;
    const auto p = random_parameters<T>(
        is_small ? ParameterSides{16, 16, 16, 16, 16, 32, 32} : square(32), false, 38);
    const auto heads = attend(x, p, multi_head_options<T>(variant, 2)).heads;
    const bool by_embedding = variant == k002AsPrinted || variant == k002TensorFlow;
    const T divisor = by_embedding ? std::sqrt(T(32)) : T(4);
    CHECK_THAT(heads.scaled_scores.rows,
               is_close_to<T>(Matrix<T>(heads.scores.rows / divisor), kFewRoundings<T>));
    CHECK_THAT(heads.logits.rows, is_exactly<T>(heads.scaled_scores.rows));
  }
}

TEMPLATE_TEST_CASE("variants: an (N, T, T) mask throws, or is applied per head if N = h",
                   "[variants]", float, double) {
  using T = TestType;
  const auto x = random_inputs<T>({{2}, 3, 3, 8, 8}, 45);
  const auto p = random_parameters<T>(square(8), true, 48);
  // Batch item 0 keeps all tokens; item 1 keeps only its first token.
  Flags flags(18, 0);
  for (std::size_t i = 0; i < 18; ++i) flags[i] = i < 9 || i % 3 == 0 ? 1 : 0;
  const Mask by_item{{2, 3, 3}, flags};
  CHECK(refusal([&] { attend(x, p, seeing<T>(kStandard, 2, by_item)); }) ==
        "ShapeMismatch | mask: expected (3, 3), (2, 1, 3, 3) or (2, 2, 3, 3), got (2, 3, 3)");
  const auto as_printed = attend(x, p, seeing<T>(k004AsPrinted, 2, by_item));
  const auto meant = attend(x, p, seeing<T>(k004AsPrinted, 2, {{2, 1, 3, 3}, flags}));
  for (Index b = 0; b < 4; ++b) {
    const auto hides = [b](const MultiHead<T>& stages) {
      return (matrix_of(stages.heads.weights, b).rightCols(2).array() == 0).all();
    };
    CHECK(hides(as_printed) == (b % 2 == 1));
    CHECK(hides(meant) == (b / 2 == 1));
  }
  CHECK(as_printed.output.rows != meant.output.rows);
  for (const auto variant : {k002AsPrinted, k002TensorFlow})
    CHECK(refusal([&] { attend(x, p, seeing<T>(variant, 2, by_item)); }) == "accepted");
  // With four heads the mask of two items does not broadcast, and the code of the lessons' source
  // document 004 throws as well.
  CHECK(refusal([&] { attend(x, p, seeing<T>(k004AsPrinted, 4, by_item)); }) ==
        "ShapeMismatch | mask: expected (3, 3), (2, 1, 3, 3) or (2, 4, 3, 3), got (2, 3, 3)");
}

TEMPLATE_TEST_CASE("variants: TensorFlow's mask hides with 1, so a causal mask shows the future",
                   "[variants]", float, double) {
  using T = TestType;
  // The scores of the first query are 9 (its own key), 1/2 and 0.
  const auto queries = tensor<T>({1, 3, 1}, {1, 1, 1});
  const auto keys = tensor<T>({1, 3, 1}, {9, T(0.5), 0});
  const Inputs<T> x{queries, keys, keys};
  MultiHeadParameters<T> p;
  p.W_o = row<T>({1});
  const Mask causal = causal_mask(3, 3);
  Mask complement = causal;
  for (std::uint8_t& flag : complement.keep) flag = 1 - flag;
  const auto with = [&](MultiHeadVariant variant, const Mask& mask) {
    return attend(x, p, seeing<T>(variant, 1, mask)).heads.weights.rows;
  };
  const T weight = 1 / (1 + std::exp(T(-0.5)));
  const Matrix<T> pytorch = with(k002AsPrinted, causal);
  CHECK_THAT(Matrix<T>(pytorch.row(0)), is_exactly<T>(row<T>({1, 0, 0})));
  // In TensorFlow's code, 1 hides a key. So the mask `causal` keeps the keys of `complement`.
  const Matrix<T> as_passed = with(k002TensorFlow, complement);
  CHECK_THAT(Matrix<T>(as_passed.row(0)),
             is_close_to<T>(row<T>({0, weight, 1 - weight}), kFewRoundings<T>));
  CHECK_THAT(Matrix<T>(as_passed.row(1)), is_exactly<T>(row<T>({0, 0, 1})));
  const Matrix<T> meant = with(k002TensorFlow, causal);
  CHECK_THAT(meant, is_exactly<T>(pytorch));
}

TEMPLATE_TEST_CASE("variants: a query without keys is uniform except in TensorFlow's doubles",
                   "[variants]", float, double) {
  using T = TestType;
  const auto x = random_inputs<T>({{}, 4, 4, 4, 4}, 55);
  auto p = random_parameters<T>(square(4), false, 58);
  const Mask none{{1, 4}, Flags(4, 0)};
  const Matrix<T> uniform = Matrix<T>::Constant(4, 4, T(0.25));
  for (const auto variant :
       {kStandard, k004AsPrinted, k002AsPrinted, k002TensorFlow, k002AsMeant}) {
    CAPTURE(kMultiHeadVariantNames[static_cast<std::size_t>(variant)]);
    const auto heads = attend(x, p, seeing<T>(variant, 1, none)).heads;
    CHECK(heads.empty_rows == Flags(4, 1));
    if (variant != k002TensorFlow || std::is_same_v<T, float>)
      CHECK_THAT(heads.weights.rows, is_exactly<T>(uniform));
    else
      CHECK_THAT(heads.weights.rows,
                 is_close_to<T>(softmax<T>(heads.scaled_scores.rows), {.abs = 1e-6}));
  }
}

TEMPLATE_TEST_CASE(
    "variants: 004's fill leaks and is not divided; 002's is divided and does not leak",
    "[variants]", float, double) {
  using T = TestType;
  const auto x = random_inputs<T>({{}, 3, 3, 4, 4}, 65);
  const auto p = random_parameters<T>(square(4), false, 68);
  const Mask mask{{1, 3}, {1, 1, 0}};
  const auto hidden = [&](MultiHeadVariant variant) {
    return attend(x, p, seeing<T>(variant, 1, mask)).heads.logits.rows(0, 2);
  };
  CHECK(hidden(kStandard) == -kInf<T>);
  CHECK(hidden(k004AsPrinted) == T(-1e4));
  CHECK(hidden(k002AsPrinted) == T(-1e20) / 2);
  const auto scores = attend(x, p, seeing<T>(k002TensorFlow, 1, mask)).heads.scores.rows;
  CHECK(hidden(k002TensorFlow) == (scores(0, 2) + T(-1e9)) / 2);

  MultiHeadParameters<T> unit;
  unit.W_q = unit.W_k = unit.W_v = unit.W_o = row<T>({1});
  const Inputs<T> low{tensor<T>({3, 1}, {1, 1, 1}), tensor<T>({3, 1}, {T(-2e4), T(-2.5e4), 0}),
                      tensor<T>({3, 1}, {1, 2, 3})};
  const auto weights = [&](MultiHeadVariant variant) {
    return Matrix<T>(attend(low, unit, seeing<T>(variant, 1, mask)).heads.weights.rows.row(0));
  };
  CHECK_THAT(weights(k004AsPrinted), is_exactly<T>(row<T>({0, 0, 1})));
  for (const auto variant : {kStandard, k002AsPrinted, k002TensorFlow, k002AsMeant})
    CHECK_THAT(weights(variant), is_exactly<T>(row<T>({1, 0, 0})));
}

TEMPLATE_TEST_CASE("variants: 004 refuses keys of another length, or mixes batch items",
                   "[variants]", float, double) {
  using T = TestType;
  const auto p = random_parameters<T>(square(4), true, 75);
  const auto as_printed = multi_head_options<T>(k004AsPrinted, 2);
  const auto standard = multi_head_options<T>(kStandard, 2);
  const auto queries = random_tensor<T>({1, 3, 4}, 76);
  const auto keys = random_tensor<T>({1, 2, 4}, 77);
  CHECK(refusal([&] {
          attend<T>({queries, keys, keys}, p, as_printed);
        }) == "ShapeMismatch | keys: expected (1, 3, 4), got (1, 2, 4)");
  CHECK(refusal([&] { attend<T>({queries, keys, keys}, p, standard); }) == "accepted");
  CHECK(refusal([&] {
          attend<T>({queries, queries, keys}, p, as_printed);
        }) == "ShapeMismatch | values: expected (1, 3, 4), got (1, 2, 4)");

  const auto two = random_tensor<T>({2, 3, 4}, 78);
  const auto three = random_tensor<T>({3, 2, 4}, 79);
  const auto mixed = attend<T>({two, three, three}, p, as_printed);
  const Tensor<T> read_as{{2, 3, 4}, three.rows};
  CHECK(mixed.heads.weights.shape == Shape{2, 2, 3, 3});
  CHECK_THAT(mixed.output.rows,
             is_exactly<T>(attend<T>({two, read_as, read_as}, p, standard).output.rows));
  CHECK(refusal([&] {
          attend<T>({two, three, three}, p, standard);
        }) == "ShapeMismatch | keys: expected (2, *, *), got (3, 2, 4)");
}

TEMPLATE_TEST_CASE("variants: 004 with one length equals the standard", "[variants]", float,
                   double) {
  using T = TestType;
  const auto x = random_inputs<T>({{2}, 5, 5, 8, 8}, 85);
  const auto p = random_parameters<T>(square(8), true, 88);
  const auto expected = attend(x, p, multi_head_options<T>(kStandard, 4));
  CHECK_THAT(attend(x, p, multi_head_options<T>(k004AsPrinted, 4)).output.rows,
             is_exactly<T>(expected.output.rows));
  const Mask causal = causal_mask(5, 5);
  CHECK_THAT(attend(x, p, seeing<T>(k004AsPrinted, 4, causal)).output.rows,
             is_exactly<T>(attend(x, p, seeing<T>(kStandard, 4, causal)).output.rows));
}

TEST_CASE("variants: every variant has a name", "[variants]") {
  CHECK(kMultiHeadVariantNames[static_cast<std::size_t>(kStandard)] == "standard");
  CHECK(kMultiHeadVariantNames[static_cast<std::size_t>(k004AsPrinted)] == "004_as_printed");
  CHECK(kMultiHeadVariantNames[static_cast<std::size_t>(k002AsPrinted)] == "002_as_printed");
  CHECK(kMultiHeadVariantNames[static_cast<std::size_t>(k002TensorFlow)] == "002_tensorflow");
  CHECK(kMultiHeadVariantNames[static_cast<std::size_t>(k002AsMeant)] == "002_as_meant");
  CHECK(kProjectionNames[static_cast<std::size_t>(Projection::kShared)] == "shared");
}

}  // namespace
}  // namespace attention::test
