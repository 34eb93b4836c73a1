// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "attention/detail/mask.hpp"
#include "attention/detail/scores.hpp"
#include "attention/detail/tensor.hpp"

namespace attention::detail {

/// Dropout of weights: each is kept with probability 1 − rate and then divided by it, so that its
/// mean stays. 1 drops all.
struct Dropout {
  double rate = 0;           ///< in [0, 1]
  std::uint64_t seed = 0;    ///< the same seed drops the same weights
  std::optional<Mask> keep;  ///< (…, m, n) flags to use in place of the seed's
};

/// What dropout multiplies weights by: 0, or 1/(1 − rate) where they are kept. Entry r of the
/// weights, counted row by row, is kept when number r of the seed's sequence is ≥ rate.
/// @return as `weights_shape`; no axes when nothing is dropped (rate 0, no flags)
/// @throws OutOfRange (dropout_rate), ShapeMismatch (dropout_keep), OutOfMemory
template <class T>
Tensor<T> dropout_factors(const Dropout& dropout, const Shape& weights_shape);

template <class T>
struct AttentionOptions {
  Score score = Score::kDot;
  Scale<T> scale = {};
  AdditiveParameters<T> additive = {};
  T sigma = 1;  ///< for kGaussian: finite and > 0
  Visibility visibility = {};
  Masking<T> masking = {};
  bool mask_before_scale = false;  ///< document 002 masks first and divides after; no difference
                                   ///< under MaskMethod::kExclude
  Dropout dropout = {};
};

/// Every stage of attention, in order.
template <class T>
struct Attention {
  Tensor<T> scores;           ///< (…, m, n) as `Score` says, not divided, not masked
  Tensor<T> scaled_scores;    ///< (…, m, n) divided
  Tensor<T> logits;           ///< (…, m, n) divided and masked: what softmax is taken of
  Tensor<T> weights;          ///< (…, m, n) softmax of the logits' rows
  Tensor<T> dropped_weights;  ///< (…, m, n) after dropout, rows need not sum to 1 (erratum E-16);
                              ///< no axes when there is no dropout
  Tensor<T> output;           ///< (…, m, d_v) the weights (after dropout) times the values
  std::vector<std::uint8_t> empty_rows;  ///< (…·m) 1 where a query sees no key
};

/// Attention(Q, K, V) = softmax(mask(score(Q, K)/divisor)) V.
/// @param queries  (…, m, d), d ≥ 1; m = 0 gives empty stages
/// @param keys     (…, n, d), n ≥ 1 (for additive scores of a width of its own)
/// @param values   (…, n, d_v), d_v ≥ 1, not tied to d
/// The leading axes, any number of them, are the same in all three. At least two axes.
/// NaN and ±∞ in the data follow IEEE, also those of a value whose weight is 0.
/// @throws ShapeMismatch, EmptyInput, OutOfRange, OutOfMemory
/// Source: Vaswani et al. 2017, §3.2.1; documents 000, lines 139–161; 001, lines 91–163
template <class T>
Attention<T> attention(const TensorView<T>& queries, const TensorView<T>& keys,
                       const TensorView<T>& values, const AttentionOptions<T>& options = {});

/// The shape (…, m, n) of the scores, after every check of the arguments but for that of
/// visibility, which `KeyFilter` makes.
/// @throws ShapeMismatch, EmptyInput, OutOfRange
template <class T>
Shape checked_scores_shape(const TensorView<T>& queries, const TensorView<T>& keys,
                           const TensorView<T>& values, const AttentionOptions<T>& options);

/// Bytes that `attention` takes for arguments of these shapes, results included, or `kTooManyBytes`
/// (memory.hpp).
template <class T>
std::uint64_t attention_bytes(const Shape& queries, const Shape& keys, const Shape& values,
                              const AttentionOptions<T>& options);

}  // namespace attention::detail
