// SPDX-License-Identifier: MIT
#include "lab/pointing.hpp"

#include <cmath>
#include <span>
#include <utility>

#include "attention/detail/product.hpp"
#include "attention/detail/refuse.hpp"
#include "attention/detail/scores.hpp"
#include "attention/softmax.hpp"
#include "simd/instantiate.hpp"

namespace attention::lab {

using namespace detail;
namespace {

template <class T>
class PointingTask final : public Task<T> {
 public:
  PointingTask(std::vector<Index> targets, bool is_tied, bool is_scaled)
      : Task<T>({}, std::span(kPointingNames).first(is_tied ? 1 : 2)),
        targets_(std::move(targets)),
        is_scaled_(is_scaled) {}

 private:
  LossAndGradient<T> evaluate(const TensorList<T>& p) const override {
    const auto n = static_cast<Index>(targets_.size());
    const Tensor<T>& W_q = p[0];
    const Tensor<T>& W_k = p[p.size() - 1];
    check_matrix("W_q", W_q.shape(), n, -1, "d_k");
    check_matrix("W_k", W_k.shape(), n, W_q.cols());
    const auto queries = matrix_of(W_q);
    const auto keys = matrix_of(W_k);
    const T divisor = is_scaled_ ? std::sqrt(static_cast<T>(W_q.cols())) : T(1);
    Tensor<T> scores = uninitialised<T>({n, n});
    multiply_transposed<T>(queries, keys, matrix_of(scores));
    divide_dot_scores<T>(queries, keys, divisor, matrix_of(scores));
    CrossEntropy<T> loss = cross_entropy(scores, view(targets_));
    Tensor<T>& by_scores = loss.logits_gradient;
    for (T& slope : by_scores) slope /= divisor;
    LossAndGradient<T> result{loss.loss, {}};
    result.gradient.push_back(uninitialised<T>(W_q.shape()));
    if (p.size() > 1) result.gradient.push_back(Tensor<T>(W_k.shape()));
    multiply<T>(matrix_of(by_scores), keys, matrix_of(result.gradient[0]));
    transposed_multiply_add<T>(matrix_of(by_scores), queries,
                               matrix_of(result.gradient[p.size() - 1]));
    return result;
  }

  std::vector<Index> targets_;
  bool is_scaled_;
};

}  // namespace

template <class T>
std::unique_ptr<const Task<T>> pointing_task(std::vector<Index> targets, bool is_tied,
                                             bool is_scaled) {
  if (targets.empty()) refuse_empty("targets", ErrorCode::kRow, {}, Shape{0, 1});
  return std::make_unique<const PointingTask<T>>(std::move(targets), is_tied, is_scaled);
}

ATTENTION_INSTANTIATE(pointing_task);

}  // namespace attention::lab
