// SPDX-License-Identifier: MIT
// This file is long because forward and backward pass share the checks and the weights of a query.
#include "attention/kernel_regression.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "attention/detail/elementary.hpp"
#include "attention/detail/memory.hpp"
#include "attention/detail/product.hpp"
#include "attention/detail/refuse.hpp"
#include "attention/detail/shape.hpp"
#include "attention/detail/sum.hpp"
#include "attention/detail/tensor.hpp"
#include "simd/instantiate.hpp"
#include "simd/row.hpp"

namespace attention::abi {

using namespace detail;

namespace {

template <class T>
struct Options {
  Options(const KernelRegressionOptions& given, const DocumentVariant& variant)
      : kernel(given.kernel),
        sigma(positive<T>("sigma", given.sigma)),
        sign(variant.has_plus_sign ? T(1) : T(-1)) {}

  Kernel kernel;
  T sigma;
  T sign;
};

template <class T>
void check(const Inputs<T>& x) {
  check_matrix("keys", x.keys.shape());
  const Index n = x.keys.rows();
  const Index d = x.keys.cols();
  if (n == 0 || d == 0) refuse_empty("keys", ErrorCode::kRowAndColumn, {}, x.keys.shape());
  check_matrix("queries", x.queries.shape(), -1, d, "m");
  check_matrix("values", x.values.shape(), n, -1, "d_v");
  if (x.values.cols() == 0) refuse_empty("values", ErrorCode::kColumn, {}, x.values.shape());
}

// Returns K(u) of a compact kernel: 0 outside its window. NaN stays NaN, because every comparison
// with NaN is false.
template <class T>
T compact_kernel(Kernel kernel, T u) {
  if (kernel == Kernel::kBoxcar) return u <= 1 ? T(1) : u > 1 ? T(0) : u;
  const T k = kernel == Kernel::kTriangular ? 1 - u : 1 - u * u;
  return k < 0 ? T(0) : k;
}

// Adds in double, because a sum of millions of floats would lose digits in float.
template <class T>
T sum_of(std::span<const T> row) {
  double sum = 0;
  for (const T x : row) sum += static_cast<double>(x);
  return static_cast<T>(sum);
}

// Returns false for small squares, in which terms may have underflowed, and for ∞, which may be an
// overflow.
template <class T>
bool is_exact(T square) {
  constexpr T kLeast = std::numeric_limits<T>::min() / std::numeric_limits<T>::epsilon();
  return (square >= kLeast) & (square <= std::numeric_limits<T>::max());
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

// The memory for one query's intermediate results: rows of the result, or scratch memory that all
// queries reuse.
template <class T>
struct Row {
  std::span<T> distances;
  std::span<T> scores;
  std::span<T> kernel_values;
  std::span<T> weights;
};

// Writes the distances, and their squares as scores. The squares are not computed from the rounded
// distances, which would lose precision. Returns whether `is_exact` holds for all squares.
template <class T>
bool measure(const T* q, const TensorView<T>& keys, const Row<T>& to) {
  const Index d = keys.cols();
  bool are_exact = true;
  for (std::size_t j = 0; j < to.scores.size(); ++j) {
    const T* const k = keys.row(static_cast<Index>(j)).data();
    const T square = sum_in_order<T>(d, [&](Index c) { return (q[c] - k[c]) * (q[c] - k[c]); });
    are_exact = are_exact & is_exact(square);
    to.scores[j] = square;
    to.distances[j] = std::sqrt(square);
  }
  if (!are_exact)
    for (std::size_t j = 0; j < to.scores.size(); ++j)
      if (!is_exact(to.scores[j]))
        to.distances[j] = scaled_distance(q, keys.row(static_cast<Index>(j)).data(), d);
  return are_exact;
}

// Replaces the squared distances in `to.scores` by Gaussian scores.
template <class T>
void score_gaussian(const Options<T>& options, bool are_exact, const Row<T>& to) {
  const T width = 2 * options.sigma * options.sigma;
  if (std::isnormal(width) && are_exact) {
    for (T& score : to.scores) score = options.sign * score / width;
    return;
  }
  // Where a square or 2σ² overflows or underflows, divides by σ before squaring.
  for (std::size_t j = 0; j < to.scores.size(); ++j) {
    const T u = to.distances[j] / options.sigma;
    const bool divides_square = std::isnormal(width) && is_exact(to.scores[j]);
    to.scores[j] = options.sign * (divides_square ? to.scores[j] / width : u * (u / 2));
  }
}

// Computes all intermediate results of one query. Returns whether any weight is not 0.
template <class T>
bool weigh(const T* query, const TensorView<T>& keys, const Options<T>& options, const Row<T>& to) {
  const bool are_exact = measure(query, keys, to);
  if (is_compact(options.kernel)) {
    for (std::size_t j = 0; j < to.scores.size(); ++j) {
      to.kernel_values[j] = compact_kernel(options.kernel, to.distances[j] / options.sigma);
      to.scores[j] = natural_log(to.kernel_values[j]);
    }
    const T sum = sum_of<T>(to.kernel_values);
    for (std::size_t j = 0; j < to.weights.size(); ++j)
      to.weights[j] = sum == 0 ? T(0) : to.kernel_values[j] / sum;
    return sum != 0;
  }
  if (options.kernel == Kernel::kDotProduct)
    for (std::size_t j = 0; j < to.scores.size(); ++j) {
      const std::span<const T> key = keys.row(static_cast<Index>(j));
      T dot = 0;
      for (std::size_t c = 0; c < key.size(); ++c) dot += query[c] * key[c];
      to.scores[j] = dot;
    }
  else
    score_gaussian(options, are_exact, to);
  std::copy(to.scores.begin(), to.scores.end(), to.kernel_values.begin());
  simd::exp_in_place(to.kernel_values);
  simd::softmax<T>(to.scores, to.weights);
  return true;
}

// Writes Σ_j weights_j values_j to `to`. Adds the sums of blocks of values in double, because a sum
// of millions of floats would lose digits in float.
// @param sums  scratch memory for one row
template <class T>
void predict(std::span<const T> weights, const TensorView<T>& values, std::span<double> sums,
             std::span<T> to) {
  constexpr Index kBlock = 32;
  std::fill(sums.begin(), sums.end(), 0.0);
  for (Index first = 0; first < values.rows(); first += kBlock) {
    std::fill(to.begin(), to.end(), T(0));
    for (Index j = first; j < std::min(first + kBlock, values.rows()); ++j) {
      const T weight = weights[size(j)];
      const T* const value = values.row(j).data();
      for (std::size_t c = 0; c < to.size(); ++c) to[c] += weight * value[c];
    }
    for (std::size_t c = 0; c < to.size(); ++c) sums[c] += static_cast<double>(to[c]);
  }
  for (std::size_t c = 0; c < to.size(); ++c) to[c] = static_cast<T>(sums[c]);
}

// Computes the scores and weights of all queries. The other stages stay empty.
template <class T>
KernelRegressionStages<T> weigh_all(const Inputs<T>& x, const Options<T>& options) {
  const Index m = x.queries.rows();
  const Index n = x.keys.rows();
  KernelRegressionStages<T> to;
  for (Tensor<T>* stage : {&to.distances, &to.scores, &to.kernel_values, &to.weights})
    *stage = Tensor<T>({m, n});
  to.has_support = Tensor<std::uint8_t>({m});
  for (Index i = 0; i < m; ++i)
    to.has_support.data()[i] = weigh<T>(
        x.queries.row(i).data(), x.keys, options,
        {to.distances.row(i), to.scores.row(i), to.kernel_values.row(i), to.weights.row(i)});
  return to;
}

template <class T>
KernelRegressionStages<T> stages(const Inputs<T>& x, const Options<T>& options) {
  check(x);
  const Index m = x.queries.rows();
  const Index n = x.keys.rows();
  const Index d_v = x.values.cols();
  require_memory(bytes_of<T>({m, n, 4 + d_v}));
  KernelRegressionStages<T> to = weigh_all(x, options);
  for (Tensor<T>* sums : {&to.kernel_sums, &to.weight_sums}) *sums = Tensor<T>({m, 1});
  to.weighted_values = Tensor<T>({m, n, d_v});
  to.prediction = Tensor<T>({m, d_v});
  std::vector<double> sums(size(d_v));
  for (Index i = 0; i < m; ++i) {
    const std::span<const T> weights = to.weights.row(i);
    to.kernel_sums(i, 0) = sum_of<T>(to.kernel_values.row(i));
    to.weight_sums(i, 0) = sum_of<T>(weights);
    for (Index j = 0; j < n; ++j)
      for (Index c = 0; c < d_v; ++c)
        to.weighted_values(i * n + j, c) = weights[size(j)] * x.values(j, c);
    predict<T>(weights, x.values, sums, to.prediction.row(i));
  }
  return to;
}

// The derivative of ln K with respect to u = ‖q − k‖/σ, as factor · ‖q − k‖/unit. The gradients of
// the kernels that depend on the distance differ only in this derivative.
template <class T>
struct LogSlope {
  T factor;
  T unit;
};

template <class T>
LogSlope<T> log_slope(const Options<T>& options, T distance, T kernel_value) {
  const bool is_inside = kernel_value > 0;
  switch (options.kernel) {
    case Kernel::kGaussian:
      return {options.sign, options.sigma};
    case Kernel::kTriangular:
      if (is_inside && distance > 0) return {-1 / kernel_value, distance};
      break;
    case Kernel::kEpanechnikov:
      if (is_inside) return {-2 / kernel_value, options.sigma};
      break;
    case Kernel::kBoxcar:
    case Kernel::kDotProduct:
      break;
  }
  return {0, options.sigma};
}

template <class T>
KernelRegressionGradient<T> gradient(const Inputs<T>& x, const TensorView<T>& output_gradient,
                                     const Options<T>& options) {
  check(x);
  check_matrix("output_gradient", output_gradient.shape(), x.queries.rows(), x.values.cols());
  const Index m = x.queries.rows();
  const Index n = x.keys.rows();
  const Index d = x.keys.cols();
  require_memory(bytes_of<T>({m, n, 5}));
  const KernelRegressionStages<T> forward = weigh_all(x, options);
  KernelRegressionGradient<T> to{Tensor<T>({m, d}), Tensor<T>({n, d}),
                                 Tensor<T>({n, x.values.cols()}), T(0)};
  Tensor<T> weight_gradient({m, n});
  multiply_transposed<T>(matrix_of(output_gradient), matrix_of(x.values),
                         matrix_of(weight_gradient));
  transposed_multiply_add<T>(matrix_of(forward.weights), matrix_of(output_gradient),
                             matrix_of(to.values));

  double sigma_gradient = 0;
  for (Index i = 0; i < m; ++i) {
    const T mean =
        sum_in_order<T>(n, [&](Index j) { return forward.weights(i, j) * weight_gradient(i, j); });
    for (Index j = 0; j < n; ++j) {
      const T score_gradient = forward.weights(i, j) * (weight_gradient(i, j) - mean);
      if (score_gradient == 0)
        continue;  // otherwise a key at an infinite distance would give 0·∞ = NaN
      if (options.kernel == Kernel::kDotProduct) {
        for (Index c = 0; c < d; ++c) {
          to.queries(i, c) += score_gradient * x.keys(j, c);
          to.keys(j, c) += score_gradient * x.queries(i, c);
        }
        continue;
      }
      const T distance = forward.distances(i, j);
      const auto [factor, unit] = log_slope<T>(options, distance, forward.kernel_values(i, j));
      const T slope = score_gradient * factor;
      for (Index c = 0; c < d; ++c) {
        const T step = slope * ((x.queries(i, c) - x.keys(j, c)) / unit / options.sigma);
        to.queries(i, c) += step;
        to.keys(j, c) -= step;
      }
      sigma_gradient -= static_cast<double>(slope * (distance / unit) *
                                            (distance / options.sigma / options.sigma));
    }
  }
  to.sigma = static_cast<T>(sigma_gradient);
  return to;
}

}  // namespace

template <class T>
KernelPrediction<T> kernel_regression(const Inputs<T>& x, const KernelRegressionOptions& given,
                                      const DocumentVariant& variant) {
  return guarded([&] {
    const Options<T> options(given, variant);
    check(x);
    const Index m = x.queries.rows();
    const Index n = x.keys.rows();
    require_memory(bytes_of<T>({m, x.values.cols()}));
    KernelPrediction<T> result{Tensor<T>({m, x.values.cols()}), Tensor<std::uint8_t>({m})};
    Tensor<T> scratch({4, n});
    std::vector<double> sums(size(x.values.cols()));
    for (Index i = 0; i < m; ++i) {
      result.has_support.data()[i] =
          weigh<T>(x.queries.row(i).data(), x.keys, options,
                   {scratch.row(0), scratch.row(1), scratch.row(2), scratch.row(3)});
      predict<T>(scratch.row(3), x.values, sums, result.prediction.row(i));
    }
    return result;
  });
}

template <class T>
KernelRegressionStages<T> kernel_regression_stages(const Inputs<T>& x,
                                                   const KernelRegressionOptions& options,
                                                   const DocumentVariant& variant) {
  return guarded([&] { return stages(x, Options<T>(options, variant)); });
}

template <class T>
KernelRegressionGradient<T> kernel_regression_gradient(const Inputs<T>& x,
                                                       const TensorView<T>& output_gradient,
                                                       const KernelRegressionOptions& options,
                                                       const DocumentVariant& variant) {
  return guarded([&] { return gradient(x, output_gradient, Options<T>(options, variant)); });
}

ATTENTION_INSTANTIATE(kernel_regression);
ATTENTION_INSTANTIATE(kernel_regression_stages);
ATTENTION_INSTANTIATE(kernel_regression_gradient);

}  // namespace attention::abi
