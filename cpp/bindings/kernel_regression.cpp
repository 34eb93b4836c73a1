// SPDX-License-Identifier: MIT
#include "attention/kernel_regression.hpp"

#include "bindings/arguments.hpp"

namespace attention::bindings {
namespace {

struct Asked {
  KernelRegressionOptions options;
  abi::DocumentVariant variant;
};

Asked asked() {
  Choices choices;
  const auto kernel = choice<Kernel>("kernel", kKernelNames, choices.index());
  const double sigma = choices.number();
  const double sign = choices.number();
  if (sign != -1 && sign != 1)
    throw Error(ErrorKind::kUnknownOption, "sign", "-1 or 1", number_text(sign));
  return {{.kernel = kernel, .sigma = sigma}, {.has_plus_sign = sign > 0}};
}

template <class T>
Address kernel_regression_stages() {
  return guarded([] {
    const auto [options, variant] = asked();
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
    const auto [options, variant] = asked();
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
}
