// SPDX-License-Identifier: MIT
#pragma once

#include "attention/detail/attention.hpp"
#include "attention/detail/heads.hpp"
#include "attention/detail/streaming.hpp"

namespace attention::detail {

/// Views of the parameters of multi-head attention. A MultiHeadParameters converts to it without a
/// copy.
template <class T>
struct MultiHeadParametersView {
  MatrixView<T> W_q, b_q;
  MatrixView<T> W_k, b_k;
  MatrixView<T> W_v, b_v;
  MatrixView<T> W_o, b_o;
};

/// See attention::MultiHeadParameters.
template <class T>
struct MultiHeadParameters {
  Matrix<T> W_q, b_q;
  Matrix<T> W_k, b_k;
  Matrix<T> W_v, b_v;
  Matrix<T> W_o, b_o;

  operator MultiHeadParametersView<T>() const {  // NOLINT: implicit
    return {W_q, b_q, W_k, b_k, W_v, b_v, W_o, b_o};
  }
};

template <class T>
struct MultiHeadOptions {
  Index num_heads = 1;
  Projection projection = Projection::kFull;
  /// Whether keys and values are reshaped to the queries' batch and length, as in line 64 of the
  /// lessons' source document 004. Keys of another length then throw, or are mixed up if the number
  /// of entries is the same (erratum E-44 of web/src/ledger).
  bool shape_from_queries = false;
  Scale<T> scale = {};
  Visibility visibility = {};
  Masking<T> masking = {};
  bool mask_before_scale = false;
  Dropout dropout = {};
  Index num_kv_heads = 0;  ///< see attention::MultiHeadOptions; 0 means `num_heads`
  std::optional<TensorView<T>> score_bias = {};
};

/// Returns the number of heads of the keys and values.
template <class T>
Index kv_heads(const MultiHeadOptions<T>& options) noexcept {
  return options.num_kv_heads == 0 ? options.num_heads : options.num_kv_heads;
}

/// See attention::MultiHeadStages.
template <class T>
struct MultiHead {
  Tensor<T> projected_queries;
  Tensor<T> projected_keys;
  Tensor<T> projected_values;
  Tensor<T> head_queries;
  Tensor<T> head_keys;
  Tensor<T> head_values;
  Attention<T> heads;
  Tensor<T> concat;
  Tensor<T> output;
};

/// See attention::multi_head_stages.
/// Source: the lessons' source documents 002, lines 87–190; 004, lines 43–87
template <class T>
MultiHead<T> multi_head(const TensorView<T>& queries, const TensorView<T>& keys,
                        const TensorView<T>& values, const MultiHeadParametersView<T>& parameters,
                        const MultiHeadOptions<T>& options);

/// Returns only the output of `multi_head`, of shape (…, m, E_o), which is equal within rounding.
/// Heads attend as in `streaming_attention`; scores of shape (…, h, m, n) are stored only with
/// dropout or `mask_before_scale`.
/// @throws as `multi_head` does
template <class T>
Tensor<T> multi_head_output(const TensorView<T>& queries, const TensorView<T>& keys,
                            const TensorView<T>& values,
                            const MultiHeadParametersView<T>& parameters,
                            const MultiHeadOptions<T>& options);

/// Memory that calls of `multi_head_output_into` with the same `MultiHeadMemory` reuse.
template <class T>
struct MultiHeadMemory {
  StreamingOptions<T> streaming;
  HeadStream<T> stream;
  Matrix<T> queries;  // projected queries of a few batch items; likewise keys and values
  Matrix<T> keys;
  Matrix<T> values;
  Matrix<T> concat;
};

/// Writes the result of `multi_head_output` to `output`, of shape (batch·m, E_o). If an earlier
/// call with the same shapes has used `memory`, nothing is allocated, except with dropout or
/// `mask_before_scale`.
/// @throws as `multi_head` does, and ShapeMismatch naming `output`. The output is then unchanged
template <class T>
void multi_head_output_into(const TensorView<T>& queries, const TensorView<T>& keys,
                            const TensorView<T>& values,
                            const MultiHeadParametersView<T>& parameters,
                            const MultiHeadOptions<T>& options, const Shape& output_shape,
                            MatrixSpan<T> output, MultiHeadMemory<T>& memory);

/// The keys and values that `multi_head` reads: its arguments or, if `shape_from_queries` is set,
/// the same entries with the queries' batch and length.
template <class T>
struct KeysAndValues {
  TensorView<T> keys;
  TensorView<T> values;
};

/// Makes all checks of `multi_head` except those of scale, bias, masking, visibility and dropout,
/// and returns the keys and values to read.
/// @throws ShapeMismatch and EmptyInput naming the argument; OutOfRange naming `num_heads` or
///     `num_kv_heads`; UnknownOption naming `num_kv_heads`
template <class T>
KeysAndValues<T> checked_keys_and_values(const TensorView<T>& queries, const TensorView<T>& keys,
                                         const TensorView<T>& values,
                                         const MultiHeadParametersView<T>& parameters,
                                         const MultiHeadOptions<T>& options);

/// Returns the options of attention in each head. An `options.scale.embed_size` of 0 is replaced by
/// the argument `embed_size`, which is the queries' whole width.
template <class T>
AttentionOptions<T> options_of_heads(const MultiHeadOptions<T>& options, Index embed_size);

}  // namespace attention::detail
