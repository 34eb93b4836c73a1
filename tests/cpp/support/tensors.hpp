// SPDX-License-Identifier: MIT
// Comparisons of public tensors, and gradients by central differences.
#pragma once

#include <algorithm>
#include <string>

#include "attention/tensor.hpp"
#include "support/matchers.hpp"
#include "support/tolerance.hpp"

namespace attention {

template <class To, class From>
Tensor<To> as(const Tensor<From>& x) {
  Tensor<To> result(x.shape());
  std::transform(x.begin(), x.end(), result.begin(),
                 [](From entry) { return static_cast<To>(entry); });
  return result;
}

/// Describes the first entry outside the tolerance. Returns "" if there is none, and "another
/// shape" if the shapes differ.
template <class T>
std::string first_miss(const Tensor<T>& got, const Tensor<double>& expected,
                       test::Tolerance tolerance) {
  if (got.shape() != expected.shape()) return "another shape";
  for (Index i = 0; i < got.size(); ++i) {
    const auto entry = static_cast<double>(got.data()[i]);
    if (!test::passes(entry, expected.data()[i], tolerance))
      return "entry " + std::to_string(i) + ": got " + Catch::Detail::stringify(entry) +
             ", expected " + Catch::Detail::stringify(expected.data()[i]);
  }
  return {};
}

template <class T>
double dot(const Tensor<T>& a, const Tensor<T>& b) {
  double sum = 0;
  for (Index i = 0; i < a.size(); ++i)
    sum += static_cast<double>(a.data()[i]) * static_cast<double>(b.data()[i]);
  return sum;
}

/// The gradient of `loss` at `x` by central differences, in the shape of `x`.
template <class Loss>
Tensor<double> differences(const Loss& loss, Tensor<double> x) {
  Tensor<double> slopes(x.shape());
  for (Index i = 0; i < x.size(); ++i) {
    const double at = x.data()[i];
    x.data()[i] = at + test::kDifferenceStep;
    const double above = loss(x);
    x.data()[i] = at - test::kDifferenceStep;
    slopes.data()[i] = (above - loss(x)) / (2 * test::kDifferenceStep);
    x.data()[i] = at;
  }
  return slopes;
}

}  // namespace attention
