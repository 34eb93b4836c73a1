// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "attention/detail/training/optimizer.hpp"
#include "attention/detail/training/tasks.hpp"

namespace attention {

template <Real T>
struct Trainer<T>::Implementation {
  Implementation(std::unique_ptr<const detail::Task<T>> with, TensorList<T>&& start,
                 const OptimizerOptions& options, std::vector<bool> decays)
      : task(std::move(with)),
        parameters(std::move(start)),
        optimizer(options, parameters, std::move(decays)) {}

  std::unique_ptr<const detail::Task<T>> task;
  TensorList<T> parameters;
  detail::Optimizer<T> optimizer;
};

namespace detail {

/// Returns a trainer before its first step.
/// @param task   computes the loss and its gradient; not null
/// @param start  the parameters before the first step, in the order of the task's names
/// @throws as `Task::loss_and_gradient` and the constructor of `Optimizer` do
template <class T>
Trainer<T> trainer_of(std::unique_ptr<const Task<T>> task, TensorList<T>&& start,
                      const OptimizerOptions& options);

}  // namespace detail
}  // namespace attention
