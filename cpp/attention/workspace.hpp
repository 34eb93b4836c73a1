// SPDX-License-Identifier: MIT
/// @file
/// Declares `Workspace`.
#pragma once

#include <memory>

#include "attention/export.hpp"

namespace attention {

/// Memory that calls in a loop reuse. A function that takes a Workspace allocates nothing on its
/// second and later calls with the same shapes and options. There are two exceptions. With dropout,
/// every call allocates. A matrix product that needs more than 8 kB of scratch memory allocates up
/// to 145 kB and frees this memory before it returns. Larger shapes make a workspace grow; the
/// destructor frees its memory. Moving a workspace transfers its memory. Use a Workspace from one
/// thread at a time.
///
///     attention::Workspace workspace;
///     for (const auto& x : batches)
///       attention::scaled_dot_product_into(output, x, x, x, {}, workspace);
class ATTENTION_API Workspace {
 public:
  /// Creates an empty workspace, which allocates nothing.
  Workspace() noexcept = default;

  struct Memory;
  /// The reusable memory. Only the library's own functions call it.
  Memory& memory();

 private:
  std::unique_ptr<Memory, void (*)(Memory*)> memory_{nullptr, nullptr};
};

}  // namespace attention
