// SPDX-License-Identifier: MIT
#include "attention/softmax.hpp"

#include "bindings/options.hpp"
#include "lab/mistakes.hpp"
#include "lab/softmax_statistics.hpp"

namespace attention::bindings {

using namespace lab;
namespace {

template <class T>
Address softmax_rows() {
  return guarded([] {
    const double temperature = Choices().number();
    const auto logits = request_view<T>(0);
    if (std::byte* const copy = request_copy(request_header(0))) {
      softmax_into(TensorSpan<T>(reinterpret_cast<T*>(copy), logits.shape()), logits, temperature);
      return Response().add_copied(logits).finish();
    }
    return Response().add(softmax(logits, temperature)).finish();
  });
}

template <class T>
Address naive_softmax_rows() {
  return guarded([] { return respond(naive_softmax<T>(request_view<T>(0))); });
}

template <class T>
Address statistics() {
  return guarded([] {
    auto stages = softmax_statistics<T>(request_view<T>(0), Choices().number());
    return Response()
        .add(stages.weights, stages.entropy, stages.largest, stages.jacobian, stages.jacobian_norms)
        .finish();
  });
}

template <class T>
Address cross_entropy_loss() {
  return guarded([] {
    const auto logits = request_view<T>(0);
    check_matrix("logits", logits.shape());
    std::vector<Index> classes;
    TensorView<Index> targets;
    if (!logits.empty()) {
      classes = whole_numbers<T>("targets", 1, logits.cols());
      targets = view(classes, request_view<T>(1).shape());
    }
    auto result = cross_entropy(logits, targets);
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
