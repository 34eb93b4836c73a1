// SPDX-License-Identifier: MIT
#include <algorithm>

#include "attention/detail/language_model/activation.hpp"
#include "attention/detail/language_model/pass.hpp"

namespace attention::detail {

// Copies W_q, W_k and W_v of layer l side by side into one matrix, so that one product computes all
// three projections.
template <class T>
void LanguageModelPass<T>::join(const T* parameters, Index l) noexcept {
  T* const joined = layer(l, places_.joined);
  const Parts parts = parts_of(layout_.layers()[size(l)]);
  for (std::size_t p = 0; p < parts.count; ++p) {
    const Part& part = parts.list[p];
    for (Index i = 0; i < width_; ++i)
      std::copy_n(parameters + part.first + i * part.width, part.width,
                  joined + i * columns_ + part.column);
  }
}

// Writes the norm of every row of x to `to` and returns `to`. Without a norm, returns x.
template <class T>
const T* LanguageModelPass<T>::normalise(const T* parameters, const LanguageModelNorm& norm,
                                         const T* x, T* to) const noexcept {
  const LanguageModelOptions& options = layout_.options();
  const Index d = width_;
  const T* const bias = centre() == Centre::kMean ? parameters + norm.bias : nullptr;
  for (Index r = 0; has_norm() && r < rows_; ++r)
    norm_row(centre(), x + r * d, d, parameters + norm.gain, bias, options.norm_epsilon,
             to + r * d);
  return normed(x, to);
}

// Rotates the queries and keys of every position. The first position of each sequence is `first`.
template <class T>
void LanguageModelPass<T>::rotate(T* projected, Index first, T sign) const noexcept {
  if (!rotary_) return;
  const Index width = layout_.head_width();
  const Index heads =
      layout_.options().heads + (layout_.options().is_tied ? 0 : layout_.kv_heads());
  for (Index r = 0; r < rows_; ++r)
    for (Index h = 0; h < heads; ++h)
      rotary_->rotate(projected + r * columns_ + h * width, first + r % length_, sign);
}

template <class T>
void LanguageModelPass<T>::attend(const T* parameters, Index l,
                                  LanguageModelCache<T>* cache) noexcept {
  const LanguageModelLayer& in = layout_.layers()[size(l)];
  const Index d = width_;
  T* const projected = layer(l, places_.projected);
  T* const concat = layer(l, places_.concat);
  const Index first = cache == nullptr ? 0 : cache->length();
  // Only the first position needs `join`: the parameters do not change while a cache is in use.
  if (first == 0) join(parameters, l);
  const T* const x = normalise(parameters, in.att, stream(l), layer(l, places_.normed));
  simd::multiply(rows(x, d), matrix(layer(l, places_.joined), 0, d, columns_),
                 to_rows(projected, columns_));
  rotate(projected, first, T(1));
  if (cache != nullptr)
    cache->attend(l, projected, columns_, concat);
  else
    for_heads([&](Index b, Index h, std::size_t weights, Index output) {
      tiles_.forward(head(projected, b, h), layer(l, places_.weights) + weights,
                     {concat + output, size(d)}, static_cast<T>(layout_.slope(h)));
    });
  T* const to = layout_.options().hidden > 0 ? layer(l, places_.middle) : stream(l + 1);
  std::copy_n(stream(l), rows_ * d, to);
  simd::multiply_add(rows(concat, d), matrix(parameters, in.W_o, d, d), to_rows(to, d));
}

template <class T>
void LanguageModelPass<T>::feed_forward(const T* parameters, Index l) noexcept {
  const LanguageModelLayer& in = layout_.layers()[size(l)];
  const Index d = width_;
  const Index f = layout_.options().hidden;
  const T* const middle = layer(l, places_.middle);
  T* const hidden = layer(l, places_.hidden);
  const T* const x = normalise(parameters, in.mlp, middle, layer(l, places_.normed_middle));
  simd::multiply(rows(x, d), matrix(parameters, in.W_in, d, f), to_rows(hidden, f));
  activate(layout_.options().activation, size(rows_ * f), hidden,
           layer(l, places_.hidden_derivative));
  std::copy_n(middle, rows_ * d, stream(l + 1));
  simd::multiply_add(rows(hidden, f), matrix(parameters, in.W_out, f, d),
                     to_rows(stream(l + 1), d));
}

template <class T>
void LanguageModelPass<T>::forward(const T* parameters, const std::int32_t* tokens,
                                   LanguageModelCache<T>* cache) noexcept {
  const LanguageModelOptions& x = layout_.options();
  const Index first = cache == nullptr ? 0 : cache->length();
  for (Index r = 0; r < rows_; ++r) {
    T* const row = stream(0) + r * width_;
    std::copy_n(parameters + layout_.E() + tokens[r] * width_, width_, row);
    if (layout_.has_P())
      add_row(parameters + layout_.P() + (first + r % length_) * width_, width_, row);
  }
  for (Index l = 0; l < x.layers; ++l) {
    attend(parameters, l, cache);
    if (x.hidden > 0) feed_forward(parameters, l);
  }
  const auto end =
      rows(normalise(parameters, layout_.end(), stream(x.layers), at(places_.normed_end)), width_);
  const auto logits = to_rows(at(places_.logits), x.vocabulary);
  const T* const turned = cache == nullptr ? nullptr : cache->turned();
  if (x.has_tied_output && turned == nullptr)
    simd::multiply_transposed(end, matrix(parameters, layout_.E(), x.vocabulary, width_), logits);
  else
    simd::multiply(end,
                   turned == nullptr ? matrix(parameters, layout_.U(), width_, x.vocabulary)
                                     : matrix(turned, 0, width_, x.vocabulary),
                   logits);
  if (cache != nullptr) cache->advance();
}

#define ATTENTION_INSTANTIATE_FORWARD(T)                                     \
  template void LanguageModelPass<T>::rotate(T*, Index, T) const noexcept;   \
  template void LanguageModelPass<T>::forward(const T*, const std::int32_t*, \
                                              LanguageModelCache<T>*) noexcept;
ATTENTION_INSTANTIATE_FORWARD(float)
ATTENTION_INSTANTIATE_FORWARD(double)
#undef ATTENTION_INSTANTIATE_FORWARD

}  // namespace attention::detail
