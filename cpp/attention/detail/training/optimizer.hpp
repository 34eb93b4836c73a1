// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "attention/options.hpp"
#include "attention/trainer.hpp"

namespace attention::detail {

template <class T>
struct OptimizerState {
  double steps = 0;  ///< completed steps: a whole number from 0 to 2⁵³
  /// b (SGD) or a (Adam) of each parameter; `OptimizerMethod` defines them. Empty for SGD without
  /// momentum.
  TensorList<T> first;
  /// s (Adam) of each parameter, no entry < 0; empty for SGD.
  TensorList<T> second;
};

/// @throws OutOfRange naming `learning_rate`, `momentum`, `beta1`, `beta2`, `epsilon`,
///     `weight_decay` or `clip`
template <class T>
void check_optimizer(const OptimizerOptions& options);

/// Whether the method keeps the list `first`, and whether it keeps `second`.
/// @{
constexpr bool has_first(const OptimizerOptions& options) noexcept {
  return options.method == OptimizerMethod::kAdam || options.momentum != 0;
}
constexpr bool has_second(const OptimizerOptions& options) noexcept {
  return options.method == OptimizerMethod::kAdam;
}
/// @}

/// One list of parameters with its gradient and its part of the optimizer's state.
template <class T>
struct Updated {
  std::span<T> parameters;
  std::span<const T> gradient;  ///< as many
  std::span<T> first;           ///< as many, or none if the method does not keep it
  std::span<T> second;
};

/// Updates one list of parameters in step `steps`, counted from 1.
template <class T>
void update(const OptimizerOptions& options, double learning_rate, double steps,
            const Updated<T>& list) noexcept;

/// p ← p − η λ p
template <class T>
void decay(const OptimizerOptions& options, double learning_rate, std::span<T> parameters) noexcept;

/// Returns √Σ x² over the entries of all lists, added in double. The squares neither overflow nor
/// underflow.
template <class T>
double norm_of(std::span<const std::span<const T>> lists) noexcept;

/// Returns the factor of the gradients whose norm is `norm`: 1 without clipping.
double clip_factor(const OptimizerOptions& options, double norm) noexcept;

/// Throws unless `steps` can be a number of completed steps. @throws OutOfRange naming `steps`
void check_steps(double steps);

/// Updates a list of parameters, step by step, with arithmetic in T. NaN and ±∞ in
/// parameters or gradients follow IEEE 754.
/// Source: Kingma and Ba 2015, algorithm 1; momentum as in torch.optim.SGD
template <class T>
class Optimizer {
 public:
  /// @param parameters  the list to update; only its shapes are used here
  /// @param decays      for each parameter, whether weight decay applies to it; empty: to all
  /// @throws as `check_optimizer` does; OutOfMemory
  Optimizer(const OptimizerOptions& options, const TensorList<T>& parameters,
            std::vector<bool> decays = {});

  /// Updates the parameters in one step. An empty gradient leaves its parameter unchanged.
  /// @throws ShapeMismatch naming `parameters` or `gradient`, before any parameter changes
  void step(TensorList<T>& parameters, const TensorList<T>& gradient);

  const OptimizerState<T>& state() const { return state_; }

  /// Continues from `state`: the next steps give the same bits as if training had not been
  /// interrupted.
  /// @throws OutOfRange naming `steps` or `second`; ShapeMismatch naming `first` or `second`. The
  ///     optimizer is then unchanged
  void restore(OptimizerState<T> state);

 private:
  OptimizerOptions options_;
  std::vector<Shape> shapes_;
  std::vector<bool> decays_;
  OptimizerState<T> state_;
};

}  // namespace attention::detail
