// SPDX-License-Identifier: MIT
// Attention for one head of one sequence, forward and backward, in blocks that fill the SIMD
// vectors. A batch has hundreds of heads with a few positions each. For products that small, a call
// of a general matrix product would cost more than the arithmetic.
#pragma once

#include "attention/detail/matrix.hpp"
#include "attention/detail/memory.hpp"
#include "attention/detail/shape.hpp"
#include "simd/kernels.hpp"

namespace attention::detail {

/// A head's columns of a matrix that has one row for each position; `stride` is the number of
/// entries between the starts of rows.
template <class T>
struct HeadRows {
  T* data;
  std::size_t stride;
};

/// Queries, keys and values of one head, or their gradients.
template <class T>
struct HeadInputs {
  HeadRows<T> queries;
  HeadRows<T> keys;
  HeadRows<T> values;
};

/// Computes softmax(q kᵀ · factor + bias) v for n positions of d components, and its gradient.
template <class T>
class HeadTiles {
 public:
  /// @param n, d  ≥ 1
  HeadTiles(Index n, Index d, bool is_causal, T factor) noexcept;

  /// Returns the number of stored weights of a head, including padding; `weight` reads one of them.
  /// If the number overflows, the result is `kTooManyBytes` (memory.hpp).
  std::uint64_t weights_size() const noexcept { return multiply_bytes(padded_rows_, columns_); }

  /// `room` returns the size of the scratch memory in numbers of T, or `kTooManyBytes`; `use` sets
  /// the address of this memory. Call `use` before the first call of `forward`.
  /// @{
  std::uint64_t room() const noexcept;
  void use(T* room) noexcept;
  /// @}

  /// @param weights  receives the weights, `weights_size()` numbers, which `backward` needs
  /// @param slope    the bias of query i and key j is −slope · |i − j|
  void forward(const HeadInputs<T>& x, T* weights, const HeadRows<T>& output, T slope) noexcept;

  /// @param output_gradient  ∂L/∂output, of shape (n, d); not changed
  /// @param gradient  receives ∂L/∂q, ∂L/∂k and ∂L/∂v. If queries and keys share memory, their
  ///     gradients must share it too and receive the sum
  /// @param adds  whether ∂L/∂k and ∂L/∂v are added to the entries of `gradient` or replace them
  void backward(const HeadInputs<T>& x, const T* weights, const HeadRows<T>& output_gradient,
                const HeadInputs<T>& gradient, bool adds) noexcept;

  T weight(const T* weights, Index query, Index key) const noexcept {
    return weights[size(key) * columns_ + size(query)];
  }

 private:
  void lay_queries(const HeadRows<T>& x) noexcept;
  void lay_rows(const HeadRows<T>& x) noexcept;
  void multiply_keys(const HeadRows<T>& keys, T* to) noexcept;
  void multiply_queries(const T* weights, const HeadRows<T>& to) noexcept;
  void multiply_transposed(const T* weights, const HeadRows<T>& to, bool adds) noexcept;
  void put(const simd::Strided<T>& a, std::size_t rows, std::size_t first, std::size_t depth, T* to,
           std::size_t stride, bool adds) noexcept;
  void add_bias(T* weights, T slope) const noexcept;
  std::size_t seen(std::size_t group) const noexcept;

  const simd::Kernels<T>& kernel_ = simd::kernels<T>();
  std::size_t n_;
  std::size_t d_;
  bool is_causal_;
  T factor_;
  std::size_t lanes_ = kernel_.tile_cols;
  std::size_t groups_;       // number of groups of `lanes_` queries
  std::size_t columns_;      // number of queries, padded to whole groups
  std::size_t padded_rows_;  // number of keys, padded to whole tiles
  std::size_t tiles_;        // number of tiles of `lanes_` components
  T* slopes_ = nullptr;      // ∂L/∂weights, then ∂L/∂logits, in the layout of the weights
  T* queries_ = nullptr;     // packed queries, shape (groups, d, lanes)
  T* rows_ = nullptr;        // packed rows, such as values: shape (tiles, n, lanes)
  T* edge_ = nullptr;        // scratch for a tile that is larger than its destination
};

}  // namespace attention::detail
