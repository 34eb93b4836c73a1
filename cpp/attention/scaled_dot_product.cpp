// SPDX-License-Identifier: MIT
// This file is long because it contains attention with every score, forward and backward.
#include "attention/scaled_dot_product.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "attention/detail/attention.hpp"
#include "attention/detail/key_filter.hpp"
#include "attention/detail/memory.hpp"
#include "attention/detail/product.hpp"
#include "attention/detail/random.hpp"
#include "attention/detail/refuse.hpp"
#include "attention/detail/score_bias.hpp"
#include "attention/detail/softmax_row.hpp"
#include "attention/detail/streaming.hpp"
#include "attention/detail/workspace.hpp"
#include "simd/instantiate.hpp"

namespace attention::detail {
namespace {

void check_dropout(const Dropout& dropout, const Shape& weights_shape) {
  require_range("dropout_rate", dropout.rate, 0, 1);
  if (!dropout.keep) return;
  check_same_shape("dropout_keep", dropout.keep->shape(), weights_shape);
  check_flags("dropout_keep", *dropout.keep);
}

template <class T>
struct CheckedAttention {
  CheckedAttention(const abi::Inputs<T>& x, const AttentionOptions& options,
                   const abi::Scoring<T>& scoring, const abi::DocumentVariant& variant)
      : score(scoring.score),
        shape(checked_scores_shape(
            x.queries.shape(), x.keys.shape(), x.values.shape(),
            scoring.score == Score::kAdditive ? Widths::kFree : Widths::kEqual, options.grouped)),
        is_masked_first(score == Score::kDot && masks_first(options.mask, variant)),
        group(heads_in_group(x.queries.shape(), x.keys.shape())),
        batch(batch_of(shape)) {
    if (score == Score::kDot) divisor = divisor_of<T>(options.scale, x.keys.cols());
    masking = Masking<T>(options.mask);
    if (score == Score::kAdditive)
      additive.emplace(*scoring.additive, x.queries.cols(), x.keys.cols());
    if (score == Score::kGaussian) sigma = positive<T>("sigma", scoring.sigma);
    check_dropout(options.dropout, shape);
    const TensorView<T>* const given = given_bias<T>(options.score_bias);
    if (given != nullptr && is_masked_first)
      refuse(ErrorKind::kUnknownOption, "score_bias", ErrorCode::kNoneBeside, {"mask_before_scale"},
             given->shape());
    bias = ScoreBias<T>(options.score_bias, shape);
    filter = KeyFilter(options.mask, shape);
  }

  Score score;
  Shape shape;  // of the scores: (…, m, n)
  bool is_masked_first;
  Index group;  // number of query heads for each key head
  Index batch;
  T divisor = 1;
  Masking<T> masking;
  T sigma = 1;
  std::optional<AdditiveMatrices<T>> additive;
  ScoreBias<T> bias;
  KeyFilter filter;
};

// Writes the scores of one batch item, before they are divided (by √d, for example).
template <class T>
void write_scores(const CheckedAttention<T>& x, const MatrixView<T>& queries,
                  const MatrixView<T>& keys, MatrixSpan<T> scores) {
  switch (x.score) {
    case Score::kAdditive:
      return write_additive_scores<T>(queries, keys, *x.additive, scores);
    case Score::kGaussian:
      return write_gaussian_scores<T>(queries, keys, x.sigma, scores);
    case Score::kDot:
      break;
  }
  multiply_transposed<T>(queries, keys, scores);
}

template <class T>
void copy_row(std::span<const T> from, std::span<T> to) {
  std::copy(from.begin(), from.end(), to.begin());
}

template <class T>
void mask_and_weigh(const abi::Inputs<T>& inputs, const CheckedAttention<T>& x,
                    AttentionStages<T>& stages) {
  const Index m = side(x.shape, 1);
  const Index n = side(x.shape);
  const bool has_flags = !x.filter.keeps_all() && !stages.scores.empty();
  std::vector<std::uint8_t> keep(has_flags ? static_cast<std::size_t>(n) : 0);
  bool overflows = false;
  for (Index r = 0; r < stages.scores.rows(); ++r) {
    const Index b = r / m;
    const std::span<const T> scores = std::as_const(stages.scores).row(r);
    const std::span<T> scaled = stages.scaled_scores.row(r);
    const std::span<T> logits = stages.logits.row(r);
    for (std::size_t j = 0; j < scaled.size(); ++j) scaled[j] = scores[j] / x.divisor;
    const MatrixView<T> keys = matrix_of(inputs.keys, b / x.group);
    if (r % m == 0) overflows = may_overflow<T>(matrix_of(inputs.queries, b), keys, x.divisor);
    if (overflows)
      divide_query_first<T>(matrix_of(inputs.queries).row(r), keys, x.divisor,
                            matrix_of(stages.scaled_scores).row(r));
    if (x.bias.is_given()) x.bias.add(b, r % m, 0, n, scaled.data(), 1);
    copy_row<T>(x.is_masked_first ? scores : scaled, logits);
    const bool has_key =
        x.filter.keeps_all() || hide<T>(x.filter, b, r % m, x.masking, logits, keep);
    if (x.is_masked_first)
      for (T& logit : logits) logit /= x.divisor;
    stages.empty_rows.data()[r] = has_key ? 0 : 1;
    copy_row<T>(logits, stages.weights.row(r));
    weigh<T>(x.masking, has_key, stages.weights.row(r));
  }
}

// Sets the gradient of hidden scores to 0, except under kAdd. That method adds the fill to a hidden
// score, so that the logit still depends on the score.
template <class T>
void stop_at_hidden(const CheckedAttention<T>& x, Index b, MatrixSpan<T> scores_gradient) {
  if (x.filter.keeps_all() || x.masking.method == MaskMethod::kAdd) return;
  std::vector<std::uint8_t> keep(static_cast<std::size_t>(scores_gradient.cols()));
  for (Index i = 0; i < scores_gradient.rows(); ++i) {
    x.filter.row(b, i, 0, scores_gradient.cols(), keep.data());
    for (Index j = 0; j < scores_gradient.cols(); ++j)
      if (keep[static_cast<std::size_t>(j)] == 0) scores_gradient(i, j) = 0;
  }
}

// Backward pass of the scores of one batch item. Writes the gradient of its queries and adds to the
// gradients of its keys and of the score parameters.
template <class T>
void through_score(const CheckedAttention<T>& x, const MatrixView<T>& queries,
                   const MatrixView<T>& keys, MatrixSpan<T> scores_gradient,
                   MatrixSpan<T> queries_gradient, MatrixSpan<T> keys_gradient,
                   abi::ScoringGradient<T>& gradient) {
  switch (x.score) {
    case Score::kAdditive:
      return additive_scores_gradient<T>(queries, keys, *x.additive, scores_gradient,
                                         queries_gradient, keys_gradient, gradient.additive);
    case Score::kGaussian:
      return gaussian_scores_gradient<T>(queries, keys, x.sigma, scores_gradient, queries_gradient,
                                         keys_gradient, gradient.sigma);
    case Score::kDot:
      break;
  }
  scores_gradient /= x.divisor;
  multiply<T>(scores_gradient, keys, queries_gradient);
  transposed_multiply_add<T>(scores_gradient, queries, keys_gradient);
}

}  // namespace

template <class T>
Tensor<T> dropout_factors(const Dropout& dropout, const Shape& weights_shape) {
  check_dropout(dropout, weights_shape);
  if (!drops(dropout)) return {};
  Tensor<T> factors = uninitialised<T>(weights_shape);
  const T kept = dropout.rate < 1 ? T(1) / static_cast<T>(1 - dropout.rate) : T(0);
  for (Index r = 0; r < factors.rows(); ++r)
    for (Index j = 0; j < factors.cols(); ++j) {
      const auto index = static_cast<std::uint64_t>(r * factors.cols() + j);
      const std::uint8_t keep =
          dropout.keep ? (*dropout.keep)(r, j) : keeps(dropout.seed, index, dropout.rate);
      factors(r, j) = keep != 0 ? kept : T(0);
    }
  return factors;
}

template <class T>
AttentionStages<T> attend(const abi::Inputs<T>& inputs, const AttentionOptions& options,
                          const abi::Scoring<T>& scoring, const abi::DocumentVariant& variant) {
  const CheckedAttention<T> x(inputs, options, scoring, variant);
  const bool is_dropped = drops(options.dropout);
  const Shape output = with_width(x.shape, inputs.values.cols());
  Shape rows = x.shape;
  rows.pop_back();
  // Checks the sum, because each result may fit into memory although all together do not.
  require_memory(add_bytes(multiply_bytes(bytes_of<T>(x.shape), is_dropped ? 5 : 4),
                           add_bytes(bytes_of<T>(output), bytes_of<std::uint8_t>(rows))));
  const auto stage = [&x] { return uninitialised<T>(x.shape); };
  AttentionStages<T> stages{stage(),
                            stage(),
                            stage(),
                            stage(),
                            dropout_factors<T>(options.dropout, x.shape),
                            uninitialised<T>(output),
                            uninitialised<std::uint8_t>(rows)};
  for (Index b = 0; b < x.batch; ++b)
    write_scores<T>(x, matrix_of(inputs.queries, b), matrix_of(inputs.keys, b / x.group),
                    matrix_of(stages.scores, b));
  mask_and_weigh(inputs, x, stages);
  if (is_dropped)
    for (Index e = 0; e < stages.weights.size(); ++e)
      stages.dropped_weights.data()[e] *= stages.weights.data()[e];
  const Tensor<T>& weights = is_dropped ? stages.dropped_weights : stages.weights;
  for (Index b = 0; b < x.batch; ++b)
    multiply<T>(matrix_of(weights, b), matrix_of(inputs.values, b / x.group),
                matrix_of(stages.output, b));
  return stages;
}

template <class T>
abi::ScoringGradient<T> attend_gradient(const abi::Inputs<T>& inputs,
                                        const AttentionOptions& options,
                                        const AttentionStages<T>& stages,
                                        const TensorView<T>& output_gradient,
                                        const abi::Scoring<T>& scoring) {
  const CheckedAttention<T> x(inputs, options, scoring, {});
  check_same_shape("stages", stages.weights.shape(), x.shape);
  check_same_shape("output_gradient", output_gradient.shape(),
                   with_width(x.shape, inputs.values.cols()));
  const Tensor<T> factors = dropout_factors<T>(options.dropout, x.shape);
  const bool is_dropped = drops(options.dropout);
  const Tensor<T>& used = is_dropped ? stages.dropped_weights : stages.weights;
  check_same_shape("stages", used.shape(), x.shape);

  abi::ScoringGradient<T> gradient;
  AdditiveAttentionGradient<T>& by = gradient.additive;
  by.inputs.queries = uninitialised<T>(inputs.queries.shape());
  by.inputs.keys = Tensor<T>(inputs.keys.shape());
  by.inputs.values = Tensor<T>(inputs.values.shape());
  if (x.additive) {
    by.W_q = zeros_like(x.additive->W_q);
    by.W_k = zeros_like(x.additive->W_k);
    by.w_v = zeros_like(x.additive->w_v);
    by.bias = zeros_like(x.additive->bias);
  }
  ScoreBiasGradient<T> bias_gradient(options.score_bias, x.shape);
  // For one batch item: first the gradient of the weights, then, in the same memory, of the scores.
  Tensor<T> memory = uninitialised<T>({side(x.shape, 1), side(x.shape)});
  MatrixMap<T> slopes = matrix_of(memory);
  for (Index b = 0; b < x.batch; ++b) {
    const Index kv = b / x.group;
    const MatrixView<T> weights = matrix_of(stages.weights, b);
    const MatrixView<T> by_output = matrix_of(output_gradient, b);
    transposed_multiply_add<T>(matrix_of(used, b), by_output, matrix_of(by.inputs.values, kv));
    multiply_transposed<T>(by_output, matrix_of(inputs.values, kv), slopes);
    if (is_dropped) slopes.array() *= matrix_of(factors, b).array();
    for (Index i = 0; i < weights.rows(); ++i) {
      const std::span<T> row = memory.row(i);
      const std::span<const T> of_query(weights.data() + i * weights.outerStride(), row.size());
      softmax_row_gradient<T>(of_query, row, T(1), row);
    }
    stop_at_hidden<T>(x, b, slopes);
    bias_gradient.add(b, slopes);
    through_score<T>(x, matrix_of(inputs.queries, b), matrix_of(inputs.keys, kv), slopes,
                     matrix_of(by.inputs.queries, b), matrix_of(by.inputs.keys, kv), gradient);
  }
  by.inputs.score_bias = bias_gradient.rounded();
  return gradient;
}

ATTENTION_INSTANTIATE(dropout_factors);
ATTENTION_INSTANTIATE(attend);
ATTENTION_INSTANTIATE(attend_gradient);

}  // namespace attention::detail

namespace attention::abi {

using namespace detail;

template <class T>
Tensor<T> scaled_dot_product(const Inputs<T>& inputs, const AttentionOptions& options) {
  return guarded([&] {
    if (drops(options.dropout)) return attend(inputs, options).output;
    return streaming_output(inputs, options);
  });
}

template <class T>
void scaled_dot_product_into(const TensorSpan<T>& output, const Inputs<T>& inputs,
                             const AttentionOptions& options, Workspace& workspace) {
  guarded([&] {
    check_apart(output, inputs, options);
    if (!drops(options.dropout))
      return streaming_attention_into(output, inputs, options,
                                      workspace.memory().template of<T>().stream);
    const auto stages = attend(inputs, options);
    check_same_shape("output", output.shape(), stages.output.shape());
    copy<T>(matrix_of(stages.output), matrix_of(output));
  });
}

template <class T>
AttentionStages<T> attention_stages(const Inputs<T>& inputs, const AttentionOptions& options,
                                    const Scoring<T>& scoring, const DocumentVariant& variant) {
  return guarded([&] { return attend(inputs, options, scoring, variant); });
}

template <class T>
ScoringGradient<T> attention_gradient(const Inputs<T>& inputs, const AttentionOptions& options,
                                      const AttentionStages<T>& stages,
                                      const TensorView<T>& output_gradient,
                                      const Scoring<T>& scoring) {
  return guarded(
      [&] { return attend_gradient(inputs, options, stages, output_gradient, scoring); });
}

ATTENTION_INSTANTIATE(scaled_dot_product);
ATTENTION_INSTANTIATE(scaled_dot_product_into);
ATTENTION_INSTANTIATE(attention_stages);
ATTENTION_INSTANTIATE(attention_gradient);

}  // namespace attention::abi
