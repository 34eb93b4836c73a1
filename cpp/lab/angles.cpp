// SPDX-License-Identifier: MIT
#include "lab/angles.hpp"

#include <cmath>
#include <numbers>
#include <span>
#include <utility>

#include "attention/scores.hpp"
#include "simd/instantiate.hpp"

namespace attention::lab {
namespace {

// The lengths of the rows, and the rows scaled to length 1.
template <class T>
struct Directions {
  Tensor<T> lengths;
  Tensor<T> units;
};

template <class T>
Directions<T> directions(const TensorView<T>& x) {
  Directions<T> result{Tensor<T>({x.rows(), 1}), Tensor<T>(x)};
  for (Index i = 0; i < x.rows(); ++i) {
    const std::span<T> unit = result.units.row(i);
    T largest = 0;
    for (const T entry : unit)
      largest = std::abs(entry) > largest || std::isnan(entry) ? std::abs(entry) : largest;
    // Divides by the largest |entry| first, so that the sum of squares is in [1, d].
    T sum = 0;
    for (T& entry : unit) {
      entry /= largest;
      sum += entry * entry;
    }
    const bool is_scaled = largest > 0 && std::isfinite(largest);
    result.lengths(i, 0) = is_scaled ? largest * std::sqrt(sum) : largest;
    for (T& entry : unit) entry /= std::sqrt(sum);
  }
  return result;
}

}  // namespace

template <class T>
Angles<T> angles(const TensorView<T>& queries, const TensorView<T>& keys) {
  Angles<T> result;
  result.dots = dot_scores(queries, keys);
  Directions<T> of_queries = directions(queries);
  Directions<T> of_keys = directions(keys);
  result.query_lengths = std::move(of_queries.lengths);
  result.key_lengths = std::move(of_keys.lengths);
  // Cosines are computed from the unit vectors, because dot products may overflow or underflow
  // although the angle is well defined.
  result.cosines = dot_scores(of_queries.units, of_keys.units);
  // Rounding may make |cosine| larger than 1, for which std::acos returns NaN.
  for (T& cosine : result.cosines) cosine = cosine > 1 ? T(1) : cosine < -1 ? T(-1) : cosine;
  result.degrees = result.cosines;
  for (T& angle : result.degrees) angle = std::acos(angle) * (180 / std::numbers::pi_v<T>);
  return result;
}

ATTENTION_INSTANTIATE(angles);

}  // namespace attention::lab
