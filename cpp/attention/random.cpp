// SPDX-License-Identifier: MIT
#include "attention/random.hpp"

#include "attention/detail/boundary.hpp"
#include "attention/detail/random.hpp"

namespace attention::abi {

template <class T>
void draw_into(const TensorSpan<T>& out, const RandomOptions& options) {
  detail::draw_into<T>(detail::inside(out), options);
}

template void draw_into(const TensorSpan<float>&, const RandomOptions&);
template void draw_into(const TensorSpan<double>&, const RandomOptions&);

}  // namespace attention::abi
