// SPDX-License-Identifier: MIT
#include "simd/exp.hpp"

#include "simd/kernels.hpp"

namespace attention::simd {

void exp_in_place(std::span<float> x) { kernels<float>().exp(x.data(), x.size()); }

void exp_in_place(std::span<double> x) { kernels<double>().exp(x.data(), x.size()); }

}  // namespace attention::simd
