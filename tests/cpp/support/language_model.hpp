// SPDX-License-Identifier: MIT
// The language model with its parameters, gradients and states as Eigen matrices.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "attention/detail/language_model/parameters.hpp"
#include "attention/language_model.hpp"
#include "support/matrices.hpp"

namespace attention::test {

/// Token sequences for one or more steps, with their targets.
struct LanguageModelData {
  Index steps = 0;
  Index batch = 0;
  Index length = 0;
  std::vector<Index> tokens;   ///< shape (steps, batch, length)
  std::vector<Index> targets;  ///< same shape; may be empty for a forward pass
  std::vector<Index> counts;

  LanguageModelBatches batches(bool has_steps) const {
    const Shape shape = has_steps ? Shape{steps, batch, length} : Shape{batch, length};
    const auto list = [&](const std::vector<Index>& x) {
      return x.empty() ? attention::TensorView<Index>() : view(x, shape);
    };
    return {list(tokens), list(targets), list(counts)};
  }
};

template <class T>
struct LanguageModelState {
  double steps = 0;
  Matrix<T> parameters, first, second;
};

template <class T>
struct LanguageModelGradient {
  T loss = 0;
  Matrix<T> gradient;
};

template <class T>
struct LanguageModelTraining {
  std::vector<T> losses, gradient_norms;

  LanguageModelTraining(const attention::LanguageModelTraining<T>& x)  // NOLINT: implicit
      : losses(x.losses.begin(), x.losses.end()),
        gradient_norms(x.gradient_norms.begin(), x.gradient_norms.end()) {}
};

template <class T>
struct LanguageModelStages {
  Tensor<T> weights, streams, logits, loss_rows;
  T loss = 0;
};

template <class T>
class LanguageModel {
 public:
  LanguageModel(const LanguageModelOptions& options, const OptimizerOptions& optimizer,
                std::uint64_t seed)
      : layout_(options), model_(options, optimizer, seed) {}

  const LanguageModelLayout& layout() const { return layout_; }
  std::int64_t steps() const { return model_.steps(); }
  Matrix<T> parameters() const { return as_matrix(model_.state().parameters); }

  LanguageModelTraining<T> train(const LanguageModelData& data, Index count,
                                 const std::vector<double>& learning_rates = {}) {
    return model_.train(data.batches(true), count, view(learning_rates));
  }
  LanguageModelTraining<T> train_on(const std::vector<Index>& corpus,
                                    const CorpusSampling& sampling, Index count,
                                    const std::vector<double>& learning_rates = {}) {
    return model_.train_on(view(corpus), sampling, count, view(learning_rates));
  }
  LanguageModelStages<T> stages(const LanguageModelData& data) {
    const auto x = model_.stages(data.batches(false));
    return {x.weights, x.streams, x.logits, if_any(x.loss_rows), x.loss};
  }
  LanguageModelGradient<T> gradient(const LanguageModelData& data) {
    const auto x = model_.gradient(data.batches(false));
    return {x.loss, as_matrix(x.gradient)};
  }
  LanguageModelGenerator<T> generator(Index length, Index sequences) const {
    return model_.generator(length, sequences);
  }

  LanguageModelState<T> state() const {
    const auto x = model_.state();
    return {static_cast<double>(x.steps), as_matrix(x.parameters), if_any(x.first).rows,
            if_any(x.second).rows};
  }
  void restore(const LanguageModelState<T>& state) {
    const auto list = [](const Matrix<T>& x) { return to_tensor(given(x)); };
    model_.restore({static_cast<std::int64_t>(state.steps), list(state.parameters),
                    list(state.first), list(state.second)});
  }

 private:
  LanguageModelLayout layout_;
  attention::LanguageModel<T> model_;
};

}  // namespace attention::test
