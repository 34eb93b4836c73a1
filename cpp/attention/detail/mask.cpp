// SPDX-License-Identifier: MIT
#include "attention/detail/mask.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "attention/detail/memory.hpp"
#include "attention/detail/simd_view.hpp"
#include "attention/detail/text.hpp"
#include "attention/error.hpp"
#include "simd/instantiate.hpp"
#include "simd/row.hpp"

namespace attention::detail {
namespace {

template <class T>
Mask flags_of(const char* argument, const TensorView<T>& flags, T kept) {
  check_entries(argument, flags);
  require_memory(bytes_of<std::uint8_t>(flags.shape));
  Mask mask{flags.shape, {}};
  mask.keep.reserve(static_cast<std::size_t>(flags.rows.size()));
  // A tensor without entries may have shape (2⁶², 0). The loop below would make 2⁶² passes.
  for (Index r = 0; flags.rows.size() > 0 && r < flags.rows.rows(); ++r)
    for (Index c = 0; c < flags.rows.cols(); ++c) {
      const T flag = flags.rows(r, c);
      if (flag != 0 && flag != 1)
        throw Error(ErrorKind::kOutOfRange, argument, "0 or 1 everywhere",
                    number_text(static_cast<double>(flag)));
      mask.keep.push_back(flag == kept ? 1 : 0);
    }
  return mask;
}

// Removes leading axes of length 1, but keeps the last two axes.
Shape without_leading_ones(const Shape& shape) {
  std::size_t ones = 0;
  while (shape.size() - ones > 2 && shape[ones] == 1) ++ones;
  return Shape(shape.begin() + static_cast<std::ptrdiff_t>(ones), shape.end());
}

// Lists the valid mask shapes for an error message, such as "(3, 3), (2, 1, 3, 3) or (2, 4, 3, 3)".
std::string accepted_masks(const Shape& scores) {
  const Shape pair = {side(scores, 1), side(scores)};
  if (scores.size() == 2) return shape_text(pair);
  std::string text = shape_text(pair);
  if (scores.size() > 3) {
    Shape each = scores;
    each[scores.size() - 3] = 1;
    text.append(", ").append(shape_text(each));
  }
  return text.append(" or ").append(shape_text(scores));
}

// Checks that the number of entries matches the shape. The two may differ, because the fields of
// Mask and ValidLens are public.
void check_count(const char* argument, const Shape& shape, std::size_t entries) {
  if (size_of(shape) != static_cast<Index>(entries))
    throw Error(ErrorKind::kShapeMismatch, argument,
                std::to_string(size_of(shape)).append(" entries for ").append(shape_text(shape)),
                std::to_string(entries));
}

void check_mask(const Mask& mask, MaskAxes axes, const Shape& scores) {
  check_count("mask", mask.shape, mask.keep.size());
  const Shape shape = without_leading_ones(mask.shape);
  const bool is_clear = axes == MaskAxes::kTrailing || shape.size() <= 2 ||
                        shape.size() == scores.size() || mask.shape.size() == scores.size();
  if (!is_clear || shape.size() > scores.size() || !broadcasts(shape, scores))
    throw Error(ErrorKind::kShapeMismatch, "mask", accepted_masks(scores), shape_text(mask.shape));
}

void check_len(double len) {
  if (!std::isfinite(len) || len != std::floor(len))
    throw Error(ErrorKind::kOutOfRange, "valid_lens", "whole numbers", number_text(len));
}

void check_lens(const ValidLens& lens, const Shape& scores) {
  check_count("valid_lens", lens.shape, lens.lens.size());
  for (const double len : lens.lens) check_len(len);
  const Index m = side(scores, 1);
  const bool has_batch = scores.size() > 2;
  const Shape by_item = has_batch ? Shape{scores[0]} : Shape{m};
  const bool fits = lens.shape.empty() || lens.shape == by_item ||
                    (has_batch && lens.shape == Shape{scores[0], m});
  if (fits) return;
  std::string expected = shape_text(by_item);
  if (has_batch) expected.append(" or ").append(shape_text(Shape{scores[0], m}));
  throw Error(ErrorKind::kShapeMismatch, "valid_lens", expected, shape_text(lens.shape));
}

}  // namespace

template <class T>
Mask mask_of_kept(const TensorView<T>& flags, const char* argument) {
  return flags_of<T>(argument, flags, 1);
}

template <class T>
Mask mask_of_hidden(const TensorView<T>& flags) {
  return flags_of<T>("mask", flags, 0);
}

Mask causal_mask(Index num_queries, Index num_keys) {
  require_memory(multiply_bytes(static_cast<std::size_t>(num_queries), num_keys));
  Mask mask{{num_queries, num_keys}, {}};
  mask.keep.resize(static_cast<std::size_t>(num_queries * num_keys));
  // A mask without keys may have shape (2⁶², 0). A loop over its rows would make 2⁶² passes, so
  // this loop goes over the entries.
  for (std::size_t e = 0; e < mask.keep.size(); ++e) {
    const auto n = static_cast<std::size_t>(num_keys);
    mask.keep[e] = e % n <= e / n ? 1 : 0;
  }
  return mask;
}

template <class T>
ValidLens valid_lens_of(const TensorView<T>& lens) {
  check_entries("valid_lens", lens);
  require_memory(bytes_of<double>(lens.shape));
  ValidLens result{lens.shape, {}};
  result.lens.reserve(static_cast<std::size_t>(lens.rows.size()));
  for (Index r = 0; lens.rows.size() > 0 && r < lens.rows.rows(); ++r)
    for (Index c = 0; c < lens.rows.cols(); ++c) {
      const auto len = static_cast<double>(lens.rows(r, c));
      check_len(len);
      result.lens.push_back(len);
    }
  return result;
}

KeyFilter::KeyFilter(const Visibility& visibility, const Shape& scores_shape)
    : mask_(visibility.mask ? &*visibility.mask : nullptr),
      lens_(visibility.valid_lens ? &*visibility.valid_lens : nullptr),
      is_causal_(visibility.causal),
      has_batch_(scores_shape.size() > 2),
      num_queries_(side(scores_shape, 1)),
      num_keys_(side(scores_shape)) {
  if (mask_ != nullptr) check_mask(*mask_, visibility.mask_axes, scores_shape);
  if (lens_ != nullptr) check_lens(*lens_, scores_shape);
  if (visibility.alignment == CausalAlignment::kBottomRight)
    first_hidden_ = num_keys_ - num_queries_ + 1;
  // Without scores, no mask is read, and the products of axis lengths below could overflow.
  if (size_of(scores_shape) == 0) return;
  if (mask_ != nullptr) of_mask_ = Broadcast(mask_->shape, side(mask_->shape), scores_shape);
  if (has_batch_) batch_per_lens_ = batch_of(scores_shape) / scores_shape[0];
}

Index KeyFilter::causal_end(Index i) const noexcept {
  return is_causal_ ? std::clamp<Index>(first_hidden_ + i, 0, num_keys_) : num_keys_;
}

double KeyFilter::valid_len(Index b, Index i) const noexcept {
  const std::size_t axes = lens_->shape.size();
  const bool by_query = axes == 2 || (axes == 1 && !has_batch_);
  const Index item = axes == 0 ? 0 : b / batch_per_lens_;
  return lens_->lens[static_cast<std::size_t>(by_query ? item * num_queries_ + i : item)];
}

Index KeyFilter::row(Index b, Index i, Index first, Index count,
                     std::uint8_t* keep) const noexcept {
  if (count == 0) return 0;
  Index kept = count;
  if (is_causal_) kept = std::clamp<Index>(first_hidden_ + i - first, 0, kept);
  if (lens_ != nullptr) {
    const double len = valid_len(b, i) - static_cast<double>(first);
    kept = static_cast<Index>(std::clamp<double>(len, 0, static_cast<double>(kept)));
  }
  std::fill_n(keep, kept, std::uint8_t{1});
  std::fill_n(keep + kept, count - kept, std::uint8_t{0});
  if (mask_ == nullptr) return kept;
  const Index stride = of_mask_.column_stride();
  const std::uint8_t* mask = mask_->keep.data() + of_mask_.offset(b, i) + first * stride;
  Index seen = 0;
  for (Index j = 0; j < kept; ++j) {
    keep[j] = mask[j * stride];
    seen += keep[j] != 0 ? 1 : 0;
  }
  return seen;
}

template <class T>
bool hide(const KeyFilter& filter, Index b, Index i, const Masking<T>& masking, RowSpan<T> logits,
          std::span<std::uint8_t> keep) noexcept {
  const Index seen = filter.row(b, i, 0, logits.size(), keep.data());
  for (Index j = 0; j < logits.size(); ++j)
    logits(j) = logit_of<T>(logits(j), keep[static_cast<std::size_t>(j)] != 0, masking);
  return seen > 0;
}

template <class T>
void weigh(const Masking<T>& masking, bool has_key, RowSpan<T> row) noexcept {
  if (masking.method == MaskMethod::kExclude && !has_key)
    row.setConstant(empty_row_weight<T>(masking.empty_row, row.size()));
  else if (row.size() > 0)
    simd::softmax<T>({row.data(), size(row.size())}, {row.data(), size(row.size())});
}

template <class T>
void check(const Masking<T>& masking) {
  if (masking.method != MaskMethod::kExclude && std::isnan(masking.fill))
    throw Error(ErrorKind::kOutOfRange, "fill", "a number", "NaN");
}

template <class T>
MaskedSoftmax<T> masked_softmax(const TensorView<T>& scores, const Visibility& visibility,
                                const Masking<T>& masking) {
  if (scores.shape.size() < 2)
    throw Error(ErrorKind::kShapeMismatch, "scores", "at least 2 axes", shape_text(scores.shape));
  check_entries("scores", scores);
  check(masking);
  const KeyFilter filter(visibility, scores.shape);
  require_memory(add_bytes(multiply_bytes(bytes_of<T>(scores.shape), 2),
                           static_cast<std::uint64_t>(scores.rows.rows())));
  MaskedSoftmax<T> result;
  result.logits = Tensor<T>(scores.shape, copy_of<T>(scores.rows));
  result.weights = result.logits;
  // Without keys, there is nothing more to compute, and a row is empty if there is a mask.
  result.empty_rows.assign(static_cast<std::size_t>(scores.rows.rows()),
                           filter.keeps_all() ? 0 : 1);
  if (scores.rows.size() == 0) return result;
  std::vector<std::uint8_t> keep;
  const Index m = side(scores.shape, 1);
  for (Index r = 0; r < scores.rows.rows(); ++r) {
    bool has_key = true;
    if (!filter.keeps_all()) {
      keep.resize(static_cast<std::size_t>(scores.rows.cols()));
      has_key = hide<T>(filter, r / m, r % m, masking, result.logits.rows.row(r), keep);
    }
    result.empty_rows[static_cast<std::size_t>(r)] = has_key ? 0 : 1;
    result.weights.rows.row(r) = result.logits.rows.row(r);
    weigh<T>(masking, has_key, result.weights.rows.row(r));
  }
  return result;
}

ATTENTION_INSTANTIATE(mask_of_kept);
ATTENTION_INSTANTIATE(mask_of_hidden);
ATTENTION_INSTANTIATE(valid_lens_of);
ATTENTION_INSTANTIATE(hide);
ATTENTION_INSTANTIATE(weigh);
template void check(const Masking<float>&);
template void check(const Masking<double>&);
ATTENTION_INSTANTIATE(masked_softmax);

}  // namespace attention::detail
