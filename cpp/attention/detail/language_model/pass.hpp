// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "attention/detail/language_model/data.hpp"
#include "attention/detail/language_model/head.hpp"
#include "attention/detail/language_model/parameters.hpp"

namespace attention::detail {

/// What a forward pass makes on the way. Streams are what the layers add to.
template <class T>
struct LanguageModelStages {
  Tensor<T> weights;    ///< (L, B, h, n, n)
  Tensor<T> streams;    ///< (L + 1, B, n, d): E[tokens] + P, then after each layer
  Tensor<T> logits;     ///< (B, n, V)
  Tensor<T> loss_rows;  ///< (B, n) cross-entropy times count; absent without targets
  T loss = 0;           ///< Σ loss_rows / Σ counts; 0 without targets
};

/// Where the numbers of a pass lie in one block. N positions go through each product at once.
class LanguageModelPlaces {
 public:
  LanguageModelPlaces(const LanguageModelLayout& layout, Index batch, Index length,
                      std::size_t weights_size, std::size_t head_room,
                      std::size_t lane_count) noexcept;

  std::uint64_t all() const noexcept { return size_; }

  // Of a layer, from the layer's own place on.
  std::uint64_t projected = 0;  ///< (N, parts · d) queries, keys and values side by side
  std::uint64_t concat = 0;     ///< (N, d) the heads' outputs
  std::uint64_t middle = 0;     ///< (N, d) the stream between attention and the ReLU layer
  std::uint64_t hidden = 0;     ///< (N, f) what the ReLU lets through
  std::uint64_t weights = 0;    ///< of each sequence and head as HeadTiles has them
  std::uint64_t joined = 0;     ///< (d, parts · d) W_q, W_k and W_v side by side

  std::uint64_t layer_size = 0;
  std::uint64_t layers = 0;
  std::uint64_t streams = 0;          ///< (N, d) before each layer, and after the last
  std::uint64_t logits = 0;           ///< (N, V)
  std::uint64_t lanes = 0;            ///< (V, lanes) logits of some positions side by side
  std::uint64_t room = 0;             ///< of HeadTiles
  std::uint64_t slope = 0;            ///< (N, d) ∂L/∂ the stream
  std::uint64_t concat_slope = 0;     ///< (N, d)
  std::uint64_t projected_slope = 0;  ///< (N, parts · d)
  std::uint64_t hidden_slope = 0;     ///< (N, f)
  std::uint64_t joined_gradient = 0;  ///< (d, parts · d)

 private:
  std::uint64_t take(std::uint64_t rows, std::uint64_t cols) noexcept;

  std::uint64_t size_ = 0;
};

/// The forward and the backward pass for batches of one shape, with the memory of both.
template <class T>
class LanguageModelPass {
 public:
  /// @param layout  outlives the pass
  /// @param batch, length  ≥ 1
  /// @throws OutOfMemory
  LanguageModelPass(const LanguageModelLayout& layout, Index batch, Index length);

  Index batch() const noexcept { return batch_; }
  Index length() const noexcept { return length_; }

  /// @param parameters  all of them, as the layout lays them
  /// @param tokens      batch · length of them
  void forward(const T* parameters, const std::int32_t* tokens) noexcept;

  /// The loss of the last forward pass. Its logits become the loss's gradient by them.
  /// @param loss_rows  where each position's goes, or null
  T loss(const std::int32_t* targets, const std::uint8_t* counts, T* loss_rows) noexcept;

  /// After `loss`, with the same parameters and tokens: all gradients.
  /// @param gradient  as the parameters lie
  void backward(const T* parameters, const std::int32_t* tokens, T* gradient) noexcept;

  /// Copies of what the last forward pass made, without its losses. To be asked for before `loss`.
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

  HeadInputs<T> head(T* projected, Index sequence, Index index) const noexcept;
  template <class Each>
  void for_heads(const Each& each) const noexcept;
  void attend(const T* parameters, Index l) noexcept;
  void attend_backward(const T* parameters, Index l, T* gradient) noexcept;
  void relu_backward(const T* parameters, Index l, T* gradient) noexcept;

  const LanguageModelLayout& layout_;
  Index batch_;
  Index length_;
  Index rows_;   // N = batch · length
  Index width_;  // d
  Index parts_;  // of a projection: 3, or 2 where queries are the keys
  HeadTiles<T> tiles_;
  LanguageModelPlaces places_;
  std::unique_ptr<T[]> block_;
  T* memory_;
};

}  // namespace attention::detail
