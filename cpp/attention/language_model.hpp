// SPDX-License-Identifier: MIT
/// @file
/// A small transformer that can be trained and inspected.
#pragma once

#include <cstdint>
#include <memory>

#include "attention/options.hpp"
#include "attention/tensor.hpp"

namespace attention {

/// Token sequences and the class to predict at each position: S batches of B sequences of n tokens.
struct LanguageModelBatches {
  TensorView<Index> tokens;  ///< shape (n) or (B, n), for `train` also (S, B, n); from 0 to V − 1
  TensorView<Index> targets;  ///< same shape: classes from 0 to V − 1
  /// Same shape: 1 if the loss includes the position, else 0; each batch has at least one 1.
  TensorView<Index> counts;
};

/// The result of every step of a forward pass of B sequences of n tokens; the other sizes are the
/// fields of LanguageModelOptions.
template <Real T>
struct LanguageModelStages {
  Tensor<T> weights;    ///< shape (L, B, h, n, n)
  Tensor<T> streams;    ///< shape (L + 1, B, n, d): E[tokens] + P, then after each layer
  Tensor<T> logits;     ///< shape (B, n, V)
  Tensor<T> loss_rows;  ///< shape (B, n): cross-entropy times count; empty without targets
  T loss = 0;           ///< Σ loss_rows / Σ counts
};

/// A loss and its gradient with respect to each parameter.
template <Real T>
struct LanguageModelGradient {
  T loss = 0;          ///< the mean cross-entropy of the positions that count
  Tensor<T> gradient;  ///< shape (1, entries of all parameters); `LanguageModel::part` returns the
                       ///< part of one parameter
};

/// The state that a language model needs to continue training, apart from its options.
template <Real T>
struct LanguageModelState {
  Index steps = 0;       ///< completed steps, ≥ 0
  Tensor<T> parameters;  ///< all parameters, concatenated to shape (1, entries)
  /// The optimizer's b or a of each entry (see `OptimizerMethod`); empty where the method has none.
  Tensor<T> first;
  Tensor<T> second;  ///< the optimizer's s of each entry, none < 0; empty where the method has none
};

/// A small transformer without layer norms and biases. With r = E[tokens] + P, each layer computes
/// r ← r + concat_h softmax(q kᵀ/√(d/h)) v · W_o, where q = r W_q, k = r W_k, v = r W_v, and then
/// r ← r + relu(r W_in) W_out. After the last layer, logits = r U. The loss is the mean
/// cross-entropy of the positions with count 1. All matrices are multiplied from the right.
///
/// Parameters, in order: E (V, d), P (positions, d), for each layer l W_q_l, W_k_l, W_v_l and W_o_l
/// (d, d), W_in_l (d, f), W_out_l (f, d), and U (d, V). The options decide whether P, W_k_l, W_in_l
/// and W_out_l exist; without W_k_l, keys use W_q_l.
///
///     attention::LanguageModel<float> model(
///         {.vocabulary = 12, .positions = 24},
///         {.method = attention::OptimizerMethod::kAdam, .learning_rate = 0.003}, 7);
///     const auto losses = model.train({tokens, targets, counts}, 100);
///     const auto weights = model.stages({.tokens = tokens}).weights;
///
/// Memory is allocated when the shape of the batches changes; a step allocates none. The same seed,
/// options and batches give the same bits, however the steps are divided into calls. NaN and ∞
/// follow IEEE 754: if the learning rate is too large, losses may become NaN or ∞, and training can
/// still continue. Use a model from one thread at a time. It can be moved but not copied; a
/// moved-from model can only be destroyed or assigned to. Source: Vaswani et al. 2017; Elhage et
/// al. 2021, "A mathematical framework for transformer circuits"
template <Real T>
class ATTENTION_API LanguageModel {
 public:
  /// Draws the parameters from normal distributions with mean 0: entry i of the concatenated
  /// parameters is draw i of the seed's stream.
  /// E and P have variance 1/d, W_o and W_out 1/(2·L·rows), the others 1/rows, where rows is the
  /// matrix's number of rows.
  /// @param options    the architecture; copied
  /// @param optimizer  the update rule and its constants; copied
  /// @param seed       the same seed gives the same model
  /// @throws OutOfRange naming `vocabulary`, `width`, `layers`, `heads`, `hidden`, `positions`,
  ///     `learning_rate`, `momentum`, `beta1`, `beta2` or `epsilon`; OutOfMemory
  /// Time and memory O(entries).
  explicit LanguageModel(const LanguageModelOptions& options,
                         const OptimizerOptions& optimizer = {}, std::uint64_t seed = 0);

  /// Makes `count` steps; step j uses batch j mod S.
  /// @param batches  tokens (at least one), targets and counts
  /// @param count    ≥ 0
  /// @return the losses, of shape (count), each computed before its step
  /// @throws ShapeMismatch naming `tokens`, `targets` or `counts`; EmptyInput naming `tokens`;
  ///     OutOfRange naming `tokens`, `targets`, `counts` or `count`; OutOfMemory. It throws before
  ///     the first step
  /// Time of `count` forward and backward passes, about 6 · parameters · tokens operations each.
  Tensor<T> train(const LanguageModelBatches& batches, Index count);

  /// A forward pass with the current parameters.
  /// @param sequences  tokens of shape (n) or (B, n), with both targets and counts or with neither
  /// @throws as `train` does
  /// Time of one forward pass; memory: all intermediate results.
  LanguageModelStages<T> stages(const LanguageModelBatches& sequences);

  /// The loss of a batch and its gradient. Rows of E and P that the batch does not use have
  /// gradient 0.
  /// @param batch  tokens, targets and counts of shape (n) or (B, n)
  /// @throws as `train` does
  /// Time of a forward and a backward pass.
  LanguageModelGradient<T> gradient(const LanguageModelBatches& batch);

  /// The number of completed steps. After `restore`, it counts on from the state's `steps`.
  Index steps() const;

  /// The number of parameters, their names, and views of their current values, which each step
  /// updates.
  /// @throws OutOfRange naming `index`
  /// @{
  Index size() const;
  const char* name(Index index) const;
  TensorView<T> parameter(Index index) const;
  /// @}

  /// A view of one parameter's entries in `list`, a flat tensor with the entries of all parameters
  /// in order, such as a gradient or a tensor of a saved state.
  /// @throws OutOfRange naming `index`; ShapeMismatch naming `list`
  TensorView<T> part(const Tensor<T>& list, Index index) const;

  /// A copy of the state that `restore` needs. @throws OutOfMemory
  LanguageModelState<T> state() const;

  /// Continues from `state`: with the same options and batches, the next steps give the same bits
  /// as if training had not been interrupted. If `first` and `second` are both empty, the
  /// optimizer's moments start at 0, as before its first step.
  /// @throws ShapeMismatch naming `parameters`, `first` or `second`; OutOfRange naming `steps` or
  ///     `second`; OutOfMemory. The model is then unchanged
  void restore(const LanguageModelState<T>& state);

 private:
  struct Implementation;

  TensorView<T> cut(const T* list, Index index) const;

  std::unique_ptr<Implementation, void (*)(Implementation*)> implementation_;
};

}  // namespace attention
