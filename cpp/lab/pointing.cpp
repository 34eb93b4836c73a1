// SPDX-License-Identifier: MIT
#include "lab/pointing.hpp"

#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "attention/detail/memory.hpp"
#include "attention/detail/product.hpp"
#include "attention/detail/text.hpp"
#include "attention/error.hpp"
#include "attention/softmax.hpp"
#include "simd/instantiate.hpp"

namespace attention::lab {
namespace {

template <class T>
class PointingTask final : public Task<T> {
 public:
  PointingTask(std::vector<Index> targets, bool is_tied, bool is_scaled)
      : Task<T>(TensorView<T>(Matrix<T>()), std::span(kPointingTaskNames).first(is_tied ? 1 : 2)),
        targets_(std::move(targets)),
        is_scaled_(is_scaled) {}

 private:
  LossAndGradient<T> evaluate(const std::vector<Matrix<T>>& p) const override {
    const auto n = static_cast<Index>(targets_.size());
    const Matrix<T>& queries = p.front();
    const Matrix<T>& keys = p.back();
    check_matrix("W_q", queries, n, -1, "d_k");
    check_matrix("W_k", keys, n, queries.cols());
    const T divisor = is_scaled_ ? std::sqrt(static_cast<T>(queries.cols())) : T(1);
    Matrix<T> scores(n, n);
    multiply_transposed<T>(queries, keys, scores);
    divide_dot_scores<T>(queries, keys, divisor, scores);
    const CrossEntropy<T> loss =
        attention::cross_entropy(attention::TensorView<T>(scores.data(), {n, n}), view(targets_));
    const Matrix<T> by_scores = Matrix<T>::Map(loss.logits_gradient.data(), n, n) / divisor;
    std::vector<Matrix<T>> gradient;
    gradient.reserve(2);
    Matrix<T>& by_queries = gradient.emplace_back(n, queries.cols());
    multiply<T>(by_scores, keys, by_queries);
    if (p.size() > 1) gradient.push_back(Matrix<T>::Zero(n, keys.cols()));
    transposed_multiply_add<T>(by_scores, queries, gradient.back());
    return {loss.loss, std::move(gradient)};
  }

  std::vector<Index> targets_;
  bool is_scaled_;
};

}  // namespace

template <class T>
std::unique_ptr<const Task<T>> pointing_task(std::vector<Index> targets, bool is_tied,
                                             bool is_scaled) {
  if (targets.empty())
    throw Error(ErrorKind::kEmptyInput, "targets", "at least one row", shape_text(0, 1));
  return std::make_unique<const PointingTask<T>>(std::move(targets), is_tied, is_scaled);
}

ATTENTION_INSTANTIATE(pointing_task);

}  // namespace attention::lab
