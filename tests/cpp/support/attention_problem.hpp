// SPDX-License-Identifier: MIT
// The arguments of attention and of its backward pass, and ways to vary them.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#include "attention/detail/gradient/attention.hpp"
#include "support/samples.hpp"

namespace attention::detail {

template <class T>
struct AttentionProblem {
  Tensor<T> queries;
  Tensor<T> keys;
  Tensor<T> values;
  Tensor<T> output_gradient;
  AttentionOptions<T> options;
};

struct AttentionSizes {
  Shape leading;
  Index m = 1;
  Index n = 1;
  Index d_q = 1;
  Index d_k = 1;
  Index d_v = 1;
};

/// Entries in [−1, 1); the options are the default ones.
template <class T>
AttentionProblem<T> random_problem(const AttentionSizes& sizes, unsigned seed);

template <class T>
AdditiveParameters<T> random_additive(Index hidden, Index d_q, Index d_k, bool has_bias,
                                      unsigned seed);

/// A problem with scores of this kind; additive ones have 5 hidden components and a bias.
template <class T>
AttentionProblem<T> random_problem(Score score, const AttentionSizes& sizes, unsigned seed);

inline constexpr std::array kAllScores = {Score::kDot, Score::kAdditive, Score::kGaussian};

template <class T>
Attention<T> stages_of(const AttentionProblem<T>& x);

template <class T>
AttentionGradient<T> gradient_of(const AttentionProblem<T>& x);

/// Σ output ∘ output_gradient, whose gradient `gradient_of` gives.
double loss_of(const AttentionProblem<double>& x);

/// (loss(x + h) − loss(x − h)) / 2h for each entry of `part`, which `loss` reads.
Matrix<double> central_differences(Matrix<double>& part, const std::function<double()>& loss);

/// The largest error of an entry, as a part of the largest entry: gradients are sums in which terms
/// cancel, and keep the rounding of the terms.
double matrix_error(const Matrix<double>& got, const Matrix<double>& expected);

/// Largest such error that rounding explains. A bias's gradient is the hardest: it sums m·n terms,
/// up to 1089, that cancel row by row, each with a few roundings of 1.1e-16 (double) or 6e-8
/// (float).
template <class T>
inline constexpr double kGradientError = std::is_same_v<T, double> ? 1e-12 : 1e-4;

/// No leading axis, one, and two.
inline const std::array<Shape, 3> kLeadings = {Shape{}, Shape{2}, Shape{2, 2}};

template <class T>
Matrix<T> zeros_like(const Matrix<T>& x) {
  return Matrix<T>::Zero(x.rows(), x.cols());
}

inline Matrix<double> zero(Index rows, Index cols) { return Matrix<double>::Zero(rows, cols); }

/// Whether two gradients are the same, bit for bit.
template <class T>
bool is_same(const AttentionGradient<T>& a, const AttentionGradient<T>& b);

/// A way to set some of the options.
struct Variation {
  std::string name;
  std::function<void(AttentionOptions<double>&)> apply;
};

/// Every mask method, every `EmptyRow` that has a loss, and no mask. The second of three or more
/// queries sees no key, the others not all. Fills are small, so that hidden keys keep weight.
std::vector<Variation> all_hidings(Index m, Index n);

/// No dropout, two seeds, given flags for scores of this shape, and a rate of 1.
std::vector<Variation> all_dropouts(const Shape& scores_shape);

}  // namespace attention::detail
