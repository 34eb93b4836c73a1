// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "attention/detail/language_model/pass.hpp"
#include "attention/detail/training/optimizer.hpp"

namespace attention::detail {

/// What a language model needs to go on, apart from its options: lists as the parameters lie.
template <class T>
struct LanguageModelState {
  double steps = 0;      ///< steps made: a whole number from 0 to 2⁵³
  Matrix<T> parameters;  ///< (1, size)
  Matrix<T> first;       ///< the optimizer's b or a; without entries where it has none
  Matrix<T> second;      ///< its s; without entries where it has none
};

/// A loss and its gradient.
template <class T>
struct LanguageModelGradient {
  T loss = 0;
  Matrix<T> gradient;  ///< (1, size), as the parameters lie
};

/// A causal or full transformer without norms and biases, as small as can be looked through, and
/// its training: r = E[tokens] + P; in each layer r += Σ over heads softmax(q kᵀ/√(d/h)) v W_o and
/// then r += relu(r W_in) W_out; logits r U; the loss is the mean cross-entropy of the positions
/// that count. Memory is taken when a batch of another shape comes, and never by a step.
/// NaN and ∞ in parameters follow IEEE; steps stay possible.
template <class T>
class LanguageModel {
 public:
  /// Draws the parameters.
  /// @throws as `LanguageModelLayout` and `Optimizer`
  LanguageModel(const LanguageModelOptions& options, const OptimizerOptions& optimizer,
                std::uint64_t seed);

  const LanguageModelLayout& layout() const noexcept { return *layout_; }
  std::uint64_t seed() const noexcept { return seed_; }

  /// How many steps were made, those before a restored state included.
  double steps() const { return optimizer_.state().steps; }

  /// (1, size), as the layout lays them.
  const Matrix<T>& parameters() const noexcept { return parameters_[0]; }

  /// Makes `count` steps: the j-th takes batch j mod data.steps.
  /// @param data  with targets
  /// @return their losses, each before its step
  /// @throws OutOfRange (count), ShapeMismatch (targets), OutOfMemory; no step is then made
  std::vector<T> train(const LanguageModelData& data, Index count);

  /// @param data  of one step; without targets there are no losses
  /// @throws OutOfMemory
  LanguageModelStages<T> stages(const LanguageModelData& data);

  /// The loss of the first batch and how it changes with each parameter.
  /// @throws ShapeMismatch (targets), OutOfMemory
  LanguageModelGradient<T> gradient(const LanguageModelData& data);

  LanguageModelState<T> state() const;

  /// Goes on from `state`, bit for bit as it would have gone on with the same options and data.
  /// Where neither `first` nor `second` is given, the optimizer remembers nothing.
  /// @throws ShapeMismatch (parameters, first, second), OutOfRange (steps, second); nothing is then
  ///     changed
  void restore(LanguageModelState<T> state);

 private:
  LanguageModelPass<T>& pass_for(const LanguageModelData& data);
  T step(LanguageModelPass<T>& pass, const LanguageModelData& data, Index index);

  std::unique_ptr<const LanguageModelLayout> layout_;  // which passes refer to
  std::uint64_t seed_;
  // One matrix each, as the optimizer takes them.
  std::vector<Matrix<T>> parameters_;
  std::vector<Matrix<T>> gradient_;
  Optimizer<T> optimizer_;
  std::unique_ptr<LanguageModelPass<T>> pass_;
};

}  // namespace attention::detail
