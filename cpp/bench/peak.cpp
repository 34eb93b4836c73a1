// SPDX-License-Identifier: MIT
// Highway compiles this file once for each instruction set of the kernels, as in simd/kernels.cpp.
#include "bench/timed_calls.hpp"

#define HWY_DISABLED_TARGETS \
  (HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bench/peak.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef ATTENTION_BENCH_PEAK
#define ATTENTION_BENCH_PEAK
namespace attention::bench {

struct Peak {
  const char* vectors;
  double operations;
  float (*mul_add)();
  float (*fma)();  // null if there is no fused multiply-add
};

}  // namespace attention::bench
#endif

HWY_BEFORE_NAMESPACE();
namespace attention::bench::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

constexpr hn::ScalableTag<float> kTag;
// The number of independent chains of operations. In a chain, each operation waits for the result
// of the previous one. Twelve chains keep all execution units busy and fit into 16 registers.
constexpr std::size_t kChains = 12;
constexpr int kRounds = 500'000;

// Runs the chains x ← x/2 + 1/2, which start at 1, 2, 3, …, and returns their sum.
template <bool kIsFused>
float chains() {
  using V = hn::Vec<decltype(kTag)>;
  const V half = Set(kTag, 0.5F);
  V x[kChains];
  for (std::size_t i = 0; i < kChains; ++i) x[i] = Set(kTag, 1.F + static_cast<float>(i));
  for (int round = 0; round < kRounds; ++round)
#pragma GCC unroll 12
    for (std::size_t i = 0; i < kChains; ++i)
      x[i] = kIsFused ? MulAdd(x[i], half, half) : Add(Mul(x[i], half), half);
  for (std::size_t i = 1; i < kChains; ++i) x[0] = Add(x[0], x[i]);
  return GetLane(x[0]);
}

constexpr bool kHasFused = HWY_NATIVE_FMA || HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3;

Peak peak() {
  return {hwy::TargetName(HWY_TARGET), 2.0 * kRounds * kChains * MaxLanes(kTag), &chains<false>,
          kHasFused ? &chains<true> : nullptr};
}

}  // namespace attention::bench::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attention::bench {
namespace {

HWY_EXPORT(peak);

Peak peak_of_machine() { return HWY_DYNAMIC_DISPATCH(peak)(); }

Call call_of(const char* name, double operations, float (*run)()) {
  return {name, operations, [run] { return Tensor<float>({1, 1}, {run()}); }};
}

}  // namespace

std::vector<Call> peak_calls() {
  const Peak peak = peak_of_machine();
  std::vector<Call> calls{call_of("mul + add", peak.operations, peak.mul_add)};
  if (peak.fma != nullptr) calls.push_back(call_of("fma", peak.operations, peak.fma));
  return calls;
}

std::string vectors_of_machine() { return peak_of_machine().vectors; }

}  // namespace attention::bench
#endif
