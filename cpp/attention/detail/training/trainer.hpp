// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "attention/detail/training/optimizer.hpp"
#include "attention/detail/training/tasks.hpp"

namespace attention::detail {

/// All that a trainer needs to go on, apart from its task and its options.
template <class T>
struct TrainerState {
  std::vector<Matrix<T>> parameters;  ///< in the order of the task's names
  OptimizerState<T> optimizer;
};

/// Fits a task's parameters step by step: p ← optimizer(p, ∂loss/∂p).
/// A learning rate too large for the task makes the losses grow to ∞ and NaN; they are reported as
/// they are, and steps stay possible.
template <class T>
class Trainer {
 public:
  /// @param task   not null
  /// @param start  the parameters before the first step, in the order of the task's names
  /// @throws as `Task::loss_and_gradient` and `Optimizer`
  Trainer(std::unique_ptr<const Task<T>> task, std::vector<Matrix<T>> start,
          const OptimizerOptions& options);

  /// Makes `count` steps. k steps at once are k times one step, bit for bit.
  /// @return their losses, each before its step
  /// @throws OutOfRange (count: ≥ 0), OutOfMemory; the steps made until then stay made
  std::vector<T> run(Index count);

  /// The loss of the present parameters.
  T loss() const { return task_->loss_and_gradient(parameters_).loss; }

  /// How many steps were made, those before a restored state included.
  double steps() const { return optimizer_.state().steps; }

  /// Names of the parameters, and the parameters in their order.
  std::span<const std::string_view> names() const { return task_->names(); }
  const std::vector<Matrix<T>>& parameters() const { return parameters_; }

  TrainerState<T> state() const { return {parameters_, optimizer_.state()}; }

  /// Goes on from `state`: what follows is what would have followed it, bit for bit, under the same
  /// task and options.
  /// @throws ShapeMismatch naming "parameters", "first" or "second", OutOfRange naming "steps" or
  ///     "second"; the trainer is then as it was
  void restore(TrainerState<T> state);

 private:
  std::unique_ptr<const Task<T>> task_;
  std::vector<Matrix<T>> parameters_;
  Optimizer<T> optimizer_;
};

}  // namespace attention::detail
