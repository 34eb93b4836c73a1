// SPDX-License-Identifier: MIT
#include "attention/detail/language_model/head.hpp"

#include <algorithm>
#include <limits>

namespace attention::detail {
// Weights are stored as a matrix of shape (keys, queries), so that each query is a SIMD lane and
// softmax needs no horizontal sum. With a causal mask, a block of scores is skipped if all its keys
// are hidden from all its queries.
template <class T>
HeadTiles<T>::HeadTiles(Index n, Index d, bool is_causal, T factor) noexcept
    : n_(size(n)),
      d_(size(d)),
      is_causal_(is_causal),
      factor_(factor),
      groups_((n_ + lanes_ - 1) / lanes_),
      columns_(groups_ * lanes_),
      padded_rows_((n_ + kernel_.tile_rows - 1) / kernel_.tile_rows * kernel_.tile_rows),
      tiles_((d_ + lanes_ - 1) / lanes_) {}

template <class T>
std::uint64_t HeadTiles<T>::room() const noexcept {
  const std::uint64_t rows = multiply_bytes(n_ + kernel_.tile_rows, tiles_ * lanes_);
  return add_bytes(weights_size(), add_bytes(multiply_bytes(columns_, d_), rows));
}

template <class T>
void HeadTiles<T>::use(T* room) noexcept {
  slopes_ = room;
  queries_ = slopes_ + weights_size();
  rows_ = queries_ + columns_ * d_;
  edge_ = rows_ + n_ * tiles_ * lanes_;
}

// Returns the number of keys that at least one query of the group may attend to. A group is
// `lanes_` consecutive queries.
template <class T>
std::size_t HeadTiles<T>::seen(std::size_t group) const noexcept {
  return is_causal_ ? std::min(n_, (group + 1) * lanes_) : n_;
}

template <class T>
void HeadTiles<T>::lay_queries(const HeadRows<T>& x) noexcept {
  for (std::size_t g = 0; g < groups_; ++g)
    kernel_.pack({x.data + g * lanes_ * x.stride, x.stride, 1}, std::min(lanes_, n_ - g * lanes_),
                 d_, queries_ + g * d_ * lanes_);
}

template <class T>
void HeadTiles<T>::lay_rows(const HeadRows<T>& x) noexcept {
  for (std::size_t t = 0; t < tiles_; ++t)
    kernel_.pack({x.data + t * lanes_, 1, x.stride}, std::min(lanes_, d_ - t * lanes_), n_,
                 rows_ + t * n_ * lanes_);
}

// Writes keys · queriesᵀ, of shape (keys, queries), to `to`. `queries_` contains the packed
// queries.
template <class T>
void HeadTiles<T>::multiply_keys(const HeadRows<T>& keys, T* to) noexcept {
  const std::size_t step = kernel_.tile_rows;
  for (std::size_t j = 0; j < n_; j += step) {
    const std::size_t first = is_causal_ ? j / lanes_ : 0;
    kernel_.multiply({keys.data + j * keys.stride, keys.stride, 1}, std::min(step, n_ - j),
                     {queries_ + first * d_ * lanes_, groups_ - first, d_ * lanes_}, d_, false,
                     to + j * columns_ + first * lanes_, columns_, lanes_);
  }
}

// Writes a·b to `to`, or adds it if `adds`. `a` has at most as many rows as one tile of the SIMD
// kernel. b consists of the packed rows (`rows_`) from `first` on.
template <class T>
void HeadTiles<T>::put(const simd::Strided<T>& a, std::size_t rows, std::size_t first,
                       std::size_t depth, T* to, std::size_t stride, bool adds) noexcept {
  const simd::Columns<T> b{rows_ + first * lanes_, tiles_, n_ * lanes_};
  const std::size_t width = tiles_ * lanes_;
  if (rows == kernel_.tile_rows && d_ == width) {
    kernel_.multiply(a, rows, b, depth, adds, to, stride, lanes_);
    return;
  }
  kernel_.multiply(a, rows, b, depth, false, edge_, width, lanes_);
  for (std::size_t r = 0; r < rows; ++r)
    for (std::size_t c = 0; c < d_; ++c) {
      T& entry = to[r * stride + c];
      entry = adds ? entry + edge_[r * width + c] : edge_[r * width + c];
    }
}

// Writes weightsᵀ · rows, of shape (queries, d), to `to`. `weights`, of shape (keys, queries), are
// weights or their gradients. `lay_rows` has packed a row for each key.
template <class T>
void HeadTiles<T>::multiply_queries(const T* weights, const HeadRows<T>& to) noexcept {
  const std::size_t step = kernel_.tile_rows;
  for (std::size_t i = 0; i < n_; i += step)
    put({weights + i, 1, columns_}, std::min(step, n_ - i), 0,
        is_causal_ ? std::min(n_, i + step) : n_, to.data + i * to.stride, to.stride, false);
}

// Writes weights · rows, of shape (keys, d), to `to`, or adds it if `adds`. `weights`, of shape
// (keys, queries), are weights or their gradients. `lay_rows` has packed a row for each query.
template <class T>
void HeadTiles<T>::multiply_transposed(const T* weights, const HeadRows<T>& to,
                                       bool adds) noexcept {
  const std::size_t step = kernel_.tile_rows;
  for (std::size_t j = 0; j < n_; j += step) {
    const std::size_t first = is_causal_ ? j : 0;
    put({weights + j * columns_ + first, columns_, 1}, std::min(step, n_ - j), first, n_ - first,
        to.data + j * to.stride, to.stride, adds);
  }
}

template <class T>
void HeadTiles<T>::add_bias(T* weights, T slope) const noexcept {
  for (std::size_t j = 0; j < n_; ++j)
    for (std::size_t i = is_causal_ ? j : 0; i < n_; ++i)
      weights[j * columns_ + i] -= slope * static_cast<T>(i < j ? j - i : i - j);
}

template <class T>
void HeadTiles<T>::forward(const HeadInputs<T>& x, T* weights, const HeadRows<T>& output,
                           T slope) noexcept {
  lay_queries(x.queries);
  // Scales the queries instead of the scores, because q·k may overflow although the logit does not.
  for (T *q = queries_, *const end = q + columns_ * d_; q != end; ++q) *q *= factor_;
  multiply_keys(x.keys, weights);
  if (slope != 0) add_bias(weights, slope);
  for (std::size_t g = 0; g < groups_; ++g) {
    T* const group = weights + g * lanes_;
    const std::size_t keys = seen(g);
    if (is_causal_)
      for (std::size_t j = g * lanes_ + 1; j < keys; ++j)
        std::fill_n(group + j * columns_, j - g * lanes_, -std::numeric_limits<T>::infinity());
    kernel_.column_softmax(group, keys, n_, columns_);
  }
  lay_rows(x.values);
  multiply_queries(weights, output);
}

template <class T>
void HeadTiles<T>::backward(const HeadInputs<T>& x, const T* weights,
                            const HeadRows<T>& output_gradient, const HeadInputs<T>& gradient,
                            bool adds) noexcept {
  lay_rows(output_gradient);
  multiply_transposed(weights, gradient.values, adds);
  lay_queries(output_gradient);
  multiply_keys(x.values, slopes_);
  for (std::size_t g = 0; g < groups_; ++g)
    kernel_.column_softmax_gradient(weights + g * lanes_, slopes_ + g * lanes_, seen(g), n_,
                                    columns_, factor_);
  lay_rows(x.keys);
  multiply_queries(slopes_, gradient.queries);
  lay_rows(x.queries);
  multiply_transposed(slopes_, gradient.keys, adds || gradient.keys.data == gradient.queries.data);
}

template class HeadTiles<float>;
template class HeadTiles<double>;

}  // namespace attention::detail
