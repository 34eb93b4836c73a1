// SPDX-License-Identifier: MIT
// Who may look at whom, and what becomes of a score that may not be looked at.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "attention/detail/tensor.hpp"
#include "attention/options.hpp"

namespace attention::detail {

/// Flags for pairs of a query and a key, 1 where the query may see the key. Broadcast to the scores
/// (…, m, n): see `MaskAxes`.
struct Mask {
  Shape shape;
  std::vector<std::uint8_t> keep;
};

/// A mask written in the convention of document 004 and of document 002's PyTorch code: 1 keeps.
/// @param flags     any shape, each 0 or 1
/// @param argument  what a refusal calls them
/// @throws OutOfRange for any other entry, ShapeMismatch where the shape is not that of the
///     entries, OutOfMemory
template <class T>
Mask mask_of_kept(const TensorView<T>& flags, const char* argument = "mask");

/// A mask written in the convention of document 002's TensorFlow code: 1 hides (erratum E-33).
/// @throws as `mask_of_kept`, naming "mask"
template <class T>
Mask mask_of_hidden(const TensorView<T>& flags);

/// Query i may see the keys 0 … i, both counted from the start, as torch.tril(ones(m, n)) keeps
/// them.
/// @throws OutOfMemory
Mask causal_mask(Index num_queries, Index num_keys);

/// How many keys of each batch item, or of each query, there are: key j is kept when j < len.
/// 0 and less keep none, n and more keep all.
struct ValidLens {
  Shape shape;  ///< () one for all; (B) one a batch item; (B, m) one a query. B: the scores' first
                ///< axis. Scores (m, n) take () or (m)
  std::vector<double> lens;  ///< whole numbers
};

/// Lengths from whole numbers of any shape.
/// @throws OutOfRange naming "valid_lens" for an entry that is not a whole number, ShapeMismatch
///     where the shape is not that of the entries, OutOfMemory
template <class T>
ValidLens valid_lens_of(const TensorView<T>& lens);

/// Which keys each query may see: those that every given condition keeps.
struct Visibility {
  std::optional<Mask> mask;
  MaskAxes mask_axes = MaskAxes::kExplicit;
  std::optional<ValidLens> valid_lens;
  bool causal = false;  ///< see `causal_mask`
};

template <class T>
struct Masking {
  MaskMethod method = MaskMethod::kExclude;
  T fill = T(-1e9);  ///< for kFill and kAdd: any number, −∞ included, not NaN. A true score below
                     ///< it leaks: the hidden key then weighs more (erratum E-45)
  EmptyRow empty_row = EmptyRow::kUniform;  ///< for kExclude; elsewhere the arithmetic of `fill`
                                            ///< decides: uniform when finite, NaN for −∞
};

/// The conditions of a `Visibility`, checked once against the scores' shape and asked row by row,
/// so that no (m, n) mask needs to be formed.
class KeyFilter {
 public:
  /// Keeps all. May only be asked `keeps_all`.
  KeyFilter() = default;

  /// @param scores_shape  (…, m, n)
  /// Reads the mask and the lengths of `visibility`, which has to outlive the filter.
  /// @throws ShapeMismatch naming "mask" or "valid_lens", OutOfRange naming "valid_lens"
  KeyFilter(const Visibility& visibility, const Shape& scores_shape);
  KeyFilter(const Visibility&& visibility, const Shape& scores_shape) = delete;

  /// Whether every query sees every key.
  bool keeps_all() const noexcept { return mask_ == nullptr && lens_ == nullptr && !is_causal_; }

  /// Whether query i sees no key after key i.
  bool is_causal() const noexcept { return is_causal_; }

  /// Writes to keep[0 … count) whether query i of batch item b sees the keys first … first + count.
  /// @return how many of them it sees
  Index row(Index b, Index i, Index first, Index count, std::uint8_t* keep) const noexcept;

 private:
  const std::uint8_t* mask_row(Index b, Index i) const noexcept;
  double valid_len(Index b, Index i) const noexcept;

  const Mask* mask_ = nullptr;       // null: none
  const ValidLens* lens_ = nullptr;  // null: none
  bool is_causal_ = false;
  Shape batch_sides_;   // of the scores' leading axes
  Shape mask_strides_;  // of the same axes in the mask, 0 where it is repeated
  Index row_stride_ = 0;
  Index column_stride_ = 0;
  Index batch_per_lens_ = 1;
  Index num_queries_ = 0;
};

/// What a score becomes before softmax; see `MaskMethod`.
template <class T>
T logit_of(T score, bool is_kept, const Masking<T>& masking) noexcept {
  if (masking.method == MaskMethod::kAdd) return score + (is_kept ? T(0) : T(1)) * masking.fill;
  if (is_kept) return score;
  return masking.method == MaskMethod::kFill ? masking.fill : -std::numeric_limits<T>::infinity();
}

/// What each of n keys weighs when all are excluded; see `EmptyRow`.
template <class T>
T empty_row_weight(EmptyRow choice, Index n) noexcept {
  return choice == EmptyRow::kUniform ? T(1) / static_cast<T>(n)
         : choice == EmptyRow::kZeros ? T(0)
                                      : std::numeric_limits<T>::quiet_NaN();
}

/// Hides what `filter` hides in row i of batch item b.
/// @param logits  n scores; the hidden ones become −∞, `fill`, or score + `fill`; see `MaskMethod`
/// @param keep    n flags, written: those of the row
/// @return whether the row has a key
template <class T>
bool hide(const KeyFilter& filter, Index b, Index i, const Masking<T>& masking, RowSpan<T> logits,
          std::span<std::uint8_t> keep) noexcept;

/// Softmax of one row of masked logits, written over it.
/// @param has_key  whether any key is visible: a row without one follows `EmptyRow` under kExclude
template <class T>
void weigh(const Masking<T>& masking, bool has_key, RowSpan<T> row) noexcept;

/// The stages of a softmax over the keys that a query may see.
template <class T>
struct MaskedSoftmax {
  Tensor<T> logits;                      ///< (…, m, n) the scores after masking
  Tensor<T> weights;                     ///< (…, m, n)
  std::vector<std::uint8_t> empty_rows;  ///< (…·m) 1 where a query sees no key
};

/// Softmax of the last axis over the keys that `visibility` keeps.
/// w_ij = exp(l_ij − max) / Σ_k exp(l_ik − max), l = the scores after `masking`
/// @param scores  (…, m, n), at least two axes. They are not changed: a second call sees the scores
///     and not the first call's masks (erratum E-23)
/// @throws ShapeMismatch (scores, mask, valid_lens), OutOfRange (fill, valid_lens), OutOfMemory
/// Source: documents 001, lines 63–79; 002, line 146; 004, lines 75–78
template <class T>
MaskedSoftmax<T> masked_softmax(const TensorView<T>& scores, const Visibility& visibility,
                                const Masking<T>& masking = {});

/// @throws OutOfRange naming "fill" when it is NaN
template <class T>
void check(const Masking<T>& masking);

}  // namespace attention::detail
