// SPDX-License-Identifier: MIT
#include "attention/shape.hpp"

#include <string>

#include "attention/detail/memory.hpp"
#include "attention/error.hpp"

namespace attention::abi {

void refuse_axes(std::size_t axes) {
  detail::guarded([&] {
    throw Error(ErrorKind::kOutOfRange, "shape",
                std::string("at most ").append(std::to_string(Shape::kMaxAxes)).append(" axes"),
                std::to_string(axes));
  });
  __builtin_unreachable();
}

}  // namespace attention::abi
