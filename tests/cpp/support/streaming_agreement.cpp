// SPDX-License-Identifier: MIT
#include "support/streaming_agreement.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "support/catch.hpp"
#include "support/document_fills.hpp"
#include "support/matchers.hpp"
#include "support/samples.hpp"
#include "support/visibility.hpp"

namespace attention::test {
namespace {

double log_sum_exp(const RowView<double>& logits) {
  double largest = -kInf<double>;
  for (const double l : logits) largest = std::max(largest, l);
  const double shift = std::isfinite(largest) ? largest : 0;
  double sum = 0;
  for (const double l : logits) sum += std::exp(l - shift);
  return shift + std::log(sum);
}

// Keeps about a third of the keys, and no key for every fourth query.
Mask sparse_mask(const Shape& shape, unsigned seed) {
  Mask mask = random_mask(shape, seed, 0.34);
  for (std::size_t e = 0; e < mask.keep.size(); ++e)
    if (static_cast<Index>(e) / side(shape) % 4 == 1) mask.keep[e] = 0;
  return mask;
}

// Random lengths from −1 to n + 1: a negative length hides all n keys, a length above n hides none.
ValidLens random_lens(const Shape& shape, Index n, unsigned seed) {
  const auto numbers = random_tensor<double>(shape.empty() ? Shape{1} : shape, seed, 0, 1);
  ValidLens lens{shape, {}};
  for (Index e = 0; e < numbers.rows.size(); ++e)
    lens.lens.push_back(std::floor(numbers.rows.data()[e] * static_cast<double>(n + 3)) - 1);
  return lens;
}

std::vector<Visibility> all_visibilities(const Shape& leading, Index m, Index n, unsigned seed) {
  const Shape by_item = leading.empty() ? Shape{m} : Shape{leading[0]};
  const Shape by_query = leading.empty() ? Shape{m} : Shape{leading[0], m};
  std::vector<Visibility> all(1);
  for (const Shape& shape : {Shape{m, n}, Shape{1, n}, Shape{m, 1}, with_matrix(leading, m, n)})
    all.push_back(mask_only(sparse_mask(shape, seed)));
  for (const Shape& shape : {Shape{}, by_item, by_query})
    all.push_back(lens_only(shape, random_lens(shape, n, seed).lens));
  all.push_back(causal_only());
  all.push_back(causal_only(CausalAlignment::kBottomRight));
  all.push_back(mask_only(sparse_mask({1, n}, seed + 1)));
  all.back().causal = true;
  all.push_back(mask_only(sparse_mask({m, n}, seed + 2)));
  all.back().causal = true;
  all.back().alignment = CausalAlignment::kBottomRight;
  all.back().valid_lens = random_lens(by_query, n, seed);
  return all;
}

template <class T>
std::vector<Masking<T>> all_maskings() {
  std::vector<Masking<T>> all;
  for (const EmptyRow choice : {EmptyRow::kUniform, EmptyRow::kNaN, EmptyRow::kZeros})
    all.push_back({.empty_row = choice});
  for (const double fill : kDocumentFills)
    all.push_back({.method = MaskMethod::kFill, .fill = static_cast<T>(fill)});
  all.push_back({.method = MaskMethod::kFill, .fill = -kInf<T>});
  all.push_back({.method = MaskMethod::kAdd, .fill = T(-1e9)});
  all.push_back({.method = MaskMethod::kAdd, .fill = -kInf<T>});
  return all;
}

}  // namespace

template <class T>
Inputs<T> spread_inputs(const InputSides& sides, unsigned seed) {
  auto x = random_inputs<T>(sides, seed);
  x.queries.rows *= 4;
  x.values.rows.array() += 2;
  return x;
}

template <class T>
StreamingAttention<T> stream(const Inputs<T>& x, const StreamingOptions<T>& options) {
  return streaming_attention<T>(x.queries, x.keys, x.values, options);
}

template <class T>
Attention<T> attend_like(const Inputs<T>& x, const StreamingOptions<T>& options) {
  AttentionOptions<T> same;
  same.scale = options.scale;
  same.visibility = options.visibility;
  same.masking = options.masking;
  same.score_bias = options.score_bias;
  same.grouped = options.grouped;
  return attend(x, same);
}

template <class T>
std::string disagreement(const StreamingAttention<T>& streamed, const Attention<T>& stages) {
  const double error = row_error(in_double(streamed.output), in_double(stages.output));
  if (error > kStageError<T>) return "output is off by " + std::to_string(error);
  const Shape& shape = stages.logits.shape;
  if (streamed.log_sum_exp.shape != with_matrix(leading(shape), side(shape, 1), 1))
    return "log_sum_exp has another shape";
  const Matrix<double> logits = in_double(stages.logits).rows;
  for (Index r = 0; r < logits.rows(); ++r)
    if (const auto got = static_cast<double>(streamed.log_sum_exp.rows(r, 0));
        !passes(got, log_sum_exp(logits.row(r)), kLogSumExp<T>))
      return "log_sum_exp is " + std::to_string(got) + " at " + std::to_string(r);
  return streamed.empty_rows == stages.empty_rows ? "" : "other rows are empty";
}

template <class T>
void check_every_mask(const Inputs<T>& x, unsigned seed, const std::vector<Tile>& tiles) {
  const Shape& shape = x.queries.shape;
  const auto visibilities =
      all_visibilities(leading(shape), side(shape, 1), side(x.keys.shape, 1), seed);
  for (std::size_t v = 0; v < visibilities.size(); ++v)
    for (const Masking<T>& masking : all_maskings<T>()) {
      StreamingOptions<T> options{.visibility = visibilities[v], .masking = masking};
      const auto stages = attend_like(x, options);
      for (const Tile& tile : tiles) {
        options.tile_queries = tile.queries;
        options.tile_keys = tile.keys;
        const std::string found = disagreement(stream(x, options), stages);
        if (found.empty()) continue;
        CAPTURE(shape, x.values.shape, v, masking.method, masking.fill, masking.empty_row,
                tile.queries, tile.keys);
        FAIL_CHECK(found);
      }
    }
  SUCCEED();
}

#define ATTENTION_INSTANTIATE(T)                                                        \
  template Inputs<T> spread_inputs(const InputSides&, unsigned);                        \
  template StreamingAttention<T> stream(const Inputs<T>&, const StreamingOptions<T>&);  \
  template Attention<T> attend_like(const Inputs<T>&, const StreamingOptions<T>&);      \
  template std::string disagreement(const StreamingAttention<T>&, const Attention<T>&); \
  template void check_every_mask(const Inputs<T>&, unsigned, const std::vector<Tile>&);
ATTENTION_INSTANTIATE(float)
ATTENTION_INSTANTIATE(double)
#undef ATTENTION_INSTANTIATE

}  // namespace attention::test
