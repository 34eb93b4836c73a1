// SPDX-License-Identifier: MIT
#pragma once

#include "support/matrices.hpp"

namespace attention::test {

/// The inputs of attention: queries of shape (…, m, d), keys of shape (…, n, d) and values of shape
/// (…, n, d_v).
template <class T>
struct Inputs {
  Tensor<T> queries;
  Tensor<T> keys;
  Tensor<T> values;
};

struct InputSides {
  Shape leading = {};
  Index m = 1;
  Index n = 1;
  Index d = 1;
  Index d_v = 1;
};

/// Inputs with random entries in [low, 1).
template <class T>
Inputs<T> random_inputs(const InputSides& sides, unsigned seed, double low = -1);

template <class T>
Attention<T> attend(const Inputs<T>& x, const AttentionOptions<T>& options = {});

template <class T>
MultiHead<T> attend(const Inputs<T>& x, const MultiHeadParameters<T>& parameters,
                    const MultiHeadOptions<T>& options);

template <class T>
AttentionOptions<T> seeing(const Visibility& visibility, const Masking<T>& masking = {}) {
  AttentionOptions<T> options;
  options.visibility = visibility;
  options.masking = masking;
  return options;
}

/// The numbers of rows and columns of the parameters of multi-head attention.
struct ParameterSides {
  Index queries_in = 1;
  Index keys_in = 1;
  Index values_in = 1;
  Index keys_out = 1;    ///< rows of W_q and W_k
  Index values_out = 1;  ///< rows of W_v
  Index concat = 1;      ///< columns of W_o
  Index out = 1;         ///< rows of W_o
};

/// All sizes are `width`: queries, keys and values keep this width when they are projected.
ParameterSides square(Index width);

/// Random parameters. Their entries are in [low, 1), divided by a power of two near the number of
/// columns (low ≥ 0) or near its square root (low < 0), so that projected entries are of order 1.
/// With `with_bias`, all projections have biases; these are divided by 4.
template <class T>
MultiHeadParameters<T> random_parameters(const ParameterSides& sides, bool with_bias, unsigned seed,
                                         double low = -1);

template <class T>
MultiHeadOptions<T> with_heads(Index num_heads, Projection projection = Projection::kFull) {
  MultiHeadOptions<T> options;
  options.num_heads = num_heads;
  options.projection = projection;
  return options;
}

Inputs<double> in_double(const Inputs<float>& x);
Inputs<double> in_double(const Inputs<double>& x);
template <class T>
MultiHeadParameters<double> in_double(const MultiHeadParameters<T>& x);
template <class T>
AdditiveParameters<double> in_double(const AdditiveParameters<T>& x);
template <class T>
AttentionOptions<double> in_double(const AttentionOptions<T>& x);
template <class T>
MultiHeadOptions<double> in_double(const MultiHeadOptions<T>& x);

}  // namespace attention::test
