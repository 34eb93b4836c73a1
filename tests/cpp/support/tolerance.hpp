// SPDX-License-Identifier: MIT
#pragma once

#include <limits>
#include <type_traits>

namespace attention::detail {

/// The number `got` is accepted for `expected` if |got − expected| ≤ abs + rel·|expected|.
struct Tolerance {
  double abs = 0;
  double rel = 0;
};

/// No difference is accepted: both computations perform the same operations on the same numbers.
inline constexpr Tolerance kExactly{};

/// The tolerances that the golden files (tests/golden) recommend for values and for gradients.
template <class T>
inline constexpr Tolerance kGolden =
    std::is_same_v<T, double> ? Tolerance{.abs = 1e-12, .rel = 1e-10}
                              : Tolerance{.abs = 2e-6, .rel = 2e-5};
template <class T>
inline constexpr Tolerance kGoldenGradient =
    std::is_same_v<T, double> ? Tolerance{.abs = 1e-11, .rel = 1e-9}
                              : Tolerance{.abs = 2e-5, .rel = 2e-4};

/// For comparisons with plain loops, which add in another order. A sum of 70 terms has rounding
/// errors of up to 1.1e-16 (double) or 6e-8 (float) each. They have both signs, so they add up to
/// about √70 times one of them: 9e-16 or 5e-7. The largest differences in the tests are 5e-15 and
/// 7e-7.
template <class T>
inline constexpr Tolerance kReference{.rel = std::is_same_v<T, double> ? 1e-12 : 2e-6};

/// For pairs of formulas that are equal except for the order of a few operations.
template <class T>
inline constexpr Tolerance kFewRoundings{.abs = 8 * std::numeric_limits<T>::epsilon(),
                                         .rel = 8 * std::numeric_limits<T>::epsilon()};

/// For the sum of up to 70 weights: at most half of epsilon for each of the 69 additions of
/// exponentials, the reciprocal of their sum, the product with it, and the 69 additions of weights.
template <class T>
inline constexpr Tolerance kSumOfWeights{.abs = 70 * std::numeric_limits<T>::epsilon()};

/// For limits in which one key has all the weight: with the bandwidths in the tests, the weights of
/// the other keys are below this tolerance.
template <class T>
inline constexpr Tolerance kLimit{.rel = std::is_same_v<T, double> ? 1e-9 : 1e-5};

/// For central differences with step h = 1e-5: the truncation error is about h² = 1e-10 times the
/// third derivative, the rounding error of the two losses about 1e-16 / h.
inline constexpr double kDifferenceStep = 1e-5;
inline constexpr Tolerance kDifferenceQuotient{.abs = 5e-9, .rel = 5e-9};

/// For gradients in float, compared with double. Their errors are larger than those of a forward
/// pass, because they need more products and sums. The absolute part allows for cancellation.
inline constexpr Tolerance kFloatGradient{.abs = 1e-5, .rel = 1e-4};

}  // namespace attention::detail
