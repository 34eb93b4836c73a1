// SPDX-License-Identifier: MIT
#include "attention/random.hpp"

#include "attention/detail/boundary.hpp"
#include "attention/detail/random.hpp"
#include "simd/instantiate.hpp"

namespace attention::abi {

template <class T>
void draw_into(const TensorSpan<T>& out, const RandomOptions& options) {
  detail::guarded([&] { detail::draw_into<T>(detail::inside(out), options); });
}

ATTENTION_INSTANTIATE(draw_into);

}  // namespace attention::abi
