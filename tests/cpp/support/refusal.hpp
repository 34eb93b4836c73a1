// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>

namespace attention::detail {

/// "Kind | message" of a call's refusal, or "accepted".
std::string refusal(const std::function<void()>& call);

}  // namespace attention::detail
