// SPDX-License-Identifier: MIT
#pragma once

#include "attention/index.hpp"

namespace attention::detail {

/// Returns Σ_i term(i) for i = 0 … count − 1. The order of the additions depends only on `count`;
/// the order in Eigen's sums also depends on the address of the data. Computes eight partial sums,
/// so that an addition need not wait for the previous one, and then adds the remaining terms.
template <class T, class Term>
T sum_in_order(Index count, const Term& term) noexcept {
  constexpr Index kSums = 8;
  T sum = 0;
  Index i = 0;
  if (count >= kSums) {
    T sums[kSums] = {};
    for (; i + kSums <= count; i += kSums)
      for (Index s = 0; s < kSums; ++s) sums[s] += term(i + s);
    for (Index half = kSums / 2; half > 0; half /= 2)
      for (Index s = 0; s < half; ++s) sums[s] += sums[s + half];
    sum = sums[0];
  }
  for (; i < count; ++i) {
    // Prevents vectorisation, whose set-up would take longer than adding fewer than eight terms.
    asm("" : "+r"(i));
    sum += term(i);
  }
  return sum;
}

}  // namespace attention::detail
