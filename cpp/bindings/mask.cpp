// SPDX-License-Identifier: MIT
#include "attention/detail/mask.hpp"

#include "bindings/options.hpp"

namespace attention::bindings {
namespace {

template <class T>
Address softmax_of_kept() {
  return guarded([] {
    Choices choices;
    const MaskingCall call(choices);
    auto stages =
        masked_softmax<T>(request_tensor<T>(0), visibility_of<T>(call, 1), masking_of<T>(call));
    Response response;
    response.add<T>(std::move(stages.logits)).template add<T>(std::move(stages.weights));
    return address_of(response.add_list<T>(stages.empty_rows).finish());
  });
}

}  // namespace
}  // namespace attention::bindings

EMSCRIPTEN_BINDINGS(mask) {
  namespace b = attention::bindings;
  b::both("maskedSoftmax", &b::softmax_of_kept<float>, &b::softmax_of_kept<double>);
}
