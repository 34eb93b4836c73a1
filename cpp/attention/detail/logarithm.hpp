// SPDX-License-Identifier: MIT
#pragma once

namespace attention::detail {

/// ln x within 1 unit in the last place, the same bits on every platform: the platforms' own differ
/// in the last one, and bring tables along for a last half unit.
/// IEEE at the edges: ln 0 = −∞, ln ∞ = ∞, and NaN for NaN and for what is below 0.
double natural_log(double x) noexcept;

/// The double rounded.
inline float natural_log(float x) noexcept {
  return static_cast<float>(natural_log(static_cast<double>(x)));
}

}  // namespace attention::detail
