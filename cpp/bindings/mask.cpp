// SPDX-License-Identifier: MIT
#include "attention/detail/mask.hpp"

#include "bindings/options.hpp"

namespace attention::bindings {
namespace {

template <class T>
Address softmax_of_kept() {
  return guarded([] {
    Choices choices;
    struct {
      Visibility visibility;
      Masking<T> masking;
    } options;
    next_masking<T>(choices, 1, options);
    auto stages = masked_softmax<T>(request_tensor<T>(0), options.visibility, options.masking);
    return Response()
        .add(stages.logits, stages.weights)
        .template add_list<T>(stages.empty_rows)
        .finish();
  });
}

}  // namespace
}  // namespace attention::bindings

EMSCRIPTEN_BINDINGS(mask) {
  namespace b = attention::bindings;
  b::both("maskedSoftmax", &b::softmax_of_kept<float>, &b::softmax_of_kept<double>);
}
