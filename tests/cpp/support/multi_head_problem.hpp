// SPDX-License-Identifier: MIT
// Random arguments of multi-head attention and of its backward pass.
#pragma once

#include <array>

#include "support/matrices.hpp"

namespace attention::test {

inline constexpr std::array kAllProjections = {Projection::kFull, Projection::kShared,
                                               Projection::kNone};

template <class T>
struct MultiHeadProblem {
  Tensor<T> queries;
  Tensor<T> keys;
  Tensor<T> values;
  Tensor<T> output_gradient;
  MultiHeadParameters<T> parameters;
  MultiHeadOptions<T> options;
};

/// Sizes for m queries, n keys and h heads. e_q, e_k, e_v and e_o are the widths of the inputs and
/// of the output; d_k and d_v are the widths of a head's keys and values. Without projections, e_q
/// = e_k = h·d_k and e_v = h·d_v.
struct MultiHeadSizes {
  Shape leading;
  Index m, n, h;
  Index e_q, e_k, e_v;
  Index d_k, d_v;
  Index e_o;
};

/// A problem with random entries in [−1, 1).
template <class T>
MultiHeadProblem<T> random_problem(Projection projection, const MultiHeadSizes& sizes,
                                   bool has_biases, unsigned seed);

template <class T>
MultiHead<T> stages_of(const MultiHeadProblem<T>& x);

template <class T>
MultiHeadGradient<T> gradient_of(const MultiHeadProblem<T>& x);

/// The sum of output · output_gradient over all entries. `gradient_of` returns the gradients of
/// this loss.
double loss_of(const MultiHeadProblem<double>& x);

/// The indices of W_k and b_k in the result of `list_of`.
inline constexpr std::size_t kWk = 2;
inline constexpr std::size_t kBk = 3;

template <class T>
std::array<Matrix<T>*, 8> list_of(MultiHeadParameters<T>& p) {
  return {&p.W_q, &p.b_q, &p.W_k, &p.b_k, &p.W_v, &p.b_v, &p.W_o, &p.b_o};
}

}  // namespace attention::test
