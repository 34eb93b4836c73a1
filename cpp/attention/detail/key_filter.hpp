// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "attention/detail/broadcast.hpp"
#include "attention/detail/matrix.hpp"
#include "attention/mask.hpp"

namespace attention::detail {

/// Computes which keys a query may attend to under a MaskOptions. It computes the flags of one row
/// at a time, so that no mask of shape (m, n) is stored.
class KeyFilter {
 public:
  /// Creates a filter that keeps every key; only its `keeps_all` may be called.
  KeyFilter() = default;

  /// Refers to `mask`, which must outlive the filter.
  /// @param scores_shape  of shape (…, m, n)
  /// @throws ShapeMismatch naming "mask" or "valid_lens"; OutOfRange naming "mask" for a flag other
  ///     than 0 and 1, or "hide" if both `keep` and `hide` are set
  KeyFilter(const MaskOptions& mask, const Shape& scores_shape);
  KeyFilter(const MaskOptions&& mask, const Shape& scores_shape) = delete;

  bool keeps_all() const noexcept { return flags_ == nullptr && lens_ == nullptr && !is_causal_; }

  /// Returns the number of keys before the first one that a causal mask hides from query i;
  /// the number of all keys without a causal mask.
  Index causal_end(Index i) const noexcept;

  /// Writes to keep[0] … keep[count − 1] whether query i of batch item b may attend to the keys
  /// first … first + count − 1.
  /// @return the number of these keys that query i may attend to
  Index row(Index b, Index i, Index first, Index count, std::uint8_t* keep) const noexcept;

 private:
  Index valid_len(Index b, Index i) const noexcept;

  const TensorView<std::uint8_t>* flags_ = nullptr;  // null if there are none
  std::uint8_t kept_ = 1;                            // the flag of a visible key
  const Lengths* lens_ = nullptr;                    // null if there are none
  bool is_causal_ = false;
  Index first_hidden_ = 1;  // the first key that a causal mask hides from query 0; may be negative
  Broadcast of_flags_;
  bool has_batch_ = false;
  Index batch_per_lens_ = 1;
  Index num_queries_ = 0;
  Index num_keys_ = 0;
};

/// @throws OutOfRange naming `argument` for a flag other than 0 and 1
void check_flags(const char* argument, const TensorView<std::uint8_t>& flags);

/// How hidden scores are treated, with the fill rounded to the scores' precision: see MaskOptions
/// and erratum E-45 of web/src/ledger.
template <class T>
struct Masking {
  /// @throws OutOfRange naming "fill" if it is NaN, unless the method is kExclude
  explicit Masking(const MaskOptions& mask);
  Masking() = default;

  MaskMethod method = MaskMethod::kExclude;
  T fill = T(-1e9);
  EmptyRow empty_row = EmptyRow::kUniform;
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
bool hide(const KeyFilter& filter, Index b, Index i, const Masking<T>& masking, std::span<T> logits,
          std::span<std::uint8_t> keep) noexcept;

/// Replaces one row of masked logits by its softmax.
/// @param has_key  whether any key is kept; if none is, `EmptyRow` sets the weights under kExclude
template <class T>
void weigh(const Masking<T>& masking, bool has_key, std::span<T> row) noexcept;

}  // namespace attention::detail
