// SPDX-License-Identifier: MIT
#include "attention/detail/language_model/head.hpp"

#include <algorithm>
#include <limits>

#include "attention/detail/memory.hpp"

namespace attention::detail {
namespace {

std::size_t round_up(std::size_t n, std::size_t step) noexcept {
  return (n + step - 1) / step * step;
}

}  // namespace

// Weights lie as (keys, queries): a query is a lane, so that a softmax needs no sum across lanes.
// Of what a causal mask hides, only the tiles on the diagonal are computed.
template <class T>
HeadTiles<T>::HeadTiles(Index n, Index d, bool is_causal, T factor)
    : n_(size(n)),
      d_(size(d)),
      is_causal_(is_causal),
      factor_(factor),
      groups_((n_ + lanes_ - 1) / lanes_),
      columns_(groups_ * lanes_),
      padded_rows_(round_up(n_, kernel_.tile_rows)),
      tiles_((d_ + lanes_ - 1) / lanes_),
      queries_(groups_ * d_ * lanes_),
      rows_(tiles_ * n_ * lanes_),
      slopes_(weights_size()),
      edge_(kernel_.tile_rows * tiles_ * lanes_) {}

template <class T>
std::uint64_t HeadTiles<T>::bytes(Index n, Index d) noexcept {
  const auto lanes = simd::kMostTileCols<T>;
  const std::uint64_t rows = round_up(size(n), lanes);
  const std::uint64_t cols = round_up(size(d), lanes);
  return multiply_bytes(
      sizeof(T), add_bytes(multiply_bytes(rows, rows + lanes), multiply_bytes(3 * rows, cols)));
}

// Keys that some query of the group sees.
template <class T>
std::size_t HeadTiles<T>::seen(std::size_t group) const noexcept {
  return is_causal_ ? std::min(n_, (group + 1) * lanes_) : n_;
}

template <class T>
void HeadTiles<T>::lay_queries(const HeadRows<T>& x) noexcept {
  for (std::size_t g = 0; g < groups_; ++g)
    kernel_.pack({x.data + g * lanes_ * x.stride, x.stride, 1}, std::min(lanes_, n_ - g * lanes_),
                 d_, &queries_[g * d_ * lanes_]);
}

template <class T>
void HeadTiles<T>::lay_rows(const HeadRows<T>& x) noexcept {
  for (std::size_t t = 0; t < tiles_; ++t)
    kernel_.pack({x.data + t * lanes_, 1, x.stride}, std::min(lanes_, d_ - t * lanes_), n_,
                 &rows_[t * n_ * lanes_]);
}

// (keys, queries) ← keys · queriesᵀ, of the queries that were laid.
template <class T>
void HeadTiles<T>::multiply_keys(const HeadRows<T>& keys, T* to) noexcept {
  const std::size_t step = kernel_.tile_rows;
  for (std::size_t j = 0; j < n_; j += step) {
    const std::size_t first = is_causal_ ? j / lanes_ : 0;
    kernel_.multiply({keys.data + j * keys.stride, keys.stride, 1}, std::min(step, n_ - j),
                     {&queries_[first * d_ * lanes_], groups_ - first, d_ * lanes_}, d_, false,
                     to + j * columns_ + first * lanes_, columns_, lanes_);
  }
}

// c ← a·b, or c + a·b, of at most a tile's rows.
template <class T>
void HeadTiles<T>::put(const simd::Strided<T>& a, std::size_t rows, const simd::Columns<T>& b,
                       std::size_t depth, const HeadRows<T>& to, bool adds) noexcept {
  if (rows == kernel_.tile_rows && d_ == tiles_ * lanes_) {
    kernel_.multiply(a, rows, b, depth, adds, to.data, to.stride, lanes_);
    return;
  }
  const std::size_t width = tiles_ * lanes_;
  kernel_.multiply(a, rows, b, depth, false, edge_.data(), width, lanes_);
  for (std::size_t r = 0; r < rows; ++r) {
    const T* const from = &edge_[r * width];
    T* const into = to.data + r * to.stride;
    for (std::size_t c = 0; c < d_; ++c) into[c] = adds ? into[c] + from[c] : from[c];
  }
}

// Of each query the rows that were laid, weighted: (queries, d).
template <class T>
void HeadTiles<T>::multiply_queries(const T* weights, const HeadRows<T>& to, bool adds) noexcept {
  const std::size_t step = kernel_.tile_rows;
  for (std::size_t i = 0; i < n_; i += step) {
    const std::size_t keys = is_causal_ ? std::min(n_, i + step) : n_;
    put({weights + i, 1, columns_}, std::min(step, n_ - i), {rows_.data(), tiles_, n_ * lanes_},
        keys, {to.data + i * to.stride, to.stride}, adds);
  }
}

// Of each key the rows that were laid, weighted: (keys, d).
template <class T>
void HeadTiles<T>::multiply_transposed(const T* weights, const HeadRows<T>& to,
                                       bool adds) noexcept {
  const std::size_t step = kernel_.tile_rows;
  for (std::size_t j = 0; j < n_; j += step) {
    const std::size_t first = is_causal_ ? j : 0;
    put({weights + j * columns_ + first, columns_, 1}, std::min(step, n_ - j),
        {&rows_[first * lanes_], tiles_, n_ * lanes_}, n_ - first,
        {to.data + j * to.stride, to.stride}, adds);
  }
}

template <class T>
void HeadTiles<T>::forward(const HeadInputs<T>& x, T* weights, const HeadRows<T>& output) noexcept {
  lay_queries(x.queries);
  multiply_keys(x.keys, weights);
  for (std::size_t g = 0; g < groups_; ++g) {
    T* const group = weights + g * lanes_;
    const std::size_t keys = seen(g);
    if (is_causal_)
      for (std::size_t j = g * lanes_ + 1; j < keys; ++j)
        std::fill_n(group + j * columns_, j - g * lanes_, -std::numeric_limits<T>::infinity());
    kernel_.column_softmax(group, keys, n_, columns_, factor_);
  }
  lay_rows(x.values);
  multiply_queries(weights, output, false);
}

template <class T>
void HeadTiles<T>::backward(const HeadInputs<T>& x, const T* weights,
                            const HeadRows<T>& output_gradient,
                            const HeadInputs<T>& gradient) noexcept {
  lay_rows(output_gradient);
  multiply_transposed(weights, gradient.values, false);
  lay_queries(output_gradient);
  multiply_keys(x.values, slopes_.data());
  for (std::size_t g = 0; g < groups_; ++g)
    kernel_.column_softmax_gradient(weights + g * lanes_, &slopes_[g * lanes_], seen(g), n_,
                                    columns_, factor_);
  lay_rows(x.keys);
  multiply_queries(slopes_.data(), gradient.queries, false);
  lay_rows(x.queries);
  multiply_transposed(slopes_.data(), gradient.keys, gradient.keys.data == gradient.queries.data);
}

template class HeadTiles<float>;
template class HeadTiles<double>;

}  // namespace attention::detail
