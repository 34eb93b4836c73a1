// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "attention/detail/mask.hpp"
#include "attention/detail/score_bias.hpp"
#include "attention/detail/scores.hpp"
#include "attention/detail/tensor.hpp"

namespace attention::detail {

/// See attention::Dropout.
struct Dropout {
  double rate = 0;
  std::uint64_t seed = 0;
  std::optional<Mask> keep;
};

/// The factors by which dropout multiplies weights: 0, or 1/(1 − rate) for kept weights. Entry r of
/// the weights, in row-major order, is kept if uniform random number r of the seed is ≥ rate.
/// @return a tensor of shape `weights_shape`, or without axes if nothing is dropped (rate 0 and no
///     flags)
/// @throws OutOfRange naming `dropout_rate`; ShapeMismatch naming `dropout_keep`; OutOfMemory
template <class T>
Tensor<T> dropout_factors(const Dropout& dropout, const Shape& weights_shape);

template <class T>
struct AttentionOptions {
  Score score = Score::kDot;
  Scale<T> scale = {};
  AdditiveParameters<T> additive = {};
  T sigma = 1;  ///< bandwidth for Score::kGaussian, finite and > 0
  Visibility visibility = {};
  Masking<T> masking = {};
  /// Whether scores are masked before they are divided, as in the lessons' source document 002. Has
  /// no effect under MaskMethod::kExclude.
  bool mask_before_scale = false;
  Dropout dropout = {};
  /// Added after the division and before the mask, so that the mask cannot be applied before the
  /// division.
  std::optional<TensorView<T>> score_bias = {};
  bool grouped = false;  ///< see attention::AttentionOptions
};

/// See attention::AttentionStages.
template <class T>
struct Attention {
  Tensor<T> scores;
  Tensor<T> scaled_scores;
  Tensor<T> logits;
  Tensor<T> weights;
  /// Without axes if there is no dropout. Rows need not sum to 1 (erratum E-16 of web/src/ledger).
  Tensor<T> dropped_weights;
  Tensor<T> output;
  std::vector<std::uint8_t> empty_rows;
};

/// Attention(Q, K, V) = softmax(mask(score(Q, K)/divisor)) V: see
/// attention::scaled_dot_product_stages. For additive scores, the width of keys may differ from
/// that of queries.
/// Source: the lessons' source documents 000, lines 139–161; 001, lines 91–163
template <class T>
Attention<T> attention(const TensorView<T>& queries, const TensorView<T>& keys,
                       const TensorView<T>& values, const AttentionOptions<T>& options = {});

/// The shape (…, m, n) of the scores. Checks all arguments except `options.visibility` and the
/// shape of `options.score_bias`, which the constructors of `KeyFilter` and `ScoreBias` check.
/// @throws ShapeMismatch; EmptyInput; OutOfRange
template <class T>
Shape checked_scores_shape(const TensorView<T>& queries, const TensorView<T>& keys,
                           const TensorView<T>& values, const AttentionOptions<T>& options);

/// Returns the bytes that `attention` allocates for arguments of these shapes, including results,
/// or `kTooManyBytes` (memory.hpp).
template <class T>
std::uint64_t attention_bytes(const Shape& queries, const Shape& keys, const Shape& values,
                              const AttentionOptions<T>& options);

}  // namespace attention::detail
