// SPDX-License-Identifier: MIT
/// @file
/// Multi-head attention, its intermediate results and its gradient.
#pragma once

#include "attention/options.hpp"
#include "attention/scaled_dot_product.hpp"
#include "attention/tensor.hpp"
#include "attention/tensor_argument.hpp"
#include "attention/workspace.hpp"

namespace attention {

/// The parameters of multi-head attention, in the layout of torch.nn.Linear: y = x Wᵀ + b with W
/// (out, in) and b (1, out) or (out), or empty for no bias. Views are read during the call.
///
/// `Projection` decides the shapes, with h query heads and h_k key and value heads
/// (`MultiHeadOptions::num_kv_heads`) of d_k and d_v components:
/// - kFull: W_q (h·d_k, E_q), W_k (h_k·d_k, E_k), W_v (h_k·d_v, E_v)
/// - kShared: W_q (d_k, E_q/h), W_k (d_k, E_k/h), W_v (d_v, E_v/h)
/// - kNone: W_q, W_k and W_v are not read and may be empty
template <Real T>
struct MultiHeadParameters {
  /// Matrix and bias for the queries, the keys, the values and the concatenated heads. W_o has
  /// shape (E_o, h·d_v).
  /// @{
  TensorArgument<T> W_q = {}, b_q = {};
  TensorArgument<T> W_k = {}, b_k = {};
  TensorArgument<T> W_v = {}, b_v = {};
  TensorArgument<T> W_o = {}, b_o = {};
  /// @}
};

/// The options of multi-head attention.
struct MultiHeadOptions {
  Index num_heads = 1;                        ///< h ≥ 1, the number of heads
  Projection projection = Projection::kFull;  ///< of the queries, keys and values: see `Projection`
  /// The divisor of the scores. kSqrtDk and kDk use the width of one head; kSqrtEmbed with an
  /// `embed_size` of 0 uses the queries' whole width.
  Scale scale = {};
  MaskOptions mask = {};  ///< applied to the heads' scores, of shape (…, h, m, n)
  Dropout dropout = {};   ///< applied to the heads' weights
  /// h_k, the number of heads of the keys and values, a divisor of h, or 0 for h. Key head a serves
  /// the query heads a·h/h_k … (a + 1)·h/h_k − 1: grouped-query attention, and with h_k = 1
  /// multi-query attention. h_k < h needs `Projection::kFull`.
  Index num_kv_heads = 0;
  /// Added to the heads' scores, of shape (…, h, m, n): see `AttentionOptions::score_bias`.
  ScoreBias score_bias = {};
};

/// The result of every step of multi-head attention, in order.
template <Real T>
struct MultiHeadStages {
  Tensor<T> projected_queries;  ///< shape (…, m, h·d_k): concatenated heads
  Tensor<T> projected_keys;     ///< shape (…, n, h_k·d_k)
  Tensor<T> projected_values;   ///< shape (…, n, h_k·d_v)
  Tensor<T> head_queries;       ///< shape (…, h, m, d_k)
  Tensor<T> head_keys;          ///< shape (…, h_k, n, d_k)
  Tensor<T> head_values;        ///< shape (…, h_k, n, d_v)
  AttentionStages<T> heads;  ///< for all heads: shape (…, h, m, n), the output (…, h, m, d_v)
  Tensor<T> concat;          ///< shape (…, m, h·d_v): the concatenated outputs of the heads
  Tensor<T> output;          ///< shape (…, m, E_o): concat W_oᵀ + b_o
};

/// The gradient of a loss with respect to each input of multi-head attention. Each part has the
/// shape of its input; it is empty for matrices that were not read and biases that were not given.
template <Real T>
struct MultiHeadGradient {
  Tensor<T> queries;  ///< ∂L/∂queries; in self-attention, ∂L/∂x is queries + keys + values
  Tensor<T> keys;     ///< ∂L/∂keys
  Tensor<T> values;   ///< ∂L/∂values
  /// ∂L/∂W and ∂L/∂b, in the shapes of MultiHeadParameters.
  /// @{
  Tensor<T> W_q, b_q;
  Tensor<T> W_k, b_k;
  Tensor<T> W_v, b_v;
  Tensor<T> W_o, b_o;
  /// @}
  Tensor<T> score_bias;  ///< ∂L/∂score_bias
};

namespace abi {
template <class T>
ATTENTION_API Tensor<T> split_heads(const TensorView<T>& x, Index num_heads);
template <class T>
ATTENTION_API Tensor<T> merge_heads(const TensorView<T>& x);
template <class T>
ATTENTION_API Tensor<T> multi_head(const Inputs<T>& inputs,
                                   const MultiHeadParameters<T>& parameters,
                                   const MultiHeadOptions& options,
                                   const DocumentVariant& variant = {});
template <class T>
ATTENTION_API void multi_head_into(const TensorSpan<T>& output, const Inputs<T>& inputs,
                                   const MultiHeadParameters<T>& parameters,
                                   const MultiHeadOptions& options, Workspace& workspace);
template <class T>
ATTENTION_API MultiHeadStages<T> multi_head_stages(const Inputs<T>& inputs,
                                                   const MultiHeadParameters<T>& parameters,
                                                   const MultiHeadOptions& options,
                                                   const DocumentVariant& variant = {});
template <class T>
ATTENTION_API MultiHeadGradient<T> multi_head_gradient(const Inputs<T>& inputs,
                                                       const MultiHeadParameters<T>& parameters,
                                                       const MultiHeadStages<T>& stages,
                                                       const TensorView<T>& output_gradient,
                                                       const MultiHeadOptions& options,
                                                       const DocumentVariant& variant = {});
}  // namespace abi

/// Splits the last axis into heads: the shape (…, t, D) becomes (…, h, t, D/h). Head i has the
/// components i·D/h … (i + 1)·D/h − 1.
/// @param x          at least two axes; may have no entries
/// @param num_heads  h ≥ 1, a divisor of D
/// @return a tensor of shape (…, h, t, D/h)
/// @throws ShapeMismatch naming `x`; OutOfRange naming `num_heads`, or `shape` for more than 8
///     axes; OutOfMemory
/// Time and memory O(entries).
/// Source: Vaswani et al. 2017, §3.2.2
///
///     const auto heads = attention::split_heads(x, 8);
template <TensorLike X>
Tensor<scalar_of<X>> split_heads(const X& x, Index num_heads) {
  return abi::split_heads<scalar_of<X>>(abi::read(x), num_heads);
}

/// Concatenates heads: the shape (…, h, t, d) becomes (…, t, h·d). The inverse of `split_heads`.
/// @param x  of shape (…, h, t, d), at least three axes; may have no entries
/// @return a tensor of shape (…, t, h·d)
/// @throws ShapeMismatch naming `x`; OutOfMemory
/// Time and memory O(entries).
///
///     const auto concat = attention::merge_heads(heads);
template <TensorLike X>
Tensor<scalar_of<X>> merge_heads(const X& x) {
  return abi::merge_heads<scalar_of<X>>(abi::read(x));
}

/// Multi-head attention: project, split, attend in each head, merge, project.
/// O = [O_1 … O_h] W_oᵀ + b_o, O_i = softmax(mask(Q_i K_iᵀ / divisor)) V_i, where Q_i, K_i and V_i
/// are head i's parts of the projections. As in `scaled_dot_product`, the scores, of shape (…, h,
/// m, n), are stored only with dropout.
/// @param queries     of shape (…, m, E_q); for m = 0 the output has no rows
/// @param keys        of shape (…, n, E_k), n ≥ 1
/// @param values      of shape (…, n, E_v). The leading axes, up to five, are the same in queries,
///     keys and values.
/// @param parameters  see MultiHeadParameters
/// @param options     number of heads, projection, scale, mask and dropout; read during the call
/// @return a tensor of shape (…, m, E_o)
/// @throws ShapeMismatch and EmptyInput naming `queries`, `keys`, `values`, `W_q` … `b_o`,
///     `score_bias`, `mask`, `valid_lens` or `dropout_keep`; OutOfRange naming `num_heads` or
///     `num_kv_heads` or as `scaled_dot_product` does; UnknownOption naming `num_kv_heads` or as
///     `scaled_dot_product` does; OutOfMemory
/// Time O((m + n)·E² + m·n·E) for one batch item; memory: the output, and the projections of at
/// most 256 tokens, or of one batch item if it has more.
/// Source: Vaswani et al. 2017, §3.2.2; Ainslie et al. 2023, §2.2
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

/// `multi_head` that writes its result to the caller's memory.
/// @param output     of shape (…, m, E_o), a Tensor, a TensorSpan or a row-major Eigen matrix; must
///     not overlap inputs, parameters, masks or flags; may be other columns of an input's matrix
/// @param queries, keys, values, parameters, options  as for `multi_head`
/// @param workspace  memory to reuse: without dropout, the second and later calls with the same
///     shapes allocate nothing but the scratch of the projections (see `Workspace`)
/// @throws as `multi_head` does, and ShapeMismatch or, for an overlap, OutOfRange naming `output`.
///     The output is then unchanged
/// Time and memory as `multi_head`; the workspace keeps the memory.
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

/// The result of every step of multi-head attention, for inspection and for the backward pass. The
/// output equals that of `multi_head` within rounding.
/// @param queries, keys, values, parameters, options  as for `multi_head`
/// @return all intermediate results; degenerate cases as in `multi_head`
/// @throws as `multi_head` does
/// Time as `multi_head`; memory: 4·h·m·n entries (5 with dropout), the projections twice, and the
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
/// `scaled_dot_product_gradient`. Let P be the concatenated gradients of a projection y = x Wᵀ + b:
/// ∂L/∂x = P W, ∂L/∂W = Pᵀ x, ∂L/∂b = Σ_r P_r. The gradient of a shared W is summed over the heads.
/// @param queries, keys, values, parameters, options  as given to `multi_head_stages`
/// @param stages           the result of that call
/// @param output_gradient  of shape (…, m, E_o): G = ∂L/∂output
/// @return the gradient of each input. NaN and ±∞ follow IEEE 754; for m = 0 all gradients are 0
/// @throws as `multi_head` does, and ShapeMismatch naming `stages` or `output_gradient`
/// Time about twice that of `multi_head_stages`; memory: the results and m·n entries of one head.
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
