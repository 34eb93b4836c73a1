// SPDX-License-Identifier: MIT
// A call of every function family of the library, for tests that run all of them under the same
// conditions.
#pragma once

#include <string>
#include <vector>

namespace attention {

/// The bytes of all numbers of a result.
using Bytes = std::vector<unsigned char>;

struct NamedCall {
  std::string name;
  Bytes (*run)();
};

/// Calls that share no state: each makes its own inputs, the same ones in every run.
std::vector<NamedCall> every_call();

}  // namespace attention
