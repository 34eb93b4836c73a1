// SPDX-License-Identifier: MIT
// The public functions with Eigen matrices as arguments and results. Tests compute with matrices,
// change single entries and keep masks and parameters by value, for which views are too
// short-lived.
#pragma once

#include "support/namespaces.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "attention/detail/attention.hpp"
#include "attention/detail/key_filter.hpp"
#include "attention/detail/random.hpp"
#include "attention/detail/score_bias.hpp"
#include "attention/detail/streaming.hpp"
#include "attention/detail/tensor.hpp"
#include "attention/detail/training/tasks.hpp"
#include "attention/eigen.hpp"
#include "attention/multi_head.hpp"
#include "attention/positional_encoding.hpp"
#include "attention/scores.hpp"
#include "lab/angles.hpp"
#include "lab/mistakes.hpp"
#include "lab/multi_head_variants.hpp"
#include "lab/symmetry.hpp"

namespace attention::test {

using detail::ScoreBias;

/// A tensor as a matrix whose columns are the last axis.
template <class T>
struct Tensor {
  Shape shape;
  Matrix<T> rows;

  Tensor() = default;
  explicit Tensor(const Shape& sides) : shape(sides), rows(rows_of(sides), side(sides)) {}
  Tensor(Shape sides, Matrix<T> entries) : shape(std::move(sides)), rows(std::move(entries)) {}
  Tensor(const attention::Tensor<T>& x) : shape(x.shape()), rows(as_matrix(x)) {}  // NOLINT

  Eigen::Map<Matrix<T>> matrix(Index b) noexcept {
    const Index count = side(shape, 1);
    return {rows.data() + b * count * rows.cols(), count, rows.cols()};
  }
  MatrixView<T> matrix(Index b) const noexcept {
    const Index count = side(shape, 1);
    return rows.middleRows(b * count, count);
  }
};

/// An argument: a Tensor or a Matrix converts to it without a copy.
template <class T>
struct TensorView {
  Shape shape;
  MatrixView<T> rows;

  TensorView(Shape sides, const MatrixView<T>& entries) : shape(std::move(sides)), rows(entries) {}
  TensorView(const Tensor<T>& x) : shape(x.shape), rows(x.rows) {}        // NOLINT: implicit
  TensorView(const Matrix<T>& x) : shape{x.rows(), x.cols()}, rows(x) {}  // NOLINT: implicit

  operator attention::TensorView<T>() const {  // NOLINT: implicit
    return {rows.data(), shape, rows.rows() > 1 ? rows.outerStride() : rows.cols()};
  }
};

template <class T>
attention::TensorView<T> given(const TensorView<T>& x) {
  return x;
}
template <class T>
attention::TensorView<T> given(const Matrix<T>& x) {
  if (x.rows() == 0 && x.cols() == 0) return {};
  return {x.data(), {x.rows(), x.cols()}};
}

/// The results of functions that return a part only with some options: a tensor without axes and
/// entries if it is absent.
template <class T>
Tensor<T> if_any(const attention::Tensor<T>& x) {
  return x.shape() == Shape{0} ? Tensor<T>() : Tensor<T>(x);
}

struct Mask {
  Shape shape;
  std::vector<std::uint8_t> keep;

  operator TensorArgument<std::uint8_t>() const {  // NOLINT: implicit
    attention::Tensor<std::uint8_t> copy(shape);
    std::copy(keep.begin(), keep.end(), copy.begin());
    return copy;
  }
};

/// The mask under which query i may attend to the keys 0 … i.
inline Mask causal_mask(Index num_queries, Index num_keys) {
  Mask mask{{num_queries, num_keys}, {}};
  for (Index i = 0; i < num_queries; ++i)
    for (Index j = 0; j < num_keys; ++j) mask.keep.push_back(j <= i ? 1 : 0);
  return mask;
}

struct ValidLens {
  Shape shape;
  std::vector<double> lens;  ///< whole numbers

  operator Lengths() const {  // NOLINT: implicit
    std::vector<std::int64_t> whole;
    for (const double len : lens)
      whole.push_back(static_cast<std::int64_t>(std::clamp(len, -0x1p62, 0x1p62)));
    return {whole, shape};
  }
};

struct Visibility {
  std::optional<Mask> mask;
  MaskAxes mask_axes = MaskAxes::kExplicit;
  std::optional<ValidLens> valid_lens;
  bool causal = false;
  CausalAlignment alignment = CausalAlignment::kTopLeft;
};

template <class T>
struct Masking {
  MaskMethod method = MaskMethod::kExclude;
  T fill = T(-1e9);
  EmptyRow empty_row = EmptyRow::kUniform;
};

template <class T>
MaskOptions given(const Visibility& visibility, const Masking<T>& masking = {}) {
  MaskOptions mask;
  if (visibility.mask) mask.keep = *visibility.mask;
  mask.axes = visibility.mask_axes;
  if (visibility.valid_lens) mask.valid_lens = *visibility.valid_lens;
  mask.causal = visibility.causal;
  mask.alignment = visibility.alignment;
  mask.method = masking.method;
  mask.fill = static_cast<double>(masking.fill);
  mask.empty_row = masking.empty_row;
  return mask;
}

struct OwnMask {
  MaskOptions mask;
};

/// A filter that owns its mask.
struct KeyFilter : private OwnMask, public detail::KeyFilter {
  KeyFilter(const Visibility& visibility, const Shape& scores_shape)
      : OwnMask{given<double>(visibility)}, detail::KeyFilter(mask, scores_shape) {}
};

struct Dropout {
  double rate = 0;
  std::uint64_t seed = 0;
  std::optional<Mask> keep;
};

inline attention::Dropout given(const Dropout& dropout) {
  attention::Dropout result{dropout.rate, dropout.seed};
  if (dropout.keep) result.keep = *dropout.keep;
  return result;
}

template <class T>
struct AdditiveParameters {
  Matrix<T> W_q, W_k, w_v, bias;
};

template <class T>
attention::AdditiveParameters<T> given(const AdditiveParameters<T>& p) {
  return {given(p.W_q), given(p.W_k), given(p.w_v), given(p.bias)};
}

template <class T>
attention::ScoreBias given(const std::optional<TensorView<T>>& bias) {
  return bias ? attention::ScoreBias(TensorArgument<T>(given(*bias))) : attention::ScoreBias();
}

/// The arguments of attention beside queries, keys and values.
template <class T>
struct AttentionOptions {
  Score score = Score::kDot;
  Scale scale = {};
  AdditiveParameters<T> additive = {};
  T sigma = 1;
  Visibility visibility = {};
  Masking<T> masking = {};
  bool mask_before_scale = false;
  Dropout dropout = {};
  std::optional<TensorView<T>> score_bias = {};
  bool grouped = false;
};

template <class T>
attention::AttentionOptions given(const AttentionOptions<T>& options) {
  return {options.scale, given(options.visibility, options.masking), given(options.dropout),
          given(options.score_bias), options.grouped};
}

/// An attention::AttentionStages.
template <class T>
struct Attention {
  Tensor<T> scores, scaled_scores, logits, weights;
  Tensor<T> dropped_weights;  ///< without axes if there is no dropout
  Tensor<T> output;
  std::vector<std::uint8_t> empty_rows;
  attention::AttentionStages<T> stages = {};

  Attention() = default;
  Attention(attention::AttentionStages<T> x)  // NOLINT: implicit
      : scores(x.scores),
        scaled_scores(x.scaled_scores),
        logits(x.logits),
        weights(x.weights),
        dropped_weights(if_any(x.dropped_weights)),
        output(x.output),
        empty_rows(x.empty_rows.begin(), x.empty_rows.end()),
        stages(std::move(x)) {}
};

template <class T>
abi::Inputs<T> inputs_of(const TensorView<T>& queries, const TensorView<T>& keys,
                         const TensorView<T>& values) {
  return {given(queries), given(keys), given(values)};
}

template <class T>
Attention<T> attention(const TensorView<T>& queries, const TensorView<T>& keys,
                       const TensorView<T>& values, const AttentionOptions<T>& options = {}) {
  const auto x = inputs_of(queries, keys, values);
  if (options.score == Score::kAdditive)
    return abi::additive_attention_stages<T>(x, given(options.additive), given(options));
  if (options.score == Score::kGaussian)
    return abi::gaussian_attention_stages<T>(x, static_cast<double>(options.sigma), given(options));
  return abi::scaled_dot_product_stages<T>(x, given(options),
                                           {.masks_before_scale = options.mask_before_scale});
}

template <class T>
struct AttentionGradient {
  Tensor<T> queries, keys, values;
  AdditiveParameters<T> additive;
  T sigma = 0;
  Tensor<T> score_bias;  ///< without axes and entries if there is no bias

  void set(const attention::AttentionGradient<T>& x) {
    queries = x.queries;
    keys = x.keys;
    values = x.values;
    score_bias = if_any(x.score_bias);
  }
};

template <class T>
AttentionGradient<T> attention_gradient(const TensorView<T>& queries, const TensorView<T>& keys,
                                        const TensorView<T>& values,
                                        const AttentionOptions<T>& options,
                                        const Attention<T>& stages,
                                        const TensorView<T>& output_gradient) {
  const auto x = inputs_of(queries, keys, values);
  const auto G = given(output_gradient);
  AttentionGradient<T> result;
  if (options.score == Score::kAdditive) {
    const auto by = abi::additive_attention_gradient<T>(x, given(options.additive), stages.stages,
                                                        G, given(options));
    result.set(by.inputs);
    result.additive = {as_matrix(by.W_q), as_matrix(by.W_k), as_matrix(by.w_v),
                       if_any(by.bias).rows};
  } else if (options.score == Score::kGaussian) {
    const auto by = abi::gaussian_attention_gradient<T>(x, static_cast<double>(options.sigma),
                                                        stages.stages, G, given(options));
    result.set(by.inputs);
    result.sigma = by.sigma;
  } else {
    result.set(abi::scaled_dot_product_gradient<T>(x, stages.stages, G, given(options)));
  }
  return result;
}

template <class T>
struct MaskedSoftmax {
  Tensor<T> logits, weights;
  std::vector<std::uint8_t> empty_rows;
};

template <class T>
MaskedSoftmax<T> masked_softmax(const TensorView<T>& scores, const Visibility& visibility,
                                const Masking<T>& masking = {}) {
  const auto x = abi::masked_softmax<T>(given(scores), given(visibility, masking));
  return {x.logits, x.weights, {x.empty_rows.begin(), x.empty_rows.end()}};
}

template <class T>
Matrix<T> dot_scores(const Matrix<T>& queries, const Matrix<T>& keys) {
  return as_matrix(attention::dot_scores(queries, keys));
}
template <class T>
Matrix<T> scaled_dot_scores(const Matrix<T>& queries, const Matrix<T>& keys,
                            const Scale& scale = {}) {
  return as_matrix(attention::scaled_dot_scores(queries, keys, scale));
}
template <class T>
Matrix<T> additive_scores(const Matrix<T>& queries, const Matrix<T>& keys,
                          const AdditiveParameters<T>& parameters) {
  return as_matrix(attention::additive_scores(queries, keys, given(parameters)));
}
template <class T>
Matrix<T> gaussian_scores(const Matrix<T>& queries, const Matrix<T>& keys, T sigma = 1) {
  return as_matrix(attention::gaussian_scores(queries, keys, static_cast<double>(sigma)));
}

template <class T>
struct StreamingOptions {
  Scale scale = {};
  Visibility visibility = {};
  Masking<T> masking = {};
  Index tile_queries = Tiles().queries;
  Index tile_keys = Tiles().keys;
  std::optional<TensorView<T>> score_bias = {};
  bool grouped = false;
};

template <class T>
attention::AttentionOptions given(const StreamingOptions<T>& options) {
  return {options.scale,
          given(options.visibility, options.masking),
          {},
          given(options.score_bias),
          options.grouped};
}

template <class T>
struct StreamingAttention {
  Tensor<T> output, log_sum_exp;
  std::vector<std::uint8_t> empty_rows;
};

template <class T>
StreamingAttention<T> streaming_attention(const TensorView<T>& queries, const TensorView<T>& keys,
                                          const TensorView<T>& values,
                                          const StreamingOptions<T>& options = {}) {
  const auto x = detail::streaming_attention<T>(inputs_of(queries, keys, values), given(options),
                                                {options.tile_queries, options.tile_keys});
  return {x.output, x.log_sum_exp, {x.empty_rows.begin(), x.empty_rows.end()}};
}

template <class T>
struct MultiHeadParameters {
  Matrix<T> W_q, b_q, W_k, b_k, W_v, b_v, W_o, b_o;
};

template <class T>
attention::MultiHeadParameters<T> given(const MultiHeadParameters<T>& p) {
  return {given(p.W_q), given(p.b_q), given(p.W_k), given(p.b_k),
          given(p.W_v), given(p.b_v), given(p.W_o), given(p.b_o)};
}

template <class T>
struct MultiHeadOptions {
  Index num_heads = 1;
  Projection projection = Projection::kFull;
  bool shape_from_queries = false;
  Scale scale = {};
  Visibility visibility = {};
  Masking<T> masking = {};
  bool mask_before_scale = false;
  Dropout dropout = {};
  Index num_kv_heads = 0;
  std::optional<TensorView<T>> score_bias = {};
};

template <class T>
attention::MultiHeadOptions given(const MultiHeadOptions<T>& options) {
  return {options.num_heads,
          options.projection,
          options.scale,
          given(options.visibility, options.masking),
          given(options.dropout),
          options.num_kv_heads,
          given(options.score_bias)};
}
template <class T>
abi::DocumentVariant variant_of(const MultiHeadOptions<T>& options) {
  return {.masks_before_scale = options.mask_before_scale,
          .has_shape_of_queries = options.shape_from_queries};
}

/// The options of a variant of the source texts.
template <class T>
MultiHeadOptions<T> multi_head_options(MultiHeadVariant variant, Index num_heads) {
  const auto [options, document] = lab::multi_head_options(variant, num_heads);
  MultiHeadOptions<T> result;
  result.num_heads = options.num_heads;
  result.projection = options.projection;
  result.shape_from_queries = document.has_shape_of_queries;
  result.scale = options.scale;
  result.visibility.mask_axes = options.mask.axes;
  result.masking = {options.mask.method, static_cast<T>(options.mask.fill), options.mask.empty_row};
  result.mask_before_scale = document.masks_before_scale;
  return result;
}

/// An attention::MultiHeadStages.
template <class T>
struct MultiHead {
  Tensor<T> projected_queries, projected_keys, projected_values;
  Tensor<T> head_queries, head_keys, head_values;
  Attention<T> heads;
  Tensor<T> concat, output;
  attention::MultiHeadStages<T> stages = {};

  MultiHead() = default;
  MultiHead(attention::MultiHeadStages<T> x)  // NOLINT: implicit
      : projected_queries(x.projected_queries),
        projected_keys(x.projected_keys),
        projected_values(x.projected_values),
        head_queries(x.head_queries),
        head_keys(x.head_keys),
        head_values(x.head_values),
        heads(x.heads),
        concat(x.concat),
        output(x.output),
        stages(std::move(x)) {}
};

template <class T>
MultiHead<T> multi_head(const TensorView<T>& queries, const TensorView<T>& keys,
                        const TensorView<T>& values, const MultiHeadParameters<T>& parameters,
                        const MultiHeadOptions<T>& options) {
  return abi::multi_head_stages<T>(inputs_of(queries, keys, values), given(parameters),
                                   given(options), variant_of(options));
}

template <class T>
Tensor<T> multi_head_output(const TensorView<T>& queries, const TensorView<T>& keys,
                            const TensorView<T>& values, const MultiHeadParameters<T>& parameters,
                            const MultiHeadOptions<T>& options) {
  return abi::multi_head<T>(inputs_of(queries, keys, values), given(parameters), given(options),
                            variant_of(options));
}

template <class T>
struct MultiHeadGradient {
  Tensor<T> queries, keys, values;
  MultiHeadParameters<T> parameters;  ///< empty for unread matrices and absent biases
  Tensor<T> score_bias;               ///< without axes and entries if there is no bias
};

template <class T>
MultiHeadGradient<T> multi_head_gradient(const TensorView<T>& queries, const TensorView<T>& keys,
                                         const TensorView<T>& values,
                                         const MultiHeadParameters<T>& parameters,
                                         const MultiHeadOptions<T>& options,
                                         const MultiHead<T>& stages,
                                         const TensorView<T>& output_gradient) {
  const auto by = abi::multi_head_gradient<T>(inputs_of(queries, keys, values), given(parameters),
                                              stages.stages, given(output_gradient), given(options),
                                              variant_of(options));
  const auto part = [](const attention::Tensor<T>& x) { return if_any(x).rows; };
  return {by.queries,
          by.keys,
          by.values,
          {part(by.W_q), part(by.b_q), part(by.W_k), part(by.b_k), part(by.W_v), part(by.b_v),
           part(by.W_o), part(by.b_o)},
          if_any(by.score_bias)};
}

template <class T>
Tensor<T> split_heads(const TensorView<T>& x, Index num_heads) {
  return abi::split_heads<T>(given(x), num_heads);
}
template <class T>
Tensor<T> merge_heads(const TensorView<T>& x) {
  return abi::merge_heads<T>(given(x));
}
template <class T>
Tensor<T> wrong_view_of_heads(const TensorView<T>& x, Index num_heads) {
  return lab::wrong_view_of_heads<T>(given(x), num_heads);
}

template <class T>
Matrix<T> positional_encoding(Index positions, Index width,
                              const PositionalEncodingOptions& options = {}) {
  return as_matrix(attention::positional_encoding<T>(positions, width, options));
}

template <class T>
Matrix<T> naive_softmax(const Matrix<T>& logits) {
  return as_matrix(lab::naive_softmax<T>(logits));
}
template <class T>
Matrix<T> double_transpose_scores(const Matrix<T>& queries, const Matrix<T>& keys) {
  return as_matrix(lab::double_transpose_scores<T>(queries, keys));
}

template <class T>
struct Angles {
  Matrix<T> dots, cosines, degrees, query_lengths, key_lengths;
};

template <class T>
Angles<T> angles(const Matrix<T>& queries, const Matrix<T>& keys) {
  const auto x = lab::angles<T>(queries, keys);
  return {as_matrix(x.dots), as_matrix(x.cosines), as_matrix(x.degrees), as_matrix(x.query_lengths),
          as_matrix(x.key_lengths)};
}

template <class T>
struct SelfSimilarityOptions {
  std::optional<Matrix<T>> W_q = {}, W_k = {};
  Scale scale = {};
};

template <class T>
struct SelfSimilarity {
  Matrix<T> scores, weights, output;
  T scores_asymmetry, weights_asymmetry, mean_diagonal;
  Matrix<T> relative_distances, row_sums, column_sums;
  T smallest_eigenvalue;
};

template <class T>
SelfSimilarity<T> self_similarity(const Matrix<T>& tokens,
                                  const SelfSimilarityOptions<T>& options = {}) {
  lab::SelfSimilarityOptions<T> own{.scale = options.scale};
  if (options.W_q) own.W_q = *options.W_q;
  if (options.W_k) own.W_k = *options.W_k;
  const auto x = lab::self_similarity<T>(tokens, own);
  return {as_matrix(x.scores),
          as_matrix(x.weights),
          as_matrix(x.output),
          x.scores_asymmetry,
          x.weights_asymmetry,
          x.mean_diagonal,
          as_matrix(x.relative_distances),
          as_matrix(x.row_sums),
          as_matrix(x.column_sums),
          x.smallest_eigenvalue};
}

template <class T>
Matrix<T> zeros(Index rows, Index cols) {
  return Matrix<T>::Zero(rows, cols);
}

}  // namespace attention::test
