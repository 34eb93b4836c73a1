// SPDX-License-Identifier: MIT
// Learning tasks: data with targets, and a model whose parameters are fitted to them.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "attention/detail/multi_head.hpp"

namespace attention::detail {

/// A loss and its gradient with respect to each parameter.
template <class T>
struct LossAndGradient {
  T loss;
  std::vector<Matrix<T>> gradient;  ///< shaped like the parameters; empty for parameters
                                    ///< that the model does not read
};

/// A loss and its gradient with respect to the output.
template <class T>
struct LossOfOutput {
  T loss;
  Tensor<T> output_gradient;  ///< shaped like the output
};

/// A loss as a function of parameters: the mean over all entries of (output − target)². Parameters
/// are lists of matrices in the order of `names`. If the computation overflows, the loss is ∞ or
/// NaN.
template <class T>
class Task {
 public:
  virtual ~Task() = default;
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;

  std::span<const std::string_view> names() const { return names_; }

  /// @throws ShapeMismatch and EmptyInput naming the parameter, or "parameters" if their number
  ///     differs from `names`; the errors of the model for its data and options; OutOfMemory
  LossAndGradient<T> loss_and_gradient(const std::vector<Matrix<T>>& parameters) const;

  /// Returns the mean squared error of `output` and its gradient.
  /// @throws ShapeMismatch naming `targets` if the output has another shape
  LossOfOutput<T> loss_of(const Tensor<T>& output) const;

 protected:
  /// @param targets  not empty
  /// @param names    the names of the parameters; the array must have static storage duration
  Task(const TensorView<T>& targets, std::span<const std::string_view> names);

 private:
  virtual LossAndGradient<T> evaluate(const std::vector<Matrix<T>>& parameters) const = 0;

  Tensor<T> targets_;
  std::span<const std::string_view> names_;
};

/// The names of each task's parameters in bindings to other programming languages.
inline constexpr std::array<std::string_view, 1> kKernelTaskNames = {"w"};
inline constexpr std::array<std::string_view, 3> kSdpaTaskNames = {"W_q", "W_k", "W_v"};
inline constexpr std::array<std::string_view, 4> kAdditiveTaskNames = {"W_q", "W_k", "w_v", "bias"};
inline constexpr std::array<std::string_view, 8> kMultiHeadTaskNames = {"W_q", "b_q", "W_k", "b_k",
                                                                        "W_v", "b_v", "W_o", "b_o"};

/// Kernel regression that predicts each target from all others: output_i = Σ_{j≠i} α_ij target_j
/// with α_i = softmax_j(−‖(x_i − x_j) w‖²/2). If point i were not left out, w → ∞ would fit
/// perfectly. The parameter w (1, 1) is any number; 0 gives the mean of the others.
/// @param inputs   of shape (n, d): x, n ≥ 2, d ≥ 1
/// @param targets  of shape (n, d_v), d_v ≥ 1
/// @throws ShapeMismatch; EmptyInput; OutOfMemory
template <class T>
std::unique_ptr<const Task<T>> kernel_task(const MatrixView<T>& inputs,
                                           const MatrixView<T>& targets);

/// Self-attention with one head: softmax(X W_q (X W_k)ᵀ / divisor) X W_v, where, as in the lessons,
/// matrices are multiplied from the right and there are no biases. The parameters are W_q and W_k,
/// of shape (d, d_k), and W_v, of shape (d, d_v).
/// @param inputs   of shape (…, T, d): X
/// @param targets  of shape (…, T, d_v)
/// @param options  divisor, masks and dropout, which drops the same weights at every step; the
///     score is the dot product
/// @throws ShapeMismatch and EmptyInput naming `inputs` or `targets`; OutOfMemory
template <class T>
std::unique_ptr<const Task<T>> sdpa_task(const TensorView<T>& inputs, const TensorView<T>& targets,
                                         const AttentionOptions<T>& options = {});

/// Attention with additive scores. The parameters are the fields of `AdditiveParameters`; an empty
/// bias stays empty.
/// @param queries  of shape (…, m, d_q)
/// @param keys     of shape (…, n, d_k)
/// @param values   of shape (…, n, d_v)
/// @param targets  of shape (…, m, d_v); the width is checked only when a loss is computed
/// @param options  masks and dropout, which drops the same weights at every step
/// @throws ShapeMismatch; EmptyInput; OutOfMemory
template <class T>
std::unique_ptr<const Task<T>> additive_task(const TensorView<T>& queries,
                                             const TensorView<T>& keys, const TensorView<T>& values,
                                             const TensorView<T>& targets,
                                             const AttentionOptions<T>& options = {});

/// Multi-head attention. The parameters are the fields of `MultiHeadParameters`; an empty bias
/// stays empty.
/// @param queries, keys, values  as for `multi_head`; checked only when a loss is computed
/// @param targets  of shape (…, m, E_o); the width is checked only when a loss is computed
/// @throws ShapeMismatch and EmptyInput naming `targets`; OutOfMemory
template <class T>
std::unique_ptr<const Task<T>> multi_head_task(const TensorView<T>& queries,
                                               const TensorView<T>& keys,
                                               const TensorView<T>& values,
                                               const TensorView<T>& targets,
                                               const MultiHeadOptions<T>& options);

}  // namespace attention::detail
