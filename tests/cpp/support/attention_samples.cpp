// SPDX-License-Identifier: MIT
#include "support/attention_samples.hpp"

#include <cmath>

#include "support/samples.hpp"

namespace attention::test {
namespace {

// Random entries divided by a power of two, so that float and double represent the same numbers.
// The divisor is near the number of columns if the entries are positive, and near its square root
// if they have both signs. So the sum of a row is of order 1.
template <class T>
Matrix<T> random_weights(Index rows, Index cols, unsigned seed, double low) {
  const double n = static_cast<double>(cols);
  const T size = static_cast<T>(std::exp2(std::floor(std::log2(low < 0 ? std::sqrt(n) : n))));
  return random_tensor<T>({rows, cols}, seed, low, 1).rows / size;
}

template <class T>
Inputs<double> inputs_in_double(const Inputs<T>& x) {
  return {in_double(x.queries), in_double(x.keys), in_double(x.values)};
}

template <class T>
Masking<double> in_double(const Masking<T>& x) {
  return {x.method, static_cast<double>(x.fill), x.empty_row};
}

}  // namespace

template <class T>
Inputs<T> random_inputs(const InputSides& x, unsigned seed, double low) {
  return {random_tensor<T>(with_matrix(x.leading, x.m, x.d), seed, low, 1),
          random_tensor<T>(with_matrix(x.leading, x.n, x.d), seed + 1, low, 1),
          random_tensor<T>(with_matrix(x.leading, x.n, x.d_v), seed + 2, low, 1)};
}

template <class T>
Attention<T> attend(const Inputs<T>& x, const AttentionOptions<T>& options) {
  return attention<T>(x.queries, x.keys, x.values, options);
}

template <class T>
MultiHead<T> attend(const Inputs<T>& x, const MultiHeadParameters<T>& parameters,
                    const MultiHeadOptions<T>& options) {
  return multi_head<T>(x.queries, x.keys, x.values, parameters, options);
}

ParameterSides square(Index width) { return {width, width, width, width, width, width, width}; }

template <class T>
MultiHeadParameters<T> random_parameters(const ParameterSides& x, bool with_bias, unsigned seed,
                                         double low) {
  const auto bias = [&](Index n) {
    return with_bias ? Matrix<T>(random_tensor<T>({1, n}, ++seed, low, 1).rows / T(4))
                     : Matrix<T>();
  };
  MultiHeadParameters<T> p;
  p.W_q = random_weights<T>(x.keys_out, x.queries_in, ++seed, low);
  p.b_q = bias(x.keys_out);
  p.W_k = random_weights<T>(x.keys_out, x.keys_in, ++seed, low);
  p.b_k = bias(x.keys_out);
  p.W_v = random_weights<T>(x.values_out, x.values_in, ++seed, low);
  p.b_v = bias(x.values_out);
  p.W_o = random_weights<T>(x.out, x.concat, ++seed, low);
  p.b_o = bias(x.out);
  return p;
}

Inputs<double> in_double(const Inputs<float>& x) { return inputs_in_double(x); }
Inputs<double> in_double(const Inputs<double>& x) { return x; }

template <class T>
MultiHeadParameters<double> in_double(const MultiHeadParameters<T>& x) {
  return {in_double(x.W_q), in_double(x.b_q), in_double(x.W_k), in_double(x.b_k),
          in_double(x.W_v), in_double(x.b_v), in_double(x.W_o), in_double(x.b_o)};
}

template <class T>
AdditiveParameters<double> in_double(const AdditiveParameters<T>& x) {
  return {in_double(x.W_q), in_double(x.W_k), in_double(x.w_v), in_double(x.bias)};
}

template <class T>
AttentionOptions<double> in_double(const AttentionOptions<T>& x) {
  return {x.score,
          x.scale,
          in_double(x.additive),
          static_cast<double>(x.sigma),
          x.visibility,
          in_double(x.masking),
          x.mask_before_scale,
          x.dropout};
}

template <class T>
MultiHeadOptions<double> in_double(const MultiHeadOptions<T>& x) {
  return {x.num_heads,  x.projection,         x.shape_from_queries, x.scale,
          x.visibility, in_double(x.masking), x.mask_before_scale,  x.dropout};
}

#define ATTENTION_INSTANTIATE(T)                                                           \
  template Inputs<T> random_inputs(const InputSides&, unsigned, double);                   \
  template Attention<T> attend(const Inputs<T>&, const AttentionOptions<T>&);              \
  template MultiHead<T> attend(const Inputs<T>&, const MultiHeadParameters<T>&,            \
                               const MultiHeadOptions<T>&);                                \
  template MultiHeadParameters<T> random_parameters(const ParameterSides&, bool, unsigned, \
                                                    double);                               \
  template MultiHeadParameters<double> in_double(const MultiHeadParameters<T>&);           \
  template AdditiveParameters<double> in_double(const AdditiveParameters<T>&);             \
  template AttentionOptions<double> in_double(const AttentionOptions<T>&);                 \
  template MultiHeadOptions<double> in_double(const MultiHeadOptions<T>&);
ATTENTION_INSTANTIATE(float)
ATTENTION_INSTANTIATE(double)
#undef ATTENTION_INSTANTIATE

}  // namespace attention::test
