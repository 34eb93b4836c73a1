// SPDX-License-Identifier: MIT
#include "attention/mask.hpp"

#include "bindings/calls.hpp"

namespace attention::bindings {
namespace {

template <class T>
Address softmax_of_kept() {
  return guarded([] {
    Choices next;
    MaskOptions options;
    each_option(next, options);
    read_masks<T>(1, options);
    auto stages = masked_softmax(request_view<T>(0), options);
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
  b::option_table().add("mask", attention::MaskOptions());
}
