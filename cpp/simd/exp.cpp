// SPDX-License-Identifier: MIT
#include "simd/exp.hpp"

#include <hwy/highway.h>
#include <algorithm>
#include <cmath>
#include <limits>

#include <hwy/contrib/math/math-inl.h>

namespace attention::simd {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Highway's Exp is made for finite input up to 104: NaN would come back as 0.
template <class D, class V>
V ieee_exp(D d, V x) {
  constexpr float kLargest = 88.72283F;  // the largest float whose exponential is finite
  const V finite = hn::Exp(d, hn::Min(x, hn::Set(d, kLargest)));
  const V inf = hn::Set(d, std::numeric_limits<float>::infinity());
  const V capped = hn::IfThenElse(hn::Gt(x, hn::Set(d, kLargest)), inf, finite);
  return hn::IfThenElse(hn::Ne(x, x), x, capped);
}

}  // namespace

void exp_in_place(std::span<float> x) {
  const hn::ScalableTag<float> d;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t i = 0;
  for (; i + lanes <= x.size(); i += lanes) hn::StoreU(ieee_exp(d, hn::LoadU(d, &x[i])), d, &x[i]);
  if (i == x.size()) return;
  // The rest goes through the same lanes, so that a value's exponential never depends on its place.
  HWY_ALIGN float rest[HWY_MAX_BYTES / sizeof(float)] = {};
  std::copy(x.begin() + static_cast<std::ptrdiff_t>(i), x.end(), rest);
  hn::Store(ieee_exp(d, hn::Load(d, rest)), d, rest);
  std::copy_n(rest, x.size() - i, x.begin() + static_cast<std::ptrdiff_t>(i));
}

void exp_in_place(std::span<double> x) {
  for (double& e : x) e = std::exp(e);
}

}  // namespace attention::simd
