// SPDX-License-Identifier: MIT
#include "support/multi_head_problem.hpp"

#include "support/samples.hpp"

namespace attention::test {

template <class T>
MultiHeadProblem<T> random_problem(Projection projection, const MultiHeadSizes& x, bool has_biases,
                                   unsigned seed) {
  const auto matrix = [&](Index rows, Index cols) -> Matrix<T> {
    return random_tensor<T>({rows, cols}, seed++).rows;
  };
  const auto bias = [&](Index cols) { return has_biases ? matrix(1, cols) : Matrix<T>(); };
  MultiHeadProblem<T> problem{random_tensor<T>(with_matrix(x.leading, x.m, x.e_q), seed),
                              random_tensor<T>(with_matrix(x.leading, x.n, x.e_k), seed + 1),
                              random_tensor<T>(with_matrix(x.leading, x.n, x.e_v), seed + 2),
                              random_tensor<T>(with_matrix(x.leading, x.m, x.e_o), seed + 3),
                              {},
                              {}};
  seed += 4;
  problem.options.num_heads = x.h;
  problem.options.projection = projection;
  MultiHeadParameters<T>& p = problem.parameters;
  if (projection != Projection::kNone) {
    const Index rows = projection == Projection::kFull ? x.h : 1;
    const Index parts = projection == Projection::kFull ? 1 : x.h;
    p.W_q = matrix(rows * x.d_k, x.e_q / parts);
    p.W_k = matrix(rows * x.d_k, x.e_k / parts);
    p.W_v = matrix(rows * x.d_v, x.e_v / parts);
    p.b_q = bias(rows * x.d_k);
    p.b_k = bias(rows * x.d_k);
    p.b_v = bias(rows * x.d_v);
  }
  p.W_o = matrix(x.e_o, x.h * x.d_v);
  p.b_o = bias(x.e_o);
  return problem;
}

template <class T>
MultiHead<T> stages_of(const MultiHeadProblem<T>& x) {
  return multi_head<T>(x.queries, x.keys, x.values, x.parameters, x.options);
}

template <class T>
MultiHeadGradient<T> gradient_of(const MultiHeadProblem<T>& x) {
  return multi_head_gradient<T>(x.queries, x.keys, x.values, x.parameters, x.options, stages_of(x),
                                x.output_gradient);
}

double loss_of(const MultiHeadProblem<double>& x) {
  return stages_of(x).output.rows.cwiseProduct(x.output_gradient.rows).sum();
}

#define ATTENTION_INSTANTIATE(T)                                                                  \
  template MultiHeadProblem<T> random_problem(Projection, const MultiHeadSizes&, bool, unsigned); \
  template MultiHead<T> stages_of(const MultiHeadProblem<T>&);                                    \
  template MultiHeadGradient<T> gradient_of(const MultiHeadProblem<T>&);
ATTENTION_INSTANTIATE(float)
ATTENTION_INSTANTIATE(double)
#undef ATTENTION_INSTANTIATE

}  // namespace attention::test
