// SPDX-License-Identifier: MIT
#include "attention/detail/gradient/scores.hpp"

#include <cmath>

#include "attention/detail/product.hpp"
#include "simd/instantiate.hpp"

namespace attention::detail {
namespace {

// The gradients of the loss with respect to `AdditiveFeatures`, the inputs of an additive score's
// hidden layer. The header defines u_ij.
template <class T>
struct FeatureGradients {
  Matrix<T> queries;  // shape (m, h): Σ_j u_ij
  Matrix<T> keys;     // shape (n, h): Σ_i u_ij
};

template <class T>
FeatureGradients<T> feature_gradients(const MatrixView<T>& queries, const MatrixView<T>& keys,
                                      const AdditiveParameters<T>& parameters,
                                      const MatrixView<T>& scores_gradient, Matrix<T>& w_v) {
  const Index hidden = parameters.W_q.rows();
  const AdditiveFeatures<T> features = additive_features<T>(queries, keys, parameters);
  FeatureGradients<T> gradients{zeros<T>(queries.rows(), hidden), zeros<T>(keys.rows(), hidden)};
  for (Index i = 0; i < queries.rows(); ++i)
    for (Index j = 0; j < keys.rows(); ++j)
      for (Index h = 0; h < hidden; ++h) {
        const T t = std::tanh(features.queries(i, h) + features.keys(j, h));
        w_v(0, h) += scores_gradient(i, j) * t;
        // (1 − t)(1 + t) instead of 1 − t², which would add the rounding error of t².
        const T u = scores_gradient(i, j) * parameters.w_v(0, h) * ((1 - t) * (1 + t));
        gradients.queries(i, h) += u;
        gradients.keys(j, h) += u;
      }
  return gradients;
}

}  // namespace

template <class T>
void dot_scores_gradient(const MatrixView<T>& queries, const MatrixView<T>& keys,
                         const MatrixView<T>& scores_gradient, MatrixSpan<T> queries_gradient,
                         MatrixSpan<T> keys_gradient) {
  multiply<T>(scores_gradient, keys, queries_gradient);
  transposed_multiply_add<T>(scores_gradient, queries, keys_gradient);
}

template <class T>
void additive_scores_gradient(const MatrixView<T>& queries, const MatrixView<T>& keys,
                              const AdditiveParameters<T>& parameters,
                              const MatrixView<T>& scores_gradient, MatrixSpan<T> queries_gradient,
                              MatrixSpan<T> keys_gradient,
                              AdditiveParameters<T>& parameters_gradient) {
  const FeatureGradients<T> features =
      feature_gradients(queries, keys, parameters, scores_gradient, parameters_gradient.w_v);
  multiply<T>(features.queries, parameters.W_q, queries_gradient);
  multiply_add<T>(features.keys, parameters.W_k, keys_gradient);
  transposed_multiply_add<T>(features.queries, queries, parameters_gradient.W_q);
  transposed_multiply_add<T>(features.keys, keys, parameters_gradient.W_k);
  if (parameters.bias.size() == 0) return;
  for (Index j = 0; j < keys.rows(); ++j) parameters_gradient.bias.row(0) += features.keys.row(j);
}

template <class T>
void gaussian_scores_gradient(const MatrixView<T>& queries, const MatrixView<T>& keys, T sigma,
                              const MatrixView<T>& scores_gradient, MatrixSpan<T> queries_gradient,
                              MatrixSpan<T> keys_gradient, T& sigma_gradient) {
  queries_gradient.setZero();
  for (Index i = 0; i < queries.rows(); ++i)
    for (Index j = 0; j < keys.rows(); ++j) {
      if (scores_gradient(i, j) == 0) continue;
      T square = 0;
      for (Index c = 0; c < keys.cols(); ++c) {
        // Two divisions by σ instead of one by σ², because the square of a small σ underflows to 0.
        const T u = (queries(i, c) - keys(j, c)) / sigma;
        const T step = scores_gradient(i, j) * (u / sigma);
        queries_gradient(i, c) -= step;
        keys_gradient(j, c) += step;
        square += u * u;
      }
      sigma_gradient += scores_gradient(i, j) * (square / sigma);
    }
}

ATTENTION_INSTANTIATE(dot_scores_gradient);
ATTENTION_INSTANTIATE(additive_scores_gradient);
ATTENTION_INSTANTIATE(gaussian_scores_gradient);

}  // namespace attention::detail
