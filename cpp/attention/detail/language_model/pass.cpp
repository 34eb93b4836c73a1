// SPDX-License-Identifier: MIT
#include "attention/detail/language_model/pass.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "attention/detail/logarithm.hpp"
#include "attention/detail/memory.hpp"
#include "simd/cache_line.hpp"
#include "simd/matmul.hpp"

namespace attention::detail {
namespace {

template <class T>
HeadTiles<T> tiles_of(const LanguageModelLayout& layout, Index length) noexcept {
  const LanguageModelOptions& x = layout.options();
  const double divisor = x.is_scaled ? std::sqrt(static_cast<double>(layout.head_width())) : 1;
  return {length, layout.head_width(), x.is_causal, static_cast<T>(1 / divisor)};
}

template <class T>
simd::Input<T> matrix(const T* list, Index first, Index rows, Index cols) noexcept {
  return {list + first, size(rows), size(cols), size(cols)};
}
template <class T>
simd::Output<T> to_matrix(T* list, Index first, Index rows, Index cols) noexcept {
  return {list + first, size(rows), size(cols), size(cols)};
}

template <class T>
void add_row(const T* from, Index size, T* to) noexcept {
  for (Index c = 0; c < size; ++c) to[c] += from[c];
}

// Returns where the matrices that project a layer's input, W_q, W_k and W_v, begin in the list of
// all parameters. If parts = 2 (keys use W_q), only the first two results count: W_q and W_v.
std::array<Index, 3> parts_of(const LanguageModelLayer& layer, Index parts) noexcept {
  return {layer.W_q, parts == 2 ? layer.W_v : layer.W_k, layer.W_v};
}

// Calls `move` for each row of a layer's projection matrices, which are stored twice. `row` points
// to the row in `list`, where the matrices are one after another. `part` points to the same row in
// `joined`, where they are side by side.
template <class T, class U>
void for_joined_rows(const LanguageModelLayer& layer, Index parts, Index d, T* list, U* joined,
                     void (*move)(T* row, U* part, Index d)) noexcept {
  const auto places = parts_of(layer, parts);
  for (Index p = 0; p < parts; ++p)
    for (Index i = 0; i < d; ++i)
      move(list + places[static_cast<std::size_t>(p)] + i * d, joined + (i * parts + p) * d, d);
}

}  // namespace

LanguageModelPlaces::LanguageModelPlaces(const LanguageModelLayout& layout, Index batch,
                                         Index length, std::uint64_t weights_size,
                                         std::uint64_t head_room, std::size_t lane_count) noexcept {
  const LanguageModelOptions& x = layout.options();
  const auto d = size(x.width);
  const auto f = size(x.hidden);
  const std::uint64_t all_parts = (x.is_tied ? 2 : 3) * std::uint64_t{d};
  const std::uint64_t positions = multiply_bytes(size(batch), length);
  const std::uint64_t heads = multiply_bytes(size(batch), x.heads);
  projected = take(positions, all_parts);
  concat = take(positions, d);
  middle = take(f > 0 ? positions : 0, d);
  hidden = take(positions, f);
  weights = take(heads, weights_size);
  joined = take(d, all_parts);
  layer_size = size_;
  size_ = 0;
  layers = take(size(x.layers), layer_size);
  streams = take(positions, multiply_bytes(d, x.layers + 1));
  logits = take(positions, size(x.vocabulary));
  lanes = take(size(x.vocabulary), lane_count);
  room = take(1, head_room);
  slope = take(positions, d);
  concat_slope = take(positions, d);
  projected_slope = take(positions, all_parts);
  hidden_slope = take(positions, f);
  joined_gradient = take(d, all_parts);
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
                                        Index length)
    : layout_(layout),
      batch_(batch),
      length_(length),
      rows_(batch * length),
      width_(layout.options().width),
      parts_(layout.options().is_tied ? 2 : 3),
      tiles_(tiles_of<T>(layout, length)),
      places_(layout, batch, length, tiles_.weights_size(), tiles_.room(),
              simd::kernels<T>().tile_cols) {
  const std::uint64_t numbers = add_bytes(places_.all(), simd::kLine<T>);
  const std::uint64_t bytes = multiply_bytes(sizeof(T), numbers);
  require_memory(bytes);
  block_.reset(new (std::nothrow) T[static_cast<std::size_t>(numbers)]);
  if (!block_) refuse_memory(bytes);
  memory_ = simd::first_of_line(block_.get());
  tiles_.use(at(places_.room));
}

template <class T>
HeadInputs<T> LanguageModelPass<T>::head(T* projected, Index sequence, Index index) const noexcept {
  const Index stride = parts_ * width_;
  T* const first = projected + sequence * length_ * stride + index * layout_.head_width();
  const auto part = [&](Index p) { return HeadRows<T>{first + p * width_, size(stride)}; };
  return {part(0), part(parts_ - 2), part(parts_ - 1)};
}

// Calls `each` for every head of every sequence with the offsets of the head's weights and output.
template <class T>
template <class Each>
void LanguageModelPass<T>::for_heads(const Each& each) const noexcept {
  const auto step = static_cast<std::size_t>(tiles_.weights_size());
  std::size_t weights = 0;
  for (Index b = 0; b < batch_; ++b)
    for (Index h = 0; h < layout_.options().heads; ++h, weights += step)
      each(b, h, weights, b * length_ * width_ + h * layout_.head_width());
}

template <class T>
void LanguageModelPass<T>::attend(const T* parameters, Index l) noexcept {
  const LanguageModelLayer& in = layout_.layers()[size(l)];
  const Index d = width_;
  const Index f = layout_.options().hidden;
  T* const joined = layer(l, places_.joined);
  T* const projected = layer(l, places_.projected);
  T* const concat = layer(l, places_.concat);
  for_joined_rows<const T, T>(in, parts_, d, parameters, joined,
                              [](const T* row, T* part, Index n) { std::copy_n(row, n, part); });
  simd::multiply(rows(stream(l), d), matrix<T>(joined, 0, d, parts_ * d),
                 to_rows(projected, parts_ * d));
  for_heads([&](Index b, Index h, std::size_t weights, Index output) {
    tiles_.forward(head(projected, b, h), layer(l, places_.weights) + weights,
                   {concat + output, size(d)});
  });
  T* const middle = f > 0 ? layer(l, places_.middle) : stream(l + 1);
  std::copy_n(stream(l), rows_ * d, middle);
  simd::multiply_add(rows(concat, d), matrix(parameters, in.W_o, d, d), to_rows(middle, d));
  if (f == 0) return;
  T* const hidden = layer(l, places_.hidden);
  simd::multiply(rows(middle, d), matrix(parameters, in.W_in, d, f), to_rows(hidden, f));
  // ReLU that keeps NaN, because the comparison with NaN is false.
  for (Index e = 0; e < rows_ * f; ++e) hidden[e] = hidden[e] < 0 ? T(0) : hidden[e];
  std::copy_n(middle, rows_ * d, stream(l + 1));
  simd::multiply_add(rows(hidden, f), matrix(parameters, in.W_out, f, d),
                     to_rows(stream(l + 1), d));
}

template <class T>
void LanguageModelPass<T>::forward(const T* parameters, const std::int32_t* tokens) noexcept {
  const LanguageModelOptions& x = layout_.options();
  for (Index r = 0; r < rows_; ++r) {
    T* const row = stream(0) + r * width_;
    std::copy_n(parameters + layout_.E() + tokens[r] * width_, width_, row);
    if (x.positions > 0) add_row(parameters + layout_.P() + r % length_ * width_, width_, row);
  }
  for (Index l = 0; l < x.layers; ++l) attend(parameters, l);
  simd::multiply(rows(stream(x.layers), width_),
                 matrix(parameters, layout_.U(), width_, x.vocabulary),
                 to_rows(at(places_.logits), x.vocabulary));
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
void LanguageModelPass<T>::relu_backward(const T* parameters, Index l, T* gradient) noexcept {
  const LanguageModelLayer& in = layout_.layers()[size(l)];
  const Index d = width_;
  const Index f = layout_.options().hidden;
  T* const slope = at(places_.slope);
  T* const hidden_slope = at(places_.hidden_slope);
  const T* const hidden = layer(l, places_.hidden);
  simd::transposed_multiply_add(rows(hidden, f), rows(slope, d),
                                to_matrix(gradient, in.W_out, f, d));
  simd::multiply_transposed(rows(slope, d), matrix(parameters, in.W_out, f, d),
                            to_rows(hidden_slope, f));
  for (Index e = 0; e < rows_ * f; ++e) hidden_slope[e] = hidden[e] == 0 ? T(0) : hidden_slope[e];
  simd::transposed_multiply_add(rows(layer(l, places_.middle), d), rows(hidden_slope, f),
                                to_matrix(gradient, in.W_in, d, f));
  simd::multiply_transposed_add(rows(hidden_slope, f), matrix(parameters, in.W_in, d, f),
                                to_rows(slope, d));
}

template <class T>
void LanguageModelPass<T>::attend_backward(const T* parameters, Index l, T* gradient) noexcept {
  const LanguageModelLayer& in = layout_.layers()[size(l)];
  const Index d = width_;
  const Index all = parts_ * d;
  T* const slope = at(places_.slope);
  T* const concat_slope = at(places_.concat_slope);
  T* const projected_slope = at(places_.projected_slope);
  T* const joined_gradient = at(places_.joined_gradient);
  simd::transposed_multiply_add(rows(layer(l, places_.concat), d), rows(slope, d),
                                to_matrix(gradient, in.W_o, d, d));
  simd::multiply_transposed(rows(slope, d), matrix(parameters, in.W_o, d, d),
                            to_rows(concat_slope, d));
  for_heads([&](Index b, Index h, std::size_t weights, Index output) {
    tiles_.backward(head(layer(l, places_.projected), b, h), layer(l, places_.weights) + weights,
                    {concat_slope + output, size(d)}, head(projected_slope, b, h));
  });
  std::fill_n(joined_gradient, d * all, T(0));
  simd::transposed_multiply_add(rows(stream(l), d), rows(projected_slope, all),
                                to_matrix(joined_gradient, 0, d, all));
  for_joined_rows<T, const T>(in, parts_, d, gradient, joined_gradient,
                              [](T* row, const T* part, Index n) { std::copy_n(part, n, row); });
  simd::multiply_transposed_add(rows(projected_slope, all),
                                matrix<T>(layer(l, places_.joined), 0, d, all), to_rows(slope, d));
}

template <class T>
void LanguageModelPass<T>::backward(const T* parameters, const std::int32_t* tokens,
                                    T* gradient) noexcept {
  const LanguageModelOptions& x = layout_.options();
  const T* const logits_slope = at(places_.logits);
  T* const slope = at(places_.slope);
  std::fill_n(gradient, layout_.size(), T(0));
  simd::transposed_multiply_add(rows(stream(x.layers), width_), rows(logits_slope, x.vocabulary),
                                to_matrix(gradient, layout_.U(), width_, x.vocabulary));
  simd::multiply_transposed(rows(logits_slope, x.vocabulary),
                            matrix(parameters, layout_.U(), width_, x.vocabulary),
                            to_rows(slope, width_));
  for (Index l = x.layers; l-- > 0;) {
    if (x.hidden > 0) relu_backward(parameters, l, gradient);
    attend_backward(parameters, l, gradient);
  }
  for (Index r = 0; r < rows_; ++r) {
    const T* const row = slope + r * width_;
    add_row(row, width_, gradient + layout_.E() + tokens[r] * width_);
    if (x.positions > 0) add_row(row, width_, gradient + layout_.P() + r % length_ * width_);
  }
}

template <class T>
LanguageModelStages<T> LanguageModelPass<T>::stages() const {
  const LanguageModelOptions& x = layout_.options();
  const Shape weights = {x.layers, batch_, x.heads, length_, length_};
  const Shape streams = {x.layers + 1, batch_, length_, x.width};
  const Shape logits = {batch_, length_, x.vocabulary};
  require_memory(
      add_bytes(add_bytes(bytes_of<T>(weights), bytes_of<T>(streams)), bytes_of<T>(logits)));
  LanguageModelStages<T> stages{Tensor<T>(weights), Tensor<T>(streams), Tensor<T>(logits), {}, 0};
  T* weight = stages.weights.rows.data();
  for (Index l = 0; l < x.layers; ++l)
    for_heads([&](Index, Index, std::size_t place, Index) {
      const T* const of_head = layer(l, places_.weights) + place;
      for (Index i = 0; i < length_; ++i)
        for (Index j = 0; j < length_; ++j) *weight++ = tiles_.weight(of_head, i, j);
    });
  std::copy_n(stream(0), size_of(streams), stages.streams.rows.data());
  std::copy_n(at(places_.logits), size_of(logits), stages.logits.rows.data());
  return stages;
}

template class LanguageModelPass<float>;
template class LanguageModelPass<double>;

}  // namespace attention::detail
