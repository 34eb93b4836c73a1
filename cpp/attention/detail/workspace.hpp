// SPDX-License-Identifier: MIT
#pragma once

#include <tuple>

#include "attention/detail/matrix.hpp"
#include "attention/detail/streaming.hpp"
#include "attention/workspace.hpp"

namespace attention {

namespace detail {

/// The reusable memory of a workspace for one scalar type.
template <class T>
struct WorkspaceOf {
  HeadStream<T> stream;
  // For multi-head attention: the projections of a few batch items, and the heads' outputs.
  Matrix<T> queries, keys, values, concat;
};

}  // namespace detail

struct Workspace::Memory {
  template <class T>
  detail::WorkspaceOf<T>& of() {
    return std::get<detail::WorkspaceOf<T>>(all);
  }

  std::tuple<detail::WorkspaceOf<float>, detail::WorkspaceOf<double>> all;
};

inline Workspace::Memory& Workspace::memory() {
  if (!memory_) memory_ = {new Memory, [](Memory* memory) { delete memory; }};
  return *memory_;
}

}  // namespace attention
