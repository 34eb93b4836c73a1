// SPDX-License-Identifier: MIT
// Training tasks, optimizers and trainers. Parameters and gradients are lists of Eigen matrices.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "attention/detail/training/tasks.hpp"
#include "lab/pointing.hpp"
#include "support/matrices.hpp"

namespace attention::test {

template <class T>
TensorList<T> given(const std::vector<Matrix<T>>& list) {
  TensorList<T> result;
  for (const Matrix<T>& x : list)
    result.push_back(
        attention::Tensor<T>(attention::TensorView<T>(x.data(), {x.rows(), x.cols()})));
  return result;
}

template <class T>
std::vector<Matrix<T>> matrices_of(const TensorList<T>& list) {
  std::vector<Matrix<T>> result;
  for (const auto& x : list) result.push_back(x.empty() ? Matrix<T>() : Matrix<T>(as_matrix(x)));
  return result;
}

template <class T>
struct LossAndGradient {
  T loss;
  std::vector<Matrix<T>> gradient;
};

/// A task that forwards its calls to `task`, which other objects may share.
template <class T>
class SharedTask final : public detail::Task<T> {
 public:
  explicit SharedTask(std::shared_ptr<const detail::Task<T>> task)
      : detail::Task<T>({}, task->names()), task_(std::move(task)) {}

 private:
  detail::LossAndGradient<T> evaluate(const TensorList<T>& parameters) const override {
    return task_->loss_and_gradient(parameters);
  }

  std::shared_ptr<const detail::Task<T>> task_;
};

template <class T>
class Task {
 public:
  explicit Task(std::shared_ptr<const detail::Task<T>> task) : task_(std::move(task)) {}

  LossAndGradient<T> loss_and_gradient(const std::vector<Matrix<T>>& parameters) const {
    const auto result = task_->loss_and_gradient(given(parameters));
    return {result.loss, matrices_of(result.gradient)};
  }
  std::shared_ptr<const detail::Task<T>> get() const { return task_; }

 private:
  std::shared_ptr<const detail::Task<T>> task_;
};

template <class T>
Task<T> kernel_task(const TensorView<T>& inputs, const TensorView<T>& targets) {
  return Task<T>(detail::kernel_task<T>(given(inputs), given(targets)));
}
template <class T>
Task<T> sdpa_task(const TensorView<T>& inputs, const TensorView<T>& targets,
                  const AttentionOptions<T>& options = {}) {
  return Task<T>(detail::sdpa_task<T>(given(inputs), given(targets), given(options)));
}
template <class T>
Task<T> additive_task(const TensorView<T>& queries, const TensorView<T>& keys,
                      const TensorView<T>& values, const TensorView<T>& targets,
                      const AttentionOptions<T>& options = {}) {
  return Task<T>(
      detail::additive_task<T>(inputs_of(queries, keys, values), given(targets), given(options)));
}
template <class T>
Task<T> multi_head_task(const TensorView<T>& queries, const TensorView<T>& keys,
                        const TensorView<T>& values, const TensorView<T>& targets,
                        const MultiHeadOptions<T>& options) {
  return Task<T>(detail::multi_head_task<T>(inputs_of(queries, keys, values), given(targets),
                                            given(options), variant_of(options)));
}

template <class T>
Task<T> pointing_task(const std::vector<Index>& targets, bool is_tied, bool is_scaled) {
  return Task<T>(lab::pointing_task<T>(targets, is_tied, is_scaled));
}

template <class T>
struct OptimizerState {
  std::int64_t steps = 0;
  std::vector<Matrix<T>> first, second;
};

template <class T>
class Optimizer {
 public:
  Optimizer(const OptimizerOptions& options, const std::vector<Matrix<T>>& parameters,
            std::vector<bool> decays = {})
      : optimizer_(options, given(parameters), std::move(decays)) {}

  void step(std::vector<Matrix<T>>& parameters, const std::vector<Matrix<T>>& gradient) {
    attention::TrainerState<T> state = optimizer_.state();
    state.parameters = given(parameters);
    optimizer_.restore(std::move(state));
    optimizer_.step(given(gradient));
    parameters = matrices_of(optimizer_.state().parameters);
  }
  OptimizerState<T> state() const {
    const auto& state = optimizer_.state();
    return {state.steps, matrices_of(state.first), matrices_of(state.second)};
  }
  void restore(const OptimizerState<T>& state) {
    optimizer_.restore(
        {state.steps, optimizer_.state().parameters, given(state.first), given(state.second)});
  }

 private:
  detail::Optimizer<T> optimizer_;
};

template <class T>
struct TrainerState {
  std::vector<Matrix<T>> parameters;
  OptimizerState<T> optimizer;
};

template <class T>
class Trainer {
 public:
  Trainer(const Task<T>& task, const std::vector<Matrix<T>>& start, const OptimizerOptions& options)
      : trainer_(detail::trainer_of<T>(std::make_unique<const SharedTask<T>>(task.get()),
                                       given(start), options)) {}

  std::vector<T> run(Index count) {
    const auto losses = trainer_.run(count);
    return {losses.begin(), losses.end()};
  }
  T loss() const { return trainer_.loss(); }
  std::int64_t steps() const { return trainer_.steps(); }
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (Index i = 0; i < trainer_.size(); ++i) names.emplace_back(trainer_.name(i));
    return names;
  }
  std::vector<Matrix<T>> parameters() const { return state().parameters; }
  TrainerState<T> state() const {
    const auto x = trainer_.state();
    return {matrices_of(x.parameters), {x.steps, matrices_of(x.first), matrices_of(x.second)}};
  }
  void restore(const TrainerState<T>& state) {
    trainer_.restore({state.optimizer.steps, given(state.parameters), given(state.optimizer.first),
                      given(state.optimizer.second)});
  }

 private:
  attention::Trainer<T> trainer_;
};

}  // namespace attention::test
