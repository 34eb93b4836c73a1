// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>

namespace attention::test {

/// The error that a call throws, as "Kind | message", or "accepted" if it throws none.
std::string refusal(const std::function<void()>& call);

}  // namespace attention::test
