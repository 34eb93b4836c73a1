// SPDX-License-Identifier: MIT
// Which keys each query may attend to, and how hidden scores are treated.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "attention/detail/broadcast.hpp"
#include "attention/detail/tensor.hpp"
#include "attention/options.hpp"

namespace attention::detail {

/// Flags for pairs of a query and a key, 1 where the query may attend to the key. `MaskAxes`
/// decides how they broadcast to the scores, of shape (…, m, n).
struct Mask {
  Shape shape;
  std::vector<std::uint8_t> keep;
};

/// Returns a mask from flags with the convention of the lessons' source document 004 and of
/// document 002's PyTorch code: 1 keeps the key.
/// @param flags     any shape, each 0 or 1
/// @param argument  the name in error messages
/// @throws OutOfRange for a flag other than 0 and 1; ShapeMismatch if the number of entries does
///     not match the shape; OutOfMemory
template <class T>
Mask mask_of_kept(const TensorView<T>& flags, const char* argument = "mask");

/// Returns a mask from flags with the convention of the TensorFlow code in the lessons' source
/// document 002: 1 hides the key (erratum E-33 of web/src/ledger).
/// @throws as `mask_of_kept` does, naming "mask"
template <class T>
Mask mask_of_hidden(const TensorView<T>& flags);

/// Returns the mask under which query i may attend to the keys 0 … i. Its flags are the entries of
/// torch.tril(torch.ones(num_queries, num_keys)).
/// @throws OutOfMemory
Mask causal_mask(Index num_queries, Index num_keys);

/// The number of visible keys of each batch item or query: see attention::MaskOptions.
struct ValidLens {
  Shape shape;
  std::vector<double> lens;  ///< whole numbers
};

/// Converts a tensor of whole numbers to lengths.
/// @throws OutOfRange naming "valid_lens" for an entry that is not a whole number; ShapeMismatch if
///     the shape does not match the entries; OutOfMemory
template <class T>
ValidLens valid_lens_of(const TensorView<T>& lens);

/// Which keys each query may attend to: those that satisfy every given condition.
struct Visibility {
  std::optional<Mask> mask;
  MaskAxes mask_axes = MaskAxes::kExplicit;
  std::optional<ValidLens> valid_lens;
  bool causal = false;  ///< see `causal_mask`
  CausalAlignment alignment = CausalAlignment::kTopLeft;
};

/// How hidden scores are treated: see attention::MaskOptions and erratum E-45 of web/src/ledger.
template <class T>
struct Masking {
  MaskMethod method = MaskMethod::kExclude;
  T fill = T(-1e9);
  EmptyRow empty_row = EmptyRow::kUniform;
};

/// Computes which keys a query may attend to under a `Visibility`. It computes the flags of one row
/// at a time, so that no mask of shape (m, n) is stored.
class KeyFilter {
 public:
  /// Creates a filter that keeps every key; only its `keeps_all` may be called.
  KeyFilter() = default;

  /// Refers to the mask and the lengths of `visibility`, which must outlive the filter.
  /// @param scores_shape  of shape (…, m, n)
  /// @throws ShapeMismatch naming "mask" or "valid_lens"; OutOfRange naming "valid_lens"
  KeyFilter(const Visibility& visibility, const Shape& scores_shape);
  KeyFilter(const Visibility&& visibility, const Shape& scores_shape) = delete;

  /// Whether every query may attend to every key.
  bool keeps_all() const noexcept { return mask_ == nullptr && lens_ == nullptr && !is_causal_; }

  /// Returns the number of keys before the first one that a causal mask hides from query i.
  Index causal_end(Index i) const noexcept;

  /// Writes to keep[0] … keep[count − 1] whether query i of batch item b may attend to the keys
  /// first … first + count − 1.
  /// @return the number of keys that it may attend to
  Index row(Index b, Index i, Index first, Index count, std::uint8_t* keep) const noexcept;

 private:
  double valid_len(Index b, Index i) const noexcept;

  const Mask* mask_ = nullptr;       // null if there is no mask
  const ValidLens* lens_ = nullptr;  // null if there are no lengths
  bool is_causal_ = false;
  Index first_hidden_ = 1;  // the first key that a causal mask hides from query 0; may be negative
  Broadcast of_mask_;
  bool has_batch_ = false;
  Index batch_per_lens_ = 1;
  Index num_queries_ = 0;
  Index num_keys_ = 0;
};

/// Returns the logit of one score, that is, the score after `masking.method` (see `MaskMethod`).
template <class T>
T logit_of(T score, bool is_kept, const Masking<T>& masking) noexcept {
  if (masking.method == MaskMethod::kAdd) return score + (is_kept ? T(0) : T(1)) * masking.fill;
  if (is_kept) return score;
  return masking.method == MaskMethod::kFill ? masking.fill : -std::numeric_limits<T>::infinity();
}

/// Returns the weight of each of n keys if all of them are hidden; see `EmptyRow`.
template <class T>
T empty_row_weight(EmptyRow choice, Index n) noexcept {
  return choice == EmptyRow::kUniform ? T(1) / static_cast<T>(n)
         : choice == EmptyRow::kZeros ? T(0)
                                      : std::numeric_limits<T>::quiet_NaN();
}

/// Applies the mask to the scores of query i of batch item b.
/// @param logits  n scores; the hidden ones become −∞, `fill`, or score + `fill`; see `MaskMethod`
/// @param keep    n flags, written: 1 where the key is kept
/// @return whether any key is kept
template <class T>
bool hide(const KeyFilter& filter, Index b, Index i, const Masking<T>& masking, RowSpan<T> logits,
          std::span<std::uint8_t> keep) noexcept;

/// Replaces one row of masked logits by its softmax.
/// @param has_key  whether any key is kept; if none is, `EmptyRow` sets the weights under kExclude
template <class T>
void weigh(const Masking<T>& masking, bool has_key, RowSpan<T> row) noexcept;

/// See attention::MaskedSoftmax.
template <class T>
struct MaskedSoftmax {
  Tensor<T> logits;
  Tensor<T> weights;
  std::vector<std::uint8_t> empty_rows;
};

/// See attention::masked_softmax.
/// @param scores  not modified. The code of the lessons' source documents modifies them, so that a
///     second call with the same scores still hides the keys of the first (erratum E-23)
/// Source: the lessons' source documents 001, lines 63–79; 002, line 146; 004, lines 75–78
template <class T>
MaskedSoftmax<T> masked_softmax(const TensorView<T>& scores, const Visibility& visibility,
                                const Masking<T>& masking = {});

/// @throws OutOfRange naming "fill" if it is NaN
template <class T>
void check(const Masking<T>& masking);

}  // namespace attention::detail
