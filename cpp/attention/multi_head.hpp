// SPDX-License-Identifier: MIT
/// @file
/// Multi-head attention, its stages and its gradient.
#pragma once

#include "attention/options.hpp"
#include "attention/scaled_dot_product.hpp"
#include "attention/tensor.hpp"
#include "attention/workspace.hpp"

namespace attention {

/// The parameters of multi-head attention, as torch.nn.Linear has them: y = x Wᵀ + b with W
/// (out, in) and b (1, out) or (out), or empty for none. The views are read during the call.
///
/// `Projection` decides the shapes, with h heads of d_k and d_v components:
/// - kFull: W_q (h·d_k, E_q), W_k (h·d_k, E_k), W_v (h·d_v, E_v)
/// - kShared: W_q (d_k, E_q/h), W_k (d_k, E_k/h), W_v (d_v, E_v/h)
/// - kNone: W_q, W_k and W_v are not read and may be empty
template <Real T>
struct MultiHeadParameters {
  /// Of the queries, the keys, the values, and of the heads side by side: W_o (E_o, h·d_v).
  /// @{
  TensorView<T> W_q = {}, b_q = {};
  TensorView<T> W_k = {}, b_k = {};
  TensorView<T> W_v = {}, b_v = {};
  TensorView<T> W_o = {}, b_o = {};
  /// @}
};

/// The options of multi-head attention.
struct MultiHeadOptions {
  Index num_heads = 1;                        ///< h ≥ 1
  Projection projection = Projection::kFull;  ///< of queries, keys and values
  /// kSqrtDk and kDk use the width of a head; kSqrtEmbed the queries' whole width where
  /// `embed_size` is 0.
  Scale scale = {};
  MaskOptions mask = {};  ///< of the heads' scores (…, h, m, n)
  Dropout dropout = {};   ///< of the heads' weights
};

/// Every stage of multi-head attention, in order.
template <Real T>
struct MultiHeadStages {
  Tensor<T> projected_queries;  ///< (…, m, h·d_k) side by side
  Tensor<T> projected_keys;     ///< (…, n, h·d_k)
  Tensor<T> projected_values;   ///< (…, n, h·d_v)
  Tensor<T> head_queries;       ///< (…, h, m, d_k)
  Tensor<T> head_keys;          ///< (…, h, n, d_k)
  Tensor<T> head_values;        ///< (…, h, n, d_v)
  AttentionStages<T> heads;     ///< of each head: (…, h, m, n), output (…, h, m, d_v)
  Tensor<T> concat;             ///< (…, m, h·d_v) the heads' outputs side by side
  Tensor<T> output;             ///< (…, m, E_o) concat W_oᵀ + b_o
};

/// How a loss changes with each input of multi-head attention. Each part is shaped like that input,
/// and empty where a matrix was not read or a bias not given.
template <Real T>
struct MultiHeadGradient {
  Tensor<T> queries;  ///< for self-attention the gradient of x is the sum of the first three
  Tensor<T> keys;     ///< ∂L/∂keys
  Tensor<T> values;   ///< ∂L/∂values
  /// ∂L/∂W and ∂L/∂b, as in MultiHeadParameters.
  /// @{
  Tensor<T> W_q, b_q;
  Tensor<T> W_k, b_k;
  Tensor<T> W_v, b_v;
  Tensor<T> W_o, b_o;
  /// @}
};

namespace abi {
template <class T>
ATTENTION_API Tensor<T> split_heads(const TensorView<T>& x, Index num_heads);
template <class T>
ATTENTION_API Tensor<T> merge_heads(const TensorView<T>& x);
template <class T>
ATTENTION_API Tensor<T> multi_head(const Inputs<T>& inputs,
                                   const MultiHeadParameters<T>& parameters,
                                   const MultiHeadOptions& options);
template <class T>
ATTENTION_API void multi_head_into(const TensorSpan<T>& output, const Inputs<T>& inputs,
                                   const MultiHeadParameters<T>& parameters,
                                   const MultiHeadOptions& options, Workspace& workspace);
template <class T>
ATTENTION_API MultiHeadStages<T> multi_head_stages(const Inputs<T>& inputs,
                                                   const MultiHeadParameters<T>& parameters,
                                                   const MultiHeadOptions& options);
template <class T>
ATTENTION_API MultiHeadGradient<T> multi_head_gradient(const Inputs<T>& inputs,
                                                       const MultiHeadParameters<T>& parameters,
                                                       const MultiHeadStages<T>& stages,
                                                       const TensorView<T>& output_gradient,
                                                       const MultiHeadOptions& options);
}  // namespace abi

/// Splits components into heads: (…, t, D) → (…, h, t, D/h). Head i takes the components i·D/h …
/// (i + 1)·D/h.
/// @param x          at least two axes; no entries give no entries
/// @param num_heads  h ≥ 1, a divisor of D
/// @return (…, h, t, D/h)
/// @throws ShapeMismatch (x), OutOfRange (num_heads; shape for more than 8 axes), OutOfMemory
/// Time and memory O(entries).
/// Source: Vaswani et al. 2017, §3.2.2
///
///     const auto heads = attention::split_heads(x, 8);
template <TensorLike X>
Tensor<scalar_of<X>> split_heads(const X& x, Index num_heads) {
  return abi::split_heads<scalar_of<X>>(abi::read(x), num_heads);
}

/// Puts heads side by side: (…, h, t, d) → (…, t, h·d), the inverse of `split_heads`.
/// @param x  (…, h, t, d), at least three axes; no entries give no entries
/// @return (…, t, h·d)
/// @throws ShapeMismatch (x), OutOfMemory
/// Time and memory O(entries).
///
///     const auto concat = attention::merge_heads(heads);
template <TensorLike X>
Tensor<scalar_of<X>> merge_heads(const X& x) {
  return abi::merge_heads<scalar_of<X>>(abi::read(x));
}

/// Multi-head attention: project, split, attend in each head, merge, project.
/// O = [O_1 … O_h] W_oᵀ + b_o, O_i = softmax(mask(Q_i K_iᵀ / divisor)) V_i of the projections'
/// parts of head i. Heads attend as in `scaled_dot_product`: no (…, h, m, n) matrix is formed,
/// except with dropout.
/// @param queries     (…, m, E_q); m = 0 gives an output without rows
/// @param keys        (…, n, E_k), n ≥ 1
/// @param values      (…, n, E_v)
///     The leading axes, up to five, are the same in all three.
/// @param parameters  see MultiHeadParameters
/// @param options     heads, projection, scale, mask, dropout; read during the call
/// @return (…, m, E_o)
/// @throws ShapeMismatch and EmptyInput (queries, keys, values, W_q … b_o, mask, valid_lens,
///     dropout_keep), OutOfRange (num_heads, and as `scaled_dot_product`), OutOfMemory
/// Time O((m + n)·E² + m·n·E) for one batch item, memory the output and the projections of at least
/// 256 tokens or one batch item.
/// Source: Vaswani et al. 2017, §3.2.2
///
///     const auto output = attention::multi_head(
///         x, x, x, {.W_q = W_q, .W_k = W_k, .W_v = W_v, .W_o = W_o}, {.num_heads = 8});
template <TensorLike Q, TensorLike K, TensorLike V>
Tensor<scalar_of<Q, K, V>> multi_head(const Q& queries, const K& keys, const V& values,
                                      const MultiHeadParameters<scalar_of<Q, K, V>>& parameters,
                                      const MultiHeadOptions& options) {
  return abi::multi_head<scalar_of<Q, K, V>>(
      {abi::read(queries), abi::read(keys), abi::read(values)}, parameters, options);
}

/// `multi_head` that writes its result to memory of the caller.
/// @param output     (…, m, E_o), a Tensor, a TensorSpan or a row-major Eigen matrix; must not
///     overlap the inputs
/// @param queries, keys, values, parameters, options  as `multi_head`
/// @param workspace  memory to reuse: from the second call with the same shapes on, calls without
///     dropout allocate nothing
/// @throws as `multi_head`, and ShapeMismatch (output); the output is then unchanged
/// Time and memory as `multi_head`; the memory stays with the workspace.
///
///     attention::Workspace workspace;
///     attention::multi_head_into(output, x, x, x, parameters, {.num_heads = 8}, workspace);
template <WritableTensorLike Out, TensorLike Q, TensorLike K, TensorLike V>
void multi_head_into(Out&& output, const Q& queries, const K& keys, const V& values,
                     const MultiHeadParameters<scalar_of<Out, Q, K, V>>& parameters,
                     const MultiHeadOptions& options, Workspace& workspace) {
  abi::multi_head_into<scalar_of<Out, Q, K, V>>(
      abi::write(output), {abi::read(queries), abi::read(keys), abi::read(values)}, parameters,
      options, workspace);
}
/// @overload
/// The call allocates and frees its own workspace.
template <WritableTensorLike Out, TensorLike Q, TensorLike K, TensorLike V>
void multi_head_into(Out&& output, const Q& queries, const K& keys, const V& values,
                     const MultiHeadParameters<scalar_of<Out, Q, K, V>>& parameters,
                     const MultiHeadOptions& options) {
  Workspace workspace;
  multi_head_into(output, queries, keys, values, parameters, options, workspace);
}

/// Every stage of multi-head attention, to inspect and for the backward pass. The output equals
/// that of `multi_head` within rounding.
/// @param queries, keys, values, parameters, options  as `multi_head`
/// @return all stages; degenerate cases as `multi_head`
/// @throws as `multi_head`
/// Time as `multi_head`, memory 4·h·m·n entries (6 with dropout), the projections twice, and the
/// output.
///
///     const auto stages = attention::multi_head_stages(x, x, x, parameters, {.num_heads = 8});
///     stages.heads.weights.shape();  // (h, m, n)
template <TensorLike Q, TensorLike K, TensorLike V>
MultiHeadStages<scalar_of<Q, K, V>> multi_head_stages(
    const Q& queries, const K& keys, const V& values,
    const MultiHeadParameters<scalar_of<Q, K, V>>& parameters, const MultiHeadOptions& options) {
  return abi::multi_head_stages<scalar_of<Q, K, V>>(
      {abi::read(queries), abi::read(keys), abi::read(values)}, parameters, options);
}

/// Backward pass of multi-head attention.
/// ∂L/∂concat = G W_o, ∂L/∂W_o = Gᵀ concat, ∂L/∂b_o = Σ_r G_r. Each head's part goes through
/// `scaled_dot_product_gradient`. With P the result for a projection y = x Wᵀ + b, side by side,
/// ∂L/∂x = P W, ∂L/∂W = Pᵀ x, ∂L/∂b = Σ_r P_r. A shared W gets the sum over the heads.
/// @param queries, keys, values, parameters, options  as given to `multi_head_stages`
/// @param stages           its result
/// @param output_gradient  (…, m, E_o) G = ∂L/∂output
/// @return NaN and ±∞ follow IEEE; m = 0 gives gradients of 0
/// @throws as `multi_head`, and ShapeMismatch (stages, output_gradient)
/// Time about twice that of `multi_head_stages`, memory the results and 2·m·n entries of one head.
///
///     const auto gradient =
///         attention::multi_head_gradient(x, x, x, parameters, stages, G, {.num_heads = 8});
template <TensorLike Q, TensorLike K, TensorLike V, TensorLike G>
MultiHeadGradient<scalar_of<Q, K, V, G>> multi_head_gradient(
    const Q& queries, const K& keys, const V& values,
    const MultiHeadParameters<scalar_of<Q, K, V, G>>& parameters,
    const MultiHeadStages<scalar_of<Q, K, V, G>>& stages, const G& output_gradient,
    const MultiHeadOptions& options) {
  return abi::multi_head_gradient<scalar_of<Q, K, V, G>>(
      {abi::read(queries), abi::read(keys), abi::read(values)}, parameters, stages,
      abi::read(output_gradient), options);
}

}  // namespace attention
