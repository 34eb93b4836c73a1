// SPDX-License-Identifier: MIT
#include "support/reference_attention.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "support/samples.hpp"

namespace attention::test::reference {
namespace {

// The dot product of two contiguous arrays of n numbers. The arguments are pointers, because in an
// unoptimised build the access to entries of an Eigen matrix would take most of the time.
double dot(const double* x, const double* y, Index n) {
  double sum = 0;
  for (Index c = 0; c < n; ++c) sum += x[c] * y[c];
  return sum;
}

void add(double a, const double* x, Index n, double* y) {
  for (Index c = 0; c < n; ++c) y[c] += a * x[c];
}

double logit(double score, bool is_kept, const Masking<double>& masking) {
  switch (masking.method) {
    case MaskMethod::kExclude:
      return is_kept ? score : -kInf<double>;
    case MaskMethod::kFill:
      return is_kept ? score : masking.fill;
    case MaskMethod::kAdd:
      return score + (is_kept ? 0 : 1) * masking.fill;
  }
  return kNaN<double>;
}

Index count_kept(const Visibility& visibility, const Shape& scores_shape, Index r) {
  const Index m = side(scores_shape, 1);
  Index kept = 0;
  for (Index j = 0; j < side(scores_shape); ++j)
    kept += keeps(visibility, scores_shape, r / m, r % m, j) ? 1 : 0;
  return kept;
}

Tensor<double> hide(const Tensor<double>& scores, const Visibility& visibility,
                    const Masking<double>& masking) {
  Tensor<double> logits = scores;
  if (!visibility.causal && !visibility.mask && !visibility.valid_lens) return logits;
  const Index m = side(scores.shape, 1);
  for (Index r = 0; r < scores.rows.rows(); ++r)
    for (Index j = 0; j < scores.rows.cols(); ++j)
      logits.rows(r, j) =
          logit(scores.rows(r, j), keeps(visibility, scores.shape, r / m, r % m, j), masking);
  return logits;
}

// The weight of each of n keys if masks exclude all of them.
double excluded(EmptyRow empty_row, Index n) {
  if (empty_row == EmptyRow::kUniform) return 1 / static_cast<double>(n);
  return empty_row == EmptyRow::kZeros ? 0 : kNaN<double>;
}

MaskedSoftmax<double> softmax(const Tensor<double>& logits, const Visibility& visibility,
                              const Masking<double>& masking) {
  MaskedSoftmax<double> result{logits, logits, {}};
  const Index n = side(logits.shape);
  for (Index r = 0; r < logits.rows.rows(); ++r) {
    const bool empty = count_kept(visibility, logits.shape, r) == 0;
    result.empty_rows.push_back(empty ? 1 : 0);
    double max = -kInf<double>;
    for (Index j = 0; j < n; ++j) max = std::max(max, logits.rows(r, j));
    double sum = 0;
    for (Index j = 0; j < n; ++j) sum += std::exp(logits.rows(r, j) - max);
    for (Index j = 0; j < n; ++j)
      result.weights.rows(r, j) = empty && masking.method == MaskMethod::kExclude
                                      ? excluded(masking.empty_row, n)
                                      : std::exp(logits.rows(r, j) - max) / sum;
  }
  return result;
}

// Adds the bias to the scores. A bias axis of length 1, or a missing axis, repeats its entries.
void add_bias(const TensorView<double>& bias, Tensor<double>& scores) {
  for (Index e = 0; e < scores.rows.size(); ++e) {
    Index rest = e;
    Index from = 0;
    Index stride = 1;
    for (std::size_t axis = 0; axis < scores.shape.size(); ++axis) {
      const Index n = side(bias.shape, axis);
      if (n != 1) from += rest % side(scores.shape, axis) * stride;
      rest /= side(scores.shape, axis);
      stride *= n;
    }
    scores.rows.data()[e] += bias.rows(from / bias.rows.cols(), from % bias.rows.cols());
  }
}

Matrix<double> scores_of(const Matrix<double>& queries, const Matrix<double>& keys,
                         const AttentionOptions<double>& options) {
  switch (options.score) {
    case Score::kDot:
      return dot_scores(queries, keys);
    case Score::kAdditive:
      return additive_scores(queries, keys, options.additive);
    case Score::kGaussian:
      return gaussian_scores(queries, keys, options.sigma);
  }
  return {};
}

}  // namespace

Matrix<double> dot_scores(const Matrix<double>& queries, const Matrix<double>& keys) {
  Matrix<double> scores(queries.rows(), keys.rows());
  for (Index i = 0; i < queries.rows(); ++i)
    for (Index j = 0; j < keys.rows(); ++j)
      scores(i, j) = dot(queries.row(i).data(), keys.row(j).data(), keys.cols());
  return scores;
}

Matrix<double> additive_scores(const Matrix<double>& queries, const Matrix<double>& keys,
                               const AdditiveParameters<double>& parameters) {
  const auto& [W_q, W_k, w_v, bias] = parameters;
  const Matrix<double> query_features = dot_scores(queries, W_q);
  const Matrix<double> key_features = dot_scores(keys, W_k);
  Matrix<double> scores = Matrix<double>::Zero(queries.rows(), keys.rows());
  for (Index i = 0; i < queries.rows(); ++i)
    for (Index j = 0; j < keys.rows(); ++j)
      for (Index h = 0; h < w_v.cols(); ++h) {
        const double sum = query_features(i, h) + key_features(j, h);
        scores(i, j) += w_v(0, h) * std::tanh(bias.size() == 0 ? sum : sum + bias(0, h));
      }
  return scores;
}

Matrix<double> gaussian_scores(const Matrix<double>& queries, const Matrix<double>& keys,
                               double sigma) {
  Matrix<double> scores = Matrix<double>::Zero(queries.rows(), keys.rows());
  for (Index i = 0; i < queries.rows(); ++i)
    for (Index j = 0; j < keys.rows(); ++j) {
      for (Index c = 0; c < keys.cols(); ++c)
        scores(i, j) += (queries(i, c) - keys(j, c)) * (queries(i, c) - keys(j, c));
      scores(i, j) /= -2 * sigma * sigma;
    }
  return scores;
}

double divisor_of(const Scale& scale, Index d_k) {
  switch (scale.divisor) {
    case Divisor::kNone:
      return 1;
    case Divisor::kSqrtDk:
      return std::sqrt(static_cast<double>(d_k));
    case Divisor::kDk:
      return static_cast<double>(d_k);
    case Divisor::kSqrtEmbed:
      return std::sqrt(static_cast<double>(scale.embed_size));
    case Divisor::kNumber:
      return scale.number;
  }
  return kNaN<double>;
}

bool keeps(const Visibility& visibility, const Shape& scores_shape, Index b, Index i, Index j) {
  const bool is_bottom_right = visibility.alignment == CausalAlignment::kBottomRight;
  const Index last = is_bottom_right ? i + side(scores_shape) - side(scores_shape, 1) : i;
  if (visibility.causal && j > last) return false;
  // The indices of a score along all axes, from the last axis to the first.
  std::array<Index, 8> at = {j, i};
  for (std::size_t axis = 2; axis < scores_shape.size(); ++axis) {
    at[axis] = b % side(scores_shape, axis);
    b /= side(scores_shape, axis);
  }
  if (visibility.valid_lens) {
    const auto& [shape, lens] = *visibility.valid_lens;
    Index index = shape.empty() ? 0 : at[scores_shape.size() - 1];
    if (shape.size() == 2) index = index * shape[1] + i;
    if (static_cast<double>(j) >= lens[static_cast<std::size_t>(index)]) return false;
  }
  if (!visibility.mask) return true;
  Index index = 0;
  Index stride = 1;
  for (std::size_t axis = 0; axis < visibility.mask->shape.size(); ++axis) {
    const Index n = side(visibility.mask->shape, axis);
    if (n != 1) index += stride * at[axis];
    stride *= n;
  }
  return visibility.mask->keep[static_cast<std::size_t>(index)] == 1;
}

MaskedSoftmax<double> masked_softmax(const Tensor<double>& scores, const Visibility& visibility,
                                     const Masking<double>& masking) {
  return softmax(hide(scores, visibility, masking), visibility, masking);
}

Attention<double> attention(const Tensor<double>& queries, const Tensor<double>& keys,
                            const Tensor<double>& values, const AttentionOptions<double>& options) {
  const Shape outer = leading(queries.shape);
  const Index m = side(queries.shape, 1);
  Attention<double> result;
  result.scores = Tensor<double>(with_matrix(outer, m, side(keys.shape, 1)));
  const Index group = side(queries.shape, 2) / std::max(side(keys.shape, 2), Index(1));
  for (Index b = 0; b < batch_of(queries.shape); ++b)
    result.scores.matrix(b) = scores_of(queries.matrix(b), keys.matrix(b / group), options);
  const double divisor =
      options.score == Score::kDot ? divisor_of(options.scale, side(keys.shape)) : 1;
  result.scaled_scores = {result.scores.shape, result.scores.rows / divisor};
  if (options.score_bias) add_bias(*options.score_bias, result.scaled_scores);
  Tensor<double> logits = hide(options.mask_before_scale ? result.scores : result.scaled_scores,
                               options.visibility, options.masking);
  if (options.mask_before_scale) logits.rows /= divisor;
  auto masked = softmax(logits, options.visibility, options.masking);
  result.logits = masked.logits;
  result.weights = masked.weights;
  result.empty_rows = masked.empty_rows;
  Tensor<double> weights = result.weights;
  if (options.dropout.keep) {
    for (Index i = 0; i < weights.rows.size(); ++i)
      weights.rows.data()[i] *=
          options.dropout.keep->keep[static_cast<std::size_t>(i)] / (1 - options.dropout.rate);
    result.dropped_weights = weights;
  }
  result.output = Tensor<double>(with_matrix(outer, m, side(values.shape)));
  result.output.rows.setZero();
  const Index n = side(keys.shape, 1);
  for (Index r = 0; r < weights.rows.rows(); ++r)
    for (Index j = 0; j < n; ++j)
      add(weights.rows(r, j), values.rows.row(r / m / group * n + j).data(), values.rows.cols(),
          result.output.rows.row(r).data());
  return result;
}

}  // namespace attention::test::reference
