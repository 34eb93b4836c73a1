// SPDX-License-Identifier: MIT
#include "attention/trainer.hpp"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

#include "attention/detail/memory.hpp"
#include "attention/detail/refuse.hpp"
#include "attention/detail/tensor.hpp"
#include "attention/detail/training/tasks.hpp"
#include "simd/instantiate.hpp"

namespace attention {

using detail::guarded;

template <Real T>
Trainer<T>::Trainer(Implementation* implementation) noexcept
    : implementation_(implementation, [](Implementation* x) { delete x; }) {}

template <Real T>
Tensor<T> Trainer<T>::run(Index count) {
  return guarded([&] {
    if (count < 0) detail::refuse_range("count", ErrorCode::kWholeAtLeast, {0}, count);
    Tensor<T> losses = detail::uninitialised<T>({count});
    for (T& loss : losses) {
      detail::Optimizer<T>& optimizer = implementation_->optimizer;
      auto now = implementation_->task->loss_and_gradient(optimizer.state().parameters);
      optimizer.step(std::move(now.gradient));
      loss = now.loss;
    }
    return losses;
  });
}

template <Real T>
T Trainer<T>::loss() const {
  return guarded([&] {
    const auto& parameters = implementation_->optimizer.state().parameters;
    return implementation_->task->loss_and_gradient(parameters).loss;
  });
}

template <Real T>
std::int64_t Trainer<T>::steps() const {
  return implementation_->optimizer.state().steps;
}

template <Real T>
Index Trainer<T>::size() const {
  return static_cast<Index>(implementation_->optimizer.state().parameters.size());
}

template <Real T>
const char* Trainer<T>::name(Index index) const {
  guarded([&] { detail::check_index(index, size()); });
  // The names are string literals, so that `data()` is null-terminated.
  return implementation_->task->names()[static_cast<std::size_t>(index)].data();
}

template <Real T>
TensorView<T> Trainer<T>::parameter(Index index) const {
  guarded([&] { detail::check_index(index, size()); });
  return implementation_->optimizer.state().parameters[static_cast<std::size_t>(index)];
}

template <Real T>
TrainerState<T> Trainer<T>::state() const {
  return guarded([&] { return implementation_->optimizer.state(); });
}

template <Real T>
void Trainer<T>::restore(const TrainerState<T>& state) {
  guarded([&] { implementation_->optimizer.restore(state); });
}

template class Trainer<float>;
template class Trainer<double>;

namespace detail {

template <class T>
Trainer<T> trainer_of(std::unique_ptr<const Task<T>> task, TensorList<T>&& start,
                      const OptimizerOptions& options) {
  // All parameters decay except biases.
  std::vector<bool> decays;
  for (const std::string_view name : task->names()) decays.push_back(!name.starts_with('b'));
  Trainer<T> trainer(new typename Trainer<T>::Implementation(std::move(task), std::move(start),
                                                             options, std::move(decays)));
  // Computes a loss and discards it, only so that the model checks the shapes of the parameters.
  // These shapes never change later.
  trainer.loss();
  return trainer;
}

ATTENTION_INSTANTIATE(trainer_of);

}  // namespace detail

namespace abi {

using namespace detail;

namespace {

// Returns copies of the parameters, each with two axes.
template <class T>
TensorList<T> start_of(std::span<const std::string_view> names,
                       std::initializer_list<const TensorView<T>*> parameters) {
  TensorList<T> list;
  for (const TensorView<T>* x : parameters) {
    const auto matrix = parameter_of<T>(names[list.size()].data(), *x);
    list.push_back(Tensor<T>(TensorView<T>(matrix.data(), {matrix.rows(), matrix.cols()},
                                           std::max(matrix.outerStride(), matrix.cols()))));
  }
  return list;
}

}  // namespace

void refuse_tensors(std::size_t most) {
  guarded([&] { refuse_range("size", ErrorCode::kTensorsAtMost, {most}, most + 1); });
  __builtin_unreachable();
}

template <class T>
Trainer<T> kernel_regression_trainer(const TensorView<T>& inputs, const TensorView<T>& targets,
                                     double start, const OptimizerOptions& optimizer) {
  return guarded([&] {
    TensorList<T> parameters;
    parameters.push_back(Tensor<T>({1, 1}, {static_cast<T>(start)}));
    return trainer_of(kernel_task<T>(inputs, targets), std::move(parameters), optimizer);
  });
}

template <class T>
Trainer<T> self_attention_trainer(const TensorView<T>& inputs, const TensorView<T>& targets,
                                  const Inputs<T>& start, const OptimizerOptions& optimizer,
                                  const AttentionOptions& options) {
  return guarded([&] {
    return trainer_of(sdpa_task<T>(inputs, targets, options),
                      start_of<T>(kSdpaTaskNames, {&start.queries, &start.keys, &start.values}),
                      optimizer);
  });
}

template <class T>
Trainer<T> additive_attention_trainer(const Inputs<T>& inputs, const TensorView<T>& targets,
                                      const AdditiveParameters<T>& start,
                                      const OptimizerOptions& optimizer,
                                      const AttentionOptions& options) {
  return guarded([&] {
    return trainer_of(
        additive_task<T>(inputs, targets, options),
        start_of<T>(kAdditiveTaskNames, {&start.W_q, &start.W_k, &start.w_v, &start.bias}),
        optimizer);
  });
}

template <class T>
Trainer<T> multi_head_trainer(const Inputs<T>& inputs, const TensorView<T>& targets,
                              const MultiHeadParameters<T>& start,
                              const OptimizerOptions& optimizer, const MultiHeadOptions& options,
                              const DocumentVariant& variant) {
  return guarded([&] {
    return trainer_of(
        multi_head_task<T>(inputs, targets, options, variant),
        start_of<T>(kMultiHeadTaskNames, {&start.W_q, &start.b_q, &start.W_k, &start.b_k,
                                          &start.W_v, &start.b_v, &start.W_o, &start.b_o}),
        optimizer);
  });
}

ATTENTION_INSTANTIATE(kernel_regression_trainer);
ATTENTION_INSTANTIATE(self_attention_trainer);
ATTENTION_INSTANTIATE(additive_attention_trainer);
ATTENTION_INSTANTIATE(multi_head_trainer);

}  // namespace abi
}  // namespace attention
