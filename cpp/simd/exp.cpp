// SPDX-License-Identifier: MIT
#include "simd/exp.hpp"

#include "simd/kernels.hpp"

namespace attention::simd {

void exp_of_difference(std::span<const float> x, float shift, std::span<float> y) noexcept {
  kernels<float>().exp_of_difference(x.data(), x.size(), shift, y.data());
}

void exp_of_difference(std::span<const double> x, double shift, std::span<double> y) noexcept {
  kernels<double>().exp_of_difference(x.data(), x.size(), shift, y.data());
}

}  // namespace attention::simd
