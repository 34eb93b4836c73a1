// SPDX-License-Identifier: MIT
#pragma once

#include <array>

namespace attention::lab {

/// The fills in the documents: 004, 75; 001, 77; 000, 157 and 002, 184; the Annotated Transformer's
/// descendants; 002, 146.
inline constexpr std::array<double, 5> kDocumentFills = {-1e4, -1e6, -1e9, -9e15, -1e20};

}  // namespace attention::lab
