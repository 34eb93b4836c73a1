// SPDX-License-Identifier: MIT
#pragma once

#include <array>

namespace attention::test {

/// The numbers that replace masked scores in published code. In this order: the lessons' source
/// documents 004, line 75; 001, line 77; 000, line 157 and 002, line 184; code derived from the
/// Annotated Transformer; document 002, line 146.
inline constexpr std::array<double, 5> kDocumentFills = {-1e4, -1e6, -1e9, -9e15, -1e20};

}  // namespace attention::test
