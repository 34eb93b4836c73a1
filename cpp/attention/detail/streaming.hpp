// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "attention/detail/attention.hpp"

namespace attention::detail {

struct Tiles {
  Index queries = 128;  ///< number of queries computed together, ≥ 1
  Index keys = 90;      ///< number of keys read at a time, ≥ 1; changes results only by rounding
};

template <class T>
struct StreamingAttention {
  Tensor<T> output;  ///< shape (…, m, d_v)
  /// ln Σ_j exp(l_ij), of shape (…, m, 1), so that the weights are exp(l_ij − log_sum_exp_i).
  Tensor<T> log_sum_exp;
  Tensor<std::uint8_t> empty_rows;  ///< shape (…, m): 1 where all keys of a query are hidden
};

/// Computes `streaming_attention` for one head at a time. A head's rows may be parts of longer
/// rows, such as the rows of a projection for all heads.
template <class T>
class HeadStream {
 public:
  HeadStream();
  ~HeadStream();
  HeadStream(const HeadStream&) = delete;
  HeadStream& operator=(const HeadStream&) = delete;

  /// Checks the options for the following calls of `attend` and allocates the memory for them. It
  /// reuses the memory of earlier calls of `prepare`: the same shapes need no new memory.
  /// @param options       must outlive the last call of `attend`; `dropout` and `grouped` are not
  ///     read
  /// @param scores_shape  the shape (…, m, n) of the scores of all heads
  /// @param beside        bytes that the caller will allocate too; the memory check includes them
  /// @throws OutOfRange naming an option, `tile_queries` or `tile_keys`; UnknownOption;
  ///     ShapeMismatch naming `score_bias`, `mask` or `valid_lens`; OutOfMemory
  void prepare(const AttentionOptions& options, const Shape& scores_shape, Index d_k, Index d_v,
               std::uint64_t beside, const Tiles& tiles = {});
  void prepare(const AttentionOptions&& options, const Shape& scores_shape, Index d_k, Index d_v,
               std::uint64_t beside, const Tiles& tiles = {}) = delete;

  /// Computes attention for one head. Call `prepare` first.
  /// @param batch        index of the head's (m, n) matrix in the scores
  /// @param queries      of shape (m, d_k)
  /// @param keys         of shape (n, d_k)
  /// @param values       of shape (n, d_v)
  /// @param output       of shape (m, d_v), written
  /// @param log_sum_exp  m numbers, written; empty if not needed
  /// @param empty_rows   m flags, written: 1 for each query whose keys are all hidden; empty if not
  ///     needed
  void attend(Index batch, const MatrixView<T>& queries, const MatrixView<T>& keys,
              const MatrixView<T>& values, MatrixSpan<T> output, std::span<T> log_sum_exp,
              std::span<std::uint8_t> empty_rows) noexcept;

 private:
  class Tile;
  std::unique_ptr<Tile> tile_;
};

/// Scaled dot-product attention that does not store the scores, of shape (m, n): keys are read in
/// tiles, and each query keeps a running maximum M, sum S and output O,
///   M' = max(M, max_j l_j),
///   S' = S e^{M − M'} + Σ_j e^{l_j − M'},
///   O' = O e^{M − M'} + Σ_j e^{l_j − M'} v_j.
/// After the last tile, O/S is the output. In addition to its results, the function allocates
/// tile_keys + d + d_v + 3 numbers and a byte for each query of a tile, and tile_keys bytes. The
/// number of queries is rounded up to whole SIMD vectors; tile_keys and d_v are padded by up to
/// five. Tiles whose keys are all hidden are skipped under MaskMethod::kExclude. The results equal
/// those of `attend` within rounding, for every mask and every `EmptyRow`.
/// @param options  dropout is not read
/// @throws as `attend` does, and OutOfRange naming `tile_queries` or `tile_keys`
/// Source: Milakov and Gimelshein 2018, §3; Dao et al. 2022, §3.1
template <class T>
StreamingAttention<T> streaming_attention(const abi::Inputs<T>& inputs,
                                          const AttentionOptions& options, const Tiles& tiles = {});

/// Writes only the output of `streaming_attention`, of shape (…, m, d_v). If an earlier call with
/// the same shapes has used `stream`, nothing is allocated.
/// @throws as `streaming_attention` does, and ShapeMismatch naming `output`. The output is then
///     unchanged
template <class T>
void streaming_attention_into(const TensorSpan<T>& output, const abi::Inputs<T>& inputs,
                              const AttentionOptions& options, HeadStream<T>& stream);

/// Returns only the output of `streaming_attention`.
template <class T>
Tensor<T> streaming_output(const abi::Inputs<T>& inputs, const AttentionOptions& options);

}  // namespace attention::detail
