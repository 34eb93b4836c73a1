// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <vector>

#include "attention/detail/matrix.hpp"
#include "attention/options.hpp"

namespace attention::detail {

template <class T>
struct OptimizerState {
  double steps = 0;  ///< completed steps: a whole number from 0 to 2⁵³
  /// b (SGD) or a (Adam) of each parameter; `OptimizerMethod` defines them. Empty for SGD without
  /// momentum.
  std::vector<Matrix<T>> first;
  /// s (Adam) of each parameter, no entry < 0; empty for SGD.
  std::vector<Matrix<T>> second;
};

/// Updates a list of parameter matrices, step by step, with arithmetic in T. NaN and ±∞ in
/// parameters or gradients follow IEEE 754.
/// Source: Kingma and Ba 2015, algorithm 1; momentum as in torch.optim.SGD
template <class T>
class Optimizer {
 public:
  /// @param parameters  the list to update; only its shapes are used here
  /// @throws OutOfRange naming `learning_rate`, `momentum`, `beta1`, `beta2` or `epsilon`;
  ///     OutOfMemory
  Optimizer(const OptimizerOptions& options, const std::vector<Matrix<T>>& parameters);

  /// Updates the parameters in one step. An empty gradient leaves its parameter unchanged.
  /// @throws ShapeMismatch naming `parameters` or `gradient`, before any parameter changes
  void step(std::vector<Matrix<T>>& parameters, const std::vector<Matrix<T>>& gradient);

  const OptimizerState<T>& state() const { return state_; }

  /// Continues from `state`: the next steps give the same bits as if training had not been
  /// interrupted.
  /// @throws OutOfRange naming `steps` or `second`; ShapeMismatch naming `first` or `second`. The
  ///     optimizer is then unchanged
  void restore(OptimizerState<T> state);

 private:
  void move_by_sgd(std::size_t index, Matrix<T>& parameter, const Matrix<T>& gradient);
  void move_by_adam(std::size_t index, Matrix<T>& parameter, const Matrix<T>& gradient);

  OptimizerOptions options_;
  std::vector<std::array<Index, 2>> shapes_;
  OptimizerState<T> state_;
};

}  // namespace attention::detail
