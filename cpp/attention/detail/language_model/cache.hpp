// SPDX-License-Identifier: MIT
#pragma once

#include "attention/detail/language_model/parameters.hpp"
#include "attention/detail/matrix.hpp"

namespace attention::detail {

/// The keys and values of earlier positions in every layer, for B sequences of equal length, so
/// that a causal model computes one position without repeating the earlier ones.
template <class T>
class LanguageModelCache {
 public:
  /// Reserves memory for 2 · layers · sequences · capacity · kv_width numbers, and for `turned`.
  /// @param layout     of a causal model; must outlive the cache
  /// @param parameters  all parameters, in the order of the layout
  /// @param sequences, capacity  ≥ 1
  /// @throws OutOfMemory
  LanguageModelCache(const LanguageModelLayout& layout, const T* parameters, Index sequences,
                     Index capacity);

  Index capacity() const noexcept { return capacity_; }
  Index sequences() const noexcept { return sequences_; }

  /// The number of cached positions of each sequence.
  Index length() const noexcept { return length_; }

  /// Stores the next position of layer l and computes the attention of its queries over all
  /// positions up to this one. After every layer has stored the position, call `advance` to
  /// increment `length`.
  /// @param projected  queries, keys and values of each sequence, of shape (sequences, columns)
  /// @param concat     receives the concatenated outputs of the heads, (sequences, d)
  void attend(Index l, const T* projected, Index columns, T* concat) noexcept;
  void advance() noexcept { ++length_; }

  /// Eᵀ, of shape (d, V), if the output is tied, else null. A product of one row with Eᵀ reads it
  /// in place, without packing.
  const T* turned() const noexcept { return turned_.data(); }

  void clear() noexcept { length_ = 0; }

 private:
  const LanguageModelLayout& layout_;
  Index sequences_;
  Index capacity_;
  Index length_ = 0;
  // Rows: layer, sequence, component. Columns: position, padded to a multiple of tile_cols, so that
  // the product with a query reads the keys in place.
  Matrix<T> keys_;
  Matrix<T> values_;   // rows: layer, sequence, position
  Matrix<T> queries_;  // (group, width of a head): the queries that share a key head, scaled
  Matrix<T> weights_;  // (group, columns of keys_)
  Matrix<T> turned_;
};

}  // namespace attention::detail
