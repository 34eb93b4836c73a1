// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <type_traits>

#include "attention/detail/multi_head.hpp"
#include "attention/detail/streaming.hpp"
#include "attention/workspace.hpp"

namespace attention {

namespace detail {

/// The reusable objects of a workspace for one scalar type; each is created at its first use.
template <class T>
struct WorkspaceOf {
  std::unique_ptr<HeadStream<T>> stream;
  std::unique_ptr<MultiHeadMemory<T>> multi_head;
};

/// Returns the object that `place` owns, and creates it if there is none.
template <class X>
X& made(std::unique_ptr<X>& place) {
  if (!place) place = std::make_unique<X>();
  return *place;
}

}  // namespace detail

struct Workspace::Memory {
  detail::WorkspaceOf<float> in_float;
  detail::WorkspaceOf<double> in_double;

  template <class T>
  detail::WorkspaceOf<T>& of() {
    if constexpr (std::is_same_v<T, float>)
      return in_float;
    else
      return in_double;
  }
};

}  // namespace attention
