// SPDX-License-Identifier: MIT
#include "attention/scores.hpp"

#include "attention/detail/boundary.hpp"
#include "attention/detail/scores.hpp"
#include "simd/instantiate.hpp"

namespace attention::abi {

using detail::guarded;
using detail::matrix;
using detail::outside;

template <class T>
Tensor<T> dot_scores(const TensorView<T>& queries, const TensorView<T>& keys) {
  return guarded([&] {
    return outside(detail::dot_scores<T>(matrix("queries", queries), matrix("keys", keys)));
  });
}

template <class T>
Tensor<T> scaled_dot_scores(const TensorView<T>& queries, const TensorView<T>& keys,
                            const Scale& scale) {
  return guarded([&] {
    return outside(detail::scaled_dot_scores<T>(matrix("queries", queries), matrix("keys", keys),
                                                detail::inside<T>(scale)));
  });
}

template <class T>
Tensor<T> additive_scores(const TensorView<T>& queries, const TensorView<T>& keys,
                          const AdditiveParameters<T>& parameters) {
  return guarded([&] {
    return outside(detail::additive_scores<T>(matrix("queries", queries), matrix("keys", keys),
                                              detail::inside(parameters)));
  });
}

template <class T>
Tensor<T> gaussian_scores(const TensorView<T>& queries, const TensorView<T>& keys, double sigma) {
  return guarded([&] {
    return outside(detail::gaussian_scores<T>(matrix("queries", queries), matrix("keys", keys),
                                              static_cast<T>(sigma)));
  });
}

ATTENTION_INSTANTIATE(dot_scores);
ATTENTION_INSTANTIATE(scaled_dot_scores);
ATTENTION_INSTANTIATE(additive_scores);
ATTENTION_INSTANTIATE(gaussian_scores);

}  // namespace attention::abi
