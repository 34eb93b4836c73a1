// SPDX-License-Identifier: MIT
#include "attention/kernel_regression.hpp"

#include "bindings/options.hpp"

namespace attention::bindings {
namespace {

template <class T>
Address kernel_regression_stages() {
  return guarded([] {
    Choices next;
    const auto [options, variant] = next_options<KernelChoices>(next);
    const auto keys = request_view<T>(1);
    const auto values = request_view<T>(2);
    const auto curve_queries = request_view<T>(3);
    auto stages =
        abi::kernel_regression_stages<T>(request_view<T>(0), keys, values, options, variant);
    check_matrix("curve_queries", curve_queries.shape(), -1, keys.cols(), "c");
    auto curve = abi::kernel_regression<T>(curve_queries, keys, values, options, variant);
    return Response()
        .add(stages.distances, stages.scores, stages.kernel_values, stages.weights,
             stages.kernel_sums, stages.weight_sums, stages.weighted_values, stages.prediction)
        .template add_list<T>(stages.has_support.entries())
        .add(curve.prediction)
        .template add_list<T>(curve.has_support.entries())
        .finish();
  });
}

template <class T>
Address kernel_regression_backward() {
  return guarded([] {
    Choices next;
    const auto [options, variant] = next_options<KernelChoices>(next);
    auto gradient = abi::kernel_regression_gradient<T>(request_view<T>(0), request_view<T>(1),
                                                       request_view<T>(2), request_view<T>(3),
                                                       options, variant);
    return Response()
        .add(gradient.queries, gradient.keys, gradient.values, gradient.sigma)
        .finish();
  });
}

}  // namespace
}  // namespace attention::bindings

EMSCRIPTEN_BINDINGS(kernel_regression) {
  namespace b = attention::bindings;
  b::both("kernelRegression", &b::kernel_regression_stages<float>,
          &b::kernel_regression_stages<double>);
  b::both("kernelRegressionGradient", &b::kernel_regression_backward<float>,
          &b::kernel_regression_backward<double>);
  b::option_table().add("kernelRegression", b::KernelChoices());
}
