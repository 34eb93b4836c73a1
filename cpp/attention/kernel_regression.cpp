// SPDX-License-Identifier: MIT
#include "attention/kernel_regression.hpp"

#include "attention/detail/boundary.hpp"
#include "attention/detail/gradient/kernel_regression.hpp"
#include "attention/detail/kernel_regression.hpp"
#include "simd/instantiate.hpp"

namespace attention::abi {

using detail::guarded;
using detail::matrix;
using detail::outside;

namespace {

template <Real T>
detail::KernelRegressionOptions<T> options_of(const KernelRegressionOptions& options) {
  detail::KernelRegressionOptions<T> result;
  result.kernel = options.kernel;
  result.sigma = static_cast<T>(options.sigma);
  return result;
}

}  // namespace

template <class T>
KernelPrediction<T> kernel_regression(const TensorView<T>& queries, const TensorView<T>& keys,
                                      const TensorView<T>& values,
                                      const KernelRegressionOptions& options) {
  return guarded([&] {
    auto result = detail::kernel_predict<T>(matrix("queries", queries), matrix("keys", keys),
                                            matrix("values", values), options_of<T>(options));
    return KernelPrediction<T>{outside(std::move(result.prediction)),
                               outside({queries.rows()}, std::move(result.has_support))};
  });
}

template <class T>
KernelRegressionStages<T> kernel_regression_stages(const TensorView<T>& queries,
                                                   const TensorView<T>& keys,
                                                   const TensorView<T>& values,
                                                   const KernelRegressionOptions& options) {
  return guarded([&] {
    auto stages = detail::kernel_regression<T>(matrix("queries", queries), matrix("keys", keys),
                                               matrix("values", values), options_of<T>(options));
    const Shape weighted = {queries.rows(), keys.rows(), values.cols()};
    return KernelRegressionStages<T>{outside(std::move(stages.distances)),
                                     outside(std::move(stages.scores)),
                                     outside(std::move(stages.kernel_values)),
                                     outside(std::move(stages.weights)),
                                     outside(std::move(stages.kernel_sums)),
                                     outside(std::move(stages.weight_sums)),
                                     outside<T>(weighted, std::move(stages.weighted_values)),
                                     outside(std::move(stages.prediction)),
                                     outside({queries.rows()}, std::move(stages.has_support))};
  });
}

template <class T>
KernelRegressionGradient<T> kernel_regression_gradient(const TensorView<T>& queries,
                                                       const TensorView<T>& keys,
                                                       const TensorView<T>& values,
                                                       const TensorView<T>& output_gradient,
                                                       const KernelRegressionOptions& options) {
  return guarded([&] {
    auto gradient = detail::kernel_regression_gradient<T>(
        matrix("queries", queries), matrix("keys", keys), matrix("values", values),
        matrix("output_gradient", output_gradient), options_of<T>(options));
    return KernelRegressionGradient<T>{outside(std::move(gradient.queries)),
                                       outside(std::move(gradient.keys)),
                                       outside(std::move(gradient.values)), gradient.sigma};
  });
}

ATTENTION_INSTANTIATE(kernel_regression);
ATTENTION_INSTANTIATE(kernel_regression_stages);
ATTENTION_INSTANTIATE(kernel_regression_gradient);

}  // namespace attention::abi
