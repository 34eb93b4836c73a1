// SPDX-License-Identifier: MIT
#include "attention/kernel_regression.hpp"

#include "bindings/options.hpp"

namespace attention::bindings {

EMSCRIPTEN_BINDINGS(kernel_regression) {
  both("kernelRegression", []<class T>() {
    const auto [options, variant] = only_options<KernelChoices>();
    const auto keys = request_view<T>(1);
    const auto values = request_view<T>(2);
    const auto curve_queries = request_view<T>(3);
    auto stages = abi::kernel_regression_stages(request_view<T>(0), keys, values, options, variant);
    check_matrix("curve_queries", curve_queries.shape(), -1, keys.cols(), "c");
    auto curve = abi::kernel_regression(curve_queries, keys, values, options, variant);
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
        abi::kernel_regression_gradient(request_view<T>(0), request_view<T>(1), request_view<T>(2),
                                        request_view<T>(3), options, variant);
    return respond(gradient.queries, gradient.keys, gradient.values, gradient.sigma);
  });
  option_table().add("kernelRegression", KernelChoices());
}

}  // namespace attention::bindings
