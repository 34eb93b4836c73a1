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

/// The losses and gradient norms of a training.
template <Real T>
struct LanguageModelTraining {
  Tensor<T> losses;  ///< shape (count): the loss of each batch before its step
  /// shape (count): the norm of all gradients of each step together, before clipping
  Tensor<T> gradient_norms;
};

/// A loss and its gradient with respect to each parameter.
template <Real T>
struct LanguageModelGradient {
  T loss = 0;          ///< the mean cross-entropy of the positions with count 1
  Tensor<T> gradient;  ///< shape (1, entries of all parameters); `LanguageModel::part` returns the
                       ///< part of one parameter
};

/// The state that a language model needs to continue training, apart from its options.
template <Real T>
struct LanguageModelState {
  std::int64_t steps = 0;  ///< completed steps: from 0 to 2⁵³
  Tensor<T> parameters;    ///< all parameters, concatenated to shape (1, entries)
  /// The optimizer's b or a of each entry (see `OptimizerMethod`); empty for SGD without momentum.
  Tensor<T> first;
  Tensor<T> second;  ///< the optimizer's s of each entry, ≥ 0; empty for SGD
};

/// Computes the logits of one position after another. It caches the keys and values of earlier
/// positions, because a causal model needs nothing else of them. `LanguageModel::generator` returns
/// a generator.
///
///     auto generator = model.generator(100);
///     Tensor<float> logits = generator.next(view(first));  // one token: shape (1)
///
/// The logits of position t are those of `LanguageModel::stages` for the tokens 0 … t, up to
/// rounding. With logits near 1 and tens of layers and positions, the difference is below 10⁻⁵ in
/// float and 10⁻¹³ in double. It grows with the size of the model.
///
/// A generator has its own copy of the parameters, so the model can be trained or destroyed in the
/// meantime. Use it from one thread at a time. It can be moved but not copied; a moved-from
/// generator can only be destroyed or assigned to. Source: Pope et al. 2023, "Efficiently scaling
/// transformer inference"
template <Real T>
class ATTENTION_API LanguageModelGenerator {
 public:
  /// Appends a token to each sequence.
  /// @param tokens  of shape (sequences), from 0 to V − 1
  /// @return the logits of the next token of each sequence, of shape (sequences, V)
  /// @throws ShapeMismatch naming `tokens`; OutOfRange naming `tokens`, also if the sequences have
  ///     as many tokens as the generator can hold; OutOfMemory. The generator is then unchanged
  /// Time O(parameters + layers · t · d) for each sequence at position t.
  Tensor<T> next(const TensorView<Index>& tokens);

  /// The number of tokens that each sequence has so far.
  Index length() const;

  /// Starts new, empty sequences. Allocates nothing.
  void reset();

  struct Implementation;
  /// Takes ownership of the implementation. Only the library's own functions call it.
  explicit LanguageModelGenerator(Implementation* implementation) noexcept;

 private:
  std::unique_ptr<Implementation, void (*)(Implementation*)> implementation_;
};

/// A Transformer that can be trained and inspected. Let r = E[tokens] + P. With x = norm(r),
/// q = x W_q, k = x W_k and v = x W_v, each layer computes
/// r ← r + concat_h softmax(q kᵀ/√(d/h)) v · W_o, then r ← r + act(norm(r) W_in) W_out. After the
/// last layer, logits = norm(r) U, or norm(r) Eᵀ. The loss is the mean cross-entropy of the
/// positions with count 1. All matrices are multiplied from the right. `LanguageModelOptions`
/// selects each part; by default there is no norm.
///
/// Parameters, in order: E (V, d) and P (positions, d). For each layer l: gain g_att_l (d) and bias
/// b_att_l (d) of the norm, W_q_l (d, d), W_k_l and W_v_l (d, kv_heads · d/h), W_o_l (d, d),
/// g_mlp_l (d), b_mlp_l (d), W_in_l (d, f), W_out_l (f, d). Last: g_end (d), b_end (d), U (d, V).
/// The options select the parameters; with `is_tied`, there is no W_k_l, and keys use W_q_l.
///
///     attention::LanguageModel<float> model(
///         {.vocabulary = 12, .positions = 24},
///         {.method = attention::OptimizerMethod::kAdam, .learning_rate = 0.003}, 7);
///     const auto losses = model.train({tokens, targets, counts}, 100).losses;
///     const auto weights = model.stages({.tokens = tokens}).weights;
///
/// Memory is allocated when the shape of the batches changes; a step allocates none. The same seed,
/// options and batches give the same bits, however the steps are divided into calls. NaN and ∞
/// follow IEEE 754: if the learning rate is too large, losses may become NaN or ∞, and training can
/// still continue. Use a model from one thread at a time. It can be moved but not copied; a
/// moved-from model can only be destroyed or assigned to. Source: Vaswani et al. 2017; Elhage et
/// al. 2021, "A mathematical framework for transformer circuits"; pre-norm: Xiong et al. 2020;
/// rotary positions: Su et al. 2021; ALiBi: Press et al. 2022; kv_heads: Ainslie et al. 2023
template <Real T>
class ATTENTION_API LanguageModel {
 public:
  /// Sets gains to 1 and biases to 0, and draws all other parameters from normal distributions with
  /// mean 0: entry i of the concatenated parameters is draw i of the seed's stream.
  /// E and P have variance 1/d, W_o and W_out 1/(2·L·rows), the others 1/rows, where rows is the
  /// matrix's number of rows.
  /// @param options    the architecture; copied
  /// @param optimizer  the update rule and its constants; copied
  /// @param seed       the same seed gives the same model
  /// @throws OutOfRange naming a field of `LanguageModelOptions` or `OptimizerOptions`; OutOfMemory
  /// Time and memory O(entries).
  explicit LanguageModel(const LanguageModelOptions& options,
                         const OptimizerOptions& optimizer = {}, std::uint64_t seed = 0);

  /// Makes `count` steps; step j uses batch j mod S.
  /// @param batches  tokens (at least one), targets and counts
  /// @param count    ≥ 0
  /// @param learning_rates  one for each step, finite and ≥ 0, of shape (count); if empty, the
  ///     learning rate of the optimizer applies to every step
  /// @throws ShapeMismatch naming `tokens`, `targets`, `counts` or `learning_rates`; EmptyInput
  ///     naming `tokens`; OutOfRange naming `tokens`, `targets`, `counts`, `count` or
  ///     `learning_rates`; OutOfMemory. It throws before the first step
  /// Time of `count` forward and backward passes, about 6 · parameters · tokens operations each.
  LanguageModelTraining<T> train(const LanguageModelBatches& batches, Index count,
                                 const TensorView<double>& learning_rates = {});

  /// Makes `count` steps, each with a batch sampled from a corpus. Step s of the model (see
  /// `steps`) uses batch s, also after `restore`.
  /// @param corpus    tokens from 0 to V − 1, of shape (t), t ≥ 2
  /// @param sampling  the shape of the batches, and the seed
  /// @param count, learning_rates  as for `train`
  /// @throws ShapeMismatch naming `corpus` or `learning_rates`; OutOfRange naming `corpus`,
  ///     `sequences`, `length`, `count` or `learning_rates`; OutOfMemory. It throws before the
  ///     first step
  /// Time as for `train`, and O(t) once to check the corpus, which is not copied.
  ///
  ///     model.train_on(view(corpus), {.sequences = 16, .length = 64, .seed = 1}, 1000);
  LanguageModelTraining<T> train_on(const TensorView<Index>& corpus, const CorpusSampling& sampling,
                                    Index count, const TensorView<double>& learning_rates = {});

  /// A generator with the current parameters.
  /// @param length     the maximum number of tokens of each sequence; 0 means option `positions`
  /// @param sequences  the number of sequences that grow together, ≥ 1
  /// @throws OutOfRange naming `causal` if attention is not causal, `length` or `sequences`;
  ///     OutOfMemory
  /// Memory: the parameters, about a quarter more for a second copy of the projections, a
  /// transposed copy of E if Eᵀ replaces U, and 2 · layers · sequences · length · kv_heads · d/h
  /// numbers for keys and values.
  LanguageModelGenerator<T> generator(Index length = 0, Index sequences = 1) const;

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

  /// Makes one step with a gradient that the caller has computed, such as the mean of gradients of
  /// other models with the same parameters.
  /// @param gradient       the gradient of each parameter, of shape (1, entries)
  /// @param learning_rate  finite and ≥ 0
  /// @return the norm of the gradient before clipping
  /// @throws ShapeMismatch naming `gradient`; OutOfRange naming `learning_rate`; OutOfMemory. The
  ///     model is then unchanged
  /// Time O(entries).
  double step(const TensorView<T>& gradient, double learning_rate);

  /// The number of completed steps. After `restore`, it continues from the state's `steps`.
  std::int64_t steps() const;

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

  std::unique_ptr<Implementation, void (*)(Implementation*)> implementation_;
};

}  // namespace attention
