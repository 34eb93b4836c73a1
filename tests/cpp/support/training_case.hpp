// SPDX-License-Identifier: MIT
// Small training tasks with initial parameters, at least one of every kind of task.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "attention/detail/training/tasks.hpp"

namespace attention::detail {

template <class T>
struct TrainingCase {
  std::string name;
  std::function<std::unique_ptr<const Task<T>>()> task;
  std::vector<Matrix<T>> start;
};

template <class T>
std::vector<TrainingCase<T>> all_training_cases();

}  // namespace attention::detail
