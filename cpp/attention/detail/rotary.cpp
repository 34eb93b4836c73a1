// SPDX-License-Identifier: MIT
#include "attention/detail/rotary.hpp"

#include <cmath>

#include "attention/detail/elementary.hpp"

namespace attention::detail {

template <class T>
Rotary<T>::Rotary(Index count, Index width, const RotaryOptions& options)
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

template class Rotary<float>;
template class Rotary<double>;

}  // namespace attention::detail
