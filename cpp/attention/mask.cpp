// SPDX-License-Identifier: MIT
#include "attention/mask.hpp"

#include "attention/detail/boundary.hpp"
#include "attention/detail/mask.hpp"
#include "simd/instantiate.hpp"

namespace attention::abi {

template <class T>
MaskedSoftmax<T> masked_softmax(const TensorView<T>& scores, const MaskOptions& mask) {
  return detail::guarded([&] {
    detail::Visibility visibility;
    detail::assign(mask, visibility);
    auto stages =
        detail::masked_softmax<T>(detail::inside(scores), visibility, detail::masking_of<T>(mask));
    Shape rows = scores.shape();
    rows.pop_back();
    return MaskedSoftmax<T>{detail::outside(std::move(stages.logits)),
                            detail::outside(std::move(stages.weights)),
                            detail::outside(rows, std::move(stages.empty_rows))};
  });
}

ATTENTION_INSTANTIATE(masked_softmax);

}  // namespace attention::abi
