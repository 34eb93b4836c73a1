// SPDX-License-Identifier: MIT
/// @file
/// A small transformer that can be trained and looked into.
#pragma once

#include <cstdint>

#include "attention/options.hpp"
#include "attention/tensor.hpp"

namespace attention {

/// Sequences of tokens, and what is to be predicted at each position.
struct LanguageModelBatches {
  TensorView<Index> tokens;   ///< (n) or (B, n), for steps also (S, B, n); from 0 to V − 1
  TensorView<Index> targets;  ///< as many classes from 0 to V − 1
  TensorView<Index> counts;   ///< as many 0 and 1: whether a position counts; a 1 in each batch
};

/// What a forward pass makes on the way.
template <Real T>
struct LanguageModelStages {
  Tensor<T> weights;    ///< (L, B, h, n, n)
  Tensor<T> streams;    ///< (L + 1, B, n, d): E[tokens] + P, then after each layer
  Tensor<T> logits;     ///< (B, n, V)
  Tensor<T> loss_rows;  ///< (B, n) cross-entropy times count; without entries where no targets are
  T loss = 0;           ///< Σ loss_rows / Σ counts
};

/// A loss and how it changes with each parameter.
template <Real T>
struct LanguageModelGradient {
  T loss = 0;          ///< the mean cross-entropy of the positions that count
  Tensor<T> gradient;  ///< (1, entries of all parameters); `LanguageModel::part` cuts it
};

/// All that a language model needs to go on, apart from its options.
template <Real T>
struct LanguageModelState {
  Index steps = 0;       ///< steps made, ≥ 0
  Tensor<T> parameters;  ///< (1, entries of all parameters), one after the other
  /// The optimizer's b or a of each entry (see `OptimizerMethod`), without entries where it has
  /// none.
  Tensor<T> first;
  Tensor<T> second;  ///< its s, no entry < 0; without entries where it has none
};

/// A small transformer without norms and biases. With r = E[tokens] + P, in each layer
/// r ← r + concat_h softmax(q kᵀ/√(d/h)) v · W_o, where q = r W_q, k = r W_k, v = r W_v, and then
/// r ← r + relu(r W_in) W_out; logits = r U, and the loss is the mean cross-entropy of the
/// positions that count. All matrices are multiplied from the right.
///
/// Parameters, in their order: E (V, d), P (positions, d), in each layer l W_q_l, W_k_l, W_v_l and
/// W_o_l (d, d), W_in_l (d, f), W_out_l (f, d), and U (d, V). P, W_k_l, W_in_l and W_out_l are
/// there where the options ask for them; without W_k_l, keys use W_q_l.
///
///     attention::LanguageModel<float> model(
///         {.vocabulary = 12, .positions = 24},
///         {.method = attention::OptimizerMethod::kAdam, .learning_rate = 0.003}, 7);
///     const auto losses = model.train({tokens, targets, counts}, 100);
///     const auto weights = model.stages({.tokens = tokens}).weights;
///
/// Memory is taken when batches of another shape come; a step takes none. The same seed, options
/// and batches give the same bits, however the steps are cut into calls. NaN and ∞ follow IEEE:
/// with a learning rate too large losses are reported as they are, and steps stay possible. A
/// model serves one thread at a time; it can be moved, not copied.
/// Source: Vaswani et al. 2017; Elhage et al. 2021, "A mathematical framework for transformer
/// circuits"
template <Real T>
class ATTENTION_API LanguageModel {
 public:
  /// Draws the parameters: entry i of all is draw i of the seed's own stream, normal with mean 0.
  /// E and P have variance 1/d, W_o and W_out 1/(2·L·rows), the others 1/rows.
  /// @param options    copied
  /// @param optimizer  copied
  /// @param seed       the same seed gives the same model
  /// @throws OutOfRange (vocabulary, width, layers, heads, hidden, positions, learning_rate,
  ///     momentum, beta1, beta2, epsilon), OutOfMemory
  /// Time and memory O(entries).
  explicit LanguageModel(const LanguageModelOptions& options,
                         const OptimizerOptions& optimizer = {}, std::uint64_t seed = 0);
  ~LanguageModel();
  /// A model that was moved from can only be destroyed or assigned to.
  /// @{
  LanguageModel(LanguageModel&& other) noexcept;
  LanguageModel& operator=(LanguageModel&& other) noexcept;
  /// @}
  LanguageModel(const LanguageModel&) = delete;
  LanguageModel& operator=(const LanguageModel&) = delete;

  /// Makes `count` steps, the j-th with batch j mod S.
  /// @param batches  at least one token; with targets and counts
  /// @param count    ≥ 0
  /// @return (count) the losses, each before its step
  /// @throws ShapeMismatch (tokens, targets, counts), EmptyInput (tokens), OutOfRange (tokens,
  ///     targets, counts, count), OutOfMemory; no step is then made
  /// Time count times a forward and a backward pass, about 6 · parameters · tokens operations.
  Tensor<T> train(const LanguageModelBatches& batches, Index count);

  /// What the present parameters make of some sequences.
  /// @param sequences  (n) or (B, n); targets and counts both, or neither
  /// @throws as `train`
  /// Time one forward pass, memory all stages.
  LanguageModelStages<T> stages(const LanguageModelBatches& sequences);

  /// The loss of a batch and its gradient. Rows of E and P that the batch does not use get 0.
  /// @param batch  (n) or (B, n), with targets and counts
  /// @throws as `train`
  /// Time a forward and a backward pass.
  LanguageModelGradient<T> gradient(const LanguageModelBatches& batch);

  /// How many steps were made, those before a restored state included.
  Index steps() const;

  /// The number of parameters, their names, and their present values, which a step changes.
  /// @throws OutOfRange (index)
  /// @{
  Index size() const;
  const char* name(Index index) const;
  TensorView<T> parameter(Index index) const;
  /// @}

  /// The part of a parameter in a list of all entries: a gradient, or a list of a state.
  /// @throws OutOfRange (index), ShapeMismatch (list)
  TensorView<T> part(const Tensor<T>& list, Index index) const;

  /// A copy of what is needed to go on. @throws OutOfMemory
  LanguageModelState<T> state() const;

  /// Goes on from `state`: the next steps are those that would have followed it, bit for bit, with
  /// the same options and batches. Where `first` and `second` both have no entries, the optimizer
  /// remembers nothing, as before its first step.
  /// @throws ShapeMismatch (parameters, first, second), OutOfRange (steps, second), OutOfMemory;
  ///     the model is then unchanged
  void restore(const LanguageModelState<T>& state);

 private:
  struct Implementation;

  void check_index(Index index) const;
  TensorView<T> cut(const T* list, Index index) const;

  Implementation* implementation_;
};

}  // namespace attention
