// SPDX-License-Identifier: MIT
#include "attention/detail/language_model/cache.hpp"

#include <algorithm>

#include "attention/detail/memory.hpp"
#include "attention/detail/shape.hpp"
#include "simd/matmul.hpp"
#include "simd/row.hpp"

namespace attention::detail {
namespace {

// The number of positions, rounded up to whole tiles of the SIMD kernels.
template <class T>
Index padded(Index positions) noexcept {
  const auto tile = static_cast<Index>(simd::kernels<T>().tile_cols);
  return (positions + tile - 1) / tile * tile;
}

}  // namespace

template <class T>
LanguageModelCache<T>::LanguageModelCache(const LanguageModelLayout& layout, const T* parameters,
                                          Index sequences, Index capacity)
    : layout_(layout), sequences_(sequences), capacity_(capacity) {
  const Index columns = padded<T>(capacity);
  const std::uint64_t lists = multiply_bytes(size(sequences), layout.options().layers);
  const std::uint64_t rows = multiply_bytes(lists, columns);
  const std::uint64_t cached =
      multiply_bytes(multiply_bytes(2 * sizeof(T), rows), layout.kv_width());
  const LanguageModelOptions& x = layout.options();
  const std::uint64_t turned =
      multiply_bytes(sizeof(T) * size(x.width), x.has_tied_output ? x.vocabulary : 0);
  require_memory(
      add_bytes(add_bytes(cached, turned),
                multiply_bytes(sizeof(T) * size(layout.group()), columns + layout.head_width())));
  keys_.resize(static_cast<Index>(lists) * layout.kv_width(), columns);
  std::fill_n(keys_.data(), keys_.size(), T(0));
  values_.resize(static_cast<Index>(lists) * capacity, layout.kv_width());
  queries_.resize(layout.group(), layout.head_width());
  weights_.resize(layout.group(), columns);
  if (!x.has_tied_output) return;
  turned_.resize(x.width, x.vocabulary);
  const T* entry = parameters + layout.E();
  for (Index token = 0; token < x.vocabulary; ++token)
    for (Index e = 0; e < x.width; ++e) turned_(e, token) = *entry++;
}

template <class T>
void LanguageModelCache<T>::attend(Index l, const T* projected, Index columns, T* concat) noexcept {
  const LanguageModelOptions& x = layout_.options();
  const Index width = layout_.head_width();
  const Index kv_width = layout_.kv_width();
  const Index group = layout_.group();
  const Index count = length_ + 1;
  const Index scores = padded<T>(count);
  const auto factor = static_cast<T>(layout_.factor());
  for (Index b = 0; b < sequences_; ++b) {
    const T* const row = projected + b * columns;
    const Index list = l * sequences_ + b;
    const T* const key = row + (x.is_tied ? 0 : x.width);
    for (Index e = 0; e < kv_width; ++e) keys_(list * kv_width + e, length_) = key[e];
    const Index first = list * capacity_;
    std::copy_n(row + columns - kv_width, kv_width, values_.row(first + length_).data());
    for (Index k = 0; k < layout_.kv_heads(); ++k) {
      // Scales queries, not scores, because q·k may overflow although the scaled score does not.
      const T* const queries = row + k * group * width;
      for (Index e = 0; e < group * width; ++e) queries_.data()[e] = queries[e] * factor;
      simd::multiply<T>({queries_.data(), size(group), size(width), size(width)},
                        {keys_.row(list * kv_width + k * width).data(), size(width), size(scores),
                         size(keys_.cols())},
                        {weights_.data(), size(group), size(scores), size(keys_.cols())});
      for (Index h = 0; h < group; ++h) {
        T* const weights = weights_.row(h).data();
        if (const auto slope = static_cast<T>(layout_.slope(k * group + h)); slope != 0)
          for (Index j = 0; j < count; ++j) weights[j] -= slope * static_cast<T>(length_ - j);
        simd::softmax<T>(std::span<const T>(weights, size(count)),
                         std::span<T>(weights, size(count)));
      }
      simd::multiply<T>(
          {weights_.data(), size(group), size(count), size(keys_.cols())},
          {values_.row(first).data() + k * width, size(count), size(width), size(kv_width)},
          {concat + b * x.width + k * group * width, size(group), size(width), size(width)});
    }
  }
}

template class LanguageModelCache<float>;
template class LanguageModelCache<double>;

}  // namespace attention::detail
