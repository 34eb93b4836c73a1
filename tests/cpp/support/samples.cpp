// SPDX-License-Identifier: MIT
#include "support/samples.hpp"

#include <cmath>
#include <random>

namespace attention::test {

std::string name_of(Kernel kernel) {
  return std::string(kKernelNames[static_cast<std::size_t>(kernel)]);
}

template <class T>
Matrix<T> rows(std::initializer_list<std::initializer_list<T>> list) {
  const auto width = list.size() == 0 ? 0 : list.begin()->size();
  Matrix<T> matrix(static_cast<Index>(list.size()), static_cast<Index>(width));
  Index i = 0;
  for (const auto& row : list) {
    Index j = 0;
    for (const T x : row) matrix(i, j++) = x;
    ++i;
  }
  return matrix;
}

template <class T>
Matrix<T> row(std::initializer_list<T> list) {
  return rows<T>({list});
}

template <class T>
Matrix<T> column(std::initializer_list<T> list) {
  return row<T>(list).transpose();
}

Matrix<double> in_double(const Matrix<float>& x) { return x.cast<double>(); }
Matrix<double> in_double(const Matrix<double>& x) { return x; }

template <class T>
Matrix<T> random_matrix(Index rows, Index cols, unsigned seed, double low, double high) {
  std::mt19937 generator(seed);
  Matrix<T> matrix(rows, cols);
  for (Index i = 0; i < matrix.size(); ++i) {
    const double uniform = static_cast<double>(generator() >> 22U) / 1024;
    matrix.data()[i] = static_cast<T>(std::floor((low + (high - low) * uniform) * 1024) / 1024);
  }
  return matrix;
}

Tensor<double> in_double(const Tensor<float>& x) { return {x.shape, in_double(x.rows)}; }
Tensor<double> in_double(const Tensor<double>& x) { return x; }

template <class T>
Tensor<T> tensor(const Shape& shape, std::initializer_list<T> entries) {
  Tensor<T> result(shape);
  Index i = 0;
  for (const T x : entries) result.rows.data()[i++] = x;
  return result;
}

template <class T>
Tensor<T> random_tensor(const Shape& shape, unsigned seed, double low, double high) {
  constexpr double kSteps = 1 << 20;
  std::mt19937 generator(seed);
  Tensor<T> result(shape);
  for (Index i = 0; i < result.rows.size(); ++i) {
    const double uniform = static_cast<double>(generator()) / 4294967296.0;
    result.rows.data()[i] =
        static_cast<T>(std::floor((low + (high - low) * uniform) * kSteps) / kSteps);
  }
  return result;
}

template <class T>
Matrix<T> matrix_of(const Tensor<T>& x, Index b) {
  return x.matrix(b);
}

std::vector<std::vector<Index>> random_sizes(std::size_t axes, unsigned seed) {
  std::mt19937 generator(seed);
  const auto random = [&] {
    std::vector<Index> sizes(axes);
    for (Index& n : sizes) n = 1 + static_cast<Index>(generator() % 70);
    return sizes;
  };
  std::vector<std::vector<Index>> result;
  for (std::size_t axis = 0; axis < axes; ++axis)
    for (const Index edge : kTileEdges) {
      result.push_back(random());
      result.back()[axis] = edge;
      result.push_back(random());
    }
  return result;
}

template <class T>
Sample<T> waist_sample() {
  return {column<T>({57}), column<T>({51, 56, 58}), column<T>({40, 43, 48})};
}

template <class T>
Sample<T> random_sample(Index m, Index n, Index d, Index d_v, unsigned seed) {
  return {random_matrix<T>(m, d, seed), random_matrix<T>(n, d, seed + 1),
          random_matrix<T>(n, d_v, seed + 2, 1, 2)};
}

template <class T>
KernelRegression<T> regress(const Sample<T>& sample, const KernelRegressionOptions& options,
                            const abi::DocumentVariant& variant) {
  const auto x = abi::kernel_regression_stages<T>({sample.queries, sample.keys, sample.values},
                                                  options, variant);
  return {as_matrix(x.distances),
          as_matrix(x.scores),
          as_matrix(x.kernel_values),
          as_matrix(x.weights),
          as_matrix(x.kernel_sums),
          as_matrix(x.weight_sums),
          as_matrix(x.weighted_values),
          as_matrix(x.prediction),
          {x.has_support.begin(), x.has_support.end()}};
}

#define ATTENTION_INSTANTIATE(T)                                                         \
  template Matrix<T> rows(std::initializer_list<std::initializer_list<T>>);              \
  template Matrix<T> row(std::initializer_list<T>);                                      \
  template Matrix<T> column(std::initializer_list<T>);                                   \
  template Matrix<T> random_matrix(Index, Index, unsigned, double, double);              \
  template Tensor<T> tensor(const Shape&, std::initializer_list<T>);                     \
  template Tensor<T> random_tensor(const Shape&, unsigned, double, double);              \
  template Matrix<T> matrix_of(const Tensor<T>&, Index);                                 \
  template Sample<T> waist_sample();                                                     \
  template Sample<T> random_sample(Index, Index, Index, Index, unsigned);                \
  template KernelRegression<T> regress(const Sample<T>&, const KernelRegressionOptions&, \
                                       const abi::DocumentVariant&);
ATTENTION_INSTANTIATE(float)
ATTENTION_INSTANTIATE(double)
#undef ATTENTION_INSTANTIATE

}  // namespace attention::test
