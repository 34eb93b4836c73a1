// SPDX-License-Identifier: MIT
#include <cmath>

#include "attention/detail/memory.hpp"
#include "attention/detail/product.hpp"
#include "attention/detail/refuse.hpp"
#include "attention/detail/scores.hpp"
#include "attention/scores.hpp"
#include "simd/instantiate.hpp"

namespace attention::detail {
namespace {

// The inputs of the hidden layer of an additive score. For query i and key j, the output of the
// layer is tanh(queries_i + keys_j).
template <class T>
struct AdditiveFeatures {
  Matrix<T> queries;  // shape (m, h): W_q q_i
  Matrix<T> keys;     // shape (n, h): W_k k_j + bias
};

template <class T>
AdditiveFeatures<T> additive_features(const MatrixView<T>& queries, const MatrixView<T>& keys,
                                      const AdditiveMatrices<T>& parameters) {
  const Index hidden = parameters.W_q.rows();
  require_memory(
      add_bytes(bytes_of<T>({queries.rows(), hidden}), bytes_of<T>({keys.rows(), hidden})));
  AdditiveFeatures<T> features{Matrix<T>(queries.rows(), hidden), Matrix<T>(keys.rows(), hidden)};
  multiply_transposed<T>(queries, parameters.W_q, features.queries);
  multiply_transposed<T>(keys, parameters.W_k, features.keys);
  if (parameters.bias.size() > 0)
    for (Index j = 0; j < keys.rows(); ++j) features.keys.row(j) += parameters.bias.row(0);
  return features;
}

// The gradients of the loss with respect to `AdditiveFeatures`. With D = ∂L/∂scores,
// u_ij = D_ij w_v (1 − t_ij²), where t_ij is the output of the hidden layer.
template <class T>
struct FeatureGradients {
  Matrix<T> queries;  // shape (m, h): Σ_j u_ij
  Matrix<T> keys;     // shape (n, h): Σ_i u_ij
};

template <class T>
FeatureGradients<T> feature_gradients(const MatrixView<T>& queries, const MatrixView<T>& keys,
                                      const AdditiveMatrices<T>& parameters,
                                      const MatrixView<T>& scores_gradient, Tensor<T>& w_v) {
  const Index hidden = parameters.W_q.rows();
  const AdditiveFeatures<T> features = additive_features<T>(queries, keys, parameters);
  FeatureGradients<T> gradients{Matrix<T>::Zero(queries.rows(), hidden),
                                Matrix<T>::Zero(keys.rows(), hidden)};
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
AdditiveMatrices<T>::AdditiveMatrices(const AdditiveParameters<T>& parameters, Index d_q, Index d_k)
    : W_q(parameter_of<T>("W_q", parameters.W_q)),
      W_k(parameter_of<T>("W_k", parameters.W_k)),
      w_v(parameter_of<T>("w_v", parameters.w_v)),
      bias(parameter_of<T>("bias", parameters.bias)) {
  check_matrix("W_q", W_q, -1, d_q, "h");
  const Index hidden = W_q.rows();
  if (hidden == 0) refuse_empty("W_q", ErrorCode::kRow, {}, Shape{hidden, d_q});
  check_matrix("W_k", W_k, hidden, d_k);
  check_matrix("w_v", w_v, 1, hidden);
  if (bias.size() > 0) check_matrix("bias", bias, 1, hidden);
}

template <class T>
void write_additive_scores(const MatrixView<T>& queries, const MatrixView<T>& keys,
                           const AdditiveMatrices<T>& parameters, MatrixSpan<T> scores) {
  const AdditiveFeatures<T> features = additive_features<T>(queries, keys, parameters);
  for (Index i = 0; i < queries.rows(); ++i)
    for (Index j = 0; j < keys.rows(); ++j) {
      T score = 0;
      for (Index h = 0; h < parameters.w_v.cols(); ++h)
        score += parameters.w_v(0, h) * std::tanh(features.queries(i, h) + features.keys(j, h));
      scores(i, j) = score;
    }
}

template <class T>
void additive_scores_gradient(const MatrixView<T>& queries, const MatrixView<T>& keys,
                              const AdditiveMatrices<T>& parameters,
                              const MatrixView<T>& scores_gradient, MatrixSpan<T> queries_gradient,
                              MatrixSpan<T> keys_gradient,
                              AdditiveAttentionGradient<T>& parameters_gradient) {
  const FeatureGradients<T> features =
      feature_gradients(queries, keys, parameters, scores_gradient, parameters_gradient.w_v);
  multiply<T>(features.queries, parameters.W_q, queries_gradient);
  multiply_add<T>(features.keys, parameters.W_k, keys_gradient);
  transposed_multiply_add<T>(features.queries, queries, matrix_of(parameters_gradient.W_q));
  transposed_multiply_add<T>(features.keys, keys, matrix_of(parameters_gradient.W_k));
  if (parameters.bias.size() == 0) return;
  auto bias = matrix_of(parameters_gradient.bias);
  for (Index j = 0; j < keys.rows(); ++j) bias.row(0) += features.keys.row(j);
}

template struct AdditiveMatrices<float>;
template struct AdditiveMatrices<double>;
ATTENTION_INSTANTIATE(write_additive_scores);
ATTENTION_INSTANTIATE(additive_scores_gradient);

}  // namespace attention::detail

namespace attention::abi {

using namespace detail;
namespace {

void check_not_empty(const char* argument, const Shape& shape) {
  if (shape.back() == 0) refuse_empty(argument, ErrorCode::kColumn, {}, shape);
}

}  // namespace

// Source: the lessons' source document 001, line 35
template <class T>
Tensor<T> additive_scores(const TensorView<T>& queries, const TensorView<T>& keys,
                          const AdditiveParameters<T>& parameters) {
  return guarded([&] {
    const MatrixView<T> q = checked_matrix("queries", queries);
    const MatrixView<T> k = checked_matrix("keys", keys);
    check_not_empty("queries", queries.shape());
    check_not_empty("keys", keys.shape());
    const AdditiveMatrices<T> matrices(parameters, q.cols(), k.cols());
    Tensor<T> scores = uninitialised<T>({q.rows(), k.rows()});
    write_additive_scores<T>(q, k, matrices, matrix_of(scores));
    return scores;
  });
}

ATTENTION_INSTANTIATE(additive_scores);

}  // namespace attention::abi
