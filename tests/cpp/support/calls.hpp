// SPDX-License-Identifier: MIT
// Calls of functions of every part of the library (softmax, attention, trainers, …), for tests that
// make all these calls on many threads or on a small stack.
#pragma once

#include <string>
#include <vector>

namespace attention {

/// The bytes of all numbers in a result, to compare results bit for bit.
using Bytes = std::vector<unsigned char>;

struct NamedCall {
  std::string name;
  Bytes (*run)();
};

/// Returns all calls. Each creates its own inputs, which are the same in every run.
std::vector<NamedCall> every_call();

}  // namespace attention
