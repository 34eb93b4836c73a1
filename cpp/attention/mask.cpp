// SPDX-License-Identifier: MIT
#include "attention/mask.hpp"

#include <algorithm>
#include <vector>

#include "attention/detail/key_filter.hpp"
#include "attention/detail/memory.hpp"
#include "attention/detail/refuse.hpp"
#include "attention/detail/tensor.hpp"
#include "simd/instantiate.hpp"

namespace attention::abi {

// Source: the lessons' source documents 001, lines 63–79; 002, line 146; 004, lines 75–78. Their
// code overwrites the scores, so that a second call with the same scores still hides the keys that
// the first call has hidden (erratum E-23).
template <class T>
MaskedSoftmax<T> masked_softmax(const TensorView<T>& scores, const MaskOptions& mask) {
  return detail::guarded([&] {
    if (scores.shape().size() < 2)
      detail::refuse_shape("scores", ErrorCode::kAxesAtLeast, {2}, scores.shape());
    const detail::Masking<T> masking(mask);
    const detail::KeyFilter filter(mask, scores.shape());
    Shape rows = scores.shape();
    rows.pop_back();
    MaskedSoftmax<T> result{Tensor<T>(scores), detail::uninitialised<T>(scores.shape()),
                            detail::uninitialised<std::uint8_t>(rows)};
    // With n = 0 keys, a mask makes every row empty. With n > 0, the loop overwrites the flags.
    const bool keeps_all = filter.keeps_all();
    std::fill(result.empty_rows.begin(), result.empty_rows.end(), keeps_all ? 0 : 1);
    if (scores.empty()) return result;
    std::vector<std::uint8_t> keep(keeps_all ? 0 : static_cast<std::size_t>(scores.cols()));
    const Index m = detail::side(scores.shape(), 1);
    for (Index r = 0; r < scores.rows(); ++r) {
      const std::span<T> logits = result.logits.row(r);
      const bool has_key =
          keeps_all || detail::hide<T>(filter, r / m, r % m, masking, logits, keep);
      result.empty_rows.data()[r] = has_key ? 0 : 1;
      const std::span<T> weights = result.weights.row(r);
      std::copy(logits.begin(), logits.end(), weights.begin());
      detail::weigh<T>(masking, has_key, weights);
    }
    return result;
  });
}

ATTENTION_INSTANTIATE(masked_softmax);

}  // namespace attention::abi
