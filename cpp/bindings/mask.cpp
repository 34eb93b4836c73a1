// SPDX-License-Identifier: MIT
#include "attention/mask.hpp"

#include "bindings/options.hpp"

namespace attention::bindings {
namespace {

template <class T>
Address softmax_of_kept() {
  return guarded([] {
    Choices choices;
    auto stages = masked_softmax(request_view<T>(0), next_mask<T>(choices, 1));
    return Response()
        .add(stages.logits, stages.weights)
        .template add_list<T>(stages.empty_rows.entries())
        .finish();
  });
}

}  // namespace
}  // namespace attention::bindings

EMSCRIPTEN_BINDINGS(mask) {
  namespace b = attention::bindings;
  b::both("maskedSoftmax", &b::softmax_of_kept<float>, &b::softmax_of_kept<double>);
}
