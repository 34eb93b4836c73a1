// SPDX-License-Identifier: MIT
#include "attention/attention.hpp"

#include "attention/error.hpp"
#include "attention/memory.hpp"
#include "attention/random.hpp"
#include "simd/matmul.hpp"

namespace attention {
namespace {

bool drops(const Dropout& dropout) { return dropout.rate > 0 || dropout.keep; }

void check_axes(const char* argument, const Shape& shape, const Shape& like, Index rows, Index cols,
                const char* free) {
  const bool fits = shape.size() >= 2 && leading(shape) == leading(like) &&
                    (rows < 0 || side(shape, 1) == rows) && (cols < 0 || side(shape) == cols);
  if (fits) return;
  std::string expected = "(";
  for (const Index n : leading(like)) expected.append(std::to_string(n)).append(", ");
  const std::string pair = shape_text(rows, cols, free);
  throw Error(ErrorKind::kShapeMismatch, argument, expected.append(pair.substr(1)),
              shape_text(shape));
}

void check_flags(const char* argument, const Mask& flags, const Shape& shape) {
  const bool fits = flags.shape == shape && static_cast<Index>(flags.keep.size()) == size_of(shape);
  if (!fits)
    throw Error(ErrorKind::kShapeMismatch, argument, shape_text(shape), shape_text(flags.shape));
}

// The scores of one batch item, not divided.
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
void mask_and_weigh(const AttentionOptions<T>& options, T divisor, const Shape& shape,
                    Attention<T>& stages) {
  const KeyFilter filter(options.visibility, shape);
  // What is excluded stays so, whatever it would be divided by: −∞/∞ is NaN.
  const bool is_first = options.mask_before_scale && options.masking.method != MaskMethod::kExclude;
  const Index m = side(shape, 1);
  std::vector<std::uint8_t> keep;
  for (Index r = 0; r < stages.scores.rows.rows(); ++r) {
    stages.scaled_scores.rows.row(r) = stages.scores.rows.row(r) / divisor;
    const Matrix<T>& masked = is_first ? stages.scores.rows : stages.scaled_scores.rows;
    stages.logits.rows.row(r) = masked.row(r);
    const bool has_key = filter.keeps_all() || hide<T>(filter, r / m, r % m, options.masking,
                                                       stages.logits.rows.row(r), keep);
    if (is_first) stages.logits.rows.row(r) /= divisor;
    stages.empty_rows[static_cast<std::size_t>(r)] = has_key ? 0 : 1;
    stages.weights.rows.row(r) = stages.logits.rows.row(r);
    weigh<T>(options.masking, has_key, stages.weights.rows.row(r));
  }
}

// The score's own parameters.
template <class T>
void check_score(const AttentionOptions<T>& options, Index d_q, Index d_k) {
  if (options.score == Score::kAdditive) check(options.additive, d_q, d_k);
  if (options.score == Score::kGaussian) check_sigma(options.sigma);
}

void check_dropout(const Dropout& dropout, const Shape& weights_shape) {
  if (!(dropout.rate >= 0 && dropout.rate <= 1))
    throw Error(ErrorKind::kOutOfRange, "dropout_rate", "a number from 0 to 1",
                number_text(dropout.rate));
  if (dropout.keep) check_flags("dropout_keep", *dropout.keep, weights_shape);
}

template <class T>
void require_stages(const Shape& shape, const Shape& output, bool is_dropped) {
  const std::uint64_t matrix = bytes_of<T>(shape);
  require_memory(add_bytes(multiply_bytes(matrix, is_dropped ? 6 : 4), bytes_of<T>(output)));
}

}  // namespace

template <class T>
Shape checked_scores_shape(const TensorView<T>& queries, const TensorView<T>& keys,
                           const TensorView<T>& values, Score score) {
  if (queries.shape.size() < 2)
    throw Error(ErrorKind::kShapeMismatch, "queries", "at least 2 axes", shape_text(queries.shape));
  const Index d = score == Score::kAdditive ? Index(-1) : side(queries.shape);
  check_axes("keys", keys.shape, queries.shape, -1, d, score == Score::kAdditive ? "*" : "n");
  const Index n = side(keys.shape, 1);
  if (n == 0 || side(keys.shape) == 0)
    throw Error(ErrorKind::kEmptyInput, "keys", "at least one row and one column",
                shape_text(keys.shape));
  if (side(queries.shape) == 0)
    throw Error(ErrorKind::kEmptyInput, "queries", "at least one column",
                shape_text(queries.shape));
  check_axes("values", values.shape, queries.shape, n, -1, "d_v");
  if (side(values.shape) == 0)
    throw Error(ErrorKind::kEmptyInput, "values", "at least one column", shape_text(values.shape));
  return with_matrix(leading(queries.shape), side(queries.shape, 1), n);
}

template <class T>
Tensor<T> dropout_factors(const Dropout& dropout, const Shape& weights_shape) {
  check_dropout(dropout, weights_shape);
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

template <class T>
Attention<T> attention(const TensorView<T>& queries, const TensorView<T>& keys,
                       const TensorView<T>& values, const AttentionOptions<T>& options) {
  const Shape shape = checked_scores_shape<T>(queries, keys, values, options.score);
  const T divisor =
      options.score == Score::kDot ? divisor_of(options.scale, side(keys.shape)) : T(1);
  check(options.masking);
  KeyFilter(options.visibility, shape);
  check_score(options, side(queries.shape), side(keys.shape));
  check_dropout(options.dropout, shape);
  const Shape output = with_matrix(leading(shape), side(shape, 1), side(values.shape));
  require_stages<T>(shape, output, drops(options.dropout));
  const Tensor<T> factors = dropout_factors<T>(options.dropout, shape);

  Attention<T> stages;
  for (auto* stage : {&stages.scores, &stages.scaled_scores, &stages.logits, &stages.weights})
    *stage = Tensor<T>(shape);
  stages.output = Tensor<T>(output);
  stages.empty_rows.resize(static_cast<std::size_t>(stages.scores.rows.rows()));
  for (Index b = 0; b < batch_of(shape); ++b)
    stages.scores.matrix(b) = scores_of<T>(queries.matrix(b), keys.matrix(b), options);
  mask_and_weigh(options, divisor, shape, stages);

  if (drops(options.dropout))
    stages.dropped_weights =
        Tensor<T>(shape, Matrix<T>(stages.weights.rows.cwiseProduct(factors.rows)));
  const Tensor<T>& weights = drops(options.dropout) ? stages.dropped_weights : stages.weights;
  for (Index b = 0; b < batch_of(shape); ++b)
    simd::multiply<T>(weights.matrix(b), values.matrix(b), stages.output.matrix(b));
  return stages;
}

#define ATTENTION_INSTANTIATE(T)                                                  \
  template Shape checked_scores_shape(const TensorView<T>&, const TensorView<T>&, \
                                      const TensorView<T>&, Score);               \
  template Tensor<T> dropout_factors(const Dropout&, const Shape&);               \
  template Attention<T> attention(const TensorView<T>&, const TensorView<T>&,     \
                                  const TensorView<T>&, const AttentionOptions<T>&);
ATTENTION_INSTANTIATE(float)
ATTENTION_INSTANTIATE(double)
#undef ATTENTION_INSTANTIATE

}  // namespace attention
