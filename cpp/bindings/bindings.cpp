// SPDX-License-Identifier: MIT
// The table of what JavaScript may call. Each function takes its tensors from the request block,
// its choices as numbers, and returns the address of the response block (wire.hpp), or 0 after a
// failure (guarded.hpp).

#include <emscripten/bind.h>
#include <cstdint>

#include "attention/error.hpp"
#include "attention/gradient/kernel_regression.hpp"
#include "attention/kernel_regression.hpp"
#include "attention/softmax.hpp"
#include "bindings/guarded.hpp"
#include "bindings/wire.hpp"

namespace attention::bindings {
namespace {

Address address_of(const std::byte* block) { return reinterpret_cast<Address>(block); }

template <class T>
Matrix<T> flags(const std::vector<std::uint8_t>& x) {
  return Eigen::Map<const Eigen::Matrix<std::uint8_t, 1, Eigen::Dynamic, Eigen::RowMajor>>(
             x.data(), 1, static_cast<Index>(x.size()))
      .template cast<T>();
}

template <class T>
KernelRegressionOptions<T> kernel_options(int kernel, double sigma, int sign) {
  if (kernel < 0 || kernel >= static_cast<int>(kKernelNames.size()))
    throw Error(ErrorKind::kUnknownOption, "kernel", "a kernel's number", std::to_string(kernel));
  if (sign != -1 && sign != 1)
    throw Error(ErrorKind::kUnknownOption, "sign", "-1 or 1", std::to_string(sign));
  return {static_cast<Kernel>(kernel), static_cast<T>(sigma),
          sign < 0 ? ExponentSign::kMinus : ExponentSign::kPlus};
}

Address reserve(std::uint32_t bytes) {
  return guarded([&] { return address_of(reserve_request(bytes)); });
}

template <class T>
Address softmax_rows() {
  return guarded([] {
    const Matrix<T> weights = softmax<T>(request_matrix<T>(0, "logits"));
    Response response;
    response.add<T>(weights);
    return address_of(response.finish());
  });
}

template <class T>
Address kernel_regression_stages(int kernel, double sigma, int sign) {
  return guarded([&] {
    const auto options = kernel_options<T>(kernel, sigma, sign);
    const auto keys = request_matrix<T>(1, "keys");
    const auto values = request_matrix<T>(2, "values");
    const auto stages =
        kernel_regression<T>(request_matrix<T>(0, "queries"), keys, values, options);
    const auto curve_queries = request_matrix<T>(3, "curve_queries");
    if (curve_queries.cols() != keys.cols())
      throw Error(ErrorKind::kShapeMismatch, "curve_queries", shape_text(-1, keys.cols(), "c"),
                  shape_text(curve_queries.rows(), curve_queries.cols()));
    const auto curve = kernel_predict<T>(curve_queries, keys, values, options);
    const Matrix<T> has_support = flags<T>(stages.has_support);
    const Matrix<T> curve_support = flags<T>(curve.has_support);
    Response response;
    for (const auto* stage :
         {&stages.distances, &stages.scores, &stages.kernel_values, &stages.weights,
          &stages.kernel_sums, &stages.weight_sums, &stages.weighted_values, &stages.prediction,
          &has_support, &curve.prediction, &curve_support})
      response.add<T>(*stage);
    return address_of(response.finish());
  });
}

template <class T>
Address kernel_regression_backward(int kernel, double sigma, int sign) {
  return guarded([&] {
    const auto gradient = kernel_regression_gradient<T>(
        request_matrix<T>(0, "queries"), request_matrix<T>(1, "keys"),
        request_matrix<T>(2, "values"), request_matrix<T>(3, "output_gradient"),
        kernel_options<T>(kernel, sigma, sign));
    const Matrix<T> sigma_gradient = Matrix<T>::Constant(1, 1, gradient.sigma);
    Response response;
    for (const auto* part : {&gradient.queries, &gradient.keys, &gradient.values, &sigma_gradient})
      response.add<T>(*part);
    return address_of(response.finish());
  });
}

template <class Names>
emscripten::val names(const Names& list) {
  auto array = emscripten::val::array();
  for (const auto& name : list) array.call<void>("push", std::string(name));
  return array;
}

}  // namespace
}  // namespace attention::bindings

EMSCRIPTEN_BINDINGS(attention) {
  namespace b = attention::bindings;
  using emscripten::function;
  function("reserve", &b::reserve);
  function(
      "failure", +[] { return b::names(b::last_failure()); });
  function(
      "errorKinds", +[] { return b::names(attention::kErrorKindNames); });
  function(
      "kernels", +[] { return b::names(attention::kKernelNames); });
  function("softmax32", &b::softmax_rows<float>);
  function("softmax64", &b::softmax_rows<double>);
  function("kernelRegression32", &b::kernel_regression_stages<float>);
  function("kernelRegression64", &b::kernel_regression_stages<double>);
  function("kernelRegressionGradient32", &b::kernel_regression_backward<float>);
  function("kernelRegressionGradient64", &b::kernel_regression_backward<double>);
}
