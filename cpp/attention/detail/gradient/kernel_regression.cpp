// SPDX-License-Identifier: MIT
#include "attention/detail/gradient/kernel_regression.hpp"

#include <algorithm>

#include "attention/detail/memory.hpp"
#include "attention/detail/product.hpp"
#include "attention/detail/sum.hpp"
#include "attention/detail/tensor.hpp"
#include "attention/error.hpp"
#include "simd/instantiate.hpp"

namespace attention::detail {
namespace {

// The derivative of ln K with respect to u = ‖q − k‖/σ, as factor · ‖q − k‖/unit. Only it differs
// between the kernels that depend on the distance.
template <class T>
struct LogSlope {
  T factor;
  T unit;
};

template <class T>
LogSlope<T> log_slope(const KernelRegressionOptions<T>& options, T distance, T kernel_value) {
  const bool is_inside = kernel_value > 0;
  switch (options.kernel) {
    case Kernel::kGaussian:
      return {options.sign == ExponentSign::kMinus ? T(-1) : T(1), options.sigma};
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

// Returns the bytes of a `KernelRegression` and of the gradients of the weights and inputs.
template <class T>
std::uint64_t bytes_needed(Index m, Index n, Index d, Index d_v) {
  const std::uint64_t inputs =
      add_bytes(add_bytes(bytes_of<T>({m, d}), bytes_of<T>({n, d})), bytes_of<T>({n, d_v}));
  return add_bytes(kernel_regression_bytes<T>(m, n, d_v), add_bytes(bytes_of<T>({m, n}), inputs));
}

}  // namespace

template <class T>
KernelRegressionGradient<T> kernel_regression_gradient(const MatrixView<T>& queries,
                                                       const MatrixView<T>& keys,
                                                       const MatrixView<T>& values,
                                                       const MatrixView<T>& output_gradient,
                                                       const KernelRegressionOptions<T>& options) {
  require_memory(bytes_needed<T>(queries.rows(), keys.rows(), keys.cols(), values.cols()));
  const auto stages = kernel_regression<T>(queries, keys, values, options);
  if (output_gradient.rows() != queries.rows() || output_gradient.cols() != values.cols())
    throw Error(ErrorKind::kShapeMismatch, "output_gradient",
                shape_text(queries.rows(), values.cols()),
                shape_text(output_gradient.rows(), output_gradient.cols()));

  Matrix<T> weight_gradient(queries.rows(), keys.rows());
  multiply_transposed<T>(output_gradient, values, weight_gradient);
  KernelRegressionGradient<T> gradient{zeros<T>(queries.rows(), queries.cols()),
                                       zeros<T>(keys.rows(), keys.cols()),
                                       zeros<T>(values.rows(), values.cols()), T(0)};
  transposed_multiply_add<T>(stages.weights, output_gradient, gradient.values);

  double sigma_gradient = 0;
  for (Index i = 0; i < queries.rows(); ++i) {
    const T mean = sum_in_order<T>(
        keys.rows(), [&](Index j) { return stages.weights(i, j) * weight_gradient(i, j); });
    for (Index j = 0; j < keys.rows(); ++j) {
      const T score_gradient = stages.weights(i, j) * (weight_gradient(i, j) - mean);
      if (score_gradient == 0)
        continue;  // otherwise 0·∞ would give NaN if the key is so far away that u is ∞
      if (options.kernel == Kernel::kDotProduct) {
        gradient.queries.row(i) += score_gradient * keys.row(j);
        gradient.keys.row(j) += score_gradient * queries.row(i);
        continue;
      }
      const T distance = stages.distances(i, j);
      const auto [factor, unit] = log_slope<T>(options, distance, stages.kernel_values(i, j));
      const T slope = score_gradient * factor;
      for (Index c = 0; c < keys.cols(); ++c) {
        const T step = slope * ((queries(i, c) - keys(j, c)) / unit / options.sigma);
        gradient.queries(i, c) += step;
        gradient.keys(j, c) -= step;
      }
      sigma_gradient -= static_cast<double>(slope * (distance / unit) *
                                            (distance / options.sigma / options.sigma));
    }
  }
  gradient.sigma = static_cast<T>(sigma_gradient);
  return gradient;
}

ATTENTION_INSTANTIATE(kernel_regression_gradient);

}  // namespace attention::detail
