// SPDX-License-Identifier: MIT
#include "attention/shape.hpp"

#include <string>

#include "attention/error.hpp"

namespace attention::abi {

void refuse_axes(std::size_t axes) {
  throw Error(ErrorKind::kOutOfRange, "shape",
              std::string("at most ").append(std::to_string(Shape::kMaxAxes)).append(" axes"),
              std::to_string(axes));
}

}  // namespace attention::abi
