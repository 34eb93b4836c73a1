// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "attention/detail/language_model/pass.hpp"
#include "attention/detail/training/optimizer.hpp"

namespace attention::detail {

/// The state that a language model needs to continue training, apart from its options. Each matrix
/// is one row with the entries of all parameters one after another.
template <class T>
struct LanguageModelState {
  double steps = 0;      ///< completed steps: a whole number from 0 to 2⁵³
  Matrix<T> parameters;  ///< shape (1, size)
  Matrix<T> first;   ///< momentum (b), or Adam's running mean of gradients (a); empty for neither
  Matrix<T> second;  ///< Adam's running mean of squared gradients (s); else empty
};

template <class T>
struct LanguageModelGradient {
  T loss = 0;
  Matrix<T> gradient;  ///< shape (1, size), in the order of the parameters
};

/// A transformer with causal or full attention, without layer norms and biases, and its training.
/// The residual stream starts as r = E[tokens] + P; each layer computes r += Σ over heads softmax(q
/// kᵀ/√(d/h)) v W_o and then r += relu(r W_in) W_out; the logits are r U; the loss is the mean
/// cross-entropy of the positions that count. Memory is allocated when the shape of the batches
/// changes, never by a step. NaN and ∞ in parameters follow IEEE 754, so that training can still
/// continue.
template <class T>
class LanguageModel {
 public:
  /// Draws the parameters from the seed. @throws as the constructors of `LanguageModelLayout` and
  /// `Optimizer` do
  LanguageModel(const LanguageModelOptions& options, const OptimizerOptions& optimizer,
                std::uint64_t seed);

  const LanguageModelLayout& layout() const noexcept { return *layout_; }
  std::uint64_t seed() const noexcept { return seed_; }

  /// The number of completed steps, including those before a restored state.
  double steps() const { return optimizer_.state().steps; }

  /// All parameters concatenated in the order of the layout, a matrix of shape (1, size).
  const Matrix<T>& parameters() const noexcept { return parameters_[0]; }

  /// Makes `count` steps; step j uses batch j mod data.steps.
  /// @param data  tokens with targets
  /// @return the loss of each step, computed before the step changes the parameters
  /// @throws OutOfRange naming `count`; ShapeMismatch naming `targets`; OutOfMemory. It throws
  ///     before the first step
  std::vector<T> train(const LanguageModelData& data, Index count);

  /// Runs a forward pass and returns its intermediate results.
  /// @param data  tokens of one step; without targets, the losses are empty
  /// @throws OutOfMemory
  LanguageModelStages<T> stages(const LanguageModelData& data);

  /// Returns the loss of the first batch and its gradient with respect to each parameter.
  /// @throws ShapeMismatch naming `targets`; OutOfMemory
  LanguageModelGradient<T> gradient(const LanguageModelData& data);

  LanguageModelState<T> state() const;

  /// Continues from `state`: with the same options and data, the next steps give the same bits as
  /// if training had not been interrupted. If `first` and `second` are both empty, the optimizer's
  /// moments start at 0.
  /// @throws ShapeMismatch naming `parameters`, `first` or `second`; OutOfRange naming `steps` or
  ///     `second`. The model is then unchanged
  void restore(LanguageModelState<T> state);

 private:
  LanguageModelPass<T>& pass_for(const LanguageModelData& data);
  T step(LanguageModelPass<T>& pass, const LanguageModelData& data, Index index);

  // On the heap, so that the reference in `pass_` stays valid when the model is moved.
  std::unique_ptr<const LanguageModelLayout> layout_;
  std::uint64_t seed_;
  // Each is a list with one matrix, because the optimizer expects lists of matrices.
  std::vector<Matrix<T>> parameters_;
  std::vector<Matrix<T>> gradient_;
  Optimizer<T> optimizer_;
  std::unique_ptr<LanguageModelPass<T>> pass_;
};

}  // namespace attention::detail
