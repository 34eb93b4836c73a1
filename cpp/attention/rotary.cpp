// SPDX-License-Identifier: MIT
#include "attention/rotary.hpp"

#include "attention/detail/memory.hpp"
#include "attention/detail/refuse.hpp"
#include "attention/detail/rotary.hpp"
#include "attention/detail/tensor.hpp"
#include "simd/instantiate.hpp"

namespace attention::abi {
namespace {

// @param n  the number of positions
void check_rotary(const char* argument, const Shape& shape, Index n, const RotaryOptions& options) {
  if (shape.size() < 2) detail::refuse_shape(argument, ErrorCode::kAxesAtLeast, {2}, shape);
  if (shape.back() % 2 != 0) detail::refuse_shape(argument, ErrorCode::kEvenColumns, {}, shape);
  detail::require_from("base", options.base, 1);
  constexpr Index kPositions = Index{1} << 20;
  detail::require_that(options.first >= 0 && n <= kPositions && options.first <= kPositions - n,
                       "first", ErrorCode::kFirstPosition, options.first, "2^20");
}

// @param sign  1, or −1 to rotate back
template <class T>
Tensor<T> rotated(const char* argument, const TensorView<T>& x, const RotaryOptions& options,
                  T sign) {
  return detail::guarded([&] {
    const Index n = detail::side(x.shape(), 1);
    check_rotary(argument, x.shape(), n, options);
    Tensor<T> y(x);
    if (y.empty()) return y;
    detail::require_memory(detail::bytes_of<T>({n, x.cols()}));
    const detail::Rotary<T> rotary(n, x.cols(), options);
    for (Index r = 0; r < y.rows(); ++r)
      rotary.rotate(y.row(r).data(), options.first + r % n, sign);
    return y;
  });
}

}  // namespace

template <class T>
Tensor<T> rotary(const TensorView<T>& x, const RotaryOptions& options) {
  return rotated<T>("x", x, options, 1);
}

template <class T>
Tensor<T> rotary_gradient(const TensorView<T>& output_gradient, const RotaryOptions& options) {
  return rotated<T>("output_gradient", output_gradient, options, -1);
}

ATTENTION_INSTANTIATE(rotary);
ATTENTION_INSTANTIATE(rotary_gradient);

}  // namespace attention::abi
