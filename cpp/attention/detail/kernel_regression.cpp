// SPDX-License-Identifier: MIT
#include "attention/detail/kernel_regression.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "attention/detail/logarithm.hpp"
#include "attention/detail/memory.hpp"
#include "attention/detail/range.hpp"
#include "attention/detail/softmax.hpp"
#include "attention/detail/sum.hpp"
#include "attention/detail/tensor.hpp"
#include "attention/error.hpp"
#include "simd/instantiate.hpp"
#include "simd/row.hpp"

namespace attention::detail {
namespace {

template <class T>
void check(const MatrixView<T>& queries, const MatrixView<T>& keys, const MatrixView<T>& values,
           const KernelRegressionOptions<T>& options) {
  const auto shape = [](const MatrixView<T>& x) { return shape_text(x.rows(), x.cols()); };
  if (keys.rows() == 0 || keys.cols() == 0)
    throw Error(ErrorKind::kEmptyInput, "keys", "at least one row and one column", shape(keys));
  if (queries.cols() != keys.cols())
    throw Error(ErrorKind::kShapeMismatch, "queries", shape_text(-1, keys.cols(), "m"),
                shape(queries));
  if (values.rows() != keys.rows())
    throw Error(ErrorKind::kShapeMismatch, "values", shape_text(keys.rows(), -1, "d_v"),
                shape(values));
  if (values.cols() == 0)
    throw Error(ErrorKind::kEmptyInput, "values", "at least one column", shape(values));
  require_positive("sigma", static_cast<double>(options.sigma));
}

// Returns the bytes of the predictions and of the flags `has_support`.
template <class T>
std::uint64_t prediction_bytes(Index m, Index d_v) {
  return add_bytes(bytes_of<T>({m, d_v}), bytes_of<std::uint8_t>({m}));
}

// Returns K(u) of a compact kernel: 0 outside its window. NaN stays NaN, because every comparison
// with NaN is false.
template <class T>
T compact_kernel(Kernel kernel, T u) {
  if (kernel == Kernel::kBoxcar) return u <= 1 ? T(1) : u > 1 ? T(0) : u;
  const T k = kernel == Kernel::kTriangular ? 1 - u : 1 - u * u;
  return k < 0 ? T(0) : k;
}

template <class T>
void exp_of(const RowView<T>& scores, RowSpan<T> kernel_values) {
  kernel_values = scores;
  simd::exp_in_place(
      std::span<T>(kernel_values.data(), static_cast<std::size_t>(kernel_values.size())));
}

// Sums from first to last, because the order of Eigen's sum() depends on the address of the row and
// changes the rounding. A sum of millions of floats would lose digits in float.
template <class T>
T sum_of(const RowView<T>& row) {
  double sum = 0;
  for (const T x : row) sum += static_cast<double>(x);
  return static_cast<T>(sum);
}

// Returns ‖a − b‖ where squares may overflow or underflow: divides the differences by the largest
// one first, so that the sum of squares is in [1, d].
template <class T>
T scaled_distance(const T* a, const T* b, Index d) {
  T largest = 0;
  for (Index c = 0; c < d; ++c) {
    const T difference = std::abs(a[c] - b[c]);
    if (difference > largest || std::isnan(difference)) largest = difference;
  }
  if (largest == 0 || !std::isfinite(largest)) return largest;
  T sum = 0;
  for (Index c = 0; c < d; ++c) {
    const T ratio = (a[c] - b[c]) / largest;
    sum += ratio * ratio;
  }
  return largest * std::sqrt(sum);
}

// Writes Σ_j weights_j values_j to `to`. Adds the sums of blocks of values in double, because a sum
// of millions of floats would lose digits in float.
// @param sums  scratch memory, of shape (1, d_v)
template <class T>
void predict(const RowView<T>& weights, const MatrixView<T>& values, Matrix<double>& sums,
             RowSpan<T> to) {
  constexpr Index kBlock = 32;
  const Index width = values.cols();
  T* const block = to.data();
  std::fill_n(sums.data(), width, 0.0);
  for (Index first = 0; first < values.rows(); first += kBlock) {
    std::fill_n(block, width, T(0));
    for (Index j = first; j < std::min(first + kBlock, values.rows()); ++j) {
      const T weight = weights(j);
      const T* const value = values.data() + j * values.outerStride();
      for (Index c = 0; c < width; ++c) block[c] += weight * value[c];
    }
    for (Index c = 0; c < width; ++c) sums(0, c) += static_cast<double>(block[c]);
  }
  for (Index c = 0; c < width; ++c) block[c] = static_cast<T>(sums(0, c));
}

// Views of the memory for one query's intermediate results: rows of the result, or scratch memory
// that all queries reuse.
template <class T>
struct Stages {
  RowSpan<T> distances;
  RowSpan<T> scores;
  RowSpan<T> kernel_values;
  RowSpan<T> weights;
};

// Computes all intermediate results of one query. Returns whether the query has a key in its
// window.
template <class T>
bool weigh(const RowView<T>& query, const MatrixView<T>& keys,
           const KernelRegressionOptions<T>& options, Stages<T> to) {
  const Index n = keys.rows();
  const Index d = keys.cols();
  // Smaller squares may lack the digits of terms that have underflowed.
  constexpr T kLeast = std::numeric_limits<T>::min() / std::numeric_limits<T>::epsilon();
  const auto is_exact = [](T square) {
    return (square >= kLeast) & (square <= std::numeric_limits<T>::max());
  };
  const T* const q = query.data();
  const auto key = [&](Index j) { return keys.data() + j * keys.outerStride(); };
  bool are_exact = true;
  for (Index j = 0; j < n; ++j) {
    const T* const k = key(j);
    const T square = sum_in_order<T>(d, [&](Index c) { return (q[c] - k[c]) * (q[c] - k[c]); });
    are_exact = are_exact & is_exact(square);
    // Stores the squared distance, from which scores are computed. Squaring the rounded distance
    // again would lose precision.
    to.scores(j) = square;
    // std::sqrt instead of Eigen's vectorised square root, which is approximate in float and wrong
    // for +∞.
    to.distances(j) = std::sqrt(square);
  }
  if (!are_exact)
    for (Index j = 0; j < n; ++j)
      if (!is_exact(to.scores(j))) to.distances(j) = scaled_distance(q, key(j), d);

  if (is_compact(options.kernel)) {
    for (Index j = 0; j < n; ++j) {
      to.kernel_values(j) = compact_kernel(options.kernel, to.distances(j) / options.sigma);
      to.scores(j) = natural_log(to.kernel_values(j));
    }
    const T sum = sum_of<T>(to.kernel_values);
    if (sum == 0) {
      to.weights.setZero();
      return false;
    }
    to.weights = to.kernel_values / sum;
    return true;
  }

  if (options.kernel == Kernel::kDotProduct) {
    for (Index j = 0; j < n; ++j) {
      T dot = 0;
      for (Index c = 0; c < keys.cols(); ++c) dot += query(c) * keys(j, c);
      to.scores(j) = dot;
    }
  } else {
    const T sign = options.sign == ExponentSign::kMinus ? T(-1) : T(1);
    const T width = 2 * options.sigma * options.sigma;
    if (std::isnormal(width) && are_exact)
      to.scores = sign * to.scores / width;
    else
      // Where a square or 2σ² overflows or underflows, divides by σ before squaring.
      for (Index j = 0; j < n; ++j) {
        const T u = to.distances(j) / options.sigma;
        const bool divides_square = std::isnormal(width) && is_exact(to.scores(j));
        to.scores(j) = sign * (divides_square ? to.scores(j) / width : u * (u / 2));
      }
  }
  exp_of<T>(to.scores, to.kernel_values);
  to.weights = to.scores;
  softmax_in_place<T>(to.weights);
  return true;
}

}  // namespace

template <class T>
std::uint64_t kernel_regression_bytes(Index m, Index n, Index d_v) {
  const std::uint64_t stages =
      add_bytes(bytes_of<T>({4, m, n}), add_bytes(bytes_of<T>({m, n, d_v}), bytes_of<T>({2, m})));
  return add_bytes(stages, prediction_bytes<T>(m, d_v));
}

template <class T>
KernelRegression<T> kernel_regression(const MatrixView<T>& queries, const MatrixView<T>& keys,
                                      const MatrixView<T>& values,
                                      const KernelRegressionOptions<T>& options) {
  check(queries, keys, values, options);
  const Index m = queries.rows();
  const Index n = keys.rows();
  require_memory(kernel_regression_bytes<T>(m, n, values.cols()));
  KernelRegression<T> result;
  for (auto* stage : {&result.distances, &result.scores, &result.kernel_values, &result.weights})
    stage->resize(m, n);
  for (auto* sums : {&result.kernel_sums, &result.weight_sums}) sums->resize(m, 1);
  result.weighted_values.resize(m * n, values.cols());
  result.prediction.resize(m, values.cols());
  result.has_support.resize(static_cast<std::size_t>(m));

  Matrix<double> sums(1, values.cols());
  for (Index i = 0; i < m; ++i) {
    result.has_support[static_cast<std::size_t>(i)] =
        weigh<T>(queries.row(i), keys, options,
                 {result.distances.row(i), result.scores.row(i), result.kernel_values.row(i),
                  result.weights.row(i)});
    result.kernel_sums(i, 0) = sum_of<T>(result.kernel_values.row(i));
    result.weight_sums(i, 0) = sum_of<T>(result.weights.row(i));
    for (Index j = 0; j < n; ++j)
      result.weighted_values.row(i * n + j) = result.weights(i, j) * values.row(j);
    predict<T>(result.weights.row(i), values, sums, result.prediction.row(i));
  }
  return result;
}

template <class T>
KernelPrediction<T> kernel_predict(const MatrixView<T>& queries, const MatrixView<T>& keys,
                                   const MatrixView<T>& values,
                                   const KernelRegressionOptions<T>& options) {
  check(queries, keys, values, options);
  const Index m = queries.rows();
  require_memory(
      add_bytes(prediction_bytes<T>(m, values.cols()),
                add_bytes(bytes_of<T>({4, keys.rows()}), bytes_of<double>({values.cols()}))));
  KernelPrediction<T> result;
  result.prediction.resize(m, values.cols());
  result.has_support.resize(static_cast<std::size_t>(m));
  Matrix<T> scratch(4, keys.rows());
  Matrix<double> sums(1, values.cols());
  for (Index i = 0; i < m; ++i) {
    result.has_support[static_cast<std::size_t>(i)] =
        weigh<T>(queries.row(i), keys, options,
                 {scratch.row(0), scratch.row(1), scratch.row(2), scratch.row(3)});
    predict<T>(scratch.row(3), values, sums, result.prediction.row(i));
  }
  return result;
}

ATTENTION_INSTANTIATE(kernel_regression_bytes);
ATTENTION_INSTANTIATE(kernel_regression);
ATTENTION_INSTANTIATE(kernel_predict);

}  // namespace attention::detail
