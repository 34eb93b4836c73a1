// SPDX-License-Identifier: MIT
#include "attention/detail/kernel_regression.hpp"

#include "attention/detail/gradient/kernel_regression.hpp"
#include "bindings/arguments.hpp"

namespace attention::bindings {
namespace {

template <class T>
KernelRegressionOptions<T> kernel_options() {
  Choices choices;
  const auto kernel = choice<Kernel>("kernel", kKernelNames, choices.index());
  const auto sigma = static_cast<T>(choices.number());
  const double sign = choices.number();
  if (sign != -1 && sign != 1)
    throw Error(ErrorKind::kUnknownOption, "sign", "-1 or 1", number_text(sign));
  return {kernel, sigma, sign < 0 ? ExponentSign::kMinus : ExponentSign::kPlus};
}

template <class T>
Address kernel_regression_stages() {
  return guarded([] {
    const auto options = kernel_options<T>();
    const auto keys = request_matrix<T>(1, "keys");
    const auto values = request_matrix<T>(2, "values");
    auto stages = kernel_regression<T>(request_matrix<T>(0, "queries"), keys, values, options);
    const auto curve_queries = request_matrix<T>(3, "curve_queries");
    if (curve_queries.cols() != keys.cols())
      throw Error(ErrorKind::kShapeMismatch, "curve_queries", shape_text(-1, keys.cols(), "c"),
                  shape_text(curve_queries.rows(), curve_queries.cols()));
    auto curve = kernel_predict<T>(curve_queries, keys, values, options);
    return Response()
        .add(stages.distances, stages.scores, stages.kernel_values, stages.weights,
             stages.kernel_sums, stages.weight_sums, stages.weighted_values, stages.prediction)
        .template add_list<T>(stages.has_support)
        .add(curve.prediction)
        .template add_list<T>(curve.has_support)
        .finish();
  });
}

template <class T>
Address kernel_regression_backward() {
  return guarded([] {
    auto gradient =
        kernel_regression_gradient<T>(request_matrix<T>(0, "queries"), request_matrix<T>(1, "keys"),
                                      request_matrix<T>(2, "values"),
                                      request_matrix<T>(3, "output_gradient"), kernel_options<T>());
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
