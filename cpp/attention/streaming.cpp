// SPDX-License-Identifier: MIT
#include "attention/streaming.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "attention/error.hpp"
#include "attention/logarithm.hpp"
#include "attention/memory.hpp"
#include "simd/exp.hpp"
#include "simd/matmul.hpp"

namespace attention {
namespace {

template <class T>
using Column = Eigen::Matrix<T, Eigen::Dynamic, 1>;

template <class T>
constexpr T kMinusInfinity = -std::numeric_limits<T>::infinity();

// Queries or keys that stand next to each other.
struct Range {
  Index first;
  Index count;
};

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

template <class T>
bool sums_stay_finite(const MatrixView<T>& values) {
  const T largest = std::numeric_limits<T>::max() / static_cast<T>(2 * values.rows());
  for (Index j = 0; j < values.rows(); ++j)
    for (Index c = 0; c < values.cols(); ++c)
      if (!(std::abs(values(j, c)) <= largest)) return false;
  return true;
}

// What is taken from a row before exp: not an infinite maximum, because −∞ − (−∞) is NaN where a
// query has met no key yet. A row whose maximum stays infinite becomes NaN by ∞/∞ or 0/0.
template <class T>
T shift_of(T largest) {
  return std::isfinite(largest) ? largest : T(0);
}

// A tile of queries, and room for one tile of logits.
template <class T>
class Stream {
 public:
  Stream(const StreamingOptions<T>& options, const KeyFilter& filter, T divisor, Index tile_queries,
         Index tile_keys)
      : options_(options),
        filter_(filter),
        divisor_(divisor),
        tile_keys_(tile_keys),
        logits_(tile_queries * tile_keys),
        keep_(filter.keeps_all() ? 0 : tile_queries * tile_keys),
        largest_(tile_queries),
        sums_(tile_queries),
        factors_(tile_queries) {}

  static std::uint64_t bytes(Index tile_queries, Index tile_keys, Index d) {
    const std::uint64_t logits =
        multiply_bytes(multiply_bytes(sizeof(T) + 1, tile_queries), tile_keys);
    const std::uint64_t keys = multiply_bytes(multiply_bytes(sizeof(T), tile_keys), d);
    return add_bytes(add_bytes(logits, keys), multiply_bytes(3 * sizeof(T), tile_queries));
  }

  void attend(const Item<T>& item, Range queries, MatrixSpan<T> output, MatrixSpan<T> log_sum_exp,
              std::uint8_t* empty_rows) {
    const bool excludes = options_.masking.method == MaskMethod::kExclude;
    const Index n = item.keys.rows();
    // No query of the tile sees beyond its last one.
    const bool ends_early = excludes && options_.visibility.causal;
    const Index end = ends_early ? std::min(n, queries.first + queries.count) : n;
    output.setZero();
    largest_.setConstant(kMinusInfinity<T>);
    sums_.setZero();
    std::fill_n(empty_rows, queries.count, filter_.keeps_all() ? 0 : 1);
    for (Index j = 0; j < end; j += tile_keys_) {
      const Range keys{j, std::min(tile_keys_, end - j)};
      if (!ask(item.batch, queries, keys, empty_rows) && excludes) continue;
      score(item, queries, keys);
      raise_maxima(queries, keys);
      exponentiate(queries, keys);
      add_sums(queries, keys);
      if (!item.is_in_one_pass) continue;
      for (Index r = 0; r < queries.count; ++r) output.row(r) *= factors_(r);
      add_values(item, queries, keys, output);
    }
    for (Index r = 0; r < queries.count; ++r)
      log_sum_exp(r, 0) = largest_(r) + natural_log(sums_(r));
    if (item.is_in_one_pass)
      for (Index r = 0; r < queries.count; ++r) output.row(r) /= sums_(r);
    else
      weigh_again(item, queries, output, empty_rows);
    for (Index r = 0; r < queries.count; ++r)
      if (excludes && empty_rows[r] != 0) average(item.values, output.row(r));
  }

 private:
  // Whether any query of the tile sees any of the keys.
  bool ask(Index batch, Range queries, Range keys, std::uint8_t* empty_rows) {
    if (filter_.keeps_all()) return true;
    bool any = false;
    for (Index r = 0; r < queries.count; ++r) {
      std::uint8_t* keep = keep_.data() + r * keys.count;
      filter_.row(batch, queries.first + r, keys.first, keys.count, keep);
      if (std::all_of(keep, keep + keys.count, [](std::uint8_t k) { return k == 0; })) continue;
      empty_rows[r] = 0;
      any = true;
    }
    return any;
  }

  void score(const Item<T>& item, Range queries, Range keys) {
    const Index size = queries.count * keys.count;
    Eigen::Map<Matrix<T>> scores(logits_.data(), queries.count, keys.count);
    simd::multiply_transposed<T>(item.queries.middleRows(queries.first, queries.count),
                                 item.keys.middleRows(keys.first, keys.count), scores);
    for (Index e = 0; e < size; ++e) logits_(e) /= divisor_;
    if (filter_.keeps_all()) return;
    for (Index e = 0; e < size; ++e)
      logits_(e) = logit_of<T>(logits_(e), keep_(e) != 0, options_.masking);
  }

  void raise_maxima(Range queries, Range keys) {
    for (Index r = 0; r < queries.count; ++r) {
      T largest = largest_(r);
      for (Index c = 0; c < keys.count; ++c) {
        const T logit = logits_(r * keys.count + c);
        largest = logit > largest ? logit : largest;
      }
      factors_(r) = largest_(r) - shift_of(largest);
      largest_(r) = largest;
    }
    exp_of(factors_, queries.count);
  }

  void exponentiate(Range queries, Range keys) {
    for (Index r = 0; r < queries.count; ++r)
      for (Index c = 0; c < keys.count; ++c) logits_(r * keys.count + c) -= shift_of(largest_(r));
    exp_of(logits_, queries.count * keys.count);
  }

  void add_sums(Range queries, Range keys) {
    for (Index r = 0; r < queries.count; ++r) {
      T sum = sums_(r) * factors_(r);
      for (Index c = 0; c < keys.count; ++c) sum += logits_(r * keys.count + c);
      sums_(r) = sum;
    }
  }

  void add_values(const Item<T>& item, Range queries, Range keys, MatrixSpan<T> output) {
    const Eigen::Map<const Matrix<T>> weights(logits_.data(), queries.count, keys.count);
    simd::multiply_add<T>(weights, item.values.middleRows(keys.first, keys.count), output);
  }

  // With maximum and sum known the weights are those of `attention`. Every key takes part, because
  // 0·∞ is NaN.
  void weigh_again(const Item<T>& item, Range queries, MatrixSpan<T> output,
                   std::uint8_t* empty_rows) {
    const Index n = item.keys.rows();
    for (Index j = 0; j < n; j += tile_keys_) {
      const Range keys{j, std::min(tile_keys_, n - j)};
      ask(item.batch, queries, keys, empty_rows);
      score(item, queries, keys);
      exponentiate(queries, keys);
      for (Index r = 0; r < queries.count; ++r)
        for (Index c = 0; c < keys.count; ++c) logits_(r * keys.count + c) /= sums_(r);
      add_values(item, queries, keys, output);
    }
  }

  // The output of a query whose keys are all excluded.
  void average(const MatrixView<T>& values, RowSpan<T> output) const {
    const T weight = empty_row_weight<T>(options_.masking.empty_row, values.rows());
    output.setZero();
    for (Index j = 0; j < values.rows(); ++j)
      for (Index c = 0; c < values.cols(); ++c) output(c) += weight * values(j, c);
  }

  static void exp_of(Column<T>& x, Index count) {
    simd::exp_in_place(std::span<T>(x.data(), static_cast<std::size_t>(count)));
  }

  const StreamingOptions<T>& options_;
  const KeyFilter& filter_;
  T divisor_;
  Index tile_keys_;
  Column<T> logits_;           // (queries, keys) row by row, then their exponentials
  Column<std::uint8_t> keep_;  // (queries, keys)
  Column<T> largest_;          // M
  Column<T> sums_;             // S
  Column<T> factors_;          // e^{M − M'}
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
  const Index tile_queries = std::min(options.tile_queries, m);
  const Index tile_keys = std::min(options.tile_keys, side(shape));
  const Shape output = with_matrix(leading(shape), m, side(values.shape));
  const Shape rows = with_matrix(leading(shape), m, 1);
  const std::uint64_t flags = bytes_of<std::uint8_t>(rows);
  require_memory(add_bytes(add_bytes(bytes_of<T>(output), add_bytes(bytes_of<T>(rows), flags)),
                           Stream<T>::bytes(tile_queries, tile_keys, side(keys.shape))));

  StreamingAttention<T> result{Tensor<T>(output), Tensor<T>(rows), {}};
  result.empty_rows.resize(static_cast<std::size_t>(result.output.rows.rows()));
  Stream<T> stream(options, filter, divisor, tile_queries, tile_keys);
  for (Index row = 0; row < result.output.rows.rows();) {
    const Index b = row / m;
    const MatrixView<T> of_item = values.matrix(b);
    const Item<T> item{b, queries.matrix(b), keys.matrix(b), of_item, sums_stay_finite<T>(of_item)};
    for (Index i = 0; i < m; i += tile_queries) {
      const Range tile{i, std::min(tile_queries, m - i)};
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
