// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <vector>

#include "attention/detail/matrix.hpp"
#include "attention/options.hpp"

namespace attention::detail {

/// What an optimizer remembers from one step to the next.
template <class T>
struct OptimizerState {
  double steps = 0;               ///< steps made: a whole number from 0 to 2⁵³
  std::vector<Matrix<T>> first;   ///< b, or a, of each parameter; none for SGD without momentum
  std::vector<Matrix<T>> second;  ///< s of each parameter, no entry < 0; none for SGD
};

/// Moves a list of parameter matrices, step by step, in the arithmetic of T.
/// NaN and ±∞ in parameters or gradients follow IEEE.
/// Source: Kingma and Ba 2015, algorithm 1; momentum as torch.optim.SGD has it
template <class T>
class Optimizer {
 public:
  /// @param parameters  the list that will be moved; only its shapes matter here
  /// @throws OutOfRange (learning_rate, momentum, beta1, beta2, epsilon), OutOfMemory
  Optimizer(const OptimizerOptions& options, const std::vector<Matrix<T>>& parameters);

  /// One step. A gradient without entries leaves its parameter as it is.
  /// @throws ShapeMismatch (parameters, gradient), and then nothing was moved
  void step(std::vector<Matrix<T>>& parameters, const std::vector<Matrix<T>>& gradient);

  const OptimizerState<T>& state() const { return state_; }

  /// Goes on from `state`: the next steps are those that would have followed it, bit for bit.
  /// @throws OutOfRange (steps, second), ShapeMismatch (first, second), and then nothing is changed
  void restore(OptimizerState<T> state);

 private:
  void move_by_sgd(std::size_t index, Matrix<T>& parameter, const Matrix<T>& gradient);
  void move_by_adam(std::size_t index, Matrix<T>& parameter, const Matrix<T>& gradient);

  OptimizerOptions options_;
  std::vector<std::array<Index, 2>> shapes_;
  OptimizerState<T> state_;
};

}  // namespace attention::detail
