// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "attention/detail/mask.hpp"
#include "attention/detail/scores.hpp"
#include "attention/detail/tensor.hpp"

namespace attention::detail {

/// Dropout of weights: each is kept with probability 1 − rate and then divided by 1 − rate, so that
/// its mean does not change. A rate of 1 drops all weights.
struct Dropout {
  double rate = 0;           ///< probability to drop a weight, in [0, 1]
  std::uint64_t seed = 0;    ///< the same seed drops the same weights
  std::optional<Mask> keep;  ///< flags of shape (…, m, n) to use instead of the seed: 1 keeps
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
};

/// The result of every step of attention, in order.
template <class T>
struct Attention {
  Tensor<T> scores;         ///< shape (…, m, n): see `Score`; before division and mask
  Tensor<T> scaled_scores;  ///< shape (…, m, n): after division
  Tensor<T> logits;         ///< shape (…, m, n): after division and mask, the input of softmax
  Tensor<T> weights;        ///< shape (…, m, n): softmax of the logits' rows
  /// The weights after dropout, of shape (…, m, n); without axes if there is no dropout. Rows need
  /// not sum to 1 (erratum E-16 of web/src/ledger).
  Tensor<T> dropped_weights;
  Tensor<T> output;  ///< shape (…, m, d_v): the weights (after dropout) times the values
  std::vector<std::uint8_t> empty_rows;  ///< for each query, 1 if all its keys are hidden
};

/// Attention(Q, K, V) = softmax(mask(score(Q, K)/divisor)) V.
/// @param queries  of shape (…, m, d), d ≥ 1; m = 0 gives empty results
/// @param keys     of shape (…, n, d), n ≥ 1; for additive scores, the width may differ from d
/// @param values   of shape (…, n, d_v), d_v ≥ 1
/// Each has at least two axes, and the leading axes of all three are equal. NaN and ±∞ follow IEEE
/// 754, even in a value whose weight is 0.
/// @throws ShapeMismatch; EmptyInput; OutOfRange; OutOfMemory
/// Source: Vaswani et al. 2017, §3.2.1; the lessons' source documents 000, lines 139–161; 001,
/// lines 91–163
template <class T>
Attention<T> attention(const TensorView<T>& queries, const TensorView<T>& keys,
                       const TensorView<T>& values, const AttentionOptions<T>& options = {});

/// The shape (…, m, n) of the scores. Checks all arguments except `options.visibility`, which the
/// constructor of `KeyFilter` checks.
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
