// SPDX-License-Identifier: MIT
#pragma once

namespace attention::detail {}
namespace attention::lab {}

namespace attention::test {

using namespace detail;
using namespace lab;

}  // namespace attention::test
