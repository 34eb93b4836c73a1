// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "attention/detail/language_model/cache.hpp"
#include "attention/detail/language_model/data.hpp"
#include "attention/detail/language_model/head.hpp"
#include "attention/detail/language_model/parameters.hpp"
#include "attention/detail/normalization.hpp"
#include "attention/detail/rotary.hpp"
#include "attention/language_model.hpp"
#include "simd/matmul.hpp"

namespace attention::detail {

/// The offsets of a pass's arrays in one block of memory. N = batch · length is the number of
/// positions, c the width of a position's concatenated queries, keys and values. The residual
/// stream (`streams`) has a vector of d components for each position, to which every layer adds its
/// results. A slope is the gradient of the loss with respect to an array.
class LanguageModelPlaces {
 public:
  LanguageModelPlaces(const LanguageModelLayout& layout, Index batch, Index length,
                      std::uint64_t weights_size, std::uint64_t head_room,
                      std::size_t lane_count) noexcept;

  std::uint64_t all() const noexcept { return size_; }

  // The arrays that each layer has. The offsets count from the start of the layer's part.
  std::uint64_t projected = 0;  ///< shape (N, c): queries, keys and values, concatenated
  std::uint64_t concat = 0;     ///< shape (N, d): the concatenated outputs of the heads
  std::uint64_t middle = 0;  ///< shape (N, d): the stream between attention and feed-forward layer
  std::uint64_t hidden = 0;  ///< shape (N, f): the output of the activation
  std::uint64_t hidden_derivative = 0;  ///< shape (N, f): the derivative of GELU
  std::uint64_t normed = 0;             ///< shape (N, d): the norm of the stream
  std::uint64_t normed_middle = 0;      ///< shape (N, d): the norm of `middle`
  std::uint64_t weights = 0;  ///< the weights of each sequence and head, in the layout of HeadTiles
  std::uint64_t joined = 0;   ///< shape (d, c): W_q, W_k and W_v, concatenated

  std::uint64_t layer_size = 0;
  std::uint64_t layers = 0;
  std::uint64_t streams = 0;          ///< shape (L + 1, N, d): before each layer and after the last
  std::uint64_t normed_end = 0;       ///< shape (N, d): the norm of the last stream
  std::uint64_t logits = 0;           ///< shape (N, V)
  std::uint64_t lanes = 0;            ///< shape (V, lanes): logits of one group of positions
  std::uint64_t room = 0;             ///< scratch memory of HeadTiles
  std::uint64_t slope = 0;            ///< shape (N, d): ∂L/∂stream
  std::uint64_t normed_slope = 0;     ///< shape (N, d): ∂L/∂normed stream
  std::uint64_t concat_slope = 0;     ///< shape (N, d)
  std::uint64_t projected_slope = 0;  ///< shape (N, c)
  std::uint64_t hidden_slope = 0;     ///< shape (N, f)
  std::uint64_t joined_gradient = 0;  ///< shape (d, c)

 private:
  std::uint64_t take(std::uint64_t rows, std::uint64_t cols) noexcept;

  std::uint64_t size_ = 0;
};

/// The forward and the backward pass for batches of one shape, and their memory.
template <class T>
class LanguageModelPass {
 public:
  /// @param layout  must outlive the pass
  /// @param batch, length  ≥ 1
  /// @param positions  positions that a rotary encoding needs, at least `length`
  /// @throws OutOfMemory
  LanguageModelPass(const LanguageModelLayout& layout, Index batch, Index length, Index positions);

  Index batch() const noexcept { return batch_; }
  Index length() const noexcept { return length_; }

  /// @param parameters  all parameters, in the order of the layout
  /// @param tokens      batch · length tokens
  /// @param cache       the earlier positions of each sequence, to which the pass appends its one
  ///     position (length 1); or null
  void forward(const T* parameters, const std::int32_t* tokens,
               LanguageModelCache<T>* cache = nullptr) noexcept;

  /// The logits of the last forward pass, of shape (batch · length, V), until `loss` is called.
  const T* logits() const noexcept { return at(places_.logits); }

  /// Returns the loss of the last forward pass and overwrites the logits with their gradient.
  /// @param loss_rows  receives the loss of each position; may be null
  T loss(const std::int32_t* targets, const std::uint8_t* counts, T* loss_rows) noexcept;

  /// Computes the gradients of all parameters. Call it after `loss`, with the same parameters and
  /// tokens.
  /// @param gradient  receives the gradients, in the order of the parameters
  void backward(const T* parameters, const std::int32_t* tokens, T* gradient) noexcept;

  /// Returns copies of the last forward pass's intermediate results, without losses. Call it before
  /// `loss`, which overwrites the logits.
  /// @throws OutOfMemory
  LanguageModelStages<T> stages() const;

 private:
  T* at(std::uint64_t place) const noexcept { return memory_ + place; }
  T* layer(Index l, std::uint64_t part) const noexcept {
    return memory_ + places_.layers + static_cast<std::uint64_t>(l) * places_.layer_size + part;
  }
  T* stream(Index l) const noexcept { return at(places_.streams) + l * rows_ * width_; }

  simd::Input<T> rows(const T* data, Index cols) const noexcept {
    return {data, size(rows_), size(cols), size(cols)};
  }
  simd::Output<T> to_rows(T* data, Index cols) const noexcept {
    return {data, size(rows_), size(cols), size(cols)};
  }

  simd::Input<T> matrix(const T* list, Index first, Index rows, Index cols) const noexcept {
    return {list + first, size(rows), size(cols), size(cols)};
  }
  simd::Output<T> to_matrix(T* list, Index first, Index rows, Index cols) const noexcept {
    return {list + first, size(rows), size(cols), size(cols)};
  }

  // One of W_q, W_k and W_v: its first entry in the list of parameters, and its first column and
  // its width in the matrix that `join` writes.
  struct Part {
    Index first;
    Index column;
    Index width;
  };
  struct Parts {
    std::array<Part, 3> list;
    std::size_t count;
  };
  Parts parts_of(const LanguageModelLayer& layer) const noexcept;

  bool has_norm() const noexcept { return layout_.options().norm != Normalization::kNone; }
  Centre centre() const noexcept {
    return layout_.options().norm == Normalization::kLayer ? Centre::kMean : Centre::kZero;
  }
  // Returns the address of the norm of x: `to`, or x itself if the model has no norm.
  const T* normed(const T* x, const T* to) const noexcept { return has_norm() ? to : x; }
  const T* normed_end() const noexcept {
    return normed(stream(layout_.options().layers), at(places_.normed_end));
  }

  HeadInputs<T> head(T* projected, Index sequence, Index index) const noexcept;
  // Calls `each` for each sequence and head, with the offsets of the head's weights and output.
  template <class Each>
  void for_heads(const Each& each) const noexcept {
    const auto step = static_cast<std::size_t>(tiles_.weights_size());
    std::size_t weights = 0;
    for (Index b = 0; b < batch_; ++b)
      for (Index h = 0; h < layout_.options().heads; ++h, weights += step)
        each(b, h, weights, b * length_ * width_ + h * layout_.head_width());
  }

  void join(const T* parameters, Index l) noexcept;
  const T* normalise(const T* parameters, const LanguageModelNorm& norm, const T* x,
                     T* to) const noexcept;
  void normalise_backward(const T* parameters, const LanguageModelNorm& norm, const T* x,
                          T* gradient) noexcept;
  void rotate(T* projected, Index first, T sign) const noexcept;
  void attend(const T* parameters, Index l, LanguageModelCache<T>* cache) noexcept;
  void feed_forward(const T* parameters, Index l) noexcept;
  void put_slope(const simd::Input<T>& a, const simd::Input<T>& b) noexcept;
  void attend_backward(const T* parameters, Index l, T* gradient) noexcept;
  void feed_forward_backward(const T* parameters, Index l, T* gradient) noexcept;

  const LanguageModelLayout& layout_;
  Index batch_;
  Index length_;
  Index rows_;     // N, the number of positions: batch · length
  Index width_;    // d, the width of the stream
  Index columns_;  // c, the width of a position's concatenated queries, keys and values
  HeadTiles<T> tiles_;
  LanguageModelPlaces places_;
  std::optional<Rotary<T>> rotary_;
  std::vector<double> norm_gradient_;  // the gradient of the gain, then of the bias, of one norm
  std::unique_ptr<T[]> block_;
  T* memory_;
};

template <class T>
void add_row(const T* from, Index size, T* to) noexcept {
  for (Index c = 0; c < size; ++c) to[c] += from[c];
}

}  // namespace attention::detail
