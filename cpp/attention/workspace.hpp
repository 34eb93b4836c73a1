// SPDX-License-Identifier: MIT
/// @file
/// Memory that calls in a loop reuse.
#pragma once

#include "attention/export.hpp"

namespace attention {

/// Memory that calls in a loop reuse. A function that takes a Workspace allocates nothing on its
/// second and later calls with the same shapes and options; larger shapes make the memory grow, and
/// it is freed with the Workspace. One Workspace serves one call at a time: give each thread its
/// own.
///
///     attention::Workspace workspace;
///     for (const auto& x : batches)
///       attention::scaled_dot_product_into(output, x, x, x, {}, workspace);
class ATTENTION_API Workspace {
 public:
  /// Allocates nothing.
  Workspace() noexcept = default;
  ~Workspace();
  /// The memory moves with the workspace.
  /// @{
  Workspace(Workspace&& other) noexcept;
  Workspace& operator=(Workspace&& other) noexcept;
  /// @}
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  struct Memory;
  /// For the library's own functions.
  Memory& memory();

 private:
  Memory* memory_ = nullptr;
};

}  // namespace attention
