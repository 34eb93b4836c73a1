// SPDX-License-Identifier: MIT
#include "attention/mask.hpp"

#include "bindings/calls.hpp"

namespace attention::bindings {

EMSCRIPTEN_BINDINGS(mask) {
  both("maskedSoftmax", []<class T>() {
    auto options = only_options<MaskOptions>();
    read_masks<T>(1, options);
    auto stages = masked_softmax(request_view<T>(0), options);
    return Response()
        .add(stages.logits, stages.weights)
        .template add_list<T>(stages.empty_rows.entries())
        .finish();
  });
  option_table().add("mask", MaskOptions());
}

}  // namespace attention::bindings
