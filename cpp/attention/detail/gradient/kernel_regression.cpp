// SPDX-License-Identifier: MIT
#include "attention/detail/gradient/kernel_regression.hpp"

#include <algorithm>

#include "attention/detail/memory.hpp"
#include "attention/detail/product.hpp"
#include "attention/detail/tensor.hpp"
#include "attention/error.hpp"
#include "simd/instantiate.hpp"

namespace attention::detail {
namespace {

// Returns (dK/d(u²)) / K, the derivative of ln K with respect to u² = ‖q − k‖²/σ². Only this factor
// differs between the kernels that depend on the distance: the chain rule from u² on is the same.
template <class T>
T log_slope(const KernelRegressionOptions<T>& options, T u, T kernel_value) {
  switch (options.kernel) {
    case Kernel::kGaussian:
      return options.sign == ExponentSign::kMinus ? T(-0.5) : T(0.5);
    case Kernel::kTriangular:
      return u > 0 && kernel_value > 0 ? -1 / (2 * u * kernel_value) : T(0);
    case Kernel::kEpanechnikov:
      return kernel_value > 0 ? -1 / kernel_value : T(0);
    case Kernel::kBoxcar:
    case Kernel::kDotProduct:
      break;
  }
  return 0;
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

  for (Index i = 0; i < queries.rows(); ++i) {
    const T mean = stages.weights.row(i).dot(weight_gradient.row(i));
    for (Index j = 0; j < keys.rows(); ++j) {
      const T score_gradient = stages.weights(i, j) * (weight_gradient(i, j) - mean);
      if (score_gradient == 0)
        continue;  // otherwise 0·∞ would give NaN if the key is so far away that u is ∞
      if (options.kernel == Kernel::kDotProduct) {
        gradient.queries.row(i) += score_gradient * keys.row(j);
        gradient.keys.row(j) += score_gradient * queries.row(i);
        continue;
      }
      const T u = stages.distances(i, j) / options.sigma;
      const T by_square = score_gradient * log_slope<T>(options, u, stages.kernel_values(i, j));
      for (Index c = 0; c < keys.cols(); ++c) {
        const T step =
            2 * by_square * ((queries(i, c) - keys(j, c)) / options.sigma / options.sigma);
        gradient.queries(i, c) += step;
        gradient.keys(j, c) -= step;
      }
      gradient.sigma -= 2 * by_square * u * u / options.sigma;
    }
  }
  return gradient;
}

ATTENTION_INSTANTIATE(kernel_regression_gradient);

}  // namespace attention::detail
