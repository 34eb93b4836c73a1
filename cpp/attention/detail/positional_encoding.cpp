// SPDX-License-Identifier: MIT
#include "attention/detail/positional_encoding.hpp"

#include <array>
#include <cmath>
#include <numbers>

#include "attention/detail/logarithm.hpp"
#include "attention/detail/memory.hpp"
#include "attention/detail/range.hpp"
#include "simd/instantiate.hpp"

namespace attention::detail {
namespace {

// Computes Σ_j (−1)ʲ x²ʲ / (first + 2j)! from the square of x, |x| ≤ π/4. The truncation error is
// below 2⁻⁵⁸.
double series(double square, int first) {
  static constexpr auto kInverseFactorials = [] {
    std::array<double, 19> result = {1};
    double factorial = 1;
    for (std::size_t k = 1; k < result.size(); ++k) {
      factorial *= static_cast<double>(k);
      result[k] = 1 / factorial;
    }
    return result;
  }();
  double sum = 0;
  for (int k = 18 - first; k >= 0; k -= 2)
    sum = kInverseFactorials[static_cast<std::size_t>(k)] - square * sum;
  return sum;
}

}  // namespace

// std::sin and std::cos, which handle any angle, would add 4 kB (compressed) to the WebAssembly
// module.
SineAndCosine sine_and_cosine(double angle) noexcept {
  // π/2 as the sum of three numbers. The first two have 33 bits, so that their products with a
  // number of quarter turns are exact.
  constexpr double kHalfPiHigh = 0x1.921fb544p+0;
  constexpr double kHalfPiMiddle = 0x1.0b4611a6p-34;
  constexpr double kHalfPiLow = 0x1.3198a2e037073p-69;
  const double turns = std::round(angle * (2 / std::numbers::pi));
  const double x = angle - turns * kHalfPiHigh - turns * kHalfPiMiddle - turns * kHalfPiLow;
  const double sine = x * series(x * x, 1);
  const double cosine = series(x * x, 0);
  switch (static_cast<int>(turns) % 4) {
    case 0:
      return {sine, cosine};
    case 1:
      return {cosine, -sine};
    case 2:
      return {-sine, -cosine};
    default:
      return {-cosine, sine};
  }
}

template <class T>
void positional_encoding_into(MatrixSpan<T> to, const PositionalEncodingOptions& options) {
  require_that(options.base >= 1 && std::isfinite(options.base), "base", "a finite number >= 1",
               options.base);
  const double first = static_cast<double>(options.first);
  require_that(first >= 0 && first + static_cast<double>(to.rows()) <= 0x1p20, "first",
               "a whole number >= 0, with first + positions <= 2^20", options.first);
  // A tensor without entries may have shape (0, 2⁶²). The loop below would make 2⁶¹ passes.
  if (to.size() == 0) return;
  const double width = static_cast<double>(to.cols());
  const double decay = natural_log(options.base) / width;
  for (Index c = 0; c < to.cols(); c += 2) {
    const double frequency = std::exp(-static_cast<double>(c) * decay);
    for (Index r = 0; r < to.rows(); ++r) {
      const auto [sine, cosine] = sine_and_cosine((first + static_cast<double>(r)) * frequency);
      to(r, c) = static_cast<T>(sine);
      if (c + 1 < to.cols()) to(r, c + 1) = static_cast<T>(cosine);
    }
  }
}

template <class T>
Matrix<T> positional_encoding(Index positions, Index width,
                              const PositionalEncodingOptions& options) {
  require_that(positions >= 0, "positions", "a number >= 0", positions);
  require_that(width >= 0, "width", "a number >= 0", width);
  require_memory(multiply_bytes(multiply_bytes(sizeof(T), positions), width));
  Matrix<T> result(positions, width);
  positional_encoding_into<T>(result, options);
  return result;
}

ATTENTION_INSTANTIATE(positional_encoding_into);
ATTENTION_INSTANTIATE(positional_encoding);

}  // namespace attention::detail
