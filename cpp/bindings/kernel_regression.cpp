// SPDX-License-Identifier: MIT
#include "attention/kernel_regression.hpp"

#include "bindings/calls.hpp"

namespace attention::bindings {

EMSCRIPTEN_BINDINGS(kernel_regression) {
  both("kernelRegression", []<class T>() {
    const auto [options, variant] = only_options<KernelChoices>();
    const auto x = inputs<T>();
    const auto curve_queries = request_view<T>(3);
    auto stages = abi::kernel_regression_stages(x, options, variant);
    check_matrix("curve_queries", curve_queries.shape(), -1, x.keys.cols(), "c");
    auto curve = abi::kernel_regression<T>({curve_queries, x.keys, x.values}, options, variant);
    return Response()
        .add(stages.distances, stages.scores, stages.kernel_values, stages.weights,
             stages.kernel_sums, stages.weight_sums, stages.weighted_values, stages.prediction)
        .template add_list<T>(stages.has_support.entries())
        .add(curve.prediction)
        .template add_list<T>(curve.has_support.entries())
        .finish();
  });
  both("kernelRegressionGradient", []<class T>() {
    const auto [options, variant] = only_options<KernelChoices>();
    auto gradient =
        abi::kernel_regression_gradient(inputs<T>(), request_view<T>(3), options, variant);
    return respond(gradient.queries, gradient.keys, gradient.values, gradient.sigma);
  });
  option_table().add("kernelRegression", KernelChoices());
}

}  // namespace attention::bindings
