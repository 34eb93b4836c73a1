// SPDX-License-Identifier: MIT
// Attention of one head of one sequence, forward and backward, in tiles that fill the vectors: a
// batch has hundreds of heads of a few positions each, for which a matrix product of its own would
// cost more than what it computes.
#pragma once

#include <vector>

#include "attention/detail/matrix.hpp"
#include "attention/detail/simd_view.hpp"
#include "simd/kernels.hpp"

namespace attention::detail {

/// A head's part of a matrix with one row a position.
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

/// softmax(q kᵀ · factor) v for n positions of d components, and its gradient. Makes room once.
template <class T>
class HeadTiles {
 public:
  /// @param n, d  ≥ 1
  HeadTiles(Index n, Index d, bool is_causal, T factor);

  /// Numbers that the weights of a head take, in the order that `weight` reads.
  std::size_t weights_size() const noexcept { return padded_rows_ * columns_; }

  static std::uint64_t bytes(Index n, Index d) noexcept;

  /// @param weights  room for `weights_size()` numbers, which `backward` reads
  void forward(const HeadInputs<T>& x, T* weights, const HeadRows<T>& output) noexcept;

  /// @param output_gradient  (n, d), only read
  /// @param gradient  where ∂L/∂q, ∂L/∂k and ∂L/∂v go. If queries and keys are the same, so is the
  ///                  room for their gradients, which gets the sum
  void backward(const HeadInputs<T>& x, const T* weights, const HeadRows<T>& output_gradient,
                const HeadInputs<T>& gradient) noexcept;

  /// The weight of a key for a query.
  T weight(const T* weights, Index query, Index key) const noexcept {
    return weights[size(key) * columns_ + size(query)];
  }

 private:
  void lay_queries(const HeadRows<T>& x) noexcept;
  void lay_rows(const HeadRows<T>& x) noexcept;
  void multiply_keys(const HeadRows<T>& keys, T* to) noexcept;
  void multiply_queries(const T* weights, const HeadRows<T>& to, bool adds) noexcept;
  void multiply_transposed(const T* weights, const HeadRows<T>& to, bool adds) noexcept;
  void put(const simd::Strided<T>& a, std::size_t rows, const simd::Columns<T>& b,
           std::size_t depth, const HeadRows<T>& to, bool adds) noexcept;
  std::size_t seen(std::size_t group) const noexcept;

  const simd::Kernels<T>& kernel_ = simd::kernels<T>();
  std::size_t n_;
  std::size_t d_;
  bool is_causal_;
  T factor_;
  std::size_t lanes_ = kernel_.tile_cols;
  std::size_t groups_;       // of queries
  std::size_t columns_;      // queries, filled up to whole groups
  std::size_t padded_rows_;  // keys, filled up to whole tiles
  std::size_t tiles_;        // of components
  std::vector<T> queries_;   // of each group (d, lanes)
  std::vector<T> rows_;      // of each tile of components (n, lanes)
  std::vector<T> slopes_;    // ∂L/∂ weights, then logits, as the weights lie
  std::vector<T> edge_;      // a tile's rows where they do not fit in place
};

}  // namespace attention::detail
