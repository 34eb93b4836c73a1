// SPDX-License-Identifier: MIT
#include "support/attention_problem.hpp"

#include <algorithm>
#include <cmath>

namespace attention::test {

template <class T>
AttentionProblem<T> random_problem(const AttentionSizes& sizes, unsigned seed) {
  const auto& [leading, m, n, d_q, d_k, d_v] = sizes;
  return {random_tensor<T>(with_matrix(leading, m, d_q), seed),
          random_tensor<T>(with_matrix(leading, n, d_k), seed + 1),
          random_tensor<T>(with_matrix(leading, n, d_v), seed + 2),
          random_tensor<T>(with_matrix(leading, m, d_v), seed + 3),
          {}};
}

template <class T>
AdditiveParameters<T> random_additive(Index hidden, Index d_q, Index d_k, bool has_bias,
                                      unsigned seed) {
  return {random_tensor<T>({hidden, d_q}, seed).rows,
          random_tensor<T>({hidden, d_k}, seed + 1).rows,
          random_tensor<T>({1, hidden}, seed + 2).rows,
          has_bias ? random_tensor<T>({1, hidden}, seed + 3).rows : Matrix<T>()};
}

template <class T>
AttentionProblem<T> random_problem(Score score, const AttentionSizes& sizes, unsigned seed) {
  auto x = random_problem<T>(sizes, seed);
  x.options.score = score;
  if (score == Score::kAdditive)
    x.options.additive = random_additive<T>(5, sizes.d_q, sizes.d_k, true, seed + 10);
  return x;
}

template <class T>
Attention<T> stages_of(const AttentionProblem<T>& x) {
  return attention<T>(x.queries, x.keys, x.values, x.options);
}

template <class T>
AttentionGradient<T> gradient_of(const AttentionProblem<T>& x) {
  return attention_gradient<T>(x.queries, x.keys, x.values, x.options, stages_of(x),
                               x.output_gradient);
}

double loss_of(const AttentionProblem<double>& x) {
  return stages_of(x).output.rows.cwiseProduct(x.output_gradient.rows).sum();
}

double matrix_error(const Matrix<double>& got, const Matrix<double>& expected) {
  if (got.rows() != expected.rows() || got.cols() != expected.cols()) return kInf<double>;
  double largest = 0;
  double error = 0;
  for (Index i = 0; i < got.size(); ++i) {
    const double miss = std::abs(got.data()[i] - expected.data()[i]);
    if (!std::isfinite(miss)) return kInf<double>;
    error = std::max(error, miss);
    largest = std::max(largest, std::abs(expected.data()[i]));
  }
  return error == 0 ? 0 : error / largest;
}

template <class T>
bool is_same(const AttentionGradient<T>& a, const AttentionGradient<T>& b) {
  return a.queries.rows == b.queries.rows && a.keys.rows == b.keys.rows &&
         a.values.rows == b.values.rows && a.additive.W_q == b.additive.W_q &&
         a.additive.W_k == b.additive.W_k && a.additive.w_v == b.additive.w_v &&
         a.additive.bias == b.additive.bias && a.sigma == b.sigma;
}

std::vector<Variation> all_hidings(Index m, Index n) {
  Mask mask{{m, n}, {}};
  for (Index i = 0; i < m; ++i)
    for (Index j = 0; j < n; ++j) mask.keep.push_back(i != 1 && (i + 2 * j) % 3 != 2 ? 1 : 0);
  const auto hiding = [mask](const Masking<double>& masking) {
    return [mask, masking](AttentionOptions<double>& options) {
      options.visibility.mask = mask;
      options.masking = masking;
    };
  };
  return {
      {"all seen", [](AttentionOptions<double>&) {}},
      {"exclude, uniform", hiding({MaskMethod::kExclude, 0, EmptyRow::kUniform})},
      {"exclude, zeros", hiding({MaskMethod::kExclude, 0, EmptyRow::kZeros})},
      {"fill", hiding({MaskMethod::kFill, -0.5, {}})},
      {"add", hiding({MaskMethod::kAdd, -0.5, {}})},
      {"causal and lengths",
       [n](AttentionOptions<double>& options) {
         options.visibility.causal = true;
         options.visibility.valid_lens = ValidLens{{}, {static_cast<double>(n - 1)}};
       }},
  };
}

std::vector<Variation> all_dropouts(const Shape& scores_shape) {
  const auto dropping = [](double rate, std::uint64_t seed) {
    return [rate, seed](AttentionOptions<double>& options) {
      options.dropout.rate = rate;
      options.dropout.seed = seed;
    };
  };
  Mask keep{scores_shape, {}};
  for (Index i = 0; i < size_of(scores_shape); ++i) keep.keep.push_back(i % 5 < 3 ? 1 : 0);
  return {{"kept", [](AttentionOptions<double>&) {}},
          {"rate 0.4, seed 7", dropping(0.4, 7)},
          {"rate 0.4, seed 8", dropping(0.4, 8)},
          {"rate 0.25, flags",
           [keep](AttentionOptions<double>& options) {
             options.dropout.rate = 0.25;
             options.dropout.keep = keep;
           }},
          {"rate 1", dropping(1, 7)}};
}

#define ATTENTION_INSTANTIATE(T)                                                       \
  template AttentionProblem<T> random_problem(const AttentionSizes&, unsigned);        \
  template AdditiveParameters<T> random_additive(Index, Index, Index, bool, unsigned); \
  template AttentionProblem<T> random_problem(Score, const AttentionSizes&, unsigned); \
  template bool is_same(const AttentionGradient<T>&, const AttentionGradient<T>&);     \
  template Attention<T> stages_of(const AttentionProblem<T>&);                         \
  template AttentionGradient<T> gradient_of(const AttentionProblem<T>&);
ATTENTION_INSTANTIATE(float)
ATTENTION_INSTANTIATE(double)
#undef ATTENTION_INSTANTIATE

}  // namespace attention::test
