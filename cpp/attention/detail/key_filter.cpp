// SPDX-License-Identifier: MIT
#include "attention/detail/key_filter.hpp"

#include <algorithm>
#include <cmath>

#include "attention/detail/refuse.hpp"
#include "attention/detail/shape.hpp"
#include "simd/instantiate.hpp"
#include "simd/row.hpp"

namespace attention::detail {
namespace {

Shape without_leading_ones(const Shape& shape) {
  std::size_t ones = 0;
  while (shape.size() - ones > 2 && shape[ones] == 1) ++ones;
  return Shape(shape.begin() + static_cast<std::ptrdiff_t>(ones), shape.end());
}

// Throws the error for a mask of an invalid shape. The message lists the valid shapes: (m, n), the
// scores' shape with length 1 for the heads, and the scores' shape.
[[noreturn]] void refuse_mask(const Shape& mask, const Shape& scores) {
  const Shape pair = {side(scores, 1), side(scores)};
  if (scores.size() == 2) refuse_shape("mask", ErrorCode::kShape, {pair}, mask);
  if (scores.size() == 3) refuse_shape("mask", ErrorCode::kShape, {pair, scores}, mask);
  Shape each = scores;
  each[scores.size() - 3] = 1;
  refuse_shape("mask", ErrorCode::kShape, {pair, each, scores}, mask);
}

void check_mask(const Shape& mask, MaskAxes axes, const Shape& scores) {
  const Shape shape = without_leading_ones(mask);
  const bool is_clear = axes == MaskAxes::kTrailing || shape.size() <= 2 ||
                        shape.size() == scores.size() || mask.size() == scores.size();
  if (!is_clear || shape.size() > scores.size() || !broadcasts(shape, scores))
    refuse_mask(mask, scores);
}

void check_lens(const Shape& lens, const Shape& scores) {
  const Index m = side(scores, 1);
  const bool has_batch = scores.size() > 2;
  const Shape by_item = has_batch ? Shape{scores[0]} : Shape{m};
  const bool fits = lens.empty() || lens == by_item || (has_batch && lens == Shape{scores[0], m});
  if (fits) return;
  if (!has_batch) refuse_shape("valid_lens", ErrorCode::kShape, {by_item}, lens);
  refuse_shape("valid_lens", ErrorCode::kShape, {by_item, Shape{scores[0], m}}, lens);
}

}  // namespace

void check_flags(const char* argument, const TensorView<std::uint8_t>& flags) {
  // A tensor without entries may have shape (2⁶², 0). The loop below would make 2⁶² passes.
  if (flags.empty()) return;
  for (Index r = 0; r < flags.rows(); ++r)
    for (const std::uint8_t flag : flags.row(r))
      if (flag > 1) refuse_range(argument, ErrorCode::kFlags, {}, flag);
}

KeyFilter::KeyFilter(const MaskOptions& mask, const Shape& scores_shape)
    : flags_(mask.keep   ? &*mask.keep
             : mask.hide ? &*mask.hide
                         : nullptr),
      kept_(mask.keep ? 1 : 0),
      lens_(mask.valid_lens ? &*mask.valid_lens : nullptr),
      is_causal_(mask.causal),
      has_batch_(scores_shape.size() > 2),
      num_queries_(side(scores_shape, 1)),
      num_keys_(side(scores_shape)) {
  if (mask.keep && mask.hide) refuse_range("hide", ErrorCode::kNoneBeside, {"keep"}, "both");
  if (flags_ != nullptr) check_flags("mask", *flags_);
  if (flags_ != nullptr) check_mask(flags_->shape(), mask.axes, scores_shape);
  if (lens_ != nullptr) check_lens(lens_->shape(), scores_shape);
  // Without scores, no mask is read, and the numbers below could overflow.
  if (size_of(scores_shape) == 0) return;
  if (mask.alignment == CausalAlignment::kBottomRight) first_hidden_ = num_keys_ - num_queries_ + 1;
  if (flags_ != nullptr) of_flags_ = Broadcast(flags_->shape(), flags_->row_stride(), scores_shape);
  if (has_batch_) batch_per_lens_ = batch_of(scores_shape) / scores_shape[0];
}

Index KeyFilter::causal_end(Index i) const noexcept {
  return is_causal_ ? std::clamp<Index>(first_hidden_ + i, 0, num_keys_) : num_keys_;
}

Index KeyFilter::valid_len(Index b, Index i) const noexcept {
  const std::size_t axes = lens_->shape().size();
  const Index item = b / batch_per_lens_;
  if (axes == 2) return (*lens_)(item, i);
  return *(lens_->data() + (axes == 0 ? 0 : has_batch_ ? item : i));
}

Index KeyFilter::row(Index b, Index i, Index first, Index count,
                     std::uint8_t* keep) const noexcept {
  if (count == 0) return 0;
  Index kept = count;
  if (is_causal_) kept = std::clamp<Index>(first_hidden_ + i - first, 0, kept);
  if (lens_ != nullptr) {
    // A length may be the smallest Index, and len − first would then overflow.
    const Index len = valid_len(b, i);
    kept = len <= first ? 0 : std::min(len - first, kept);
  }
  std::fill_n(keep, kept, std::uint8_t{1});
  std::fill_n(keep + kept, count - kept, std::uint8_t{0});
  if (flags_ == nullptr) return kept;
  const Index stride = of_flags_.column_stride();
  const std::uint8_t* flags = flags_->data() + of_flags_.offset(b, i) + first * stride;
  Index seen = 0;
  for (Index j = 0; j < kept; ++j) {
    keep[j] = flags[j * stride] == kept_ ? 1 : 0;
    seen += keep[j];
  }
  return seen;
}

template <class T>
Masking<T>::Masking(const MaskOptions& mask)
    : method(mask.method), fill(static_cast<T>(mask.fill)), empty_row(mask.empty_row) {
  if (method != MaskMethod::kExclude && std::isnan(fill))
    refuse_range("fill", ErrorCode::kNumber, {}, "NaN");
}

template <class T>
bool hide(const KeyFilter& filter, Index b, Index i, const Masking<T>& masking, std::span<T> logits,
          std::span<std::uint8_t> keep) noexcept {
  const Index seen = filter.row(b, i, 0, static_cast<Index>(logits.size()), keep.data());
  for (std::size_t j = 0; j < logits.size(); ++j)
    logits[j] = logit_of<T>(logits[j], keep[j] != 0, masking);
  return seen > 0;
}

template <class T>
void weigh(const Masking<T>& masking, bool has_key, std::span<T> row) noexcept {
  if (masking.method == MaskMethod::kExclude && !has_key)
    std::fill(row.begin(), row.end(),
              empty_row_weight<T>(masking.empty_row, static_cast<Index>(row.size())));
  else if (!row.empty())
    simd::softmax<T>(row, row);
}

template struct Masking<float>;
template struct Masking<double>;
ATTENTION_INSTANTIATE(hide);
ATTENTION_INSTANTIATE(weigh);

}  // namespace attention::detail
