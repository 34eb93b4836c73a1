// SPDX-License-Identifier: MIT
#pragma once

#include "attention/detail/attention.hpp"
#include "attention/detail/heads.hpp"
#include "attention/detail/streaming.hpp"

namespace attention::detail {

/// Weights that a function only reads: MultiHeadParameters convert to it, and foreign memory fits,
/// without a copy.
template <class T>
struct MultiHeadParametersView {
  MatrixView<T> W_q, b_q;
  MatrixView<T> W_k, b_k;
  MatrixView<T> W_v, b_v;
  MatrixView<T> W_o, b_o;
};

/// Weights as torch.nn.Linear has them: y = x Wᵀ + b, W (out, in), b (1, out) or empty for none.
template <class T>
struct MultiHeadParameters {
  Matrix<T> W_q, b_q;
  Matrix<T> W_k, b_k;
  Matrix<T> W_v, b_v;
  Matrix<T> W_o, b_o;  ///< output projection of the heads side by side

  operator MultiHeadParametersView<T>() const {  // NOLINT: a view of it
    return {W_q, b_q, W_k, b_k, W_v, b_v, W_o, b_o};
  }
};

template <class T>
struct MultiHeadOptions {
  Index num_heads = 1;
  Projection projection = Projection::kFull;
  /// Reads keys and values with the queries' batch and length, as document 004's line 64 does:
  /// other lengths are refused, or mixed up where the numbers of entries agree (erratum E-44).
  bool shape_from_queries = false;
  /// kSqrtDk and kDk by a head's width; kSqrtEmbed by the queries' whole width.
  Scale<T> scale = {};
  Visibility visibility = {};
  Masking<T> masking = {};
  bool mask_before_scale = false;
  Dropout dropout = {};
};

/// Every stage of multi-head attention, in order.
template <class T>
struct MultiHead {
  Tensor<T> projected_queries;  ///< (…, m, h·d_k) side by side
  Tensor<T> projected_keys;     ///< (…, n, h·d_k)
  Tensor<T> projected_values;   ///< (…, n, h·d_v)
  Tensor<T> head_queries;       ///< (…, h, m, d_k)
  Tensor<T> head_keys;          ///< (…, h, n, d_k)
  Tensor<T> head_values;        ///< (…, h, n, d_v)
  Attention<T> heads;           ///< each head's stages: (…, h, m, n), output (…, h, m, d_v)
  Tensor<T> concat;             ///< (…, m, h·d_v) the heads' outputs side by side
  Tensor<T> output;             ///< (…, m, E_o) concat W_oᵀ + b_o
};

/// Multi-head attention: project, split, attend in each head, merge, project.
/// @param queries  (…, m, E_q)
/// @param keys     (…, n, E_k); m and n are free of each other
/// @param values   (…, n, E_v)
/// O = [O_1 … O_h] W_oᵀ + b_o, O_i = Attention(Q_i, K_i, V_i) of the projections' parts of head i
/// @param parameters  W_o (E_o, h·d_v), and by `Projection`:
///     kFull: W_q (h·d_k, E_q), W_k (h·d_k, E_k), W_v (h·d_v, E_v).
///     kShared: W_q (d_k, E_q/h), W_k (d_k, E_k/h), W_v (d_v, E_v/h).
///     kNone: W_q, W_k and W_v are not read and may be empty.
///     Biases fit their rows or are empty.
/// A mask is one of the scores' (…, h, m, n): see `MaskAxes`.
/// m = 0 gives empty stages.
/// @throws ShapeMismatch and EmptyInput naming the argument, OutOfRange (num_heads, and as
///     `attention`), OutOfMemory
/// Source: Vaswani et al. 2017, §3.2.2; documents 002, lines 87–190; 004, lines 43–87
template <class T>
MultiHead<T> multi_head(const TensorView<T>& queries, const TensorView<T>& keys,
                        const TensorView<T>& values, const MultiHeadParametersView<T>& parameters,
                        const MultiHeadOptions<T>& options);

/// The last stage of `multi_head` alone, (…, m, E_o), within rounding. Heads attend as
/// `streaming_attention` does and no (…, h, m, n) matrix is formed, but where dropout or a mask
/// before the scale asks for one.
/// @throws as `multi_head`
template <class T>
Tensor<T> multi_head_output(const TensorView<T>& queries, const TensorView<T>& keys,
                            const TensorView<T>& values,
                            const MultiHeadParametersView<T>& parameters,
                            const MultiHeadOptions<T>& options);

/// Memory that calls of `multi_head_output_into` reuse.
template <class T>
struct MultiHeadMemory {
  StreamingOptions<T> streaming;
  HeadStream<T> stream;
  Matrix<T> queries;  // projections of some batch items at a time, as the next two
  Matrix<T> keys;
  Matrix<T> values;
  Matrix<T> concat;
};

/// `multi_head_output` written to `output` (batch·m, E_o). Where an earlier call of the same shapes
/// has used `memory`, nothing is allocated, except with dropout or a mask before the scale.
/// @throws as `multi_head`, and ShapeMismatch (output); the output is then unchanged
template <class T>
void multi_head_output_into(const TensorView<T>& queries, const TensorView<T>& keys,
                            const TensorView<T>& values,
                            const MultiHeadParametersView<T>& parameters,
                            const MultiHeadOptions<T>& options, const Shape& output_shape,
                            MatrixSpan<T> output, MultiHeadMemory<T>& memory);

/// What `multi_head` reads as keys and values: those given, or the same entries with the queries'
/// batch and length under `shape_from_queries`.
template <class T>
struct KeysAndValues {
  TensorView<T> keys;
  TensorView<T> values;
};

/// Every check of `multi_head` but for those of its scale, masking, visibility and dropout.
/// @throws ShapeMismatch and EmptyInput naming the argument, OutOfRange (num_heads)
template <class T>
KeysAndValues<T> checked_keys_and_values(const TensorView<T>& queries, const TensorView<T>& keys,
                                         const TensorView<T>& values,
                                         const MultiHeadParametersView<T>& parameters,
                                         const MultiHeadOptions<T>& options);

/// The options under which each head attends; `embed_size` is the queries' whole width.
template <class T>
AttentionOptions<T> options_of_heads(const MultiHeadOptions<T>& options, Index embed_size);

}  // namespace attention::detail
