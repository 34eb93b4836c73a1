// SPDX-License-Identifier: MIT
#include "attention/detail/scores.hpp"

#include "golden/runners.hpp"
#include "golden/runners/options.hpp"
#include "golden/runners/values.hpp"
#include "lab/mistakes.hpp"
#include "lab/symmetry.hpp"

namespace attention::golden {

using namespace lab;
namespace {

template <class T>
Tensors angle(const Case& golden) {
  Shape shape = without_last(input(golden, "q").shape);
  for (const Index n : without_last(input(golden, "k").shape)) shape.push_back(n);
  const auto result = angles<T>(matrix<T>(golden, "q"), matrix<T>(golden, "k"));
  return {{"dot", output(shape, result.dots)},
          {"cos", output(shape, result.cosines)},
          {"theta_deg", output(shape, result.degrees)}};
}

template <class T>
Tensors double_transpose(const Case& golden) {
  const Matrix<T> q = matrix<T>(golden, "q");
  const Matrix<T> k = matrix<T>(golden, "k");
  return {{"right", output(scaled_dot_scores<T>(q, k))},
          {"seed_steps_run_in_order", output(double_transpose_scores<T>(q, k))}};
}

// Reads a projection, or nothing if the golden case has none. The library expects both projections
// or none, so if a golden case has only one, the other becomes the identity.
template <class T>
std::optional<Matrix<T>> projection(const Case& golden, const std::string& name) {
  if (!has(golden, "W_q") && !has(golden, "W_k")) return {};
  const Index d = side(input(golden, "X").shape);
  return has(golden, name) ? matrix<T>(golden, name) : Matrix<T>::Identity(d, d);
}

template <class T>
Tensors self_similarity_case(const Case& golden) {
  SelfSimilarityOptions<T> options;
  options.W_q = projection<T>(golden, "W_q");
  options.W_k = projection<T>(golden, "W_k");
  options.scale = scale<T>(golden);
  const auto result = self_similarity<T>(matrix<T>(golden, "X"), options);
  const Shape tokens = {result.scores.rows()};
  return {{"S", output(result.scores)},
          {"A", output(result.weights)},
          {"out", output(result.output)},
          {"asym_S", scalar(static_cast<double>(result.scores_asymmetry))},
          {"asym_A", scalar(static_cast<double>(result.weights_asymmetry))},
          {"mean_diag_A", scalar(static_cast<double>(result.mean_diagonal))},
          {"rel_dist", output(tokens, result.relative_distances)},
          {"row_sums", output(tokens, result.row_sums)},
          {"col_sums", output(tokens, result.column_sums)}};
}

}  // namespace

RunnerTable scores_runners() {
  return {{"angle", {angle<double>, angle<float>}},
          {"double_transpose", {double_transpose<double>, double_transpose<float>}},
          {"self_similarity", {self_similarity_case<double>, self_similarity_case<float>}}};
}

}  // namespace attention::golden
