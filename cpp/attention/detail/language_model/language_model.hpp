// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "attention/detail/language_model/generator.hpp"
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

/// See attention::LanguageModelTraining.
template <class T>
struct LanguageModelTraining {
  std::vector<T> losses;
  std::vector<T> gradient_norms;
};

/// See attention::LanguageModel.
template <class T>
class LanguageModel {
 public:
  LanguageModel(const LanguageModelOptions& options, const OptimizerOptions& optimizer,
                std::uint64_t seed);

  const LanguageModelLayout& layout() const noexcept { return *layout_; }
  std::uint64_t seed() const noexcept { return seed_; }

  double steps() const { return state_.steps; }

  /// All parameters concatenated in the order of the layout, a matrix of shape (1, size).
  const Matrix<T>& parameters() const noexcept { return state_.parameters; }

  /// @param data  tokens with targets
  /// @param learning_rates  one for each step, or none: that of the optimizer
  LanguageModelTraining<T> train(const LanguageModelData& data, Index count,
                                 std::span<const double> learning_rates = {});

  /// Trains on batches that are sampled from a corpus; see attention::LanguageModel::train_on.
  template <class Entry>
  LanguageModelTraining<T> train_on(const TensorView<Entry>& corpus, const CorpusSampling& sampling,
                                    Index count, std::span<const double> learning_rates = {});

  /// @param data  tokens of one step; without targets, the losses are empty
  LanguageModelStages<T> stages(const LanguageModelData& data);

  /// Returns the loss of the first batch and the gradient of this loss.
  LanguageModelGradient<T> gradient(const LanguageModelData& data);

  /// See attention::LanguageModel::generator.
  LanguageModelGenerator<T> generator(Index length, Index sequences) const {
    return {*layout_, state_.parameters, length, sequences};
  }

  LanguageModelState<T> state() const { return state_; }

  void restore(LanguageModelState<T> state);

 private:
  LanguageModelPass<T>& pass_for(const LanguageModelData& data);
  T evaluate(LanguageModelPass<T>& pass, const LanguageModelData& data, Index index);
  double move(double learning_rate);
  // Makes `count` steps. `batches` returns the data of step j = 0, 1, … of the call, and the index
  // of its batch.
  using Batches = std::function<std::pair<const LanguageModelData*, Index>(Index)>;
  LanguageModelTraining<T> run(Index count, std::span<const double> learning_rates,
                               const Batches& batches);

  // On the heap, so that the reference in `pass_` stays valid when the model is moved.
  std::unique_ptr<const LanguageModelLayout> layout_;
  OptimizerOptions optimizer_;
  std::uint64_t seed_;
  LanguageModelState<T> state_;
  Matrix<T> gradient_;  // shaped like the parameters
  std::unique_ptr<LanguageModelPass<T>> pass_;
};

}  // namespace attention::detail
