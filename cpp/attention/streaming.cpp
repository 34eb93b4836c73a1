// SPDX-License-Identifier: MIT
#include "attention/streaming.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>

#include "attention/error.hpp"
#include "attention/logarithm.hpp"
#include "attention/memory.hpp"
#include "simd/kernels.hpp"

namespace attention {
namespace {

template <class T>
constexpr T kMinusInfinity = -std::numeric_limits<T>::infinity();

std::size_t size(Index n) { return static_cast<std::size_t>(n); }

// Queries or keys that stand next to each other.
struct Range {
  Index first;
  Index count;
};

// One head of one batch item.
template <class T>
struct Item {
  Index batch;
  MatrixView<T> queries;  // (m, d)
  MatrixView<T> keys;     // (n, d)
  MatrixView<T> values;   // (n, d_v)
  // Σ_j e^{l_j − M} v_j can leave the range of T although its quotient by S does not, and an
  // infinite value asks for the very weights that underflow to 0: then the keys come by twice.
  bool is_in_one_pass;
};

// The matrix from a row on, and its transpose.
template <class T>
simd::Strided<T> rows_of(const MatrixView<T>& x, Index first) {
  return {x.data() + first * x.outerStride(), size(x.outerStride()), 1};
}

template <class T>
simd::Strided<T> columns_of(const MatrixView<T>& x, Index first) {
  return {x.data() + first * x.outerStride(), 1, size(x.outerStride())};
}

template <class T>
bool sums_stay_finite(const MatrixView<T>& values) {
  const T largest = std::numeric_limits<T>::max() / static_cast<T>(2 * values.rows());
  for (Index j = 0; j < values.rows(); ++j)
    if (!simd::kernels<T>().are_within(rows_of<T>(values, j).data, size(values.cols()), largest))
      return false;
  return true;
}

// What the queries of a tile see of some keys.
enum class Sight { kNone, kSome, kAll };

// A tile of queries, and room for one tile of logits. Queries lie side by side, in groups as
// wide as the kernels' tiles.
template <class T>
class Stream {
 public:
  struct Sides {
    Index tile_queries;
    Index tile_keys;
    Index d;
    Index d_v;
  };

  Stream(const StreamingOptions<T>& options, const KeyFilter& filter, T divisor, const Sides& sides)
      : options_(options),
        filter_(filter),
        divisor_(divisor),
        sides_(sides),
        groups_(groups(sides.tile_queries)),
        logits_(numbers(groups_ * group_of_logits())),
        queries_(numbers(groups_ * group_of_queries())),
        output_(numbers(groups_ * group_of_output())),
        largest_(numbers(groups_ * lanes_)),
        sums_(numbers(groups_ * lanes_)),
        keep_(filter.keeps_all() ? 0 : size(sides.tile_keys)) {}

  static std::uint64_t bytes(const Sides& sides) {
    const std::size_t lanes = simd::kernels<T>().tile_cols;
    const std::uint64_t queries = (size(sides.tile_queries) + lanes - 1) / lanes * lanes;
    // Logits, the query, the output, maximum and sum of each.
    const std::uint64_t numbers = multiply_bytes(
        add_bytes(add_bytes(size(sides.tile_keys), size(sides.d)), size(sides.d_v) + 2), queries);
    return add_bytes(multiply_bytes(sizeof(T), numbers), size(sides.tile_keys));
  }

  void attend(const Item<T>& item, Range queries, MatrixSpan<T> output, MatrixSpan<T> log_sum_exp,
              std::uint8_t* empty_rows) {
    const bool excludes = options_.masking.method == MaskMethod::kExclude;
    const Index n = item.keys.rows();
    // No query of the tile sees beyond its last one.
    const bool ends_early = excludes && options_.visibility.causal;
    const Index end = ends_early ? std::min(n, queries.first + queries.count) : n;
    begin(item, queries);
    std::fill_n(empty_rows, queries.count, filter_.keeps_all() ? 0 : 1);
    for (Index j = 0; j < end; j += sides_.tile_keys) {
      const Range keys{j, std::min(sides_.tile_keys, end - j)};
      const Sight sight = look(item.batch, queries, keys, empty_rows);
      if (sight == Sight::kNone && excludes) continue;
      const T divisor = score(item, queries, keys, sight);
      soften(keys, divisor, sums_, item.is_in_one_pass ? sides_.d_v : 0);
      if (item.is_in_one_pass) add_values(item, keys);
    }
    if (!item.is_in_one_pass) weigh_again(item, queries, empty_rows);
    finish(item, queries, output, log_sum_exp, empty_rows);
  }

 private:
  using Numbers = std::unique_ptr<T[]>;

  // Not a vector, which would fill itself with zeros first.
  static Numbers numbers(std::size_t count) { return Numbers(new T[count]); }

  std::size_t groups(Index queries) const { return (size(queries) + lanes_ - 1) / lanes_; }

  std::size_t group_of_logits() const { return size(sides_.tile_keys) * lanes_; }
  std::size_t group_of_queries() const { return size(sides_.d) * lanes_; }
  std::size_t group_of_output() const { return size(sides_.d_v) * lanes_; }

  T* logits_of(std::size_t group) const { return &logits_[group * group_of_logits()]; }
  T* output_of(std::size_t group) const { return &output_[group * group_of_output()]; }

  // Queries of a group: the last one may have fewer than lanes.
  std::size_t count_of(std::size_t group, Range queries) const {
    return std::min(lanes_, size(queries.count) - group * lanes_);
  }

  void begin(const Item<T>& item, Range queries) {
    groups_ = groups(queries.count);
    for (std::size_t g = 0; g < groups_; ++g)
      kernel_.pack(rows_of<T>(item.queries, queries.first + static_cast<Index>(g * lanes_)),
                   count_of(g, queries), size(sides_.d), &queries_[g * group_of_queries()]);
    clear(output_, groups_ * group_of_output());
    clear(sums_, groups_ * lanes_);
    std::fill_n(largest_.get(), groups_ * lanes_, kMinusInfinity<T>);
  }

  Sight look(Index batch, Range queries, Range keys, std::uint8_t* empty_rows) {
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

  // The logits times what it returns.
  T score(const Item<T>& item, Range queries, Range keys, Sight sight) {
    kernel_.multiply(rows_of<T>(item.keys, keys.first), size(keys.count),
                     {queries_.get(), groups_, group_of_queries()}, size(sides_.d), false,
                     logits_.get(), lanes_, group_of_logits());
    const bool adds = options_.masking.method == MaskMethod::kAdd && !filter_.keeps_all();
    if (sight == Sight::kAll && !adds) return divisor_;
    for (Index r = 0; r < queries.count; ++r) {
      filter_.row(item.batch, queries.first + r, keys.first, keys.count, keep_.data());
      T* const logits = logits_of(size(r) / lanes_) + size(r) % lanes_;
      for (std::size_t c = 0; c < size(keys.count); ++c) {
        T& logit = logits[c * lanes_];
        logit = logit_of<T>(logit / divisor_, keep_[c] != 0, options_.masking);
      }
    }
    return T(1);
  }

  // Logits become e^{l − M}, and what was summed before is brought to the new maxima.
  void soften(Range keys, T divisor, const Numbers& sums, Index width) {
    for (std::size_t g = 0; g < groups_; ++g)
      kernel_.soften(logits_of(g), size(keys.count), divisor, &largest_[g * lanes_],
                     &sums[g * lanes_], output_of(g), size(width));
  }

  void add_values(const Item<T>& item, Range keys) {
    kernel_.multiply(columns_of<T>(item.values, keys.first), size(sides_.d_v),
                     {logits_.get(), groups_, group_of_logits()}, size(keys.count), true,
                     output_.get(), lanes_, group_of_output());
  }

  // With maximum and sum known the weights are those of `attention`. Every key takes part, because
  // 0·∞ is NaN.
  void weigh_again(const Item<T>& item, Range queries, std::uint8_t* empty_rows) {
    const Index n = item.keys.rows();
    const Numbers unused = numbers(groups_ * lanes_);
    clear(unused, groups_ * lanes_);
    for (Index j = 0; j < n; j += sides_.tile_keys) {
      const Range keys{j, std::min(sides_.tile_keys, n - j)};
      const Sight sight = look(item.batch, queries, keys, empty_rows);
      const T divisor = score(item, queries, keys, sight);
      soften(keys, divisor, unused, 0);
      for (std::size_t g = 0; g < groups_; ++g)
        kernel_.normalise(logits_of(g), size(keys.count), &sums_[g * lanes_]);
      add_values(item, keys);
    }
  }

  void finish(const Item<T>& item, Range queries, MatrixSpan<T> output, MatrixSpan<T> log_sum_exp,
              const std::uint8_t* empty_rows) {
    const auto stride = size(output.outerStride());
    for (std::size_t g = 0; g < groups_; ++g) {
      if (item.is_in_one_pass)
        kernel_.normalise(output_of(g), size(sides_.d_v), &sums_[g * lanes_]);
      kernel_.unpack(output_of(g), count_of(g, queries), size(sides_.d_v),
                     output.data() + g * lanes_ * stride, stride);
    }
    for (Index r = 0; r < queries.count; ++r) {
      log_sum_exp(r, 0) = largest_[size(r)] + natural_log(sums_[size(r)]);
      if (options_.masking.method == MaskMethod::kExclude && empty_rows[r] != 0)
        average(item.values, output.row(r));
    }
  }

  static void clear(const Numbers& x, std::size_t count) {
    std::memset(x.get(), 0, count * sizeof(T));
  }

  // The output of a query whose keys are all excluded.
  void average(const MatrixView<T>& values, RowSpan<T> output) const {
    const T weight = empty_row_weight<T>(options_.masking.empty_row, values.rows());
    output.setZero();
    for (Index j = 0; j < values.rows(); ++j)
      for (Index c = 0; c < values.cols(); ++c) output(c) += weight * values(j, c);
  }

  const StreamingOptions<T>& options_;
  const KeyFilter& filter_;
  T divisor_;
  Sides sides_;
  const simd::Kernels<T>& kernel_ = simd::kernels<T>();
  const std::size_t lanes_ = kernel_.tile_cols;
  std::size_t groups_;  // of the queries at hand
  Numbers logits_;      // of each group (keys, lanes), then their exponentials
  Numbers queries_;     // of each group (d, lanes)
  Numbers output_;      // of each group (d_v, lanes), not divided by the sums
  Numbers largest_;     // M
  Numbers sums_;        // S
  std::vector<std::uint8_t> keep_;
};

void check_tile(const char* argument, Index side) {
  if (side < 1)
    throw Error(ErrorKind::kOutOfRange, argument, "a whole number >= 1", std::to_string(side));
}

}  // namespace

template <class T>
StreamingAttention<T> streaming_attention(const TensorView<T>& queries, const TensorView<T>& keys,
                                          const TensorView<T>& values,
                                          const StreamingOptions<T>& options) {
  const Shape shape = checked_scores_shape<T>(queries, keys, values);
  const T divisor = divisor_of(options.scale, side(keys.shape));
  check(options.masking);
  check_tile("tile_queries", options.tile_queries);
  check_tile("tile_keys", options.tile_keys);
  const KeyFilter filter(options.visibility, shape);
  const Index m = side(shape, 1);
  const typename Stream<T>::Sides sides{std::min(options.tile_queries, m),
                                        std::min(options.tile_keys, side(shape)), side(keys.shape),
                                        side(values.shape)};
  const Shape output = with_matrix(leading(shape), m, side(values.shape));
  const Shape rows = with_matrix(leading(shape), m, 1);
  const std::uint64_t flags = bytes_of<std::uint8_t>(rows);
  require_memory(add_bytes(add_bytes(bytes_of<T>(output), add_bytes(bytes_of<T>(rows), flags)),
                           Stream<T>::bytes(sides)));

  StreamingAttention<T> result{Tensor<T>(output), Tensor<T>(rows), {}};
  result.empty_rows.resize(size(result.output.rows.rows()));
  if (result.empty_rows.empty()) return result;
  Stream<T> stream(options, filter, divisor, sides);
  for (Index row = 0; row < result.output.rows.rows();) {
    const Index b = row / m;
    const MatrixView<T> of_item = values.matrix(b);
    const Item<T> item{b, queries.matrix(b), keys.matrix(b), of_item, sums_stay_finite<T>(of_item)};
    for (Index i = 0; i < m; i += sides.tile_queries) {
      const Range tile{i, std::min(sides.tile_queries, m - i)};
      stream.attend(item, tile, result.output.rows.middleRows(row, tile.count),
                    result.log_sum_exp.rows.middleRows(row, tile.count),
                    result.empty_rows.data() + row);
      row += tile.count;
    }
  }
  return result;
}

#define ATTENTION_INSTANTIATE(T)                                                                 \
  template StreamingAttention<T> streaming_attention(const TensorView<T>&, const TensorView<T>&, \
                                                     const TensorView<T>&,                       \
                                                     const StreamingOptions<T>&);
ATTENTION_INSTANTIATE(float)
ATTENTION_INSTANTIATE(double)
#undef ATTENTION_INSTANTIATE

}  // namespace attention
