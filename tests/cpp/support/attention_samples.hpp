// SPDX-License-Identifier: MIT
#pragma once

#include "attention/detail/multi_head.hpp"

namespace attention::detail {

/// What attention is asked of: queries (…, m, d), keys (…, n, d) and values (…, n, d_v).
template <class T>
struct Inputs {
  Tensor<T> queries;
  Tensor<T> keys;
  Tensor<T> values;
};

/// Sides of `Inputs`.
struct InputSides {
  Shape leading = {};
  Index m = 1;
  Index n = 1;
  Index d = 1;
  Index d_v = 1;
};

/// Entries in [low, 1), and values in [low, 1) too.
template <class T>
Inputs<T> random_inputs(const InputSides& sides, unsigned seed, double low = -1);

template <class T>
Attention<T> attend(const Inputs<T>& x, const AttentionOptions<T>& options = {});

template <class T>
MultiHead<T> attend(const Inputs<T>& x, const MultiHeadParameters<T>& parameters,
                    const MultiHeadOptions<T>& options);

/// Options that hide keys, and choose no more than this.
template <class T>
AttentionOptions<T> seeing(const Visibility& visibility, const Masking<T>& masking = {}) {
  AttentionOptions<T> options;
  options.visibility = visibility;
  options.masking = masking;
  return options;
}

/// Sides of the parameters of multi-head attention.
struct ParameterSides {
  Index queries_in = 1;
  Index keys_in = 1;
  Index values_in = 1;
  Index keys_out = 1;    ///< rows of W_q and W_k
  Index values_out = 1;  ///< rows of W_v
  Index concat = 1;      ///< columns of W_o
  Index out = 1;         ///< rows of W_o
};

/// For queries, keys and values of `width` that are projected to the same width.
ParameterSides square(Index width);

/// Entries in [low, 1), made so small that sums over the columns are of order 1; biases if asked
/// for.
template <class T>
MultiHeadParameters<T> random_parameters(const ParameterSides& sides, bool with_bias, unsigned seed,
                                         double low = -1);

/// Options that choose no more than this.
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

}  // namespace attention::detail
