// SPDX-License-Identifier: MIT
// Small training tasks with initial parameters, at least one of every kind of task.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "support/training.hpp"

namespace attention::test {

template <class T>
struct TrainingCase {
  std::string name;
  std::function<Task<T>()> task;
  std::vector<Matrix<T>> start;
};

template <class T>
std::vector<TrainingCase<T>> all_training_cases();

}  // namespace attention::test
