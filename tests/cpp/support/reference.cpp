// SPDX-License-Identifier: MIT
#include "support/reference.hpp"

#include <cmath>

namespace attention::test::reference {
namespace {

double score(Kernel kernel, double distance, double dot, double sigma) {
  const double u = distance / sigma;
  switch (kernel) {
    case Kernel::kGaussian:
      return -u * u / 2;
    case Kernel::kBoxcar:
      return u <= 1 ? 0 : -kInf<double>;
    case Kernel::kTriangular:
      return u < 1 ? std::log(1 - u) : -kInf<double>;
    case Kernel::kEpanechnikov:
      return u < 1 ? std::log(1 - u * u) : -kInf<double>;
    case Kernel::kDotProduct:
      return dot;
  }
  return kNaN<double>;
}

}  // namespace

template <class T>
Matrix<T> multiply_add(const Matrix<T>& a, const Matrix<T>& b, Matrix<T> c) {
  for (Index i = 0; i < a.rows(); ++i)
    for (Index j = 0; j < b.cols(); ++j)
      for (Index p = 0; p < a.cols(); ++p) c(i, j) += a(i, p) * b(p, j);
  return c;
}

template Matrix<float> multiply_add(const Matrix<float>&, const Matrix<float>&, Matrix<float>);
template Matrix<double> multiply_add(const Matrix<double>&, const Matrix<double>&, Matrix<double>);

Matrix<double> softmax(const Matrix<double>& logits) {
  Matrix<double> weights(logits.rows(), logits.cols());
  for (Index i = 0; i < logits.rows(); ++i) {
    double sum = 0;
    for (Index j = 0; j < logits.cols(); ++j) sum += std::exp(logits(i, j));
    for (Index j = 0; j < logits.cols(); ++j) weights(i, j) = std::exp(logits(i, j)) / sum;
  }
  return weights;
}

KernelRegression<double> kernel_regression(const Sample<double>& sample,
                                           const KernelRegressionOptions& options) {
  const auto& [queries, keys, values] = sample;
  const Index m = queries.rows();
  const Index n = keys.rows();
  KernelRegression<double> result;
  for (auto* stage : {&result.distances, &result.scores, &result.kernel_values, &result.weights})
    stage->resize(m, n);
  result.kernel_sums.resize(m, 1);
  result.weight_sums = Matrix<double>::Zero(m, 1);
  result.weighted_values.resize(m * n, values.cols());
  result.prediction = Matrix<double>::Zero(m, values.cols());
  for (Index i = 0; i < m; ++i) {
    double sum = 0;
    for (Index j = 0; j < n; ++j) {
      double square = 0;
      double dot = 0;
      for (Index c = 0; c < keys.cols(); ++c) {
        square += (queries(i, c) - keys(j, c)) * (queries(i, c) - keys(j, c));
        dot += queries(i, c) * keys(j, c);
      }
      result.distances(i, j) = std::sqrt(square);
      result.scores(i, j) = score(options.kernel, std::sqrt(square), dot, options.sigma);
      result.kernel_values(i, j) = std::exp(result.scores(i, j));
      sum += result.kernel_values(i, j);
    }
    result.kernel_sums(i, 0) = sum;
    result.has_support.push_back(sum == 0 ? 0 : 1);
    for (Index j = 0; j < n; ++j) {
      result.weights(i, j) = sum == 0 ? 0 : result.kernel_values(i, j) / sum;
      result.weight_sums(i, 0) += result.weights(i, j);
      for (Index c = 0; c < values.cols(); ++c) {
        result.weighted_values(i * n + j, c) = result.weights(i, j) * values(j, c);
        result.prediction(i, c) += result.weighted_values(i * n + j, c);
      }
    }
  }
  return result;
}

}  // namespace attention::test::reference
