// SPDX-License-Identifier: MIT
#include <algorithm>

#include "attention/detail/language_model/activation.hpp"
#include "attention/detail/language_model/pass.hpp"

namespace attention::detail {

// Backward pass of the norm of x. Replaces `normed_slope`, ∂L/∂norm(x), by ∂L/∂x, and adds ∂L/∂x to
// `slope` (∂L/∂stream). Writes the gradients of gain and bias to `gradient`.
template <class T>
void LanguageModelPass<T>::normalise_backward(const T* parameters, const LanguageModelNorm& norm,
                                              const T* x, T* gradient) noexcept {
  const LanguageModelOptions& options = layout_.options();
  const Index d = width_;
  double* const of_gain = norm_gradient_.data();
  double* const of_bias = centre() == Centre::kMean ? of_gain + d : nullptr;
  std::fill(norm_gradient_.begin(), norm_gradient_.end(), 0);
  for (Index r = 0; r < rows_; ++r) {
    T* const slope = at(places_.normed_slope) + r * d;
    norm_row_gradient(centre(), x + r * d, d, parameters + norm.gain, options.norm_epsilon, slope,
                      slope, of_gain, of_bias);
    add_row(slope, d, at(places_.slope) + r * d);
  }
  const auto put = [&](const double* from, Index first) {
    for (Index c = 0; c < d; ++c) gradient[first + c] = static_cast<T>(from[c]);
  };
  put(of_gain, norm.gain);
  if (of_bias != nullptr) put(of_bias, norm.bias);
}

template <class T>
void LanguageModelPass<T>::feed_forward_backward(const T* parameters, Index l,
                                                 T* gradient) noexcept {
  const LanguageModelLayer& in = layout_.layers()[size(l)];
  const Index d = width_;
  const Index f = layout_.options().hidden;
  T* const slope = at(places_.slope);
  T* const hidden_slope = at(places_.hidden_slope);
  const T* const hidden = layer(l, places_.hidden);
  const T* const middle = layer(l, places_.middle);
  simd::transposed_multiply_add(rows(hidden, f), rows(slope, d),
                                to_matrix(gradient, in.W_out, f, d));
  simd::multiply_transposed(rows(slope, d), matrix(parameters, in.W_out, f, d),
                            to_rows(hidden_slope, f));
  activate_backward(layout_.options().activation, size(rows_ * f), hidden,
                    layer(l, places_.hidden_derivative), hidden_slope);
  simd::transposed_multiply_add(rows(normed(middle, layer(l, places_.normed_middle)), d),
                                rows(hidden_slope, f), to_matrix(gradient, in.W_in, d, f));
  put_slope(rows(hidden_slope, f), matrix(parameters, in.W_in, d, f));
  if (has_norm()) normalise_backward(parameters, in.mlp, middle, gradient);
}

template <class T>
void LanguageModelPass<T>::attend_backward(const T* parameters, Index l, T* gradient) noexcept {
  const LanguageModelLayer& in = layout_.layers()[size(l)];
  const Index d = width_;
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
                    {concat_slope + output, size(d)}, head(projected_slope, b, h),
                    h % layout_.group() != 0);
  });
  rotate(projected_slope, 0, T(-1));
  std::fill_n(joined_gradient, d * columns_, T(0));
  simd::transposed_multiply_add(rows(normed(stream(l), layer(l, places_.normed)), d),
                                rows(projected_slope, columns_),
                                to_matrix(joined_gradient, 0, d, columns_));
  const Parts parts = parts_of(in);
  for (std::size_t p = 0; p < parts.count; ++p) {
    const Part& part = parts.list[p];
    for (Index i = 0; i < d; ++i)
      std::copy_n(joined_gradient + i * columns_ + part.column, part.width,
                  gradient + part.first + i * part.width);
  }
  put_slope(rows(projected_slope, columns_), matrix(layer(l, places_.joined), 0, d, columns_));
  if (has_norm()) normalise_backward(parameters, in.att, stream(l), gradient);
}

// Stores a·bᵀ, the gradient of the input of attention or of the feed-forward layer. Without a norm,
// adds it to `slope` (∂L/∂stream); with a norm, writes it to `normed_slope`.
template <class T>
void LanguageModelPass<T>::put_slope(const simd::Input<T>& a, const simd::Input<T>& b) noexcept {
  if (has_norm())
    simd::multiply_transposed(a, b, to_rows(at(places_.normed_slope), width_));
  else
    simd::multiply_transposed_add(a, b, to_rows(at(places_.slope), width_));
}

template <class T>
void LanguageModelPass<T>::backward(const T* parameters, const std::int32_t* tokens,
                                    T* gradient) noexcept {
  const LanguageModelOptions& x = layout_.options();
  const auto logits_slope = rows(at(places_.logits), x.vocabulary);
  T* const slope = at(places_.slope);
  std::fill_n(gradient, layout_.size(), T(0));
  const auto end = rows(normed_end(), width_);
  const auto to = to_rows(has_norm() ? at(places_.normed_slope) : slope, width_);
  if (x.has_tied_output) {
    simd::transposed_multiply_add(logits_slope, end,
                                  to_matrix(gradient, layout_.E(), x.vocabulary, width_));
    simd::multiply(logits_slope, matrix(parameters, layout_.E(), x.vocabulary, width_), to);
  } else {
    simd::transposed_multiply_add(end, logits_slope,
                                  to_matrix(gradient, layout_.U(), width_, x.vocabulary));
    simd::multiply_transposed(logits_slope, matrix(parameters, layout_.U(), width_, x.vocabulary),
                              to);
  }
  if (has_norm()) {
    std::fill_n(slope, rows_ * width_, T(0));
    normalise_backward(parameters, layout_.end(), stream(x.layers), gradient);
  }
  for (Index l = x.layers; l-- > 0;) {
    if (x.hidden > 0) feed_forward_backward(parameters, l, gradient);
    attend_backward(parameters, l, gradient);
  }
  for (Index r = 0; r < rows_; ++r) {
    const T* const row = slope + r * width_;
    add_row(row, width_, gradient + layout_.E() + tokens[r] * width_);
    if (layout_.has_P()) add_row(row, width_, gradient + layout_.P() + r % length_ * width_);
  }
}

#define ATTENTION_INSTANTIATE_BACKWARD(T) \
  template void LanguageModelPass<T>::backward(const T*, const std::int32_t*, T*) noexcept;
ATTENTION_INSTANTIATE_BACKWARD(float)
ATTENTION_INSTANTIATE_BACKWARD(double)
#undef ATTENTION_INSTANTIATE_BACKWARD

}  // namespace attention::detail
