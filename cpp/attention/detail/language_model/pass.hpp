// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

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

/// The forward and the backward pass for batches of one shape, with the memory of both. All
/// positions of a batch go through each product at once.
template <class T>
class LanguageModelPass {
 public:
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
  struct Layer {
    Matrix<T> projected;     // (N, 3 d) queries, keys, values side by side; (N, 2 d) where tied
    Matrix<T> concat;        // (N, d) the heads' outputs
    Matrix<T> middle;        // (N, d) the stream between attention and the ReLU layer
    Matrix<T> hidden;        // (N, f) what the ReLU lets through
    std::vector<T> weights;  // of each sequence and head as HeadTiles has them
  };

  using Map = Eigen::Map<const Matrix<T>>;

  Map of(const T* list, Index first, Index rows, Index cols) const noexcept {
    return Map(list + first, rows, cols);
  }
  HeadInputs<T> head(Matrix<T>& projected, Index sequence, Index head) const noexcept;
  template <class Each>
  void for_heads(Matrix<T>& concat, const Each& each) noexcept;
  void join(const T* parameters, const LanguageModelLayer& at) noexcept;
  void attend(const T* parameters, std::size_t l) noexcept;
  void attend_backward(const T* parameters, std::size_t l, T* gradient) noexcept;
  void relu_backward(const T* parameters, std::size_t l, T* gradient) noexcept;

  const LanguageModelLayout& layout_;
  Index batch_;
  Index length_;
  Index rows_;   // N = batch · length
  Index parts_;  // of a projection: 3, or 2 where queries are the keys
  HeadTiles<T> tiles_;
  std::vector<Layer> layers_;
  std::vector<Matrix<T>> streams_;  // before each layer, and after the last
  Matrix<T> logits_;
  std::vector<T> lanes_;       // (V, lanes) logits of some positions side by side
  Matrix<T> joined_;           // (d, parts · d) W_q, W_k and W_v side by side
  Matrix<T> joined_gradient_;  // likewise
  Matrix<T> turned_;           // a transposed matrix
  Matrix<T> slope_;            // ∂L/∂ the stream
  Matrix<T> concat_slope_;
  Matrix<T> projected_slope_;
  Matrix<T> hidden_slope_;
};

}  // namespace attention::detail
