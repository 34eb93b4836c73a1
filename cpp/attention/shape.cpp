// SPDX-License-Identifier: MIT
#include "attention/shape.hpp"

#include "attention/detail/memory.hpp"
#include "attention/detail/refuse.hpp"

namespace attention::abi {

void refuse_axes(std::size_t axes) {
  detail::guarded(
      [&] { detail::refuse_range("shape", ErrorCode::kAxesAtMost, {Shape::kMaxAxes}, axes); });
  __builtin_unreachable();
}

}  // namespace attention::abi
