// SPDX-License-Identifier: MIT
// Random arguments of attention and of its backward pass, and variations of their options.
#pragma once

#include <array>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#include "support/matrices.hpp"
#include "support/samples.hpp"

namespace attention::test {

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

/// A problem with random entries in [−1, 1) and default options.
template <class T>
AttentionProblem<T> random_problem(const AttentionSizes& sizes, unsigned seed);

template <class T>
AdditiveParameters<T> random_additive(Index hidden, Index d_q, Index d_k, bool has_bias,
                                      unsigned seed);

/// A random problem with this kind of score. Additive scores have 5 hidden components and a bias.
template <class T>
AttentionProblem<T> random_problem(Score score, const AttentionSizes& sizes, unsigned seed);

inline constexpr std::array kAllScores = {Score::kDot, Score::kAdditive, Score::kGaussian};

template <class T>
Attention<T> stages_of(const AttentionProblem<T>& x);

template <class T>
AttentionGradient<T> gradient_of(const AttentionProblem<T>& x);

/// The sum of output · output_gradient over all entries. `gradient_of` returns the gradients of
/// this loss.
double loss_of(const AttentionProblem<double>& x);

/// The largest error of an entry, divided by the largest expected entry. Gradients are sums whose
/// terms cancel, but the rounding errors of the terms remain, so the error of a small entry is not
/// small.
double matrix_error(const Matrix<double>& got, const Matrix<double>& expected);

/// The largest accepted `matrix_error`. The gradient of a bias has the largest error: it is a sum
/// of up to m·n = 1089 terms, which cancel in each row. Each term has a few rounding errors of up
/// to 1.1e-16 (double) or 6e-8 (float), of either sign. Their sum is about √1089 times as large.
/// The largest errors in the tests are 7.4e-15 and 3.5e-6.
template <class T>
inline constexpr double kGradientError = std::is_same_v<T, double> ? 1e-13 : 2e-5;

/// Shapes of the batch axes, which precede the axes of a matrix: none, one and two axes.
inline const std::array<Shape, 3> kLeadings = {Shape{}, Shape{2}, Shape{2, 2}};

template <class T>
Matrix<T> zeros_like(const Matrix<T>& x) {
  return Matrix<T>::Zero(x.rows(), x.cols());
}

inline Matrix<double> zero(Index rows, Index cols) { return Matrix<double>::Zero(rows, cols); }

/// Whether two gradients are equal bit for bit.
template <class T>
bool is_same(const AttentionGradient<T>& a, const AttentionGradient<T>& b);

struct Variation {
  std::string name;
  std::function<void(AttentionOptions<double>&)> apply;
};

/// Returns these variations: no mask; a mask with every MaskMethod, and with every EmptyRow that
/// gives a defined loss; a causal mask with valid lengths. The mask hides all keys from query 1
/// and, for n ≥ 3, some keys from each other query. Fills are small, so that hidden keys have
/// nonzero weights.
std::vector<Variation> all_hidings(Index m, Index n);

/// Returns these variations: no dropout, dropout with two seeds, given flags for scores of this
/// shape, and a rate of 1.
std::vector<Variation> all_dropouts(const Shape& scores_shape);

}  // namespace attention::test
