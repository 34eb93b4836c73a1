// SPDX-License-Identifier: MIT
#include "attention/detail/language_model/cache.hpp"

#include <algorithm>

#include "attention/detail/memory.hpp"
#include "attention/detail/simd_view.hpp"
#include "simd/matmul.hpp"
#include "simd/row.hpp"

namespace attention::detail {

template <class T>
LanguageModelCache<T>::LanguageModelCache(const LanguageModelLayout& layout, Index sequences,
                                          Index capacity)
    : layout_(layout), sequences_(sequences), capacity_(capacity) {
  const std::uint64_t rows =
      multiply_bytes(multiply_bytes(size(sequences), layout.options().layers), capacity);
  const std::uint64_t cached =
      multiply_bytes(multiply_bytes(2 * sizeof(T), rows), layout.kv_width());
  require_memory(add_bytes(
      cached, multiply_bytes(sizeof(T) * size(layout.group()), capacity + layout.head_width())));
  keys_.resize(static_cast<Index>(rows), layout.kv_width());
  values_.resize(static_cast<Index>(rows), layout.kv_width());
  queries_.resize(layout.group(), layout.head_width());
  weights_.resize(layout.group(), capacity);
}

template <class T>
void LanguageModelCache<T>::attend(Index l, const T* projected, Index columns, T* concat) noexcept {
  const LanguageModelOptions& x = layout_.options();
  const Index width = layout_.head_width();
  const Index kv_width = layout_.kv_width();
  const Index group = layout_.group();
  const Index count = length_ + 1;
  const auto factor = static_cast<T>(layout_.factor());
  for (Index b = 0; b < sequences_; ++b) {
    const T* const row = projected + b * columns;
    const Index first = (l * sequences_ + b) * capacity_;
    std::copy_n(row + (x.is_tied ? 0 : x.width), kv_width, keys_.row(first + length_).data());
    std::copy_n(row + columns - kv_width, kv_width, values_.row(first + length_).data());
    for (Index k = 0; k < layout_.kv_heads(); ++k) {
      const auto cached = [&](const Matrix<T>& of) {
        return simd::Input<T>{of.row(first).data() + k * width, size(count), size(width),
                              size(kv_width)};
      };
      // Scales the queries instead of the scores, as HeadTiles does.
      const T* const queries = row + k * group * width;
      for (Index e = 0; e < group * width; ++e) queries_.data()[e] = queries[e] * factor;
      simd::multiply_transposed<T>({queries_.data(), size(group), size(width), size(width)},
                                   cached(keys_),
                                   {weights_.data(), size(group), size(count), size(capacity_)});
      for (Index h = 0; h < group; ++h) {
        T* const weights = weights_.row(h).data();
        if (const auto slope = static_cast<T>(layout_.slope(k * group + h)); slope != 0)
          for (Index j = 0; j < count; ++j) weights[j] -= slope * static_cast<T>(length_ - j);
        simd::softmax<T>(std::span<const T>(weights, size(count)),
                         std::span<T>(weights, size(count)));
      }
      simd::multiply<T>(
          {weights_.data(), size(group), size(count), size(capacity_)}, cached(values_),
          {concat + b * x.width + k * group * width, size(group), size(width), size(width)});
    }
  }
}

template class LanguageModelCache<float>;
template class LanguageModelCache<double>;

}  // namespace attention::detail
