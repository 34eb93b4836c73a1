// SPDX-License-Identifier: MIT
#include "attention/workspace.hpp"

#include "attention/detail/workspace.hpp"

namespace attention {

Workspace::Memory& Workspace::memory() {
  if (!memory_) memory_ = {new Memory, [](Memory* memory) { delete memory; }};
  return *memory_;
}

}  // namespace attention
