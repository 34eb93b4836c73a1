// SPDX-License-Identifier: MIT
/// @file
/// Attention of one head: each query's output is an average of the values, weighted by how well the
/// keys match. Scaled dot products are the usual score; additive and Gaussian scores follow below.
#pragma once

#include <cstdint>
#include <optional>

#include "attention/mask.hpp"
#include "attention/scores.hpp"
#include "attention/tensor.hpp"
#include "attention/workspace.hpp"

namespace attention {

/// Dropout of weights: each is kept with probability 1 − rate and then divided by 1 − rate, so that
/// its mean stays. A rate of 1 drops all.
struct Dropout {
  double rate = 0;         ///< in [0, 1]
  std::uint64_t seed = 0;  ///< the same seed drops the same weights
  /// (…, m, n) flags in place of the seed's, 1 keeps; read during the call.
  std::optional<TensorView<std::uint8_t>> keep = {};
};

/// The options of attention.
struct AttentionOptions {
  Scale scale = {};       ///< for scaled dot products; other scores are not divided
  MaskOptions mask = {};  ///< no mask
  Dropout dropout = {};   ///< no dropout
};

/// Every stage of attention, in order.
template <Real T>
struct AttentionStages {
  Tensor<T> scores;                 ///< (…, m, n) not divided, not masked
  Tensor<T> scaled_scores;          ///< (…, m, n) divided
  Tensor<T> logits;                 ///< (…, m, n) divided and masked: the input of softmax
  Tensor<T> weights;                ///< (…, m, n) softmax of the logits' rows
  Tensor<T> dropped_weights;        ///< (…, m, n) after dropout; empty without dropout
  Tensor<T> output;                 ///< (…, m, d_v) the weights (after dropout) times the values
  Tensor<std::uint8_t> empty_rows;  ///< (…, m) 1 where a query sees no key
};

/// How a loss changes with each input of attention. Each part is shaped like that input.
template <Real T>
struct AttentionGradient {
  Tensor<T> queries;  ///< (…, m, d) ∂L/∂Q
  Tensor<T> keys;     ///< (…, n, d) ∂L/∂K
  Tensor<T> values;   ///< (…, n, d_v) ∂L/∂V
};

/// The same for additive scores.
template <Real T>
struct AdditiveAttentionGradient {
  AttentionGradient<T> inputs;  ///< of queries, keys and values
  Tensor<T> W_q;                ///< (h, d_q) ∂L/∂W_q
  Tensor<T> W_k;                ///< (h, d_k) ∂L/∂W_k
  Tensor<T> w_v;                ///< (1, h) ∂L/∂w_v
  Tensor<T> bias;               ///< (1, h) ∂L/∂bias; empty without a bias
};

/// The same for Gaussian scores.
template <Real T>
struct GaussianAttentionGradient {
  AttentionGradient<T> inputs;  ///< of queries, keys and values
  T sigma = 0;                  ///< ∂L/∂σ
};

namespace abi {
template <Real T>
struct Inputs {
  TensorView<T> queries;
  TensorView<T> keys;
  TensorView<T> values;
};

template <class T>
ATTENTION_API Tensor<T> scaled_dot_product(const Inputs<T>& inputs,
                                           const AttentionOptions& options);
template <class T>
ATTENTION_API void scaled_dot_product_into(const TensorSpan<T>& output, const Inputs<T>& inputs,
                                           const AttentionOptions& options, Workspace& workspace);
template <class T>
ATTENTION_API AttentionStages<T> scaled_dot_product_stages(const Inputs<T>& inputs,
                                                           const AttentionOptions& options);
template <class T>
ATTENTION_API AttentionGradient<T> scaled_dot_product_gradient(const Inputs<T>& inputs,
                                                               const AttentionStages<T>& stages,
                                                               const TensorView<T>& output_gradient,
                                                               const AttentionOptions& options);
template <class T>
ATTENTION_API AttentionStages<T> additive_attention_stages(const Inputs<T>& inputs,
                                                           const AdditiveParameters<T>& parameters,
                                                           const AttentionOptions& options);
template <class T>
ATTENTION_API AdditiveAttentionGradient<T> additive_attention_gradient(
    const Inputs<T>& inputs, const AdditiveParameters<T>& parameters,
    const AttentionStages<T>& stages, const TensorView<T>& output_gradient,
    const AttentionOptions& options);
template <class T>
ATTENTION_API AttentionStages<T> gaussian_attention_stages(const Inputs<T>& inputs, double sigma,
                                                           const AttentionOptions& options);
template <class T>
ATTENTION_API GaussianAttentionGradient<T> gaussian_attention_gradient(
    const Inputs<T>& inputs, double sigma, const AttentionStages<T>& stages,
    const TensorView<T>& output_gradient, const AttentionOptions& options);
}  // namespace abi

/// Scaled dot-product attention: O = softmax(mask(Q Kᵀ / divisor)) V.
/// Keys are read in tiles, and each query keeps a running maximum, sum and output, so that no (m,
/// n) matrix is formed. Dropout needs the weights: with it, memory is that of
/// `scaled_dot_product_stages`.
/// @param queries  (…, m, d), d ≥ 1; m = 0 gives an output without rows
/// @param keys     (…, n, d), n ≥ 1
/// @param values   (…, n, d_v), d_v ≥ 1
///     The leading axes, up to six, are the same in all three.
/// @param options  scale (√d), mask (none), dropout (none); read during the call
/// @return (…, m, d_v). A query that sees no key follows `EmptyRow`; NaN and ±∞ follow IEEE
/// @throws ShapeMismatch (queries, keys, values, mask, valid_lens, dropout_keep), EmptyInput (keys,
///     values), OutOfRange (divisor_number, embed_size, mask, fill, dropout_rate), OutOfMemory
/// Time O(m·n·(d + d_v)), memory the output and O(d + d_v) entries for each of 128 queries.
/// Source: Vaswani et al. 2017, §3.2.1; Milakov and Gimelshein 2018, §3; Dao et al. 2022, §3.1
///
///     const auto output = attention::scaled_dot_product(q, k, v, {.mask = {.causal = true}});
template <TensorLike Q, TensorLike K, TensorLike V>
Tensor<scalar_of<Q, K, V>> scaled_dot_product(const Q& queries, const K& keys, const V& values,
                                              const AttentionOptions& options = {}) {
  return abi::scaled_dot_product<scalar_of<Q, K, V>>(
      {abi::read(queries), abi::read(keys), abi::read(values)}, options);
}

/// `scaled_dot_product` that writes its result to memory of the caller.
/// @param output     (…, m, d_v), a Tensor, a TensorSpan or a row-major Eigen matrix; must not
///     overlap the inputs
/// @param queries, keys, values, options  as `scaled_dot_product`
/// @param workspace  memory to reuse: from the second call with the same shapes on, calls without
///     dropout allocate nothing
/// @throws as `scaled_dot_product`, and ShapeMismatch (output); the output is then unchanged
/// Time and memory as `scaled_dot_product`; the memory stays with the workspace.
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

/// Every stage of scaled dot-product attention, to inspect and for the backward pass. The output
/// equals that of `scaled_dot_product` within rounding.
/// @param queries, keys, values, options  as `scaled_dot_product`
/// @return all stages; degenerate cases as `scaled_dot_product`
/// @throws as `scaled_dot_product`
/// Time O(m·n·(d + d_v)), memory 4·m·n entries (6 with dropout) and the output.
///
///     const auto stages = attention::scaled_dot_product_stages(q, k, v);
///     stages.weights(0, 1);  // how much query 0 attends to key 1
template <TensorLike Q, TensorLike K, TensorLike V>
AttentionStages<scalar_of<Q, K, V>> scaled_dot_product_stages(
    const Q& queries, const K& keys, const V& values, const AttentionOptions& options = {}) {
  return abi::scaled_dot_product_stages<scalar_of<Q, K, V>>(
      {abi::read(queries), abi::read(keys), abi::read(values)}, options);
}

/// Backward pass of scaled dot-product attention.
/// ∂L/∂V = Wᵀ G; ∂L/∂w = G Vᵀ, through dropout; ∂L/∂l_ij = w_ij (∂L/∂w_ij − Σ_k w_ik ∂L/∂w_ik);
/// then D = ∂L/∂s gives ∂L/∂Q = D K and ∂L/∂K = Dᵀ Q. Scores that were excluded or replaced get no
/// gradient; those that a fill was added to do.
/// @param queries, keys, values, options  as given to `scaled_dot_product_stages`
/// @param stages           its result
/// @param output_gradient  (…, m, d_v) G = ∂L/∂output
/// @return NaN and ±∞ follow IEEE; m = 0 gives gradients of 0
/// @throws as `scaled_dot_product`, and ShapeMismatch (stages, output_gradient)
/// Time O(m·n·(d + d_v)), memory the results and 2·m·n entries of one batch item.
///
///     const auto stages = attention::scaled_dot_product_stages(q, k, v);
///     const auto gradient = attention::scaled_dot_product_gradient(q, k, v, stages, G);
template <TensorLike Q, TensorLike K, TensorLike V, TensorLike G>
AttentionGradient<scalar_of<Q, K, V, G>> scaled_dot_product_gradient(
    const Q& queries, const K& keys, const V& values,
    const AttentionStages<scalar_of<Q, K, V, G>>& stages, const G& output_gradient,
    const AttentionOptions& options = {}) {
  return abi::scaled_dot_product_gradient<scalar_of<Q, K, V, G>>(
      {abi::read(queries), abi::read(keys), abi::read(values)}, stages, abi::read(output_gradient),
      options);
}

/// Every stage of attention with additive scores, `additive_scores`.
/// @param queries     (…, m, d_q), d_q ≥ 1
/// @param keys        (…, n, d_k), n ≥ 1, d_k ≥ 1
/// @param values      (…, n, d_v), d_v ≥ 1
/// @param parameters  shared by all batch items; read during the call
/// @param options     mask and dropout; the scale is not used
/// @return all stages; degenerate cases as `scaled_dot_product`
/// @throws as `scaled_dot_product`, and ShapeMismatch and EmptyInput (W_q, W_k, w_v, bias)
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
  return abi::additive_attention_stages<scalar_of<Q, K, V>>(
      {abi::read(queries), abi::read(keys), abi::read(values)}, parameters, options);
}

/// Backward pass of attention with additive scores. With t_ij = tanh(W_q q_i + W_k k_j + bias),
/// D = ∂L/∂s and u_ij = D_ij w_v (1 − t_ij²): ∂L/∂w_v = Σ_ij D_ij t_ij, ∂L/∂bias = Σ_ij u_ij,
/// ∂L/∂q_i = W_qᵀ Σ_j u_ij, ∂L/∂W_q = Σ_ij u_ij q_iᵀ, and likewise for k_j and W_k.
/// @param queries, keys, values, parameters, options  as given to `additive_attention_stages`
/// @param stages           its result
/// @param output_gradient  (…, m, d_v) G = ∂L/∂output
/// @return NaN and ±∞ follow IEEE; m = 0 gives gradients of 0
/// @throws as `additive_attention_stages`, and ShapeMismatch (stages, output_gradient)
/// Time O(m·n·(h + d_v)), memory the results and 2·m·n entries of one batch item.
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
  return abi::additive_attention_gradient<scalar_of<Q, K, V, G>>(
      {abi::read(queries), abi::read(keys), abi::read(values)}, parameters, stages,
      abi::read(output_gradient), options);
}

/// Every stage of attention with Gaussian scores, `gaussian_scores`: kernel regression with masks,
/// dropout and batches.
/// @param queries, keys, values  as `scaled_dot_product`
/// @param sigma    bandwidth σ in the unit of the keys, finite and > 0
/// @param options  mask and dropout; the scale is not used
/// @return all stages; degenerate cases as `scaled_dot_product`
/// @throws as `scaled_dot_product`, and OutOfRange (sigma)
/// Time O(m·n·(d + d_v)), memory as `scaled_dot_product_stages`.
///
///     const auto stages = attention::gaussian_attention_stages(q, k, v, 0.5);
template <TensorLike Q, TensorLike K, TensorLike V>
AttentionStages<scalar_of<Q, K, V>> gaussian_attention_stages(
    const Q& queries, const K& keys, const V& values, double sigma,
    const AttentionOptions& options = {}) {
  return abi::gaussian_attention_stages<scalar_of<Q, K, V>>(
      {abi::read(queries), abi::read(keys), abi::read(values)}, sigma, options);
}

/// Backward pass of attention with Gaussian scores. ∂s_ij/∂q_i = −(q_i − k_j)/σ² = −∂s_ij/∂k_j,
/// ∂s_ij/∂σ = ‖q_i − k_j‖²/σ³. A pair whose ∂L/∂s is 0 adds nothing, also where its score is −∞.
/// @param queries, keys, values, sigma, options  as given to `gaussian_attention_stages`
/// @param stages           its result
/// @param output_gradient  (…, m, d_v) G = ∂L/∂output
/// @return NaN and ±∞ follow IEEE; m = 0 gives gradients of 0
/// @throws as `gaussian_attention_stages`, and ShapeMismatch (stages, output_gradient)
/// Time O(m·n·(d + d_v)), memory the results and 2·m·n entries of one batch item.
///
///     const auto stages = attention::gaussian_attention_stages(q, k, v, 0.5);
///     const auto gradient = attention::gaussian_attention_gradient(q, k, v, 0.5, stages, G);
template <TensorLike Q, TensorLike K, TensorLike V, TensorLike G>
GaussianAttentionGradient<scalar_of<Q, K, V, G>> gaussian_attention_gradient(
    const Q& queries, const K& keys, const V& values, double sigma,
    const AttentionStages<scalar_of<Q, K, V, G>>& stages, const G& output_gradient,
    const AttentionOptions& options = {}) {
  return abi::gaussian_attention_gradient<scalar_of<Q, K, V, G>>(
      {abi::read(queries), abi::read(keys), abi::read(values)}, sigma, stages,
      abi::read(output_gradient), options);
}

}  // namespace attention
