// SPDX-License-Identifier: MIT
#include "attention/detail/softmax.hpp"

#include "bindings/arguments.hpp"
#include "lab/mistakes.hpp"

namespace attention::bindings {

using namespace lab;
namespace {

template <class T>
Address softmax_rows() {
  return guarded([] {
    const double temperature = Choices().number();
    const auto logits = request_tensor<T>(0);
    const auto divisor = static_cast<T>(temperature);
    if (std::byte* const copy = request_copy(request_header(0))) {
      softmax_into<T>(logits.rows, divisor,
                      Eigen::Map<Matrix<T>>(reinterpret_cast<T*>(copy), logits.rows.rows(),
                                            logits.rows.cols()));
      return Response().add_copied<T>(logits).finish();
    }
    return Response().add(Tensor<T>(logits.shape, softmax<T>(logits.rows, divisor))).finish();
  });
}

template <class T>
Address naive_softmax_rows() {
  return guarded([] {
    const auto logits = request_tensor<T>(0);
    return Response().add(Tensor<T>(logits.shape, naive_softmax<T>(logits.rows))).finish();
  });
}

template <class T>
Address statistics() {
  return guarded([] {
    const double temperature = Choices().number();
    auto stages =
        softmax_statistics<T>(request_matrix<T>(0, "logits"), static_cast<T>(temperature));
    return Response()
        .add(stages.weights, stages.entropy, stages.largest, stages.jacobian, stages.jacobian_norms)
        .finish();
  });
}

template <class T>
Address cross_entropy_loss() {
  return guarded([] {
    auto result = cross_entropy<T>(request_matrix<T>(0, "logits"), request_column<T>(1, "targets"));
    return Response().add(result.losses, result.loss, result.logits_gradient).finish();
  });
}

}  // namespace
}  // namespace attention::bindings

EMSCRIPTEN_BINDINGS(softmax) {
  namespace b = attention::bindings;
  b::both("softmax", &b::softmax_rows<float>, &b::softmax_rows<double>);
  b::both("naiveSoftmax", &b::naive_softmax_rows<float>, &b::naive_softmax_rows<double>);
  b::both("softmaxStatistics", &b::statistics<float>, &b::statistics<double>);
  b::both("crossEntropy", &b::cross_entropy_loss<float>, &b::cross_entropy_loss<double>);
}
