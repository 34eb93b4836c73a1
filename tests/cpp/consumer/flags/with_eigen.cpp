// SPDX-License-Identifier: MIT
// A program that uses Eigen with its own flags and allocates matrices between calls of the library.
// The library contains Eigen functions compiled with other flags. The linker must not replace the
// program's Eigen functions with those of the library, or the reverse.
#include "calls.hpp"

#include <vector>

#include <attention/attention.hpp>
#include <attention/eigen.hpp>

#include "expect.hpp"

using namespace attention;

namespace {

template <class T>
using Columns = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;

/// Calls the library with matrices of n columns. All keys are equal, so each output is the mean of
/// the values, which are all 2.
template <class T>
void check_size(Index n) {
  const Columns<T> keys = Columns<T>::Constant(4, n, 1);
  const RowMajorMatrix<T> values = RowMajorMatrix<T>::Constant(4, 3, 2);

  // The library uses std::vector of matrices too. If its std::vector functions had the symbol names
  // of this program's functions, the linker would keep only one copy of each. The library or the
  // program would then run code compiled with the wrong flags.
  std::vector<RowMajorMatrix<T>> kept;
  for (int i = 0; i < 3; ++i) {
    const auto output = scaled_dot_product(keys.topRows(1), 2 * keys, values);
    expect("scaled_dot_product of Eigen matrices", output, {2, 2, 2});
    kept.emplace_back(as_matrix(output));
  }
  kept.front().resize(n + 1, n + 1);
  kept.erase(kept.begin());

  RowMajorMatrix<T> output(1, 3);
  Workspace workspace;
  for (int i = 0; i < 2; ++i)
    scaled_dot_product_into(output, keys.topRows(1), keys, values, {}, workspace);
  expect("a row-major matrix as result", view(output), {2, 2, 2});

  const Columns<T> W = Columns<T>::Constant(2 * n, n, T(0.5));
  const RowMajorMatrix<T> W_o = W.transpose();
  const MultiHeadStages<T> stages = multi_head_stages(
      keys, keys, keys, {.W_q = W, .W_k = W, .W_v = 1 * W, .W_o = W_o}, {.num_heads = 2});
  output = as_matrix(stages.head_values);
  expect("a result as matrix", output.rows() == 8 && output(0, 0) == T(n) / 2);

  const RowMajorMatrix<T> W_v = RowMajorMatrix<T>::Constant(n, 3, 1);
  auto trainer = self_attention_trainer(keys, values, W_o, W_o, W_v);
  expect("a trainer", trainer.run(2).size() == 2);

  std::vector<Eigen::Matrix<T, 4, 4>> fixed(3, Eigen::Matrix<T, 4, 4>::Constant(1));
  for (auto& matrix : fixed) {
    matrix = as_matrix(softmax(matrix));
    expect("a matrix of fixed size", matrix(3, 0) == T(0.25));
  }
}

/// Computes a product with the Eigen of this program, and the same product with the Eigen that the
/// library was compiled with.
void check_products() {
  const Columns<double> x = Columns<double>::Constant(40, 30, 0.5);
  const Columns<double> product = x * x.transpose();
  const Tensor<double> scores = dot_scores(x, x);
  expect("a product", product(39, 0) == 7.5 && scores(39, 0) == 7.5);
}

template <class T>
void check() {
  for (const Index n : {1, 2, 3, 4, 7, 8, 16, 33}) check_size<T>(n);
}

}  // namespace

void check_calls() {
  check<float>();
  check<double>();
  check_products();
}
