// SPDX-License-Identifier: MIT
#include "attention/detail/normalization.hpp"

#include <cmath>
#include <concepts>

#include "attention/detail/sum.hpp"
#include "simd/instantiate.hpp"

namespace attention::detail {
namespace {

// The map from x_i to its normalised value.
struct Normalizer {
  double scale = 1;    // a power of 2
  double first = 0;    // the first entry, scaled; layer norm only
  double mean = 0;     // the mean of the scaled entries minus `first`
  double inverse = 1;  // 1 / √(variance or mean square + epsilon), all of them scaled

  // Subtracts `first` and `mean` separately, because their sum would be rounded. If the entries
  // have a large offset in common, x · scale − first is exact.
  double centred(double x) const { return x * scale - first - mean; }
  double operator()(double x) const { return centred(x) * inverse; }
};

// Returns a power of 2. The entries are multiplied by it, and epsilon by its square, so that no
// square overflows or underflows in double. Squares of floats never do.
template <class T>
double scale_of(const T* x, Index d, double epsilon) {
  if constexpr (std::same_as<T, float>) return 1;
  double largest = 0;
  for (Index i = 0; i < d; ++i)
    largest = std::abs(x[i]) > largest ? static_cast<double>(std::abs(x[i])) : largest;
  if (largest > 0x1p400) return 0x1p-600;
  // Squares that underflow are negligible compared with a larger epsilon.
  if (largest < 0x1p-400 && epsilon < 0x1p-700) return 0x1p600;
  return 1;
}

template <class T>
Normalizer normalizer_of(Centre centre, const T* x, Index d, double epsilon) {
  Normalizer result;
  result.scale = scale_of(x, d, epsilon);
  const double count = static_cast<double>(d);
  if (centre == Centre::kMean) {
    result.first = static_cast<double>(x[0]) * result.scale;
    result.mean = sum_in_order<double>(
                      d, [&](Index i) { return result.centred(static_cast<double>(x[i])); }) /
                  count;
  }
  const double squares = sum_in_order<double>(d, [&](Index i) {
    const double centred = result.centred(static_cast<double>(x[i]));
    return centred * centred;
  });
  result.inverse = 1 / std::sqrt(squares / count + epsilon * result.scale * result.scale);
  return result;
}

}  // namespace

template <class T>
void norm_row(Centre centre, const T* x, Index d, const T* gain, const T* bias, double epsilon,
              T* y) noexcept {
  const Normalizer normalizer = normalizer_of(centre, x, d, epsilon);
  for (Index i = 0; i < d; ++i) {
    double result = normalizer(static_cast<double>(x[i]));
    if (gain != nullptr) result *= static_cast<double>(gain[i]);
    if (bias != nullptr) result += static_cast<double>(bias[i]);
    y[i] = static_cast<T>(result);
  }
}

// ∂L/∂x = (g − mean(g) − v mean(g v)) / σ with the normalised row v, g = gain · ∂L/∂y and σ =
// √(variance + epsilon). RMS norm uses the mean square instead of the variance, and no mean(g).
template <class T>
void norm_row_gradient(Centre centre, const T* x, Index d, const T* gain, double epsilon,
                       const T* y_gradient, T* x_gradient, double* gain_gradient,
                       double* bias_gradient) noexcept {
  const Normalizer normalizer = normalizer_of(centre, x, d, epsilon);
  const double count = static_cast<double>(d);
  const auto value = [&](Index i) { return normalizer(static_cast<double>(x[i])); };
  const auto gradient = [&](Index i) {
    const double g = static_cast<double>(y_gradient[i]);
    return gain == nullptr ? g : g * static_cast<double>(gain[i]);
  };
  const double mean = centre == Centre::kMean ? sum_in_order<double>(d, gradient) / count : 0;
  const double slope =
      sum_in_order<double>(d, [&](Index i) { return gradient(i) * value(i); }) / count;
  for (Index i = 0; i < d; ++i) {
    const double v = value(i);
    const double g = gradient(i);
    if (gain_gradient != nullptr) gain_gradient[i] += static_cast<double>(y_gradient[i]) * v;
    if (bias_gradient != nullptr) bias_gradient[i] += static_cast<double>(y_gradient[i]);
    x_gradient[i] = static_cast<T>((g - mean - v * slope) * normalizer.inverse * normalizer.scale);
  }
}

ATTENTION_INSTANTIATE(norm_row);
ATTENTION_INSTANTIATE(norm_row_gradient);

}  // namespace attention::detail
