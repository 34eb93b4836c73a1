// SPDX-License-Identifier: MIT
#include "attention/detail/attention.hpp"

#include "attention/detail/memory.hpp"
#include "attention/detail/product.hpp"
#include "attention/detail/random.hpp"
#include "attention/detail/range.hpp"
#include "attention/error.hpp"
#include "simd/instantiate.hpp"

namespace attention::detail {
namespace {

bool drops(const Dropout& dropout) { return dropout.rate > 0 || dropout.keep; }

void check_flags(const char* argument, const Mask& flags, const Shape& shape) {
  const bool fits = flags.shape == shape && static_cast<Index>(flags.keep.size()) == size_of(shape);
  if (!fits)
    throw Error(ErrorKind::kShapeMismatch, argument, shape_text(shape), shape_text(flags.shape));
}

// kExclude is always applied after the division: it sets scores to −∞, and −∞ divided by an
// infinite divisor is NaN.
template <class T>
bool masks_first(const AttentionOptions<T>& options) {
  return options.mask_before_scale && options.masking.method != MaskMethod::kExclude;
}

// Computes the scores of one batch item, before they are divided (by √d, for example).
template <class T>
Matrix<T> scores_of(const MatrixView<T>& queries, const MatrixView<T>& keys,
                    const AttentionOptions<T>& options) {
  switch (options.score) {
    case Score::kAdditive:
      return additive_scores<T>(queries, keys, options.additive);
    case Score::kGaussian:
      return gaussian_scores<T>(queries, keys, options.sigma);
    case Score::kDot:
      break;
  }
  return dot_scores<T>(queries, keys);
}

template <class T>
void mask_and_weigh(const TensorView<T>& queries, const TensorView<T>& keys,
                    const AttentionOptions<T>& options, T divisor, const ScoreBias<T>& bias,
                    const KeyFilter& filter, Attention<T>& stages) {
  const bool is_first = masks_first(options);
  const Index m = side(stages.scores.shape, 1);
  const Index group = heads_in_group(queries.shape, keys.shape);
  std::vector<std::uint8_t> keep;
  bool overflows = false;
  for (Index r = 0; r < stages.scores.rows.rows(); ++r) {
    stages.scaled_scores.rows.row(r) = stages.scores.rows.row(r) / divisor;
    const Index b = r / m;
    if (r % m == 0) overflows = may_overflow<T>(queries.matrix(b), keys.matrix(b / group), divisor);
    if (overflows)
      divide_query_first<T>(queries.rows.row(r), keys.matrix(b / group), divisor,
                            stages.scaled_scores.rows.row(r));
    if (bias.is_given())
      bias.add(b, r % m, 0, stages.scaled_scores.rows.cols(),
               stages.scaled_scores.rows.row(r).data(), 1);
    const Matrix<T>& masked = is_first ? stages.scores.rows : stages.scaled_scores.rows;
    stages.logits.rows.row(r) = masked.row(r);
    bool has_key = true;
    if (!filter.keeps_all()) {
      keep.resize(static_cast<std::size_t>(stages.logits.rows.cols()));
      has_key = hide<T>(filter, b, r % m, options.masking, stages.logits.rows.row(r), keep);
    }
    if (is_first) stages.logits.rows.row(r) /= divisor;
    stages.empty_rows[static_cast<std::size_t>(r)] = has_key ? 0 : 1;
    stages.weights.rows.row(r) = stages.logits.rows.row(r);
    weigh<T>(options.masking, has_key, stages.weights.rows.row(r));
  }
}

void check_dropout(const Dropout& dropout, const Shape& weights_shape) {
  require_range("dropout_rate", dropout.rate, 0, 1);
  if (dropout.keep) check_flags("dropout_keep", *dropout.keep, weights_shape);
}

template <class T>
Tensor<T> factors_of(const Dropout& dropout, const Shape& weights_shape) {
  if (!drops(dropout)) return {};
  Tensor<T> factors(weights_shape);
  const T kept = dropout.rate < 1 ? T(1) / static_cast<T>(1 - dropout.rate) : T(0);
  T* factor = factors.rows.data();
  for (Index r = 0; r < factors.rows.size(); ++r) {
    const auto index = static_cast<std::size_t>(r);
    const std::uint8_t keep =
        dropout.keep ? dropout.keep->keep[index] : keeps(dropout.seed, index, dropout.rate);
    factor[r] = keep != 0 ? kept : T(0);
  }
  return factors;
}

// Returns the bytes that `scores_of` needs for one batch item, including the scores themselves,
// which `attention` copies into its result.
template <class T>
std::uint64_t item_bytes(const Shape& queries, const Shape& keys,
                         const AttentionOptions<T>& options) {
  const Index m = side(queries, 1);
  const Index n = side(keys, 1);
  if (options.score == Score::kAdditive) return additive_scores_bytes(m, n, options.additive);
  return bytes_of<T>({m, n});
}

}  // namespace

template <class T>
Shape checked_scores_shape(const TensorView<T>& queries, const TensorView<T>& keys,
                           const TensorView<T>& values, const AttentionOptions<T>& options) {
  const bool is_additive = options.score == Score::kAdditive;
  const Shape shape = checked_scores_shape<T>(
      queries, keys, values, is_additive ? Widths::kFree : Widths::kEqual, options.grouped);
  if (options.score == Score::kDot) divisor_of(options.scale, side(keys.shape));
  check(options.masking);
  if (is_additive) check(options.additive, side(queries.shape), side(keys.shape));
  if (options.score == Score::kGaussian) check_sigma(options.sigma);
  check_dropout(options.dropout, shape);
  if (options.score_bias && masks_first(options))
    throw Error(ErrorKind::kUnknownOption, "score_bias", "none beside mask_before_scale",
                shape_text(options.score_bias->shape));
  return shape;
}

template <class T>
std::uint64_t attention_bytes(const Shape& queries, const Shape& keys, const Shape& values,
                              const AttentionOptions<T>& options) {
  const Shape rows = with_matrix(leading(queries), side(queries, 1), 1);
  const Shape shape = with_matrix(leading(queries), side(queries, 1), side(keys, 1));
  const std::uint64_t stages = multiply_bytes(bytes_of<T>(shape), drops(options.dropout) ? 6 : 4);
  const std::uint64_t output = multiply_bytes(bytes_of<T>(rows), side(values));
  const std::uint64_t flags = bytes_of<std::uint8_t>(rows);
  return add_bytes(add_bytes(stages, output), add_bytes(flags, item_bytes(queries, keys, options)));
}

template <class T>
Tensor<T> dropout_factors(const Dropout& dropout, const Shape& weights_shape) {
  check_dropout(dropout, weights_shape);
  if (drops(dropout)) require_memory(bytes_of<T>(weights_shape));
  return factors_of<T>(dropout, weights_shape);
}

template <class T>
Attention<T> attention(const TensorView<T>& queries, const TensorView<T>& keys,
                       const TensorView<T>& values, const AttentionOptions<T>& options) {
  const Shape shape = checked_scores_shape<T>(queries, keys, values, options);
  const T divisor =
      options.score == Score::kDot ? divisor_of(options.scale, side(keys.shape)) : T(1);
  const ScoreBias<T> bias(options.score_bias, shape);
  const KeyFilter filter(options.visibility, shape);
  require_memory(attention_bytes(queries.shape, keys.shape, values.shape, options));
  const Tensor<T> factors = factors_of<T>(options.dropout, shape);

  Attention<T> stages;
  for (auto* stage : {&stages.scores, &stages.scaled_scores, &stages.logits, &stages.weights})
    *stage = Tensor<T>(shape);
  stages.output = Tensor<T>(with_matrix(leading(shape), side(shape, 1), side(values.shape)));
  stages.empty_rows.resize(static_cast<std::size_t>(stages.scores.rows.rows()));
  const Index group = heads_in_group(queries.shape, keys.shape);
  for (Index b = 0; b < batch_of(shape); ++b)
    stages.scores.matrix(b) = scores_of<T>(queries.matrix(b), keys.matrix(b / group), options);
  mask_and_weigh(queries, keys, options, divisor, bias, filter, stages);

  if (drops(options.dropout))
    stages.dropped_weights =
        Tensor<T>(shape, Matrix<T>(stages.weights.rows.cwiseProduct(factors.rows)));
  const Tensor<T>& weights = drops(options.dropout) ? stages.dropped_weights : stages.weights;
  for (Index b = 0; b < batch_of(shape); ++b)
    multiply<T>(weights.matrix(b), values.matrix(b / group), stages.output.matrix(b));
  return stages;
}

template Shape checked_scores_shape(const TensorView<float>&, const TensorView<float>&,
                                    const TensorView<float>&, const AttentionOptions<float>&);
template Shape checked_scores_shape(const TensorView<double>&, const TensorView<double>&,
                                    const TensorView<double>&, const AttentionOptions<double>&);
ATTENTION_INSTANTIATE(attention_bytes);
ATTENTION_INSTANTIATE(dropout_factors);
ATTENTION_INSTANTIATE(attention);

}  // namespace attention::detail
