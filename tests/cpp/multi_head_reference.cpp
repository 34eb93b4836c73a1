// SPDX-License-Identifier: MIT
// Compares the result of every step of multi-head attention with plain loops in double, for sizes
// from 1 to 70.
#include <random>

#include "support/attention_samples.hpp"
#include "support/catch.hpp"
#include "support/matrices.hpp"
#include "support/reference_multi_head.hpp"
#include "support/row_error.hpp"
#include "support/samples.hpp"
#include "support/visibility.hpp"

namespace attention::test {
namespace {

template <class T>
void check_stages(const Inputs<T>& x, const MultiHeadParameters<T>& p,
                  const MultiHeadOptions<T>& options) {
  const auto got = attend(x, p, options);
  const auto exact = in_double(x);
  const auto expected = reference::multi_head(exact.queries, exact.keys, exact.values, in_double(p),
                                              in_double(options));
  const auto error = [](const Tensor<T>& a, const Tensor<double>& b) {
    return row_error(in_double(a), b);
  };
  CHECK(error(got.projected_queries, expected.projected_queries) <= kStageError<T>);
  CHECK(error(got.projected_keys, expected.projected_keys) <= kStageError<T>);
  CHECK(error(got.projected_values, expected.projected_values) <= kStageError<T>);
  CHECK(error(got.head_queries, expected.head_queries) <= kStageError<T>);
  CHECK(error(got.head_keys, expected.head_keys) <= kStageError<T>);
  CHECK(error(got.head_values, expected.head_values) <= kStageError<T>);
  CHECK(error(got.heads.scores, expected.heads.scores) <= kStageError<T>);
  CHECK(error(got.heads.scaled_scores, expected.heads.scaled_scores) <= kStageError<T>);
  CHECK(error(got.heads.logits, expected.heads.logits) <= kStageError<T>);
  CHECK(error(got.heads.weights, expected.heads.weights) <= kStageError<T>);
  CHECK(error(got.heads.dropped_weights, expected.heads.dropped_weights) <= kStageError<T>);
  CHECK(error(got.heads.output, expected.heads.output) <= kStageError<T>);
  CHECK(error(got.concat, expected.concat) <= kStageError<T>);
  CHECK(error(got.output, expected.output) <= kStageError<T>);
  CHECK(got.heads.empty_rows == expected.heads.empty_rows);
  const auto alone = multi_head_output<T>(x.queries, x.keys, x.values, p, options);
  CHECK(error(alone, expected.output) <= kStageError<T>);
}

TEMPLATE_TEST_CASE("multi_head: every stage agrees with plain loops for sizes up to 70",
                   "[reference]", float, double) {
  using T = TestType;
  unsigned seed = 1000;
  for (const auto& sizes : random_sizes(5, 1)) {
    const Index m = sizes[0], n = sizes[1], width = sizes[2], d_k = sizes[3], out = sizes[4];
    seed += 20;
    const Index h = 1 + static_cast<Index>(seed / 20 % 5);
    const Index d_v = 1 + (d_k + 6) % 14;
    CAPTURE(m, n, width, d_k, d_v, h, out);
    const Inputs<T> x{random_tensor<T>({m, width}, seed, 0, 1),
                      random_tensor<T>({n, out}, seed + 1, 0, 1),
                      random_tensor<T>({n, d_k}, seed + 2, 0, 1)};
    const auto p = random_parameters<T>({width, out, d_k, h * d_k, h * d_v, h * d_v, out},
                                        seed % 3 != 0, seed + 3, 0);
    MultiHeadOptions<T> options;
    options.num_heads = h;
    check_stages(x, p, options);
  }
}

TEMPLATE_TEST_CASE("multi_head: masked, dropped and batched stages agree with plain loops",
                   "[reference]", float, double) {
  using T = TestType;
  std::mt19937 generator(3);
  const auto chance = [&](unsigned n) { return generator() % n == 0; };
  for (const auto& sizes : random_sizes(3, 2)) {
    const Index m = sizes[0], n = sizes[1], d = sizes[2];
    const Index d_v = 1 + d % 9;
    const Index h = 1 + static_cast<Index>(generator() % 4);
    const auto seed = static_cast<unsigned>(generator());
    const auto projection = static_cast<Projection>(generator() % 3);
    CAPTURE(m, n, d, d_v, h, kProjectionNames[static_cast<std::size_t>(projection)]);
    const auto x = random_inputs<T>({{2}, m, n, h * d, h * d_v}, seed, 0);
    const Index blocks = projection == Projection::kFull ? h : 1;
    const auto p = random_parameters<T>(
        {blocks * d, blocks * d, blocks * d_v, blocks * d, blocks * d_v, h * d_v, 7}, !chance(3),
        seed + 3, 0);
    MultiHeadOptions<T> options;
    options.num_heads = h;
    options.projection = projection;
    options.scale.divisor = chance(2) ? Divisor::kSqrtEmbed : Divisor::kDk;
    options.visibility = mask_only(random_mask({2, 1, m, n}, seed, 0.8));
    options.visibility.causal = chance(3);
    options.mask_before_scale = chance(2);
    options.masking.method = chance(3) ? MaskMethod::kFill : MaskMethod::kExclude;
    options.masking.fill = T(-1e6);
    check_stages(x, p, options);
    options.dropout.rate = 0.25;
    options.dropout.keep = random_mask({2, h, m, n}, seed, 0.75);
    check_stages(x, p, options);
  }
}

TEMPLATE_TEST_CASE("multi_head: the output function equals the stages for every batch item",
                   "[reference]", float, double) {
  using T = TestType;
  const Index h = 3, d = 5, d_v = 4;
  unsigned seed = 1;
  // Depending on the number of tokens, the six batch items are processed all at once, four and then
  // two, or one by one.
  for (const Index tokens : {20, 60, 130})
    for (const Projection projection : {Projection::kFull, Projection::kShared, Projection::kNone})
      for (const bool is_masked : {false, true}) {
        const Index m = tokens, n = tokens - 7;
        CAPTURE(tokens, projection, is_masked);
        const auto x = random_inputs<T>({{3, 2}, m, n, h * d, h * d_v}, ++seed);
        const Index blocks = projection == Projection::kFull ? h : 1;
        const auto p = random_parameters<T>(
            {blocks * d, blocks * d, blocks * d_v, blocks * d, blocks * d_v, h * d_v, 6}, true,
            seed);
        auto options = with_heads<T>(h, projection);
        if (is_masked) options.visibility.mask = random_mask({3, 2, h, m, n}, seed, 0.7);
        const auto alone = multi_head_output<T>(x.queries, x.keys, x.values, p, options);
        const auto stages = attend(x, p, options);
        CHECK(alone.shape == stages.output.shape);
        CHECK(row_error(in_double(alone), in_double(stages.output)) <= kStageError<T>);
      }
}

}  // namespace
}  // namespace attention::test
