// SPDX-License-Identifier: MIT
#include "attention/positional_encoding.hpp"

#include "attention/detail/boundary.hpp"
#include "attention/detail/positional_encoding.hpp"

namespace attention::abi {

template <class T>
void positional_encoding_into(const TensorSpan<T>& out, const PositionalEncodingOptions& options) {
  if (out.shape().size() != 2)
    throw Error(ErrorKind::kShapeMismatch, "out", "2 axes", detail::shape_text(out.shape()));
  detail::positional_encoding_into<T>(detail::inside(out), options);
}

template void positional_encoding_into(const TensorSpan<float>&, const PositionalEncodingOptions&);
template void positional_encoding_into(const TensorSpan<double>&, const PositionalEncodingOptions&);

}  // namespace attention::abi
