// SPDX-License-Identifier: MIT
/// @file
/// Attention with one head: each query's output is an average of the values, weighted by how well
/// the keys match. Scaled dot products are the usual score; additive and Gaussian scores follow
/// below. This file is long because each score has its own functions for stages and gradient.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "attention/mask.hpp"
#include "attention/scores.hpp"
#include "attention/tensor.hpp"
#include "attention/tensor_argument.hpp"
#include "attention/workspace.hpp"

namespace attention {

/// Dropout of weights: each weight is kept with probability 1 − rate and then divided by 1 − rate,
/// so that its expected value does not change. A rate of 1 drops all weights.
struct Dropout {
  double rate = 0;         ///< probability to drop a weight, in [0, 1]
  std::uint64_t seed = 0;  ///< the same seed drops the same weights
  /// Flags of shape (…, m, n) to use instead of the seed: 1 keeps the weight. Read during the call.
  std::optional<TensorArgument<std::uint8_t>> keep = {};
};

/// The options of attention.
struct AttentionOptions {
  Scale scale = {};       ///< divisor of dot products; other scores are not divided
  MaskOptions mask = {};  ///< by default, no mask
  Dropout dropout = {};   ///< by default, no dropout
  /// Added to the scores after the division and before the mask, as a floating-point `attn_mask` of
  /// torch.nn.functional.scaled_dot_product_attention. The bias has the scalar type of the call and
  /// broadcasts to the scores, of shape (…, m, n), as in NumPy: axes are matched from the last one;
  /// a missing axis or one of length 1 repeats its entries. Read during the call.
  ScoreBias score_bias = {};
  /// Whether keys and values may have fewer heads than queries: of shapes (…, h_k, n, d) and (…,
  /// h_k, n, d_v) for queries (…, h, m, d), where h_k divides h. Key head a then serves the query
  /// heads a·h/h_k … (a + 1)·h/h_k − 1. Nothing is copied. Without this flag, h_k ≠ h is an error.
  bool grouped = false;
};

/// The result of every step of attention, in order.
template <Real T>
struct AttentionStages {
  /// Shape (…, m, n): before division and mask. Dot products may overflow to ±∞ or NaN here; the
  /// later stages are then computed from queries / divisor, if |divisor| > 1.
  Tensor<T> scores;
  Tensor<T> scaled_scores;    ///< shape (…, m, n): after division, plus the bias
  Tensor<T> logits;           ///< shape (…, m, n): after the mask, the input of softmax
  Tensor<T> weights;          ///< shape (…, m, n): softmax of the logits' rows
  Tensor<T> dropped_weights;  ///< shape (…, m, n): after dropout; empty without dropout
  Tensor<T> output;           ///< shape (…, m, d_v): the weights (after dropout) times the values
  Tensor<std::uint8_t> empty_rows;  ///< shape (…, m): 1 where all keys of a query are hidden
};

/// The gradient of a loss with respect to each input of attention. Each part has the shape of its
/// input.
template <Real T>
struct AttentionGradient {
  Tensor<T> queries;     ///< shape (…, m, d): ∂L/∂Q
  Tensor<T> keys;        ///< shape (…, n, d): ∂L/∂K
  Tensor<T> values;      ///< shape (…, n, d_v): ∂L/∂V
  Tensor<T> score_bias;  ///< shape of the bias: ∂L/∂bias; empty without a bias
};

/// The gradient of a loss with respect to each input of attention with additive scores.
template <Real T>
struct AdditiveAttentionGradient {
  AttentionGradient<T> inputs;  ///< the gradients of queries, keys and values
  Tensor<T> W_q;                ///< shape (h, d_q): ∂L/∂W_q
  Tensor<T> W_k;                ///< shape (h, d_k): ∂L/∂W_k
  Tensor<T> w_v;                ///< shape (1, h): ∂L/∂w_v
  Tensor<T> bias;               ///< shape (1, h): ∂L/∂bias; empty without a bias
};

/// The gradient of a loss with respect to each input of attention with Gaussian scores.
template <Real T>
struct GaussianAttentionGradient {
  AttentionGradient<T> inputs;  ///< the gradients of queries, keys and values
  T sigma = 0;                  ///< ∂L/∂σ
};

namespace abi {
/// The score of an attention, with its parameters.
template <Real T>
struct Scoring {
  Score score = Score::kDot;
  const AdditiveParameters<T>* additive = nullptr;  ///< for Score::kAdditive
  double sigma = 1;                                 ///< for Score::kGaussian
};

/// The gradient of a loss with respect to each input of attention with any score. Parameters that
/// the score does not have get empty gradients; σ gets 0.
template <Real T>
struct ScoringGradient {
  AdditiveAttentionGradient<T> additive;
  T sigma = 0;
};

template <class T>
ATTENTION_API Tensor<T> scaled_dot_product(const Inputs<T>& inputs,
                                           const AttentionOptions& options);
template <class T>
ATTENTION_API void scaled_dot_product_into(const TensorSpan<T>& output, const Inputs<T>& inputs,
                                           const AttentionOptions& options, Workspace& workspace);
template <class T>
ATTENTION_API AttentionStages<T> attention_stages(const Inputs<T>& inputs,
                                                  const AttentionOptions& options,
                                                  const Scoring<T>& scoring = {},
                                                  const DocumentVariant& variant = {});
template <class T>
ATTENTION_API ScoringGradient<T> attention_gradient(const Inputs<T>& inputs,
                                                    const AttentionOptions& options,
                                                    const AttentionStages<T>& stages,
                                                    const TensorView<T>& output_gradient,
                                                    const Scoring<T>& scoring = {});
}  // namespace abi

/// Scaled dot-product attention: O = softmax(mask(Q Kᵀ / divisor + bias)) V.
/// Keys are read in tiles, and each query keeps a running maximum, sum and output, so that the
/// scores, of shape (m, n), are never stored. If |divisor| ≥ 1, it divides the queries, so that a
/// score that would overflow before the division does not. Dropout needs all weights, so that with
/// dropout the memory is that of `scaled_dot_product_stages`.
/// @param queries  of shape (…, m, d), d ≥ 1; for m = 0 the output has no rows
/// @param keys     of shape (…, n, d), n ≥ 1
/// @param values   of shape (…, n, d_v), d_v ≥ 1. The leading axes, up to six, are the same in
///     queries, keys and values, except that keys and values may have fewer heads with `grouped`.
/// @param options  scale (default √d), bias, mask and dropout (default none); read during the call
/// @return a tensor of shape (…, m, d_v). `EmptyRow` decides the weights of a query whose keys are
///     all hidden; NaN and ±∞ follow IEEE 754
/// @throws ShapeMismatch naming `queries`, `keys`, `values`, `score_bias`, `mask`, `valid_lens` or
///     `dropout_keep`; EmptyInput naming `keys` or `values`; OutOfRange naming `divisor_number`,
///     `embed_size`, `mask`, `hide`, `fill` or `dropout_rate`; UnknownOption as `Scale` says, or
///     naming `score_bias` if it has another scalar type; OutOfMemory
/// Time O(m·n·(d + d_v)); memory: the output and O(d + d_v) entries for each of 128 queries.
/// Source: Vaswani et al. 2017, §3.2.1; Milakov and Gimelshein 2018, §3; Dao et al. 2022, §3.1;
/// Ainslie et al. 2023, §2.2 (`grouped`)
///
///     const auto output = attention::scaled_dot_product(q, k, v, {.mask = {.causal = true}});
template <TensorLike Q, TensorLike K, TensorLike V>
Tensor<scalar_of<Q, K, V>> scaled_dot_product(const Q& queries, const K& keys, const V& values,
                                              const AttentionOptions& options = {}) {
  return abi::scaled_dot_product<scalar_of<Q, K, V>>(
      {abi::read(queries), abi::read(keys), abi::read(values)}, options);
}

/// `scaled_dot_product` that writes its result to the caller's memory.
/// @param output     of shape (…, m, d_v), a Tensor, a TensorSpan or a row-major Eigen matrix; must
///     not overlap the inputs, masks or flags; may be other columns of an input's matrix
/// @param queries, keys, values, options  as for `scaled_dot_product`
/// @param workspace  memory to reuse: without dropout, the second and later calls with the same
///     shapes allocate nothing
/// @throws as `scaled_dot_product` does, and ShapeMismatch or, for an overlap, OutOfRange naming
///     `output`. The output is then unchanged
/// Time and memory as `scaled_dot_product`; the workspace keeps the memory.
///
///     attention::Workspace workspace;
///     attention::scaled_dot_product_into(output, q, k, v, {}, workspace);
template <WritableTensorLike Out, TensorLike Q, TensorLike K, TensorLike V>
void scaled_dot_product_into(Out&& output, const Q& queries, const K& keys, const V& values,
                             const AttentionOptions& options, Workspace& workspace) {
  abi::scaled_dot_product_into<scalar_of<Out, Q, K, V>>(
      abi::write(output), {abi::read(queries), abi::read(keys), abi::read(values)}, options,
      workspace);
}
/// @overload
/// The call allocates and frees its own workspace.
template <WritableTensorLike Out, TensorLike Q, TensorLike K, TensorLike V>
void scaled_dot_product_into(Out&& output, const Q& queries, const K& keys, const V& values,
                             const AttentionOptions& options = {}) {
  Workspace workspace;
  scaled_dot_product_into(output, queries, keys, values, options, workspace);
}

/// The result of every step of scaled dot-product attention, for inspection and for the backward
/// pass. The output equals that of `scaled_dot_product` within rounding.
/// @param queries, keys, values, options  as for `scaled_dot_product`
/// @return all intermediate results; degenerate cases as in `scaled_dot_product`
/// @throws as `scaled_dot_product` does
/// Time O(m·n·(d + d_v)); memory: 4·m·n entries (5 with dropout) and the output.
///
///     const auto stages = attention::scaled_dot_product_stages(q, k, v);
///     stages.weights(0, 1);  // how much query 0 attends to key 1
template <TensorLike Q, TensorLike K, TensorLike V>
AttentionStages<scalar_of<Q, K, V>> scaled_dot_product_stages(
    const Q& queries, const K& keys, const V& values, const AttentionOptions& options = {}) {
  return abi::attention_stages<scalar_of<Q, K, V>>(
      {abi::read(queries), abi::read(keys), abi::read(values)}, options);
}

/// Backward pass of scaled dot-product attention.
/// Let s be the scores, l the logits, w the weights and D = ∂L/∂s: ∂L/∂V = wᵀ G; ∂L/∂w = G Vᵀ,
/// through dropout; ∂L/∂l_ij = w_ij (∂L/∂w_ij − Σ_k w_ik ∂L/∂w_ik); ∂L/∂Q = D K; ∂L/∂K = Dᵀ Q. With
/// `grouped`, ∂L/∂K and ∂L/∂V are summed over the query heads that a key head serves. ∂L/∂bias is
/// the sum, in double, of ∂L/∂l over the scores to which an entry is added. Scores that the mask
/// excludes or replaces have gradient 0; scores to which it adds a fill keep their gradient.
/// @param queries, keys, values, options  as given to `scaled_dot_product_stages`
/// @param stages           the result of that call
/// @param output_gradient  of shape (…, m, d_v): G = ∂L/∂output
/// @return the gradient of each input. NaN and ±∞ follow IEEE 754; for m = 0 all gradients are 0
/// @throws as `scaled_dot_product` does, and ShapeMismatch naming `stages` or `output_gradient`
/// Time O(m·n·(d + d_v)); memory: the results, m·n entries of one batch item, and the bias in
/// double.
///
///     const auto stages = attention::scaled_dot_product_stages(q, k, v);
///     const auto gradient = attention::scaled_dot_product_gradient(q, k, v, stages, G);
template <TensorLike Q, TensorLike K, TensorLike V, TensorLike G>
AttentionGradient<scalar_of<Q, K, V, G>> scaled_dot_product_gradient(
    const Q& queries, const K& keys, const V& values,
    const AttentionStages<scalar_of<Q, K, V, G>>& stages, const G& output_gradient,
    const AttentionOptions& options = {}) {
  return abi::attention_gradient<scalar_of<Q, K, V, G>>(
             {abi::read(queries), abi::read(keys), abi::read(values)}, options, stages,
             abi::read(output_gradient))
      .additive.inputs;
}

/// The result of every step of attention with the scores of `additive_scores`.
/// @param queries     of shape (…, m, d_q), d_q ≥ 1
/// @param keys        of shape (…, n, d_k), n ≥ 1, d_k ≥ 1
/// @param values      of shape (…, n, d_v), d_v ≥ 1
/// @param parameters  shared by all batch items; read during the call
/// @param options     bias, mask and dropout, and `grouped`; the scale is not used
/// @return all intermediate results; degenerate cases as in `scaled_dot_product`
/// @throws as `scaled_dot_product` does, and EmptyInput naming `queries` or `W_q`, and
///     ShapeMismatch naming `W_q`, `W_k`, `w_v` or `bias`
/// Time O(m·n·(h + d_v)), memory as `scaled_dot_product_stages`.
/// Source: Bahdanau et al. 2015, §A.1.2
///
///     const auto stages = attention::additive_attention_stages(
///         q, k, v, {.W_q = W_q, .W_k = W_k, .w_v = w_v});
template <TensorLike Q, TensorLike K, TensorLike V>
AttentionStages<scalar_of<Q, K, V>> additive_attention_stages(
    const Q& queries, const K& keys, const V& values,
    const AdditiveParameters<scalar_of<Q, K, V>>& parameters,
    const AttentionOptions& options = {}) {
  return abi::attention_stages<scalar_of<Q, K, V>>(
      {abi::read(queries), abi::read(keys), abi::read(values)}, options,
      {Score::kAdditive, &parameters});
}

/// Backward pass of attention with additive scores. With t_ij = tanh(W_q q_i + W_k k_j + bias),
/// D = ∂L/∂s and u_ij = D_ij w_v (1 − t_ij²): ∂L/∂w_v = Σ_ij D_ij t_ij, ∂L/∂bias = Σ_ij u_ij,
/// ∂L/∂q_i = W_qᵀ Σ_j u_ij, ∂L/∂W_q = Σ_ij u_ij q_iᵀ, and likewise for k_j and W_k.
/// @param queries, keys, values, parameters, options  as given to `additive_attention_stages`
/// @param stages           the result of that call
/// @param output_gradient  of shape (…, m, d_v): G = ∂L/∂output
/// @return the gradient of each input. NaN and ±∞ follow IEEE 754; for m = 0 all gradients are 0
/// @throws as `additive_attention_stages` does, and ShapeMismatch naming `stages` or
///     `output_gradient`
/// Time O(m·n·(h + d_v)); memory: the results and m·n entries of one batch item.
///
///     const auto stages = attention::additive_attention_stages(q, k, v, parameters);
///     const auto gradient =
///         attention::additive_attention_gradient(q, k, v, parameters, stages, G);
template <TensorLike Q, TensorLike K, TensorLike V, TensorLike G>
AdditiveAttentionGradient<scalar_of<Q, K, V, G>> additive_attention_gradient(
    const Q& queries, const K& keys, const V& values,
    const AdditiveParameters<scalar_of<Q, K, V, G>>& parameters,
    const AttentionStages<scalar_of<Q, K, V, G>>& stages, const G& output_gradient,
    const AttentionOptions& options = {}) {
  return abi::attention_gradient<scalar_of<Q, K, V, G>>(
             {abi::read(queries), abi::read(keys), abi::read(values)}, options, stages,
             abi::read(output_gradient), {Score::kAdditive, &parameters})
      .additive;
}

/// The result of every step of attention with the scores of `gaussian_scores`, which is kernel
/// regression with masks, dropout and batches.
/// @param queries, keys, values  as for `scaled_dot_product`
/// @param sigma    bandwidth σ in the unit of the keys, finite and > 0
/// @param options  bias, mask and dropout, and `grouped`; the scale is not used
/// @return all intermediate results; degenerate cases as in `scaled_dot_product`
/// @throws as `scaled_dot_product` does, and OutOfRange naming `sigma`
/// Time O(m·n·(d + d_v)), memory as `scaled_dot_product_stages`.
///
///     const auto stages = attention::gaussian_attention_stages(q, k, v, 0.5);
template <TensorLike Q, TensorLike K, TensorLike V>
AttentionStages<scalar_of<Q, K, V>> gaussian_attention_stages(
    const Q& queries, const K& keys, const V& values, double sigma,
    const AttentionOptions& options = {}) {
  return abi::attention_stages<scalar_of<Q, K, V>>(
      {abi::read(queries), abi::read(keys), abi::read(values)}, options,
      {Score::kGaussian, nullptr, sigma});
}

/// Backward pass of attention with Gaussian scores. ∂s_ij/∂q_i = −(q_i − k_j)/σ² = −∂s_ij/∂k_j,
/// ∂s_ij/∂σ = ‖q_i − k_j‖²/σ³. A pair with ∂L/∂s = 0 contributes nothing, even if its score is −∞.
/// @param queries, keys, values, sigma, options  as given to `gaussian_attention_stages`
/// @param stages           the result of that call
/// @param output_gradient  of shape (…, m, d_v): G = ∂L/∂output
/// @return the gradient of each input. NaN and ±∞ follow IEEE 754; for m = 0 all gradients are 0
/// @throws as `gaussian_attention_stages` does, and ShapeMismatch naming `stages` or
///     `output_gradient`
/// Time O(m·n·(d + d_v)); memory: the results and m·n entries of one batch item.
///
///     const auto stages = attention::gaussian_attention_stages(q, k, v, 0.5);
///     const auto gradient = attention::gaussian_attention_gradient(q, k, v, 0.5, stages, G);
template <TensorLike Q, TensorLike K, TensorLike V, TensorLike G>
GaussianAttentionGradient<scalar_of<Q, K, V, G>> gaussian_attention_gradient(
    const Q& queries, const K& keys, const V& values, double sigma,
    const AttentionStages<scalar_of<Q, K, V, G>>& stages, const G& output_gradient,
    const AttentionOptions& options = {}) {
  auto gradient = abi::attention_gradient<scalar_of<Q, K, V, G>>(
      {abi::read(queries), abi::read(keys), abi::read(values)}, options, stages,
      abi::read(output_gradient), {Score::kGaussian, nullptr, sigma});
  return {std::move(gradient.additive.inputs), gradient.sigma};
}

}  // namespace attention
