// SPDX-License-Identifier: MIT
// Positional encodings and functions of the lab, with matrices as arguments and results.
#pragma once

#include <optional>

#include "attention/positional_encoding.hpp"
#include "lab/angles.hpp"
#include "lab/mistakes.hpp"
#include "lab/moments.hpp"
#include "lab/symmetry.hpp"
#include "support/own_arguments.hpp"

namespace attention::test {

template <class T>
Matrix<T> positional_encoding(Index positions, Index width,
                              const PositionalEncodingOptions& options = {}) {
  return as_matrix(attention::positional_encoding<T>(positions, width, options));
}

template <class T>
Matrix<T> naive_softmax(const Matrix<T>& logits) {
  return as_matrix(lab::naive_softmax<T>(logits));
}
template <class T>
Matrix<T> double_transpose_scores(const Matrix<T>& queries, const Matrix<T>& keys) {
  return as_matrix(lab::double_transpose_scores<T>(queries, keys));
}

template <class T>
struct Angles {
  Matrix<T> dots, cosines, degrees, query_lengths, key_lengths;
};

template <class T>
Angles<T> angles(const Matrix<T>& queries, const Matrix<T>& keys) {
  const auto x = lab::angles<T>(queries, keys);
  return {as_matrix(x.dots), as_matrix(x.cosines), as_matrix(x.degrees), as_matrix(x.query_lengths),
          as_matrix(x.key_lengths)};
}

template <class T>
struct SelfSimilarityOptions {
  std::optional<Matrix<T>> W_q = {}, W_k = {};
  Scale scale = {};
};

template <class T>
struct SelfSimilarity {
  Matrix<T> scores, weights, output;
  T scores_asymmetry, weights_asymmetry, mean_diagonal;
  Matrix<T> relative_distances, row_sums, column_sums;
  T smallest_eigenvalue;
};

template <class T>
SelfSimilarity<T> self_similarity(const Matrix<T>& tokens,
                                  const SelfSimilarityOptions<T>& options = {}) {
  lab::SelfSimilarityOptions<T> own{.scale = options.scale};
  if (options.W_q) own.W_q = *options.W_q;
  if (options.W_k) own.W_k = *options.W_k;
  const auto x = lab::self_similarity<T>(tokens, own);
  return {as_matrix(x.scores),
          as_matrix(x.weights),
          as_matrix(x.output),
          x.scores_asymmetry,
          x.weights_asymmetry,
          x.mean_diagonal,
          as_matrix(x.relative_distances),
          as_matrix(x.row_sums),
          as_matrix(x.column_sums),
          x.smallest_eigenvalue};
}

template <class T>
Standardised<T> standardise(const Matrix<T>& x, Index ddof = 0) {
  return lab::standardise<T>(x, ddof);
}
template <class T>
PairedDots<T> dot_product_moments(const Matrix<T>& queries, const Matrix<T>& keys) {
  return lab::dot_product_moments<T>(queries, keys);
}

}  // namespace attention::test
