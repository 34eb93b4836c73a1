// SPDX-License-Identifier: MIT
// This file is long because one class owns the buffers and all steps that use them.
#include "attention/detail/streaming.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>

#include "attention/detail/elementary.hpp"
#include "attention/detail/key_filter.hpp"
#include "attention/detail/memory.hpp"
#include "attention/detail/product.hpp"
#include "attention/detail/refuse.hpp"
#include "attention/detail/score_bias.hpp"
#include "simd/instantiate.hpp"
#include "simd/kernels.hpp"

namespace attention::detail {
namespace {

template <class T>
constexpr T kMinusInfinity = -std::numeric_limits<T>::infinity();

// `rows_of` returns the rows from `first` on; `columns_of` returns the transpose of these rows.
template <class T>
simd::Strided<T> rows_of(const MatrixView<T>& x, Index first) noexcept {
  return simd::rows_of(input_of<T>(x)).from(size(first), 0);
}

template <class T>
simd::Strided<T> columns_of(const MatrixView<T>& x, Index first) noexcept {
  return simd::columns_of(input_of<T>(x)).from(0, size(first));
}

template <class T>
bool sums_stay_finite(const MatrixView<T>& values) noexcept {
  const T largest = std::numeric_limits<T>::max() / static_cast<T>(2 * values.rows());
  const bool is_one_piece = values.outerStride() == values.cols();
  const Index pieces = is_one_piece ? 1 : values.rows();
  const std::size_t length = size(values.size() / pieces);
  for (Index j = 0; j < pieces; ++j)
    if (!simd::kernels<T>().are_within(rows_of<T>(values, j).data, length, largest)) return false;
  return true;
}

void check_tile(const char* argument, Index side) {
  if (side < 1) refuse_range(argument, ErrorCode::kWholeAtLeast, {1}, side);
}

struct StreamShapes {
  template <class T>
  explicit StreamShapes(const abi::Inputs<T>& x, const AttentionOptions& options)
      : scores(checked_scores_shape(x.queries.shape(), x.keys.shape(), x.values.shape(),
                                    Widths::kEqual, options.grouped)),
        output(with_width(scores, x.values.cols())) {}

  Shape scores;
  Shape output;
};

// @param log_sum_exp, empty_rows  one entry for each row of all heads, or empty if not needed
template <class T>
void attend_all(const abi::Inputs<T>& x, MatrixSpan<T> output, std::span<T> log_sum_exp,
                std::span<std::uint8_t> empty_rows, HeadStream<T>& stream) {
  if (output.size() == 0) return;
  const Index m = side(x.queries.shape(), 1);
  const Index group = heads_in_group(x.queries.shape(), x.keys.shape());
  const auto of_head = [m](auto all, Index b) {
    return all.empty() ? all : all.subspan(size(b * m), size(m));
  };
  for (Index b = 0; b < batch_of(x.queries.shape()); ++b)
    stream.attend(b, matrix_of(x.queries, b), matrix_of(x.keys, b / group),
                  matrix_of(x.values, b / group), output.middleRows(b * m, m),
                  of_head(log_sum_exp, b), of_head(empty_rows, b));
}

}  // namespace

// A tile: a block of queries that are processed together, with memory for their logits for one
// block of keys. Queries are stored transposed, in groups of `lanes_` queries, which the SIMD
// kernels process at once.
template <class T>
class HeadStream<T>::Tile {
 public:
  struct Sides {
    Index m;
    Index n;
    Index d;
    Index d_v;
    Index tile_queries;
    Index tile_keys;
  };

  struct Range {
    Index first;
    Index count;
  };

  // The inputs of one head of one batch item.
  struct Item {
    Index batch;
    MatrixView<T> queries;  // shape (m, d)
    MatrixView<T> keys;     // shape (n, d)
    MatrixView<T> values;   // shape (n, d_v)
    // Whether one pass over the keys is enough. Let l_j be the logits, M their maximum and
    // S = Σ_j e^{l_j − M}. Two cases need a second pass. (1) Large values: Σ_j e^{l_j − M} v_j
    // overflows, although the sum divided by S does not. (2) Infinite values: 0·∞ must give NaN,
    // but a weight is known to be 0 only when M is known.
    bool is_in_one_pass;
  };

  void prepare(const Masking<T>& masking, const ScoreBias<T>& bias, const KeyFilter& filter,
               T divisor, const Sides& sides) {
    masking_ = masking;
    bias_ = bias;
    filter_ = filter;
    // If |divisor| ≥ 1, it divides the queries instead of the scores, because q·k may overflow
    // although q·k / divisor does not. Otherwise, q / divisor could overflow.
    const bool divides_queries = std::abs(divisor) >= 1;
    query_divisor_ = divides_queries ? divisor : T(1);
    divisor_ = divides_queries ? T(1) : divisor;
    sides_ = sides;
    groups_ = groups(sides.tile_queries);
    const std::size_t numbers =
        groups_ * (group_of_logits() + group_of_queries() + group_of_output() + 2 * lanes_) +
        6 * simd::kLine<T>;
    if (numbers > capacity_) {
      memory_.reset(new T[numbers]);
      capacity_ = numbers;
    }
    free_ = simd::first_of_line(memory_.get());
    logits_ = take(groups_ * group_of_logits());
    queries_ = take(groups_ * group_of_queries());
    output_ = take(groups_ * group_of_output());
    largest_ = take(groups_ * lanes_);
    sums_ = take(groups_ * lanes_);
    unused_sums_.resize(groups_ * lanes_);
    keep_.resize(filter.keeps_all() ? 0 : size(sides.tile_keys));
    empty_rows_.resize(size(sides.tile_queries));
  }

  static std::uint64_t bytes(const Sides& sides) noexcept {
    const std::size_t lanes = simd::kernels<T>().tile_cols;
    const std::uint64_t queries = (size(sides.tile_queries) + lanes - 1) / lanes * lanes;
    // Each query needs tile_keys logits, its d components, d_v outputs, a maximum and a sum. The
    // numbers of logits and outputs are rounded up to whole tiles of the SIMD kernels.
    const std::uint64_t numbers =
        multiply_bytes(add_bytes(add_bytes(rows_of_tiles(sides.tile_keys), size(sides.d)),
                                 rows_of_tiles(sides.d_v) + 2),
                       queries);
    return add_bytes(multiply_bytes(sizeof(T), numbers), size(sides.tile_keys));
  }

  const Sides& sides() const noexcept { return sides_; }

  void attend(const Item& item, Range queries, MatrixSpan<T> output, T* log_sum_exp,
              std::uint8_t* empty_rows) noexcept {
    if (empty_rows == nullptr) empty_rows = empty_rows_.data();
    const bool excludes = masking_.method == MaskMethod::kExclude;
    // With a causal mask, the tile's last query attends to the most keys.
    const Index last = queries.first + queries.count - 1;
    const Index end = excludes ? filter_.causal_end(last) : item.keys.rows();
    begin(item, queries);
    std::fill_n(empty_rows, queries.count, filter_.keeps_all() ? 0 : 1);
    for (Index j = 0; j < end; j += sides_.tile_keys) {
      const Range keys{j, std::min(sides_.tile_keys, end - j)};
      const Sight sight = look(item.batch, queries, keys, empty_rows);
      if (sight == Sight::kNone && excludes) continue;
      score(item, queries, keys, sight);
      soften(keys, sums_, item.is_in_one_pass ? sides_.d_v : 0);
      if (item.is_in_one_pass) add_values(item, keys);
    }
    if (!item.is_in_one_pass) weigh_again(item, queries, empty_rows);
    finish(item, queries, output, log_sum_exp, empty_rows);
  }

 private:
  // Which pairs of a query of a tile and a key of a block are visible. kNone: no query may attend
  // to any of the keys; kAll: every query may attend to every key; kSome: neither.
  enum class Sight { kNone, kSome, kAll };

  // Returns uninitialised memory for `count` numbers that starts on a cache line.
  T* take(std::size_t count) noexcept {
    T* const room = free_;
    free_ = simd::first_of_line(free_ + count);
    return room;
  }

  std::size_t groups(Index queries) const noexcept { return (size(queries) + lanes_ - 1) / lanes_; }

  // Rounds up to a multiple of `tile_rows`, the number of rows that a kernel computes at once.
  static std::size_t rows_of_tiles(Index rows) noexcept {
    const std::size_t at_once = simd::kernels<T>().tile_rows;
    return (size(rows) + at_once - 1) / at_once * at_once;
  }

  std::size_t group_of_logits() const noexcept { return rows_of_tiles(sides_.tile_keys) * lanes_; }
  std::size_t group_of_queries() const noexcept { return size(sides_.d) * lanes_; }
  std::size_t group_of_output() const noexcept { return rows_of_tiles(sides_.d_v) * lanes_; }

  T* logits_of(std::size_t group) const noexcept { return &logits_[group * group_of_logits()]; }
  T* output_of(std::size_t group) const noexcept { return &output_[group * group_of_output()]; }

  // Returns the number of queries in a group; only the last group may have fewer than `lanes_`.
  std::size_t count_of(std::size_t group, Range queries) const noexcept {
    return std::min(lanes_, size(queries.count) - group * lanes_);
  }

  void begin(const Item& item, Range queries) noexcept {
    groups_ = groups(queries.count);
    for (std::size_t g = 0; g < groups_; ++g)
      kernel_.pack(rows_of<T>(item.queries, queries.first + static_cast<Index>(g * lanes_)),
                   count_of(g, queries), size(sides_.d), &queries_[g * group_of_queries()]);
    if (query_divisor_ != 1) kernel_.divide(queries_, groups_ * group_of_queries(), query_divisor_);
    clear(output_, groups_ * group_of_output());
    clear(sums_, groups_ * lanes_);
    std::fill_n(largest_, groups_ * lanes_, kMinusInfinity<T>);
  }

  Sight look(Index batch, Range queries, Range keys, std::uint8_t* empty_rows) noexcept {
    if (filter_.keeps_all()) return Sight::kAll;
    Index least = keys.count;
    Index most = 0;
    for (Index r = 0; r < queries.count; ++r) {
      const Index seen =
          filter_.row(batch, queries.first + r, keys.first, keys.count, keep_.data());
      if (seen > 0) empty_rows[r] = 0;
      least = std::min(least, seen);
      most = std::max(most, seen);
    }
    return most == 0 ? Sight::kNone : least == keys.count ? Sight::kAll : Sight::kSome;
  }

  // Writes the logits of these queries and keys: scores, divided, plus bias, masked.
  void score(const Item& item, Range queries, Range keys, Sight sight) noexcept {
    kernel_.multiply(rows_of<T>(item.keys, keys.first), size(keys.count),
                     {queries_, groups_, group_of_queries()}, size(sides_.d), false, logits_,
                     lanes_, group_of_logits());
    if (divisor_ != 1)
      for (std::size_t g = 0; g < groups_; ++g)
        kernel_.divide(logits_of(g), size(keys.count) * lanes_, divisor_);
    if (bias_.is_given())
      for (Index r = 0; r < queries.count; ++r)
        bias_.add(item.batch, queries.first + r, keys.first, keys.count,
                  logits_of(size(r) / lanes_) + size(r) % lanes_, static_cast<Index>(lanes_));
    const bool adds = masking_.method == MaskMethod::kAdd && !filter_.keeps_all();
    if (sight == Sight::kAll && !adds) return;
    const Masking<T> masking = masking_;  // a copy, because stores to logits could alias a member
    for (Index r = 0; r < queries.count; ++r) {
      filter_.row(item.batch, queries.first + r, keys.first, keys.count, keep_.data());
      T* const logits = logits_of(size(r) / lanes_) + size(r) % lanes_;
      for (std::size_t c = 0; c < size(keys.count); ++c) {
        if (keep_[c] != 0 && masking.method != MaskMethod::kAdd) continue;
        T& logit = logits[c * lanes_];
        logit = logit_of<T>(logit, keep_[c] != 0, masking);
      }
    }
  }

  // Replaces the logits l by e^{l − M}, where M is the new running maximum, and rescales the
  // earlier sums and outputs to M.
  void soften(Range keys, T* sums, Index width) noexcept {
    for (std::size_t g = 0; g < groups_; ++g)
      kernel_.soften(logits_of(g), size(keys.count), &largest_[g * lanes_], &sums[g * lanes_],
                     output_of(g), size(width));
  }

  void add_values(const Item& item, Range keys) noexcept {
    kernel_.multiply(columns_of<T>(item.values, keys.first), size(sides_.d_v),
                     {logits_, groups_, group_of_logits()}, size(keys.count), true, output_, lanes_,
                     group_of_output());
  }

  // Reads the keys a second time, when the maximum and the sum are known, so that the weights equal
  // those of detail::attend. Even a weight of 0 is multiplied by its value, so that 0·∞ gives NaN.
  void weigh_again(const Item& item, Range queries, std::uint8_t* empty_rows) noexcept {
    const Index n = item.keys.rows();
    std::fill_n(unused_sums_.data(), groups_ * lanes_, T(0));
    for (Index j = 0; j < n; j += sides_.tile_keys) {
      const Range keys{j, std::min(sides_.tile_keys, n - j)};
      const Sight sight = look(item.batch, queries, keys, empty_rows);
      score(item, queries, keys, sight);
      soften(keys, unused_sums_.data(), 0);
      for (std::size_t g = 0; g < groups_; ++g)
        kernel_.normalise(logits_of(g), size(keys.count), &sums_[g * lanes_]);
      add_values(item, keys);
    }
  }

  void finish(const Item& item, Range queries, MatrixSpan<T> output, T* log_sum_exp,
              const std::uint8_t* empty_rows) noexcept {
    const auto stride = size(output.outerStride());
    for (std::size_t g = 0; g < groups_; ++g) {
      if (item.is_in_one_pass)
        kernel_.normalise(output_of(g), size(sides_.d_v), &sums_[g * lanes_]);
      kernel_.unpack(output_of(g), count_of(g, queries), size(sides_.d_v),
                     output.data() + g * lanes_ * stride, stride);
    }
    if (log_sum_exp != nullptr)
      for (std::size_t r = 0; r < size(queries.count); ++r)
        log_sum_exp[r] = largest_[r] + natural_log(sums_[r]);
    for (Index r = 0; r < queries.count; ++r)
      if (masking_.method == MaskMethod::kExclude && empty_rows[r] != 0)
        average(item.values, output.row(r));
  }

  static void clear(T* x, std::size_t count) noexcept { std::memset(x, 0, count * sizeof(T)); }

  // Writes the output of a query whose keys are all hidden.
  void average(const MatrixView<T>& values, RowSpan<T> output) const noexcept {
    const T weight = empty_row_weight<T>(masking_.empty_row, values.rows());
    output.setZero();
    for (Index j = 0; j < values.rows(); ++j)
      for (Index c = 0; c < values.cols(); ++c) output(c) += weight * values(j, c);
  }

  Masking<T> masking_ = {};
  ScoreBias<T> bias_;
  KeyFilter filter_;
  T query_divisor_ = 1;
  T divisor_ = 1;
  Sides sides_ = {};
  const simd::Kernels<T>& kernel_ = simd::kernels<T>();
  const std::size_t lanes_ = kernel_.tile_cols;
  std::size_t groups_ = 0;  // number of groups of the current queries
  std::unique_ptr<T[]> memory_;
  std::size_t capacity_ = 0;
  T* free_ = nullptr;
  T* logits_ = nullptr;   // shape (groups, keys, lanes): logits, then their exponentials
  T* queries_ = nullptr;  // shape (groups, d, lanes)
  T* output_ = nullptr;   // shape (groups, d_v, lanes), before division by the sums
  T* largest_ = nullptr;  // M, the running maximum of each query
  T* sums_ = nullptr;     // S, the running sum of each query
  std::vector<std::uint8_t> keep_;
  std::vector<T> unused_sums_;            // scratch for the second pass
  std::vector<std::uint8_t> empty_rows_;  // used if the caller passes none
};

template <class T>
HeadStream<T>::HeadStream() : tile_(std::make_unique<Tile>()) {}

template <class T>
HeadStream<T>::~HeadStream() = default;

template <class T>
void HeadStream<T>::prepare(const AttentionOptions& options, const Shape& scores_shape, Index d_k,
                            Index d_v, std::uint64_t beside, const Tiles& tiles) {
  const T divisor = divisor_of<T>(options.scale, d_k);
  const Masking<T> masking(options.mask);
  check_tile("tile_queries", tiles.queries);
  check_tile("tile_keys", tiles.keys);
  const ScoreBias<T> bias(options.score_bias, scores_shape);
  const KeyFilter filter(options.mask, scores_shape);
  const Index m = side(scores_shape, 1);
  const Index n = side(scores_shape);
  const typename Tile::Sides sides{
      m, n, d_k, d_v, std::min(tiles.queries, m), std::min(tiles.keys, n)};
  require_memory(add_bytes(beside, Tile::bytes(sides)));
  tile_->prepare(masking, bias, filter, divisor, sides);
}

template <class T>
void HeadStream<T>::attend(Index batch, const MatrixView<T>& queries, const MatrixView<T>& keys,
                           const MatrixView<T>& values, MatrixSpan<T> output,
                           std::span<T> log_sum_exp, std::span<std::uint8_t> empty_rows) noexcept {
  const typename Tile::Sides& sides = tile_->sides();
  const typename Tile::Item item{batch, queries, keys, values, sums_stay_finite<T>(values)};
  for (Index i = 0; i < sides.m; i += sides.tile_queries) {
    const typename Tile::Range tile{i, std::min(sides.tile_queries, sides.m - i)};
    tile_->attend(item, tile, output.middleRows(i, tile.count),
                  log_sum_exp.empty() ? nullptr : &log_sum_exp[size(i)],
                  empty_rows.empty() ? nullptr : &empty_rows[size(i)]);
  }
}

template <class T>
StreamingAttention<T> streaming_attention(const abi::Inputs<T>& inputs,
                                          const AttentionOptions& options, const Tiles& tiles) {
  const StreamShapes shapes(inputs, options);
  Shape rows = shapes.scores;
  rows.pop_back();
  HeadStream<T> stream;
  stream.prepare(options, shapes.scores, inputs.keys.cols(), inputs.values.cols(),
                 add_bytes(bytes_of<T>(shapes.output),
                           add_bytes(bytes_of<T>(rows), bytes_of<std::uint8_t>(rows))),
                 tiles);
  StreamingAttention<T> result{uninitialised<T>(shapes.output),
                               uninitialised<T>(with_width(shapes.scores, 1)),
                               uninitialised<std::uint8_t>(rows)};
  attend_all<T>(inputs, matrix_of(result.output), result.log_sum_exp.entries(),
                result.empty_rows.entries(), stream);
  return result;
}

template <class T>
void streaming_attention_into(const TensorSpan<T>& output, const abi::Inputs<T>& inputs,
                              const AttentionOptions& options, HeadStream<T>& stream) {
  const StreamShapes shapes(inputs, options);
  check_same_shape("output", output.shape(), shapes.output);
  stream.prepare(options, shapes.scores, inputs.keys.cols(), inputs.values.cols(), 0);
  attend_all<T>(inputs, matrix_of(output), {}, {}, stream);
}

template <class T>
Tensor<T> streaming_output(const abi::Inputs<T>& inputs, const AttentionOptions& options) {
  const StreamShapes shapes(inputs, options);
  HeadStream<T> stream;
  stream.prepare(options, shapes.scores, inputs.keys.cols(), inputs.values.cols(),
                 bytes_of<T>(shapes.output));
  Tensor<T> output = uninitialised<T>(shapes.output);
  attend_all<T>(inputs, matrix_of(output), {}, {}, stream);
  return output;
}

template class HeadStream<float>;
template class HeadStream<double>;
ATTENTION_INSTANTIATE(streaming_attention);
ATTENTION_INSTANTIATE(streaming_attention_into);
ATTENTION_INSTANTIATE(streaming_output);

}  // namespace attention::detail
