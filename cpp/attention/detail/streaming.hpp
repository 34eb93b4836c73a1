// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "attention/detail/mask.hpp"
#include "attention/detail/scores.hpp"
#include "attention/detail/tensor.hpp"

namespace attention::detail {

template <class T>
struct StreamingOptions {
  Scale<T> scale = {};
  Visibility visibility = {};
  Masking<T> masking = {};
  Index tile_queries = 128;  ///< queries that are worked on together, ≥ 1
  Index tile_keys = 90;      ///< keys that are met at a time, ≥ 1; changes rounding only
};

template <class T>
struct StreamingAttention {
  Tensor<T> output;       ///< (…, m, d_v)
  Tensor<T> log_sum_exp;  ///< (…, m, 1) ln Σ_j exp(l_ij): weights are exp(l_ij − log_sum_exp_i)
  std::vector<std::uint8_t> empty_rows;  ///< (…·m) 1 where a query sees no key
};

/// `streaming_attention` of one head at a time. A head's rows may be parts of longer rows, such as
/// those of a projection.
template <class T>
class HeadStream {
 public:
  HeadStream();
  ~HeadStream();
  HeadStream(const HeadStream&) = delete;
  HeadStream& operator=(const HeadStream&) = delete;

  /// Checks the options of the calls of `attend` that follow. Memory that an earlier call of
  /// `prepare` took is used again: for the same shapes nothing is allocated.
  /// @param options       copied, but for the mask and the lengths, which have to outlive the last
  ///     call of `attend`
  /// @param scores_shape  (…, m, n) of all heads
  /// @param beside        bytes that the caller is about to take
  /// @throws OutOfRange (divisor_number, embed_size, fill, tile_queries, tile_keys), ShapeMismatch
  ///     (mask, valid_lens), OutOfMemory
  void prepare(const StreamingOptions<T>& options, const Shape& scores_shape, Index d_k, Index d_v,
               std::uint64_t beside);
  void prepare(const StreamingOptions<T>&& options, const Shape& scores_shape, Index d_k, Index d_v,
               std::uint64_t beside) = delete;

  /// @param batch        index of the head among the scores' (m, n) matrices
  /// @param queries      (m, d_k)
  /// @param keys         (n, d_k)
  /// @param values       (n, d_v)
  /// @param output       (m, d_v), written
  /// @param log_sum_exp  m, written; or none
  /// @param empty_rows   m, written; or none
  /// @throws OutOfRange (batch), ShapeMismatch naming the argument; nothing is written then
  void attend(Index batch, const MatrixView<T>& queries, const MatrixView<T>& keys,
              const MatrixView<T>& values, MatrixSpan<T> output, std::span<T> log_sum_exp,
              std::span<std::uint8_t> empty_rows);

 private:
  class Tile;
  std::unique_ptr<Tile> tile_;
};

/// Scaled dot-product attention without the (m, n) matrix: keys come by in tiles, and each query
/// keeps a running maximum M, sum S and output O,
///   M' = max(M, max_j l_j),
///   S' = S e^{M − M'} + Σ_j e^{l_j − M'},
///   O' = O e^{M − M'} + Σ_j e^{l_j − M'} v_j,
/// whose end O/S is exact. Beyond its results it takes tile_keys + d + d_v + 2 numbers for each
/// query of a tile, another and a flag for queries that need them, and tile_keys flags of a byte.
/// Queries are padded to whole vectors, tile_keys and d_v by up to five. Tiles that are wholly
/// hidden under exact exclusion are skipped.
/// @param queries, keys, values  as `attention`
/// The numbers are those of `attention` within rounding, for every mask and every `EmptyRow`.
/// @throws as `attention`, and OutOfRange (tile_queries, tile_keys)
/// Source: Milakov and Gimelshein 2018, §3; Dao et al. 2022, §3.1
template <class T>
StreamingAttention<T> streaming_attention(const TensorView<T>& queries, const TensorView<T>& keys,
                                          const TensorView<T>& values,
                                          const StreamingOptions<T>& options = {});

/// The output alone, written to `output` (batch·m, d_v). With a stream that an earlier call of the
/// same shapes has used, nothing is allocated.
/// @throws as `streaming_attention`, and ShapeMismatch (output); the output is then unchanged
template <class T>
void streaming_attention_into(const TensorView<T>& queries, const TensorView<T>& keys,
                              const TensorView<T>& values, const StreamingOptions<T>& options,
                              const Shape& output_shape, MatrixSpan<T> output,
                              HeadStream<T>& stream);

}  // namespace attention::detail
