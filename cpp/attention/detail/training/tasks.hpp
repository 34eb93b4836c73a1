// SPDX-License-Identifier: MIT
// What can be learnt: data with targets, and a model whose parameters are to fit them.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "attention/detail/multi_head.hpp"

namespace attention::detail {

/// A loss and how it changes with each parameter.
template <class T>
struct LossAndGradient {
  T loss;
  std::vector<Matrix<T>> gradient;  ///< shaped like the parameters, without entries where the model
                                    ///< does not read them
};

/// A loss and how it changes with the output that it judges.
template <class T>
struct LossOfOutput {
  T loss;
  Tensor<T> output_gradient;  ///< shaped like the output
};

/// A loss as a function of parameters: the mean over all entries of (output − target)².
/// Parameters are lists of matrices in the order of `names`. An overflow is a loss of ∞ or NaN.
template <class T>
class Task {
 public:
  virtual ~Task() = default;
  Task(const Task&) = delete;
  Task& operator=(const Task&) = delete;

  std::span<const std::string_view> names() const { return names_; }

  /// @throws ShapeMismatch and EmptyInput naming the parameter, or "parameters" when there are more
  ///     or fewer than `names`; what the model refuses in its data and options; OutOfMemory
  LossAndGradient<T> loss_and_gradient(const std::vector<Matrix<T>>& parameters) const;

  /// @throws ShapeMismatch (targets)
  LossOfOutput<T> loss_of(const Tensor<T>& output) const;

 protected:
  /// @param targets  not empty
  /// @param names    of static storage
  Task(const TensorView<T>& targets, std::span<const std::string_view> names);

 private:
  virtual LossAndGradient<T> evaluate(const std::vector<Matrix<T>>& parameters) const = 0;

  Tensor<T> targets_;
  std::span<const std::string_view> names_;
};

/// The names of each task's parameters as they cross to other languages.
inline constexpr std::array<std::string_view, 1> kKernelTaskNames = {"w"};
inline constexpr std::array<std::string_view, 3> kSdpaTaskNames = {"W_q", "W_k", "W_v"};
inline constexpr std::array<std::string_view, 4> kAdditiveTaskNames = {"W_q", "W_k", "w_v", "bias"};
inline constexpr std::array<std::string_view, 8> kMultiHeadTaskNames = {"W_q", "b_q", "W_k", "b_k",
                                                                        "W_v", "b_v", "W_o", "b_o"};

/// Kernel regression of each target by all the others: output_i = Σ_{j≠i} α_ij target_j with
/// α_i = softmax_j(−‖(x_i − x_j) w‖²/2). Without leaving a point out, w → ∞ would fit perfectly.
/// Its parameter w (1, 1) is any number; 0 gives the mean of the others.
/// @param inputs   (n, d) x, n ≥ 2, d ≥ 1
/// @param targets  (n, d_v), d_v ≥ 1
/// @throws ShapeMismatch, EmptyInput, OutOfMemory
template <class T>
std::unique_ptr<const Task<T>> kernel_task(const MatrixView<T>& inputs,
                                           const MatrixView<T>& targets);

/// Self-attention of one head: softmax(X W_q (X W_k)ᵀ / divisor) X W_v, as one sees it in lessons:
/// multiplied from the right, no bias. Parameters W_q and W_k (d, d_k), W_v (d, d_v).
/// @param inputs   (…, T, d) X
/// @param targets  (…, T, d_v)
/// @param options  divisor, masks and dropout, which is the same at every step; the score is the
///     dot product
/// @throws ShapeMismatch and EmptyInput (inputs, targets), OutOfMemory
template <class T>
std::unique_ptr<const Task<T>> sdpa_task(const TensorView<T>& inputs, const TensorView<T>& targets,
                                         const AttentionOptions<T>& options = {});

/// Attention with additive scores. Parameters as `AdditiveParameters`; a bias without entries stays
/// away.
/// @param queries  (…, m, d_q)
/// @param keys     (…, n, d_k)
/// @param values   (…, n, d_v)
/// @param targets  (…, m, d_v); its width is checked when a loss is computed
/// @param options  masks and dropout, which is the same at every step
/// @throws ShapeMismatch, EmptyInput, OutOfMemory
template <class T>
std::unique_ptr<const Task<T>> additive_task(const TensorView<T>& queries,
                                             const TensorView<T>& keys, const TensorView<T>& values,
                                             const TensorView<T>& targets,
                                             const AttentionOptions<T>& options = {});

/// Multi-head attention. Parameters as `MultiHeadParameters`; a bias without entries stays away.
/// @param queries, keys, values  as `multi_head`, which refuses them when a loss is computed
/// @param targets  (…, m, E_o); its width is checked then too
/// @throws ShapeMismatch and EmptyInput (targets), OutOfMemory
template <class T>
std::unique_ptr<const Task<T>> multi_head_task(const TensorView<T>& queries,
                                               const TensorView<T>& keys,
                                               const TensorView<T>& values,
                                               const TensorView<T>& targets,
                                               const MultiHeadOptions<T>& options);

}  // namespace attention::detail
