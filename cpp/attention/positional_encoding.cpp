// SPDX-License-Identifier: MIT
#include "attention/positional_encoding.hpp"

#include "attention/detail/boundary.hpp"
#include "attention/detail/positional_encoding.hpp"
#include "simd/instantiate.hpp"

namespace attention::abi {

template <class T>
void positional_encoding_into(const TensorSpan<T>& out, const PositionalEncodingOptions& options) {
  detail::guarded([&] {
    if (out.shape().size() != 2)
      throw Error(ErrorKind::kShapeMismatch, "out", "2 axes", detail::shape_text(out.shape()));
    detail::positional_encoding_into<T>(detail::inside(out), options);
  });
}

ATTENTION_INSTANTIATE(positional_encoding_into);

}  // namespace attention::abi
