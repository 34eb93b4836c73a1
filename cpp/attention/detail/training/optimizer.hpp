// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "attention/options.hpp"
#include "attention/trainer.hpp"

namespace attention::detail {

/// @throws OutOfRange naming `learning_rate`, `momentum`, `beta1`, `beta2`, `epsilon`,
///     `weight_decay` or `clip`
template <class T>
void check_optimizer(const OptimizerOptions& options);

/// Whether the optimizer's state has the list `first`, and whether it has `second`.
/// @{
constexpr bool has_first(const OptimizerOptions& options) noexcept {
  return options.method == OptimizerMethod::kAdam || options.momentum != 0;
}
constexpr bool has_second(const OptimizerOptions& options) noexcept {
  return options.method == OptimizerMethod::kAdam;
}
/// @}

/// A list of parameters with its gradient and its part of the optimizer's state.
template <class T>
struct Updated {
  std::span<T> parameters;
  std::span<const T> gradient;  ///< one entry for each parameter
  std::span<T> first;           ///< one entry for each parameter; empty if not `has_first`
  std::span<T> second;          ///< one entry for each parameter; empty if not `has_second`
};

/// Updates one list of parameters in step `steps`, counted from 1.
template <class T>
void update(const OptimizerOptions& options, double learning_rate, double steps,
            const Updated<T>& list) noexcept;

/// p ← p − η λ p for each parameter p, with η = `learning_rate` and λ = `options.weight_decay`
template <class T>
void decay(const OptimizerOptions& options, double learning_rate, std::span<T> parameters) noexcept;

/// Returns √Σ x² over the entries of all lists, added in double. The squares neither overflow nor
/// underflow.
template <class T>
double norm_of(std::span<const std::span<const T>> lists) noexcept;

/// Returns the factor that clips gradients with this norm (see `OptimizerOptions::clip`): 1 without
/// clipping, NaN for NaN.
double clip_factor(const OptimizerOptions& options, double norm) noexcept;

/// @throws OutOfRange naming `steps` unless it is a whole number from 0 to 2⁵³
void check_steps(double steps);

/// Updates a list of parameters, step by step, with arithmetic in T. NaN and ±∞ in parameters or
/// gradients follow IEEE 754.
/// Source: Kingma and Ba 2015, algorithm 1; momentum as in torch.optim.SGD
template <class T>
class Optimizer {
 public:
  /// @param decays  for each parameter, whether weight decay applies to it; empty: to all
  /// @throws as `check_optimizer` does; OutOfMemory
  Optimizer(const OptimizerOptions& options, TensorList<T>&& parameters,
            std::vector<bool> decays = {});

  /// @param gradient  shaped like the parameters; an empty tensor leaves its parameter unchanged
  void step(TensorList<T>&& gradient);

  const TrainerState<T>& state() const { return state_; }

  void restore(TrainerState<T> state);

 private:
  OptimizerOptions options_;
  std::vector<bool> decays_;
  TrainerState<T> state_;
};

}  // namespace attention::detail
