// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "attention/detail/matrix.hpp"

namespace attention::detail {

/// How a parameter p is moved against its gradient g at step t = 1, 2 …
enum class OptimizerMethod {
  kSgd,   ///< b ← μ b + g, p ← p − η b, with b = g at the first step
  kAdam,  ///< a ← β₁ a + (1 − β₁) g, s ← β₂ s + (1 − β₂) g²,
          ///< p ← p − η/(1 − β₁ᵗ) · a / (√s/√(1 − β₂ᵗ) + ε)
};

/// The names of the methods as they cross to other languages, in the order of `OptimizerMethod`.
inline constexpr std::array<std::string_view, 2> kOptimizerNames = {"sgd", "adam"};

/// The defaults are torch.optim.Adam's. What the method does not use is checked all the same.
struct OptimizerOptions {
  OptimizerMethod method = OptimizerMethod::kSgd;
  double learning_rate =
      1e-3;               ///< η, finite and > 0 also when rounded to the parameters' precision
  double momentum = 0;    ///< μ in [0, 1), for kSgd
  double beta1 = 0.9;     ///< in [0, 1), for kAdam
  double beta2 = 0.999;   ///< in [0, 1), for kAdam
  double epsilon = 1e-8;  ///< as `learning_rate`, for kAdam
};

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
