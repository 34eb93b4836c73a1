// SPDX-License-Identifier: MIT
#include "lab/pointing.hpp"

#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "attention/detail/memory.hpp"
#include "attention/detail/product.hpp"
#include "attention/detail/softmax.hpp"
#include "attention/detail/text.hpp"
#include "attention/error.hpp"
#include "simd/instantiate.hpp"

namespace attention::lab {
namespace {

template <class T>
class PointingTask final : public Task<T> {
 public:
  PointingTask(const MatrixView<T>& targets, bool is_tied, bool is_scaled)
      : Task<T>(TensorView<T>({targets.rows(), targets.cols()}, targets),
                std::span(kPointingTaskNames).first(is_tied ? 1 : 2)),
        targets_(targets),
        is_scaled_(is_scaled) {}

 private:
  LossAndGradient<T> evaluate(const std::vector<Matrix<T>>& p) const override {
    const Index n = targets_.rows();
    const Matrix<T>& queries = p.front();
    const Matrix<T>& keys = p.back();
    check_matrix("W_q", queries, n, -1, "d_k");
    check_matrix("W_k", keys, n, queries.cols());
    const T divisor = is_scaled_ ? std::sqrt(static_cast<T>(queries.cols())) : T(1);
    Matrix<T> scores(n, n);
    multiply_transposed<T>(queries, keys, scores);
    divide_dot_scores<T>(queries, keys, divisor, scores);
    CrossEntropy<T> loss = cross_entropy<T>(scores, targets_);
    Matrix<T>& by_scores = loss.logits_gradient;
    by_scores /= divisor;
    std::vector<Matrix<T>> gradient;
    gradient.reserve(2);
    Matrix<T>& by_queries = gradient.emplace_back(n, queries.cols());
    multiply<T>(by_scores, keys, by_queries);
    if (p.size() > 1) gradient.push_back(Matrix<T>::Zero(n, keys.cols()));
    transposed_multiply_add<T>(by_scores, queries, gradient.back());
    return {loss.loss, std::move(gradient)};
  }

  Matrix<T> targets_;
  bool is_scaled_;
};

}  // namespace

template <class T>
std::unique_ptr<const Task<T>> pointing_task(const MatrixView<T>& targets, bool is_tied,
                                             bool is_scaled) {
  const Index n = targets.rows();
  if (n == 0)
    throw Error(ErrorKind::kEmptyInput, "targets", "at least one row",
                shape_text(n, targets.cols()));
  check_matrix("targets", targets, n, 1);
  require_memory(multiply_bytes(2 * sizeof(T), n));
  return std::make_unique<const PointingTask<T>>(targets, is_tied, is_scaled);
}

ATTENTION_INSTANTIATE(pointing_task);

}  // namespace attention::lab
