// SPDX-License-Identifier: MIT
// Fuzzes multi-head attention with every kind of projection and every variant; multi_head_output,
// whose inputs have gaps between the rows; the gradient; and splitting and merging of heads.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "arguments.hpp"
#include "attention/detail/scores.hpp"

namespace attention::test::fuzz {
namespace {

template <class T>
struct Problem {
  Tensor<T> queries;
  Tensor<T> keys;
  Tensor<T> values;
  MultiHeadParameters<T> parameters;
  std::optional<Tensor<T>> bias;
  MultiHeadOptions<T> options;
};

// A matrix W of shape (rows, cols), and in half of the cases a bias of `rows` entries.
template <class T>
void fill_linear(Bytes& bytes, Index rows, Index cols, Matrix<T>& W, Matrix<T>& b) {
  W = some_tensor<T>(bytes, {rows, cols}).rows;
  if (bytes.once_in(2)) b = some_tensor<T>(bytes, {1, rows}).rows;
}

template <class T>
MultiHeadOptions<T> some_options(Bytes& bytes) {
  const Index num_heads = bytes.once_in(32) ? bytes.whole() : bytes.between(1, 4);
  if (bytes.once_in(2))
    return multi_head_options<T>(bytes.choice(MultiHeadVariant::k002AsMeant), num_heads);
  MultiHeadOptions<T> options;
  options.num_heads = num_heads;
  options.projection = bytes.choice(Projection::kNone);
  options.shape_from_queries = bytes.once_in(4);
  options.scale = some_scale(bytes);
  options.masking = some_masking<T>(bytes);
  options.mask_before_scale = bytes.once_in(4);
  if (bytes.once_in(4))
    options.num_kv_heads = bytes.once_in(8) ? bytes.whole() : bytes.between(1, 4);
  return options;
}

template <class T>
Problem<T> some_problem(Bytes& bytes) {
  Problem<T> x;
  x.options = some_options<T>(bytes);
  const bool is_full = x.options.projection == Projection::kFull;
  const Index h = std::clamp<Index>(x.options.num_heads, 1, 4);
  const Shape leading = some_leading(bytes);
  const Index m = bytes.between(0, 5);
  const Index n = bytes.between(0, 5);
  // d_k and d_v are the widths of a head; e_q, e_k and e_v are the widths of the inputs from which
  // queries, keys and values are projected.
  const Index d_k = bytes.between(0, 3);
  const Index d_v = bytes.between(0, 3);
  const Index e_q = is_full ? bytes.between(0, 6) : h * bytes.between(0, 3);
  const bool is_split_only = x.options.projection == Projection::kNone;
  const Index e_k = is_split_only ? e_q : is_full ? bytes.between(0, 6) : h * bytes.between(0, 3);
  const Index e_v = is_full ? bytes.between(0, 6) : h * bytes.between(0, 3);
  x.queries = some_tensor<T>(bytes, with_matrix(leading, m, e_q));
  x.keys = some_tensor<T>(bytes, with_matrix(leading, n, e_k));
  x.values = some_tensor<T>(bytes, with_matrix(leading, n, e_v));
  MultiHeadParameters<T>& p = x.parameters;
  const Index parts = is_full ? h : 1;
  const Index kv_heads = x.options.num_kv_heads == 0 ? x.options.num_heads : x.options.num_kv_heads;
  const Index kv_parts = is_full ? std::clamp<Index>(kv_heads, 1, 4) : 1;
  if (!is_split_only || bytes.once_in(8)) {
    fill_linear(bytes, parts * d_k, is_full ? e_q : e_q / h, p.W_q, p.b_q);
    fill_linear(bytes, kv_parts * d_k, is_full ? e_k : e_k / h, p.W_k, p.b_k);
    fill_linear(bytes, kv_parts * d_v, is_full ? e_v : e_v / h, p.W_v, p.b_v);
  }
  fill_linear(bytes, bytes.between(0, 5), is_split_only ? e_v : h * d_v, p.W_o, p.b_o);
  Shape heads = leading;
  heads.push_back(h);
  const Shape scores = with_matrix(heads, m, n);
  x.bias = some_bias<T>(bytes, scores);
  if (x.bias) x.options.score_bias.emplace(*x.bias);
  x.options.visibility = some_visibility(bytes, scores);
  x.options.dropout = some_dropout(bytes, scores);
  return x;
}

template <class T>
void check_stages(const Problem<T>& x, const MultiHead<T>& stages) {
  const Shape outer = leading(x.queries.shape);
  const Index m = side(x.queries.shape, 1);
  Shape heads = outer;
  heads.push_back(x.options.num_heads);
  const Index n = side(stages.head_keys.shape, 1);
  demand(stages.heads.weights.shape == with_matrix(heads, m, n), "the weights' shape");
  demand(side(stages.head_keys.shape) == side(stages.head_queries.shape), "the heads' widths");
  demand(stages.heads.output.shape == with_matrix(heads, m, side(stages.head_values.shape)),
         "the heads' outputs");
  demand(stages.concat.shape ==
             with_matrix(outer, m, x.options.num_heads * side(stages.head_values.shape)),
         "the heads side by side");
  demand(stages.output.shape == with_matrix(outer, m, x.parameters.W_o.rows()),
         "the output's shape");
}

template <class T>
void check_gradient(Bytes& bytes, const Problem<T>& x, const MultiHead<T>& stages) {
  const Tensor<T> G = some_tensor<T>(bytes, stages.output.shape);
  MultiHeadGradient<T> gradient;
  const auto refusal = refusal_of([&] {
    gradient =
        multi_head_gradient<T>(x.queries, x.keys, x.values, x.parameters, x.options, stages, G);
  });
  if (is_want_of_memory(refusal)) return;
  demand(refusal.has_value() == (G.shape != stages.output.shape),
         "an output gradient of another shape is accepted, or one that fits refused");
  if (refusal) return;
  demand(gradient.queries.shape == x.queries.shape, "the queries' gradient");
  demand(gradient.keys.shape == x.keys.shape, "the keys' gradient");
  demand(gradient.values.shape == x.values.shape, "the values' gradient");
  demand(gradient.parameters.W_o.rows() == x.parameters.W_o.rows() &&
             gradient.parameters.W_o.cols() == x.parameters.W_o.cols(),
         "W_o's gradient");
  demand(gradient.score_bias.shape == (x.bias ? x.bias->shape : Shape{}), "the bias's gradient");
}

double largest_of(const auto& numbers) {
  double largest = 0;
  for (Index e = 0; e < numbers.size(); ++e)
    largest = std::max(largest, std::abs(static_cast<double>(numbers.data()[e])));
  return largest;
}

// Whether a score of any head suffers from cancellation at row r of the output (see `cancels`).
template <class T>
bool any_head_cancels(const Problem<T>& x, const MultiHead<T>& stages, Index r) {
  Scale scale = x.options.scale;
  if (scale.divisor == Divisor::kSqrtEmbed && scale.embed_size == 0)
    scale.embed_size = side(x.queries.shape);
  const T divisor = divisor_of<T>(scale, side(stages.head_keys.shape));
  const Index m = side(x.queries.shape, 1);
  const Index heads = x.options.num_heads;
  for (Index h = 0; h < heads; ++h)
    if (cancels(stages.head_queries, stages.head_keys, stages.heads.scaled_scores, divisor,
                (r / m * heads + h) * m + r % m))
      return true;
  return false;
}

// Compares the result of `multi_head_output` with the output of `multi_head`.
template <class T>
void check_entries(const Problem<T>& x, const MultiHead<T>& stages, const Tensor<T>& output) {
  constexpr double tolerance = std::is_same_v<T, double> ? 1e-12 : 2e-6;
  const Matrix<T>& W_o = x.parameters.W_o;
  if (!stages.head_values.rows.allFinite() || !W_o.allFinite()) return;
  std::vector<bool> is_skipped;
  for (Index r = 0; r < output.rows.rows(); ++r)
    is_skipped.push_back(any_head_cancels(x, stages, r));
  const double values = largest_of(stages.head_values.rows);
  const double bias = largest_of(x.parameters.b_o);
  for (Index c = 0; c < output.rows.cols(); ++c) {
    double weight = 0;
    for (Index k = 0; k < W_o.cols(); ++k) weight += std::abs(static_cast<double>(W_o(c, k)));
    const double scale = values * std::max(weight, 1.0) + bias;
    // Skips columns above this limit, because rounding decides whether they overflow.
    if (!(scale <= static_cast<double>(std::numeric_limits<T>::max()) / 4)) continue;
    for (Index r = 0; r < output.rows.rows(); ++r) {
      if (is_skipped[static_cast<std::size_t>(r)]) continue;
      const auto got = static_cast<double>(output.rows(r, c));
      const auto expected = static_cast<double>(stages.output.rows(r, c));
      const bool is_same = got == expected || (std::isnan(got) && std::isnan(expected));
      demand(is_same || std::abs(got - expected) <=
                            tolerance * scale + kUnderflow<T> * std::max(weight, 1.0),
             "the last stage alone is another output");
    }
  }
}

template <class T>
void run(Bytes& bytes) {
  const Problem<T> x = some_problem<T>(bytes);
  MultiHead<T> stages;
  Tensor<T> output;
  const auto refusal = refusal_of(
      [&] { stages = multi_head<T>(x.queries, x.keys, x.values, x.parameters, x.options); });
  const auto output_refusal = refusal_of([&] {
    const SpreadRows<T> queries(bytes, x.queries);
    const SpreadRows<T> keys(bytes, x.keys);
    const SpreadRows<T> values(bytes, x.values);
    output =
        multi_head_output<T>(queries.view(), keys.view(), values.view(), x.parameters, x.options);
  });
  if (is_want_of_memory(refusal) || is_want_of_memory(output_refusal)) return;
  demand(refusal.has_value() == output_refusal.has_value(), "only one of the two refuses");
  if (refusal) {
    demand(refusal->kind == output_refusal->kind && refusal->argument == output_refusal->argument,
           "the last stage alone is refused for another reason");
    return;
  }
  check_stages(x, stages);
  demand(output.shape == stages.output.shape, "the shape of the last stage alone");
  if (!has_large_entries(x.bias)) check_entries(x, stages, output);
  check_gradient(bytes, x, stages);
}

void run_heads(Bytes& bytes) {
  const Shape shape = with_matrix(some_leading(bytes), bytes.between(0, 8), bytes.between(0, 8));
  const Tensor<float> x = some_tensor<float>(bytes, shape);
  const Index num_heads = bytes.whole();
  Tensor<float> heads;
  Tensor<float> merged;
  refusal_of([&] { merged = merge_heads<float>(x); });
  if (refusal_of([&] { heads = split_heads<float>(x, num_heads); })) return;
  demand(side(heads.shape, 2) == num_heads && heads.rows.size() == x.rows.size(),
         "the heads' shape");
  merged = merge_heads<float>(heads);
  demand(merged.shape == x.shape && same_bits(merged.rows, x.rows), "merging does not undo");
  const Tensor<float> view = wrong_view_of_heads<float>(x, num_heads);
  demand(view.shape == heads.shape && same_bits(view.rows, x.rows), "a view moves numbers");
}

}  // namespace
}  // namespace attention::test::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace attention::test::fuzz;
  Bytes bytes(data, size);
  call_one(bytes, run<float>, run<double>, run_heads);
  return 0;
}
