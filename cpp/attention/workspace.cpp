// SPDX-License-Identifier: MIT
#include "attention/workspace.hpp"

#include <utility>

#include "attention/detail/workspace.hpp"

namespace attention {

Workspace::~Workspace() { delete memory_; }

Workspace::Workspace(Workspace&& other) noexcept : memory_(std::exchange(other.memory_, nullptr)) {}

Workspace& Workspace::operator=(Workspace&& other) noexcept {
  std::swap(memory_, other.memory_);
  return *this;
}

Workspace::Memory& Workspace::memory() {
  if (memory_ == nullptr) memory_ = new Memory;
  return *memory_;
}

}  // namespace attention
