// SPDX-License-Identifier: MIT
#pragma once

#include "support/namespaces.hpp"

#include <limits>
#include <type_traits>

namespace attention::test {

/// The number `got` is accepted for `expected` if |got − expected| ≤ abs + rel·|expected|.
struct Tolerance {
  double abs = 0;
  double rel = 0;
};

/// No difference is accepted: the compared computations perform the same operations.
inline constexpr Tolerance kExactly{};

/// The tolerance that the golden files (tests/golden) recommend for values.
template <class T>
inline constexpr Tolerance kGolden =
    std::is_same_v<T, double> ? Tolerance{.abs = 1e-12, .rel = 1e-10}
                              : Tolerance{.abs = 2e-6, .rel = 2e-5};

/// The tolerance for comparisons with plain loops, which add in another order. In a sum of 70
/// terms, each addition has a rounding error of up to 1.1e-16 (double) or 6e-8 (float). The errors
/// have both signs, so they add up to about √70 times one of them: 9e-16 or 5e-7. The largest
/// differences in the tests are 5e-15 and 7e-7.
template <class T>
inline constexpr Tolerance kReference{.rel = std::is_same_v<T, double> ? 1e-12 : 2e-6};

/// The tolerance for two formulas that differ only in the order of a few operations.
template <class T>
inline constexpr Tolerance kFewRoundings{.abs = 8 * std::numeric_limits<T>::epsilon(),
                                         .rel = 8 * std::numeric_limits<T>::epsilon()};

/// The tolerance for the sum of up to 70 weights, which should be 1. Each of 140 operations has an
/// error of at most half of epsilon: 69 additions of exponentials, the reciprocal of their sum, the
/// product with it, and 69 additions of weights.
template <class T>
inline constexpr Tolerance kSumOfWeights{.abs = 70 * std::numeric_limits<T>::epsilon()};

/// The tolerance for comparisons with a limit in which one key has all the weight. With the
/// bandwidths in the tests, the other keys have weights below this tolerance.
template <class T>
inline constexpr Tolerance kLimit{.rel = std::is_same_v<T, double> ? 1e-9 : 1e-5};

/// The step h of central differences, and their tolerance. The truncation error is about h² = 1e-10
/// times the third derivative. The rounding errors of the two losses cause an error of about
/// 1e-16 / h = 1e-11.
inline constexpr double kDifferenceStep = 1e-5;
inline constexpr Tolerance kDifferenceQuotient{.abs = 5e-9, .rel = 5e-9};

/// The tolerance for gradients in float, compared with double. Their errors are larger than those
/// of a forward pass, because they need more products and sums. The absolute part allows for
/// cancellation.
inline constexpr Tolerance kFloatGradient{.abs = 1e-5, .rel = 1e-4};

}  // namespace attention::test
