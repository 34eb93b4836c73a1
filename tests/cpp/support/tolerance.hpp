// SPDX-License-Identifier: MIT
#pragma once

#include <limits>
#include <type_traits>

namespace attention::detail {

/// got passes for expected when |got − expected| ≤ abs + rel·|expected|.
struct Tolerance {
  double abs = 0;
  double rel = 0;
};

/// No rounding is allowed: the two computations do the same steps on the same numbers.
inline constexpr Tolerance kExactly{};

/// What the golden files advise for values, and for gradients.
template <class T>
inline constexpr Tolerance kGolden =
    std::is_same_v<T, double> ? Tolerance{.abs = 1e-12, .rel = 1e-10}
                              : Tolerance{.abs = 2e-6, .rel = 2e-5};
template <class T>
inline constexpr Tolerance kGoldenGradient =
    std::is_same_v<T, double> ? Tolerance{.abs = 1e-11, .rel = 1e-9}
                              : Tolerance{.abs = 2e-5, .rel = 2e-4};

/// Against the plain references: 70 terms of 1.1e-16 (double) or 6e-8 (float) each, summed in
/// another order and then passed through exp, stay below a tenth of this.
template <class T>
inline constexpr Tolerance kReference{.rel = std::is_same_v<T, double> ? 1e-12 : 2e-6};

/// A few roundings: for identities that reorder a handful of operations.
template <class T>
inline constexpr Tolerance kFewRoundings{.abs = 8 * std::numeric_limits<T>::epsilon(),
                                         .rel = 8 * std::numeric_limits<T>::epsilon()};

/// The sum of up to 70 weights: each is rounded once, and so is each partial sum, by half of
/// epsilon at most.
template <class T>
inline constexpr Tolerance kSumOfWeights{.abs = 70 * std::numeric_limits<T>::epsilon()};

/// Limits: at the widths the tests choose, what remains of the other keys is below this.
template <class T>
inline constexpr Tolerance kLimit{.rel = std::is_same_v<T, double> ? 1e-9 : 1e-5};

/// Central differences with step 1e-5: the third derivative adds 1e-10 times itself, rounding of
/// the two losses adds 1e-16 / 1e-5.
inline constexpr double kDifferenceStep = 1e-5;
inline constexpr Tolerance kDifferenceQuotient{.abs = 5e-9, .rel = 5e-9};

/// Gradients in float against double: two products and two sums more than a prediction, and
/// differences of nearly equal terms, which the absolute part allows for.
inline constexpr Tolerance kFloatGradient{.abs = 1e-5, .rel = 1e-4};

}  // namespace attention::detail
