// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <vector>

#include "attention/detail/language_model/pass.hpp"
#include "attention/detail/training/optimizer.hpp"

namespace attention::detail {

/// See attention::LanguageModelState. Each matrix is one row with the entries of all parameters.
template <class T>
struct LanguageModelState {
  double steps = 0;  ///< a whole number from 0 to 2⁵³
  Matrix<T> parameters;
  Matrix<T> first;
  Matrix<T> second;
};

template <class T>
struct LanguageModelGradient {
  T loss = 0;
  Matrix<T> gradient;  ///< shape (1, size), in the order of the parameters
};

/// See attention::LanguageModel.
template <class T>
class LanguageModel {
 public:
  LanguageModel(const LanguageModelOptions& options, const OptimizerOptions& optimizer,
                std::uint64_t seed);

  const LanguageModelLayout& layout() const noexcept { return *layout_; }
  std::uint64_t seed() const noexcept { return seed_; }

  double steps() const { return optimizer_.state().steps; }

  /// All parameters concatenated in the order of the layout, a matrix of shape (1, size).
  const Matrix<T>& parameters() const noexcept { return parameters_[0]; }

  /// @param data  tokens with targets
  std::vector<T> train(const LanguageModelData& data, Index count);

  /// @param data  tokens of one step; without targets, the losses are empty
  LanguageModelStages<T> stages(const LanguageModelData& data);

  /// Returns the loss of the first batch and the gradient of this loss.
  LanguageModelGradient<T> gradient(const LanguageModelData& data);

  LanguageModelState<T> state() const;

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
