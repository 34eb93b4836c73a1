// SPDX-License-Identifier: MIT
// Learning tasks: data with targets, and a model whose parameters are fitted to them.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "attention/detail/training/optimizer.hpp"
#include "attention/multi_head.hpp"
#include "attention/trainer.hpp"

namespace attention::detail {

template <class T>
struct LossAndGradient {
  T loss;
  TensorList<T> gradient;  ///< shaped like the parameters; empty for parameters that the model
                           ///< does not read
};

template <class T>
struct LossOfOutput {
  T loss;
  Tensor<T> output_gradient;  ///< shaped like the output
};

/// A loss as a function of parameters: the mean over all entries of (output − target)². Parameters
/// are matrices in the order of `names`. If the computation overflows, the loss is ∞ or NaN.
template <class T>
class Task {
 public:
  virtual ~Task() = default;
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;

  std::span<const std::string_view> names() const { return names_; }

  /// @throws ShapeMismatch and EmptyInput naming the parameter, or "parameters" if their number
  ///     differs from `names`; the errors of the model for its data and options; OutOfMemory
  LossAndGradient<T> loss_and_gradient(const TensorList<T>& parameters) const;

  /// Returns the mean squared error of `output`, and its gradient with respect to `output`.
  /// @throws ShapeMismatch naming `targets` if the output has another shape
  LossOfOutput<T> loss_of(const Tensor<T>& output) const;

 protected:
  /// @param targets  at least one entry
  /// @param names    the names of the parameters; the array must have static storage duration
  Task(const TensorView<T>& targets, std::span<const std::string_view> names);

 private:
  virtual LossAndGradient<T> evaluate(const TensorList<T>& parameters) const = 0;

  Tensor<T> targets_;
  std::span<const std::string_view> names_;
};

/// The names of each task's parameters in bindings to other programming languages.
inline constexpr std::array<std::string_view, 1> kKernelTaskNames = {"w"};
inline constexpr std::array<std::string_view, 3> kSdpaTaskNames = {"W_q", "W_k", "W_v"};
inline constexpr std::array<std::string_view, 4> kAdditiveTaskNames = {"W_q", "W_k", "w_v", "bias"};
inline constexpr std::array<std::string_view, 8> kMultiHeadTaskNames = {"W_q", "b_q", "W_k", "b_k",
                                                                        "W_v", "b_v", "W_o", "b_o"};

/// See attention::kernel_regression_trainer.
template <class T>
std::unique_ptr<const Task<T>> kernel_task(const TensorView<T>& inputs,
                                           const TensorView<T>& targets);

/// See attention::self_attention_trainer.
template <class T>
std::unique_ptr<const Task<T>> sdpa_task(const TensorView<T>& inputs, const TensorView<T>& targets,
                                         const AttentionOptions& options = {});

/// See attention::additive_attention_trainer. The width of `targets` is checked only when a loss is
/// computed.
template <class T>
std::unique_ptr<const Task<T>> additive_task(const abi::Inputs<T>& inputs,
                                             const TensorView<T>& targets,
                                             const AttentionOptions& options = {});

/// See attention::multi_head_trainer. The inputs and the width of `targets` are checked only when a
/// loss is computed.
template <class T>
std::unique_ptr<const Task<T>> multi_head_task(const abi::Inputs<T>& inputs,
                                               const TensorView<T>& targets,
                                               const MultiHeadOptions& options,
                                               const abi::DocumentVariant& variant = {});

/// Returns a trainer before its first step.
/// @param task   computes the loss and its gradient; not null
/// @param start  the parameters before the first step, in the order of the task's names
/// @throws as `Task::loss_and_gradient` and the constructor of `Optimizer` do
template <class T>
Trainer<T> trainer_of(std::unique_ptr<const Task<T>> task, TensorList<T>&& start,
                      const OptimizerOptions& options);

}  // namespace attention::detail

template <attention::Real T>
struct attention::Trainer<T>::Implementation {
  Implementation(std::unique_ptr<const detail::Task<T>> with, TensorList<T>&& start,
                 const OptimizerOptions& options, std::vector<bool> decays)
      : task(std::move(with)), optimizer(options, std::move(start), std::move(decays)) {}

  std::unique_ptr<const detail::Task<T>> task;
  detail::Optimizer<T> optimizer;  // contains the parameters
};
