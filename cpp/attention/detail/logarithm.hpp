// SPDX-License-Identifier: MIT
#pragma once

namespace attention::detail {

/// Natural logarithm with an error of at most 1 unit in the last place and the same bits on every
/// platform. std::log differs between platforms in the last bit and would add lookup tables to the
/// WebAssembly module.
/// ln 0 = −∞, ln ∞ = ∞, and NaN for NaN and negative numbers, as in IEEE 754.
double natural_log(double x) noexcept;

/// Rounds the result of the double version to float.
inline float natural_log(float x) noexcept {
  return static_cast<float>(natural_log(static_cast<double>(x)));
}

}  // namespace attention::detail
