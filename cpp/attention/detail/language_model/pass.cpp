// SPDX-License-Identifier: MIT
#include "attention/detail/language_model/pass.hpp"

#include <algorithm>
#include <limits>
#include <new>

#include "attention/detail/elementary.hpp"
#include "attention/detail/memory.hpp"
#include "attention/detail/tensor.hpp"
#include "simd/kernels.hpp"

namespace attention::detail {
namespace {

template <class T>
HeadTiles<T> tiles_of(const LanguageModelLayout& layout, Index length) noexcept {
  return {length, layout.head_width(), layout.options().is_causal, static_cast<T>(layout.factor())};
}

Index columns_of(const LanguageModelLayout& layout) noexcept {
  return layout.options().width + (layout.options().is_tied ? 1 : 2) * layout.kv_width();
}

}  // namespace

LanguageModelPlaces::LanguageModelPlaces(const LanguageModelLayout& layout, Index batch,
                                         Index length, std::uint64_t weights_size,
                                         std::uint64_t head_room, std::size_t lane_count) noexcept {
  const LanguageModelOptions& x = layout.options();
  const auto d = size(x.width);
  const auto f = size(x.hidden);
  const auto columns = size(columns_of(layout));
  const std::uint64_t positions = multiply_bytes(size(batch), length);
  const std::uint64_t heads = multiply_bytes(size(batch), x.heads);
  const std::uint64_t normed_positions = x.norm == Normalization::kNone ? 0 : positions;
  projected = take(positions, columns);
  concat = take(positions, d);
  middle = take(f > 0 ? positions : 0, d);
  hidden = take(positions, f);
  hidden_derivative = take(x.activation == Activation::kRelu ? 0 : positions, f);
  normed = take(normed_positions, d);
  normed_middle = take(f > 0 ? normed_positions : 0, d);
  weights = take(heads, weights_size);
  joined = take(d, columns);
  layer_size = size_;
  size_ = 0;
  layers = take(size(x.layers), layer_size);
  streams = take(positions, multiply_bytes(d, x.layers + 1));
  normed_end = take(normed_positions, d);
  logits = take(positions, size(x.vocabulary));
  lanes = take(size(x.vocabulary), lane_count);
  room = take(1, head_room);
  slope = take(positions, d);
  normed_slope = take(normed_positions, d);
  concat_slope = take(positions, d);
  projected_slope = take(positions, columns);
  hidden_slope = take(positions, f);
  joined_gradient = take(d, columns);
}

// Reserves memory for a matrix of this shape and returns its offset. Each matrix begins on a cache
// line. Sizes that overflow become `kTooManyBytes`.
std::uint64_t LanguageModelPlaces::take(std::uint64_t rows, std::uint64_t cols) noexcept {
  constexpr std::uint64_t kStep = simd::kLine<float>;
  const std::uint64_t place = size_;
  const std::uint64_t taken = add_bytes(multiply_bytes(rows, cols), kStep - 1);
  size_ = add_bytes(size_, taken == kTooManyBytes ? taken : taken / kStep * kStep);
  return place;
}

template <class T>
LanguageModelPass<T>::LanguageModelPass(const LanguageModelLayout& layout, Index batch,
                                        Index length, Index positions)
    : layout_(layout),
      batch_(batch),
      length_(length),
      rows_(batch * length),
      width_(layout.options().width),
      columns_(columns_of(layout)),
      tiles_(tiles_of<T>(layout, length)),
      places_(layout, batch, length, tiles_.weights_size(), tiles_.room(),
              simd::kernels<T>().tile_cols) {
  const LanguageModelOptions& x = layout.options();
  const bool is_rotary = x.position_encoding == PositionEncoding::kRotary;
  const std::uint64_t numbers = add_bytes(places_.all(), simd::kLine<T>);
  const std::uint64_t bytes = multiply_bytes(sizeof(T), numbers);
  require_memory(add_bytes(
      bytes, multiply_bytes(sizeof(T) * size(layout.head_width()), is_rotary ? positions : 0)));
  if (is_rotary)
    rotary_.emplace(positions, layout.head_width(),
                    RotaryOptions{x.rotary_base, 0, RotaryPairs::kHalves});
  if (has_norm()) norm_gradient_.resize(2 * size(width_));
  block_.reset(new (std::nothrow) T[static_cast<std::size_t>(numbers)]);
  if (!block_) refuse_memory(bytes);
  memory_ = simd::first_of_line(block_.get());
  tiles_.use(at(places_.room));
}

template <class T>
typename LanguageModelPass<T>::Parts LanguageModelPass<T>::parts_of(
    const LanguageModelLayer& layer) const noexcept {
  const Index kv = layout_.kv_width();
  const Part queries{layer.W_q, 0, width_};
  if (layout_.options().is_tied) return {{queries, Part{layer.W_v, width_, kv}}, 2};
  return {{queries, Part{layer.W_k, width_, kv}, Part{layer.W_v, width_ + kv, kv}}, 3};
}

template <class T>
HeadInputs<T> LanguageModelPass<T>::head(T* projected, Index sequence, Index index) const noexcept {
  T* const first = projected + sequence * length_ * columns_;
  const Index shared = index / layout_.group() * layout_.head_width();
  const auto at_column = [&](Index column) { return HeadRows<T>{first + column, size(columns_)}; };
  const HeadRows<T> queries = at_column(index * layout_.head_width());
  return {queries, layout_.options().is_tied ? queries : at_column(width_ + shared),
          at_column(columns_ - layout_.kv_width() + shared)};
}

// Transposes the logits of a few positions at a time, so that each position is a SIMD lane: with a
// small vocabulary, rows of logits would not fill the vectors.
template <class T>
T LanguageModelPass<T>::loss(const std::int32_t* targets, const std::uint8_t* counts,
                             T* loss_rows) noexcept {
  const simd::Kernels<T>& kernel = simd::kernels<T>();
  const auto classes = size(layout_.options().vocabulary);
  const auto all = size(rows_);
  const auto counted = static_cast<double>(std::count(counts, counts + rows_, 1));
  T* const side_by_side = at(places_.lanes);
  double sum = 0;
  for (std::size_t first = 0; first < all; first += kernel.tile_cols) {
    const std::size_t lanes = std::min(kernel.tile_cols, all - first);
    T* const logits = at(places_.logits) + first * classes;
    T largest[simd::kMostTileCols<T>];
    T sums[simd::kMostTileCols<T>] = {};
    std::fill_n(largest, kernel.tile_cols, -std::numeric_limits<T>::infinity());
    kernel.pack({logits, classes, 1}, lanes, classes, side_by_side);
    kernel.soften(side_by_side, classes, largest, sums, nullptr, 0);
    for (std::size_t i = 0; i < lanes; ++i) {
      const std::size_t r = first + i;
      const T target = logits[i * classes + static_cast<std::size_t>(targets[r])];
      const T cost = counts[r] == 0 ? T(0) : natural_log(sums[i]) - (target - largest[i]);
      if (loss_rows != nullptr) loss_rows[r] = cost;
      sum += static_cast<double>(cost);
      sums[i] =
          counts[r] == 0 ? std::numeric_limits<T>::infinity() : sums[i] * static_cast<T>(counted);
    }
    kernel.normalise(side_by_side, classes, sums);
    kernel.unpack(side_by_side, lanes, classes, logits, classes);
    for (std::size_t i = 0; i < lanes; ++i)
      if (counts[first + i] != 0)
        logits[i * classes + static_cast<std::size_t>(targets[first + i])] -=
            static_cast<T>(1 / counted);
  }
  return static_cast<T>(sum / counted);
}

template <class T>
LanguageModelStages<T> LanguageModelPass<T>::stages() const {
  const LanguageModelOptions& x = layout_.options();
  const Shape weights = {x.layers, batch_, x.heads, length_, length_};
  const Shape streams = {x.layers + 1, batch_, length_, x.width};
  const Shape logits = {batch_, length_, x.vocabulary};
  require_memory(
      add_bytes(add_bytes(bytes_of<T>(weights), bytes_of<T>(streams)), bytes_of<T>(logits)));
  LanguageModelStages<T> stages{
      uninitialised<T>(weights), uninitialised<T>(streams), uninitialised<T>(logits), {}, 0};
  T* weight = stages.weights.data();
  for (Index l = 0; l < x.layers; ++l)
    for_heads([&](Index, Index, std::size_t place, Index) {
      const T* const of_head = layer(l, places_.weights) + place;
      for (Index i = 0; i < length_; ++i)
        for (Index j = 0; j < length_; ++j) *weight++ = tiles_.weight(of_head, i, j);
    });
  std::copy_n(stream(0), size_of(streams), stages.streams.data());
  std::copy_n(at(places_.logits), size_of(logits), stages.logits.data());
  return stages;
}

template class LanguageModelPass<float>;
template class LanguageModelPass<double>;

}  // namespace attention::detail
