// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "attention/detail/training/optimizer.hpp"
#include "attention/detail/training/tasks.hpp"

namespace attention::detail {

/// The state that a trainer needs to continue, apart from its task and options.
template <class T>
struct TrainerState {
  std::vector<Matrix<T>> parameters;  ///< in the order of the task's names
  OptimizerState<T> optimizer;
};

/// Fits a task's parameters step by step: p ← optimizer(p, ∂loss/∂p).
/// If the learning rate is too large for the task, the losses grow to ∞ or NaN. They are returned
/// unchanged, and training can still continue.
template <class T>
class Trainer {
 public:
  /// @param task   not null
  /// @param start  the parameters before the first step, in the order of the task's names
  /// @throws as `Task::loss_and_gradient` and the constructor of `Optimizer` do
  Trainer(std::unique_ptr<const Task<T>> task, std::vector<Matrix<T>> start,
          const OptimizerOptions& options);

  /// Makes `count` steps. One call with k steps and k calls with one step give the same bits.
  /// @return the loss of each step, computed before the step changes the parameters
  std::vector<T> run(Index count);

  T loss() const { return task_->loss_and_gradient(parameters_).loss; }

  /// The number of completed steps, including those before a restored state.
  double steps() const { return optimizer_.state().steps; }

  /// The names of the parameters, and the parameters in the same order.
  std::span<const std::string_view> names() const { return task_->names(); }
  const std::vector<Matrix<T>>& parameters() const { return parameters_; }

  TrainerState<T> state() const { return {parameters_, optimizer_.state()}; }

  /// Continues from `state`: with the same task and options, the next steps give the same bits as
  /// if training had not been interrupted.
  /// @throws ShapeMismatch naming "parameters", "first" or "second"; OutOfRange naming "steps" or
  ///     "second". The trainer is then unchanged
  void restore(TrainerState<T> state);

 private:
  std::unique_ptr<const Task<T>> task_;
  std::vector<Matrix<T>> parameters_;
  Optimizer<T> optimizer_;
};

}  // namespace attention::detail
