// SPDX-License-Identifier: MIT
#include "attention/softmax.hpp"

#include "bindings/options.hpp"
#include "lab/mistakes.hpp"
#include "lab/softmax_statistics.hpp"

namespace attention::bindings {

using namespace lab;

EMSCRIPTEN_BINDINGS(softmax) {
  both("softmax", []<class T>() {
    const double temperature = Choices().number();
    const auto logits = request_view<T>(0);
    if (std::byte* const copy = request_copy(request_header(0))) {
      softmax_into(TensorSpan<T>(reinterpret_cast<T*>(copy), logits.shape()), logits, temperature);
      return Response().add_copied(logits).finish();
    }
    return respond(softmax(logits, temperature));
  });
  both("naiveSoftmax", []<class T>() { return respond(naive_softmax(request_view<T>(0))); });
  both("softmaxStatistics", []<class T>() {
    auto statistics = softmax_statistics(request_view<T>(0), Choices().number());
    return respond(statistics.weights, statistics.entropy, statistics.largest, statistics.jacobian,
                   statistics.jacobian_norms);
  });
  both("crossEntropy", []<class T>() {
    const auto logits = request_view<T>(0);
    check_matrix("logits", logits.shape());
    std::vector<Index> classes;
    TensorView<Index> targets;
    if (!logits.empty()) {
      classes = whole_numbers<T>("targets", 1, logits.cols());
      targets = view(classes, request_view<T>(1).shape());
    }
    auto result = cross_entropy(logits, targets);
    return respond(result.losses, result.loss, result.logits_gradient);
  });
}

}  // namespace attention::bindings
