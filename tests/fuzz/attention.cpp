// SPDX-License-Identifier: MIT
// Fuzzes attention with every kind of score, its gradient, and streaming attention, whose results
// must agree with those of attention. Streaming attention reads inputs with gaps between the rows.
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "arguments.hpp"
#include "attention/detail/scores.hpp"

namespace attention::test::fuzz {
namespace {

template <class T>
struct Problem {
  Tensor<T> queries;
  Tensor<T> keys;
  Tensor<T> values;
  std::optional<Tensor<T>> bias;
  AttentionOptions<T> options;
};

template <class T>
Problem<T> some_problem(Bytes& bytes) {
  Problem<T> x;
  Shape leading = some_leading(bytes);
  const Index m = bytes.between(0, 8);
  const Index n = bytes.between(0, 8);
  const Index d = bytes.between(0, 8);
  AttentionOptions<T>& options = x.options;
  options.score = bytes.choice(Score::kGaussian);
  const bool is_additive = options.score == Score::kAdditive;
  const Index d_k = is_additive ? bytes.between(0, 4) : d;
  x.queries = some_tensor<T>(bytes, with_matrix(leading, m, d));
  x.keys = some_tensor<T>(bytes, with_matrix(leading, n, d_k));
  x.values = some_tensor<T>(bytes, with_matrix(leading, n, bytes.between(0, 8)));
  options.grouped = bytes.once_in(4);
  if (options.grouped && !leading.empty()) {
    leading.back() *= bytes.between(1, 3);
    x.queries = some_tensor<T>(bytes, with_matrix(leading, m, d));
  }
  if (is_additive) {
    const Index h = bytes.between(0, 4);
    options.additive.W_q = some_tensor<T>(bytes, {h, d}).rows;
    options.additive.W_k = some_tensor<T>(bytes, {h, d_k}).rows;
    options.additive.w_v = some_tensor<T>(bytes, {1, h}).rows;
    if (bytes.once_in(2)) options.additive.bias = some_tensor<T>(bytes, {1, h}).rows;
  }
  if (options.score == Score::kGaussian) options.sigma = bytes.number<T>();
  options.scale = some_scale(bytes);
  const Shape scores = with_matrix(leading, m, n);
  x.bias = some_bias<T>(bytes, scores);
  if (x.bias) options.score_bias.emplace(*x.bias);
  options.visibility = some_visibility(bytes, scores);
  options.masking = some_masking<T>(bytes);
  options.mask_before_scale = bytes.once_in(4);
  options.dropout = some_dropout(bytes, scores);
  return x;
}

template <class T>
void check_stages(const Problem<T>& x, const Attention<T>& stages) {
  const Shape shape =
      with_matrix(leading(x.queries.shape), side(x.queries.shape, 1), side(x.keys.shape, 1));
  for (const auto* stage : {&stages.scores, &stages.scaled_scores, &stages.logits, &stages.weights})
    demand(stage->shape == shape && stage->rows.cols() == side(shape), "a stage's shape");
  demand(stages.dropped_weights.shape.empty() || stages.dropped_weights.shape == shape,
         "the shape after dropout");
  demand(stages.output.shape == with_matrix(leading(shape), side(shape, 1), side(x.values.shape)),
         "the output's shape");
  demand(static_cast<Index>(stages.empty_rows.size()) == stages.weights.rows.rows(), "empty rows");
  const bool excludes = x.options.masking.method == MaskMethod::kExclude;
  for (Index r = 0; r < stages.weights.rows.rows(); ++r) {
    const double sum = stages.weights.rows.row(r).template cast<double>().sum();
    const bool is_empty = stages.empty_rows[static_cast<std::size_t>(r)] != 0;
    const bool is_zero = excludes && is_empty && x.options.masking.empty_row == EmptyRow::kZeros;
    demand(std::isnan(sum) || std::abs(sum - (is_zero ? 0 : 1)) < 1e-5, "weights do not sum to 1");
  }
}

template <class T>
void check_gradient(Bytes& bytes, const Problem<T>& x, const Attention<T>& stages) {
  const Tensor<T> G = some_tensor<T>(bytes, stages.output.shape);
  AttentionGradient<T> gradient;
  const auto refusal = refusal_of([&] {
    const SpreadRows<T> spread(bytes, G);
    gradient = attention_gradient<T>(x.queries, x.keys, x.values, x.options, stages, spread.view());
  });
  if (is_want_of_memory(refusal)) return;
  demand(refusal.has_value() == (G.shape != stages.output.shape),
         "an output gradient of another shape is accepted, or one that fits refused");
  if (refusal) return;
  demand(gradient.queries.shape == x.queries.shape, "the queries' gradient");
  demand(gradient.keys.shape == x.keys.shape, "the keys' gradient");
  demand(gradient.values.shape == x.values.shape, "the values' gradient");
  demand(gradient.score_bias.shape == (x.bias ? x.bias->shape : Shape{}), "the bias's gradient");
  if (x.options.score != Score::kAdditive) return;
  demand(gradient.additive.W_q.rows() == x.options.additive.W_q.rows() &&
             gradient.additive.W_q.cols() == x.options.additive.W_q.cols(),
         "W_q's gradient");
}

// Whether a weight is so small that rounding decides whether it is 0. Times infinity, a weight of 0
// is NaN and any other weight is infinity, so attention and streaming attention may differ.
template <class T>
bool is_on_the_edge(const RowView<T>& weights) {
  const T edge = std::numeric_limits<T>::min() * T(1e8);
  for (const T w : weights)
    if (w > 0 && w < edge) return true;
  return false;
}

template <class T>
void check_output(const Problem<T>& x, const Attention<T>& stages, const Tensor<T>& streamed) {
  const Tensor<T>& values = x.values;
  const T divisor = divisor_of<T>(x.options.scale, side(x.keys.shape));
  constexpr double tolerance = std::is_same_v<T, double> ? 1e-12 : 2e-6;
  double largest = 0;
  for (Index e = 0; e < values.rows.size(); ++e)
    if (const double v = std::abs(static_cast<double>(values.rows.data()[e])); std::isfinite(v))
      largest = std::max(largest, v);
  // Values above this limit are skipped: the sum of rounded weights may exceed 1, so rounding
  // decides whether the output overflows.
  if (largest > static_cast<double>(std::numeric_limits<T>::max()) / 4) return;
  const bool has_infinite = !values.rows.allFinite();
  for (Index r = 0; r < streamed.rows.rows(); ++r) {
    if (has_infinite && is_on_the_edge<T>(stages.weights.rows.row(r))) continue;
    if (cancels(x.queries, x.keys, stages.scaled_scores, divisor, r)) continue;
    for (Index c = 0; c < streamed.rows.cols(); ++c) {
      const auto got = static_cast<double>(streamed.rows(r, c));
      const auto expected = static_cast<double>(stages.output.rows(r, c));
      const bool is_same = got == expected || (std::isnan(got) && std::isnan(expected));
      demand(is_same || std::abs(got - expected) <= tolerance * largest + kUnderflow<T>,
             "streaming gives another output");
    }
  }
}

template <class T>
double log_sum_exp(const RowView<T>& logits) {
  double largest = -std::numeric_limits<double>::infinity();
  for (const T l : logits) largest = std::max(largest, static_cast<double>(l));
  const double shift = std::isfinite(largest) ? largest : 0;
  double sum = 0;
  for (const T l : logits) sum += std::exp(static_cast<double>(l) - shift);
  return shift + std::log(sum);
}

template <class T>
void check_log_sum_exp(const Problem<T>& x, const Attention<T>& stages, const Tensor<T>& streamed) {
  const T divisor = divisor_of<T>(x.options.scale, side(x.keys.shape));
  constexpr double tolerance = std::is_same_v<T, double> ? 1e-12 : 2e-6;
  for (Index r = 0; r < streamed.rows.rows(); ++r) {
    if (cancels(x.queries, x.keys, stages.scaled_scores, divisor, r)) continue;
    const auto got = static_cast<double>(streamed.rows(r, 0));
    const double expected = log_sum_exp<T>(stages.logits.rows.row(r));
    const bool is_same = got == expected || (std::isnan(got) && std::isnan(expected));
    demand(is_same || std::abs(got - expected) <= tolerance * (10 + std::abs(expected)),
           "streaming gives another log_sum_exp");
  }
}

template <class T>
void check_streaming(Bytes& bytes, const Problem<T>& x) {
  StreamingOptions<T> options{x.options.scale, x.options.visibility, x.options.masking};
  options.score_bias = x.options.score_bias;
  options.grouped = x.options.grouped;
  options.tile_queries = bytes.whole();
  options.tile_keys = bytes.whole();
  AttentionOptions<T> plain;
  plain.scale = options.scale;
  plain.visibility = options.visibility;
  plain.masking = options.masking;
  plain.score_bias = options.score_bias;
  plain.grouped = options.grouped;
  Attention<T> stages;
  StreamingAttention<T> streamed;
  const auto plain_refusal =
      refusal_of([&] { stages = attention<T>(x.queries, x.keys, x.values, plain); });
  const auto refusal = refusal_of([&] {
    const SpreadRows<T> queries(bytes, x.queries);
    const SpreadRows<T> keys(bytes, x.keys);
    const SpreadRows<T> values(bytes, x.values);
    std::optional<SpreadRows<T>> bias;
    if (x.bias) options.score_bias.emplace(bias.emplace(bytes, *x.bias).view());
    streamed = streaming_attention<T>(queries.view(), keys.view(), values.view(), options);
  });
  if (refusal && refusal->argument.starts_with("tile_")) {
    demand(options.tile_queries < 1 || options.tile_keys < 1, "a good tile is refused");
    return;
  }
  if (is_want_of_memory(refusal) || is_want_of_memory(plain_refusal)) return;
  demand(refusal.has_value() == plain_refusal.has_value(), "only one of the two refuses");
  if (refusal) {
    demand(refusal->kind == plain_refusal->kind && refusal->argument == plain_refusal->argument,
           "streaming refuses for another reason");
    return;
  }
  demand(streamed.output.shape == stages.output.shape, "the output's shape");
  demand(streamed.empty_rows == stages.empty_rows, "other rows are empty");
  if (has_large_entries(x.bias)) return;
  check_output(x, stages, streamed.output);
  check_log_sum_exp(x, stages, streamed.log_sum_exp);
}

template <class T>
void run(Bytes& bytes) {
  const Problem<T> x = some_problem<T>(bytes);
  if (bytes.once_in(2)) return check_streaming(bytes, x);
  Attention<T> stages;
  if (refusal_of([&] { stages = attention<T>(x.queries, x.keys, x.values, x.options); })) return;
  check_stages(x, stages);
  check_gradient(bytes, x, stages);
}

}  // namespace
}  // namespace attention::test::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  attention::test::fuzz::Bytes bytes(data, size);
  if (bytes.once_in(2))
    attention::test::fuzz::run<float>(bytes);
  else
    attention::test::fuzz::run<double>(bytes);
  return 0;
}
