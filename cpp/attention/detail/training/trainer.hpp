// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "attention/detail/training/optimizer.hpp"
#include "attention/detail/training/tasks.hpp"

namespace attention::detail {

/// See attention::TrainerState.
template <class T>
struct TrainerState {
  std::vector<Matrix<T>> parameters;  ///< in the order of the task's names
  OptimizerState<T> optimizer;
};

/// See attention::Trainer.
template <class T>
class Trainer {
 public:
  /// @param task   computes the loss and its gradient; not null
  /// @param start  the parameters before the first step, in the order of the task's names
  /// @throws as `Task::loss_and_gradient` and the constructor of `Optimizer` do
  Trainer(std::unique_ptr<const Task<T>> task, std::vector<Matrix<T>> start,
          const OptimizerOptions& options);

  std::vector<T> run(Index count);

  T loss() const { return task_->loss_and_gradient(parameters_).loss; }

  double steps() const { return optimizer_.state().steps; }

  /// The names of the parameters, and the parameters in the same order.
  std::span<const std::string_view> names() const { return task_->names(); }
  const std::vector<Matrix<T>>& parameters() const { return parameters_; }

  TrainerState<T> state() const { return {parameters_, optimizer_.state()}; }

  void restore(TrainerState<T> state);

 private:
  std::unique_ptr<const Task<T>> task_;
  std::vector<Matrix<T>> parameters_;
  Optimizer<T> optimizer_;
};

}  // namespace attention::detail
