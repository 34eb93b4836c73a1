// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <vector>

#include "attention/detail/elementary.hpp"
#include "attention/options.hpp"

namespace attention::detail {

/// Sines and cosines of a rotary encoding (formula: attention/rotary.hpp) for the positions
/// first … first + count − 1, for callers that have checked their arguments.
template <class T>
class Rotary {
 public:
  /// @param width    components of a row, even
  /// @param options  base, first and pairs
  Rotary(Index count, Index width, const RotaryOptions& options)
      : half_(width / 2),
        first_(options.first),
        pairs_(options.pairs),
        numbers_(static_cast<std::size_t>(count) * static_cast<std::size_t>(width)) {
    const double decay = natural_log(options.base) / static_cast<double>(width);
    for (Index i = 0; i < half_; ++i) {
      const double frequency = std::exp(-2 * static_cast<double>(i) * decay);
      for (Index t = 0; t < count; ++t) {
        const auto [sine, cosine] = sine_and_cosine(static_cast<double>(first_ + t) * frequency);
        T* const numbers = numbers_.data() + t * width;
        numbers[i] = static_cast<T>(cosine);
        numbers[half_ + i] = static_cast<T>(sine);
      }
    }
  }

  /// Rotates a row of `width` components, in place.
  /// @param position  first ≤ position < first + count
  /// @param sign      1, or −1 for the inverse rotation, which maps ∂L/∂y to ∂L/∂x
  void rotate(T* row, Index position, T sign) const noexcept {
    const T* const cosines = numbers_.data() + (position - first_) * 2 * half_;
    const T* const sines = cosines + half_;
    const bool is_adjacent = pairs_ == RotaryPairs::kAdjacent;
    const Index step = is_adjacent ? 2 : 1;
    const Index apart = is_adjacent ? 1 : half_;
    for (Index i = 0; i < half_; ++i) {
      T& a = row[i * step];
      T& b = row[i * step + apart];
      const T sine = sign * sines[i];
      const T rotated = a * cosines[i] - b * sine;
      b = a * sine + b * cosines[i];
      a = rotated;
    }
  }

 private:
  Index half_;
  Index first_;
  RotaryPairs pairs_;
  std::vector<T> numbers_;  // for each position, half_ cosines and half_ sines
};

}  // namespace attention::detail
