// SPDX-License-Identifier: MIT
// Comparisons for programs without a test framework. A failed comparison prints `what`, the name of
// the compared value, and ends the program with exit code 1.
#pragma once

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>

#include <attention/tensor.hpp>

inline bool is_near(double got, double expected, double tolerance) {
  return std::abs(got - expected) <= tolerance * std::fmax(1, std::abs(expected));
}

inline void expect(const char* what, bool holds) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", what);
  std::exit(1);
}

/// Compares the entries of a tensor, in row-major order, with numbers computed by hand.
template <class T>
void expect(const char* what, const attention::TensorView<T>& got,
            std::initializer_list<double> expected) {
  // The tolerance allows for the rounding errors of a few operations.
  constexpr double kTolerance = sizeof(T) == sizeof(float) ? 1e-5 : 1e-12;
  expect(what, got.size() == static_cast<attention::Index>(expected.size()));
  const double* next = expected.begin();
  for (attention::Index row = 0; row < got.rows(); ++row)
    for (const T entry : got.row(row)) {
      if (!is_near(static_cast<double>(entry), *next, kTolerance))
        std::fprintf(stderr, "got %.17g, expected %.17g\n", static_cast<double>(entry), *next);
      expect(what, is_near(static_cast<double>(entry), *next++, kTolerance));
    }
}

template <class T>
void expect(const char* what, const attention::Tensor<T>& got,
            std::initializer_list<double> expected) {
  expect(what, attention::TensorView<T>(got), expected);
}
