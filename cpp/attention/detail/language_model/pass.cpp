// SPDX-License-Identifier: MIT
#include "attention/detail/language_model/pass.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "attention/detail/logarithm.hpp"
#include "attention/detail/memory.hpp"
#include "attention/detail/product.hpp"

namespace attention::detail {
namespace {

template <class T>
T factor_of(const LanguageModelLayout& layout) {
  return layout.options().is_scaled
             ? static_cast<T>(1 / std::sqrt(static_cast<double>(layout.head_width())))
             : T(1);
}

// Refuses a batch whose memory no machine has; what is free now the allocations find out.
template <class T>
const LanguageModelLayout& checked(const LanguageModelLayout& layout, Index batch, Index length) {
  const LanguageModelOptions& x = layout.options();
  const auto wide = [](Index n) { return static_cast<std::uint64_t>(n); };
  const std::uint64_t rows = multiply_bytes(wide(batch), length);
  const std::uint64_t head = HeadTiles<T>::bytes(length, layout.head_width());
  const std::uint64_t weights = multiply_bytes(multiply_bytes(head, batch), x.heads);
  const std::uint64_t layer =
      add_bytes(weights, multiply_bytes(sizeof(T) * rows, wide(6 * x.width + x.hidden)));
  const std::uint64_t rest =
      multiply_bytes(sizeof(T) * rows, wide(6 * x.width + x.hidden + x.vocabulary));
  require_memory(add_bytes(multiply_bytes(layer, x.layers), add_bytes(rest, head)));
  return layout;
}

template <class T>
void copy(const Matrix<T>& from, Matrix<T>& to) noexcept {
  std::memcpy(to.data(), from.data(), static_cast<std::size_t>(from.size()) * sizeof(T));
}

template <class T>
void add_row(const T* from, Index size, T* to) noexcept {
  for (Index c = 0; c < size; ++c) to[c] += from[c];
}

}  // namespace

template <class T>
LanguageModelPass<T>::LanguageModelPass(const LanguageModelLayout& layout, Index batch,
                                        Index length)
    : layout_(checked<T>(layout, batch, length)),
      batch_(batch),
      length_(length),
      rows_(batch * length),
      parts_(layout.options().is_tied ? 2 : 3),
      tiles_(length, layout.head_width(), layout.options().is_causal, factor_of<T>(layout)) {
  const LanguageModelOptions& x = layout.options();
  const Index d = x.width;
  const std::size_t heads = static_cast<std::size_t>(batch * x.heads);
  layers_.resize(static_cast<std::size_t>(x.layers));
  for (Layer& layer : layers_) {
    layer.projected.resize(rows_, parts_ * d);
    layer.concat.resize(rows_, d);
    layer.weights.resize(heads * tiles_.weights_size());
    if (x.hidden == 0) continue;
    layer.middle.resize(rows_, d);
    layer.hidden.resize(rows_, x.hidden);
  }
  streams_.assign(layers_.size() + 1, Matrix<T>(rows_, d));
  logits_.resize(rows_, x.vocabulary);
  lanes_.resize(size(x.vocabulary) * simd::kernels<T>().tile_cols);
  joined_.resize(d, parts_ * d);
  joined_gradient_.resize(d, parts_ * d);
  slope_.resize(rows_, d);
  concat_slope_.resize(rows_, d);
  projected_slope_.resize(rows_, parts_ * d);
  hidden_slope_.resize(x.hidden > 0 ? rows_ : 0, x.hidden);
  turned_.resize(std::max(parts_ * d, x.hidden), d);
}

// The parts of a head lie side by side in one matrix; where queries are the keys, there are two.
template <class T>
HeadInputs<T> LanguageModelPass<T>::head(Matrix<T>& projected, Index sequence,
                                         Index index) const noexcept {
  const Index d = layout_.options().width;
  const auto stride = size(projected.cols());
  T* const queries =
      projected.data() + sequence * length_ * projected.cols() + index * layout_.head_width();
  return {{queries, stride},
          {queries + (parts_ - 2) * d, stride},
          {queries + (parts_ - 1) * d, stride}};
}

template <class T>
template <class Each>
void LanguageModelPass<T>::for_heads(Matrix<T>& concat, const Each& each) noexcept {
  const LanguageModelOptions& x = layout_.options();
  std::size_t place = 0;
  for (Index b = 0; b < batch_; ++b)
    for (Index h = 0; h < x.heads; ++h, place += tiles_.weights_size())
      each(b, h, place,
           HeadRows<T>{concat.data() + b * length_ * x.width + h * layout_.head_width(),
                       size(x.width)});
}

template <class T>
void LanguageModelPass<T>::join(const T* parameters, const LanguageModelLayer& at) noexcept {
  const Index d = layout_.options().width;
  const Index places[] = {at.W_q, at.W_k, at.W_v};
  for (Index part = 0; part < parts_; ++part)
    joined_.middleCols(part * d, d) =
        of(parameters, places[part + (part > 0 ? 3 - parts_ : 0)], d, d);
}

template <class T>
void LanguageModelPass<T>::attend(const T* parameters, std::size_t l) noexcept {
  const LanguageModelLayer& at = layout_.layers()[l];
  const Index d = layout_.options().width;
  const Index f = layout_.options().hidden;
  Layer& layer = layers_[l];
  join(parameters, at);
  multiply<T>(streams_[l], joined_, layer.projected);
  for_heads(layer.concat, [&](Index b, Index h, std::size_t place, const HeadRows<T>& output) {
    tiles_.forward(head(layer.projected, b, h), &layer.weights[place], output);
  });
  Matrix<T>& middle = f > 0 ? layer.middle : streams_[l + 1];
  copy(streams_[l], middle);
  multiply_add<T>(layer.concat, of(parameters, at.W_o, d, d), middle);
  if (f == 0) return;
  multiply<T>(middle, of(parameters, at.W_in, d, f), layer.hidden);
  // NaN stays.
  for (T *x = layer.hidden.data(), *end = x + layer.hidden.size(); x != end; ++x)
    if (*x < 0) *x = 0;
  copy(middle, streams_[l + 1]);
  multiply_add<T>(layer.hidden, of(parameters, at.W_out, f, d), streams_[l + 1]);
}

template <class T>
void LanguageModelPass<T>::forward(const T* parameters, const std::int32_t* tokens) noexcept {
  const LanguageModelOptions& x = layout_.options();
  const Index d = x.width;
  for (Index r = 0; r < rows_; ++r) {
    T* const row = streams_[0].data() + r * d;
    std::copy_n(parameters + layout_.E() + tokens[r] * d, d, row);
    if (x.positions > 0) add_row(parameters + layout_.P() + r % length_ * d, d, row);
  }
  for (std::size_t l = 0; l < layers_.size(); ++l) attend(parameters, l);
  multiply<T>(streams_.back(), of(parameters, layout_.U(), d, x.vocabulary), logits_);
}

// A position is a lane: rows of a few logits would be half-filled vectors.
template <class T>
T LanguageModelPass<T>::loss(const std::int32_t* targets, const std::uint8_t* counts,
                             T* loss_rows) noexcept {
  const simd::Kernels<T>& kernel = simd::kernels<T>();
  const auto V = size(logits_.cols());
  const auto all = size(rows_);
  const auto counted = static_cast<double>(std::count(counts, counts + rows_, 1));
  double sum = 0;
  for (std::size_t first = 0; first < all; first += kernel.tile_cols) {
    const std::size_t lanes = std::min(kernel.tile_cols, all - first);
    T* const logits = logits_.data() + first * V;
    T largest[simd::kMostTileCols<T>];
    T sums[simd::kMostTileCols<T>] = {};
    std::fill_n(largest, kernel.tile_cols, -std::numeric_limits<T>::infinity());
    kernel.pack({logits, V, 1}, lanes, V, lanes_.data());
    kernel.soften(lanes_.data(), V, T(1), largest, sums, nullptr, 0);
    for (std::size_t i = 0; i < lanes; ++i) {
      const std::size_t r = first + i;
      const T target = logits[i * V + static_cast<std::size_t>(targets[r])];
      const T cost = counts[r] == 0 ? T(0) : natural_log(sums[i]) - (target - largest[i]);
      if (loss_rows != nullptr) loss_rows[r] = cost;
      sum += static_cast<double>(cost);
      sums[i] =
          counts[r] == 0 ? std::numeric_limits<T>::infinity() : sums[i] * static_cast<T>(counted);
    }
    kernel.normalise(lanes_.data(), V, sums);
    kernel.unpack(lanes_.data(), lanes, V, logits, V);
    for (std::size_t i = 0; i < lanes; ++i)
      if (counts[first + i] != 0)
        logits[i * V + static_cast<std::size_t>(targets[first + i])] -= static_cast<T>(1 / counted);
  }
  return static_cast<T>(sum / counted);
}

template <class T>
void LanguageModelPass<T>::relu_backward(const T* parameters, std::size_t l, T* gradient) noexcept {
  const LanguageModelLayer& at = layout_.layers()[l];
  const Index d = layout_.options().width;
  const Index f = layout_.options().hidden;
  const Layer& layer = layers_[l];
  const auto to = [gradient](Index first, Index rows, Index cols) {
    return Eigen::Map<Matrix<T>>(gradient + first, rows, cols);
  };
  transposed_multiply_add<T>(layer.hidden, slope_, to(at.W_out, f, d));
  multiply_transposed<T>(slope_, of(parameters, at.W_out, f, d), hidden_slope_);
  const T* const hidden = layer.hidden.data();
  for (Index e = 0; e < hidden_slope_.size(); ++e)
    if (hidden[e] == 0) hidden_slope_.data()[e] = 0;
  transposed_multiply_add<T>(layer.middle, hidden_slope_, to(at.W_in, d, f));
  turned_.topRows(f) = of(parameters, at.W_in, d, f).transpose();
  multiply_add<T>(hidden_slope_, turned_.topRows(f), slope_);
}

template <class T>
void LanguageModelPass<T>::attend_backward(const T* parameters, std::size_t l,
                                           T* gradient) noexcept {
  const LanguageModelLayer& at = layout_.layers()[l];
  const Index d = layout_.options().width;
  Layer& layer = layers_[l];
  const auto to = [gradient, d](Index first) {
    return Eigen::Map<Matrix<T>>(gradient + first, d, d);
  };
  transposed_multiply_add<T>(layer.concat, slope_, to(at.W_o));
  multiply_transposed<T>(slope_, of(parameters, at.W_o, d, d), concat_slope_);
  for_heads(concat_slope_, [&](Index b, Index h, std::size_t place, const HeadRows<T>& slope) {
    tiles_.backward(head(layer.projected, b, h), &layer.weights[place], slope,
                    head(projected_slope_, b, h));
  });
  joined_gradient_.setZero();
  transposed_multiply_add<T>(streams_[l], projected_slope_, joined_gradient_);
  const Index places[] = {at.W_q, at.W_k, at.W_v};
  for (Index part = 0; part < parts_; ++part)
    to(places[part + (part > 0 ? 3 - parts_ : 0)]) = joined_gradient_.middleCols(part * d, d);
  join(parameters, at);
  turned_.topRows(parts_ * d) = joined_.transpose();
  multiply_add<T>(projected_slope_, turned_.topRows(parts_ * d), slope_);
}

template <class T>
void LanguageModelPass<T>::backward(const T* parameters, const std::int32_t* tokens,
                                    T* gradient) noexcept {
  const LanguageModelOptions& x = layout_.options();
  const Index d = x.width;
  std::fill_n(gradient, layout_.size(), T(0));
  transposed_multiply_add<T>(streams_.back(), logits_,
                             Eigen::Map<Matrix<T>>(gradient + layout_.U(), d, x.vocabulary));
  multiply_transposed<T>(logits_, of(parameters, layout_.U(), d, x.vocabulary), slope_);
  for (std::size_t l = layers_.size(); l-- > 0;) {
    if (x.hidden > 0) relu_backward(parameters, l, gradient);
    attend_backward(parameters, l, gradient);
  }
  for (Index r = 0; r < rows_; ++r) {
    const T* const row = slope_.data() + r * d;
    add_row(row, d, gradient + layout_.E() + tokens[r] * d);
    if (x.positions > 0) add_row(row, d, gradient + layout_.P() + r % length_ * d);
  }
}

template <class T>
LanguageModelStages<T> LanguageModelPass<T>::stages() const {
  const LanguageModelOptions& x = layout_.options();
  LanguageModelStages<T> stages;
  const Shape weights = {x.layers, batch_, x.heads, length_, length_};
  const Shape streams = {x.layers + 1, batch_, length_, x.width};
  require_memory(add_bytes(bytes_of<T>(weights), bytes_of<T>(streams)));
  stages.weights = Tensor<T>(weights);
  T* weight = stages.weights.rows.data();
  for (const Layer& layer : layers_)
    for (std::size_t place = 0; place < layer.weights.size(); place += tiles_.weights_size())
      for (Index i = 0; i < length_; ++i)
        for (Index j = 0; j < length_; ++j) *weight++ = tiles_.weight(&layer.weights[place], i, j);
  stages.streams = Tensor<T>(streams);
  for (std::size_t l = 0; l < streams_.size(); ++l)
    stages.streams.rows.middleRows(static_cast<Index>(l) * rows_, rows_) = streams_[l];
  stages.logits = {Shape{batch_, length_, x.vocabulary}, logits_};
  return stages;
}

template class LanguageModelPass<float>;
template class LanguageModelPass<double>;

}  // namespace attention::detail
