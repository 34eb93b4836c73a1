// SPDX-License-Identifier: MIT
/// @file
/// Trainers, which fit parameters by gradient descent.
#pragma once

#include <cstddef>

#include "attention/multi_head.hpp"
#include "attention/options.hpp"
#include "attention/scaled_dot_product.hpp"
#include "attention/tensor.hpp"

namespace attention {

/// All that a trainer needs to go on, apart from its data and its options. Unused entries are
/// empty.
template <Real T>
struct TrainerState {
  static constexpr std::size_t kMaxParameters = 8;  ///< those of multi-head attention

  Index steps = 0;                       ///< steps made, ≥ 0
  Tensor<T> parameters[kMaxParameters];  ///< in the trainer's order
  /// Of each parameter the optimizer's b or a (see `OptimizerMethod`); none for SGD without
  /// momentum, and for SGD none before the first step.
  Tensor<T> first[kMaxParameters];
  Tensor<T> second[kMaxParameters];  ///< s of each parameter, no entry < 0; none for SGD
};

/// Fits the parameters of a model to data, step by step: p ← optimizer(p, ∂loss/∂p). The loss is
/// the mean over all entries of (output − target)². The functions below make trainers. A trainer
/// keeps copies of its data; it can be moved, not copied. One that was moved from may only be
/// assigned to or destroyed.
///
///     auto trainer =
///         attention::kernel_regression_trainer(inputs, targets, 1, {.learning_rate = 3});
///     const auto losses = trainer.run(100);
///     const double bandwidth = 1 / trainer.parameter(0)(0, 0);
///
/// A learning rate too large for the data makes the losses grow to ∞ and NaN; they are reported as
/// they are, and steps stay possible.
template <Real T>
class ATTENTION_API Trainer {
 public:
  ~Trainer();
  /// A trainer that was moved from can only be destroyed or assigned to.
  /// @{
  Trainer(Trainer&& other) noexcept;
  Trainer& operator=(Trainer&& other) noexcept;
  /// @}
  Trainer(const Trainer&) = delete;
  Trainer& operator=(const Trainer&) = delete;

  /// Makes `count` steps. k steps at once are k times one step, bit for bit.
  /// @param count  ≥ 0
  /// @return (count) the losses, each before its step
  /// @throws OutOfRange (count), OutOfMemory; the steps made until then stay made
  /// Time count times a forward and a backward pass.
  Tensor<T> run(Index count);

  /// The loss of the present parameters. @throws OutOfMemory
  T loss() const;

  /// How many steps were made, those before a restored state included.
  Index steps() const;

  /// The number of parameters, their names and their present values, which a step changes.
  /// @throws OutOfRange (index)
  /// @{
  Index size() const;
  const char* name(Index index) const;
  TensorView<T> parameter(Index index) const;
  /// @}

  /// A copy of what is needed to go on. @throws OutOfMemory
  TrainerState<T> state() const;

  /// Goes on from `state`: the next steps are those that would have followed it, bit for bit, with
  /// the same data and options.
  /// @throws ShapeMismatch (parameters, first, second), OutOfRange (steps, second), OutOfMemory;
  ///     the trainer is then unchanged
  void restore(const TrainerState<T>& state);

  struct Implementation;
  /// For the library's own functions.
  explicit Trainer(Implementation* implementation) noexcept : implementation_(implementation) {}

 private:
  void check_index(Index index) const;

  Implementation* implementation_;
};

namespace abi {
template <class T>
ATTENTION_API Trainer<T> kernel_regression_trainer(const TensorView<T>& inputs,
                                                   const TensorView<T>& targets, double start,
                                                   const OptimizerOptions& optimizer);
template <class T>
ATTENTION_API Trainer<T> self_attention_trainer(const TensorView<T>& inputs,
                                                const TensorView<T>& targets,
                                                const Inputs<T>& start,
                                                const OptimizerOptions& optimizer,
                                                const AttentionOptions& options);
template <class T>
ATTENTION_API Trainer<T> additive_attention_trainer(const Inputs<T>& inputs,
                                                    const TensorView<T>& targets,
                                                    const AdditiveParameters<T>& start,
                                                    const OptimizerOptions& optimizer,
                                                    const AttentionOptions& options);
template <class T>
ATTENTION_API Trainer<T> multi_head_trainer(const Inputs<T>& inputs, const TensorView<T>& targets,
                                            const MultiHeadParameters<T>& start,
                                            const OptimizerOptions& optimizer,
                                            const MultiHeadOptions& options);
}  // namespace abi

/// Learns the bandwidth of a kernel regression of each target by all others:
/// output_i = Σ_{j≠i} α_ij target_j with α_i = softmax_j(−‖(x_i − x_j) w‖²/2). Without leaving a
/// point out, w → ∞ would fit perfectly. The parameter is w (1, 1), any number; 1/w is the
/// bandwidth σ, and 0 gives the mean of the others.
/// @param inputs     (n, d) x, n ≥ 2, d ≥ 1
/// @param targets    (n, d_v), d_v ≥ 1
/// @param start      w before the first step
/// @param optimizer  copied
/// @return a trainer before its first step
/// @throws ShapeMismatch, EmptyInput (inputs, targets), OutOfRange (learning_rate, momentum, beta1,
///     beta2, epsilon), OutOfMemory
/// Time and memory O(n²·(d + d_v)) for each step.
///
///     auto trainer = attention::kernel_regression_trainer(inputs, targets, 1);
template <TensorLike X, TensorLike Y>
Trainer<scalar_of<X, Y>> kernel_regression_trainer(const X& inputs, const Y& targets, double start,
                                                   const OptimizerOptions& optimizer = {}) {
  return abi::kernel_regression_trainer<scalar_of<X, Y>>(abi::read(inputs), abi::read(targets),
                                                         start, optimizer);
}

/// Learns self-attention of one head, softmax(X W_q (X W_k)ᵀ / divisor) X W_v. The parameters are
/// W_q and W_k (d, d_k) and W_v (d, d_v), multiplied from the right, without biases.
/// @param inputs   (…, t, d) X
/// @param targets  (…, t, d_v)
/// @param W_q, W_k, W_v  the parameters before the first step
/// @param optimizer      copied
/// @param options  scale, mask and dropout, which is the same at every step; flags and lengths are
///     copied
/// @return a trainer before its first step
/// @throws ShapeMismatch and EmptyInput (inputs, targets, W_q, W_k, W_v), OutOfRange (the
///     optimizer's and as `scaled_dot_product`), OutOfMemory
/// Time O(t·d² + t²·d) and memory O(t² + t·d) for each step and batch item.
///
///     auto trainer = attention::self_attention_trainer(x, y, W_q, W_k, W_v,
///         {.method = attention::OptimizerMethod::kAdam}, {.mask = {.causal = true}});
template <TensorLike X, TensorLike Y, TensorLike Q, TensorLike K, TensorLike V>
Trainer<scalar_of<X, Y, Q, K, V>> self_attention_trainer(const X& inputs, const Y& targets,
                                                         const Q& W_q, const K& W_k, const V& W_v,
                                                         const OptimizerOptions& optimizer = {},
                                                         const AttentionOptions& options = {}) {
  return abi::self_attention_trainer<scalar_of<X, Y, Q, K, V>>(
      abi::read(inputs), abi::read(targets), {abi::read(W_q), abi::read(W_k), abi::read(W_v)},
      optimizer, options);
}

/// Learns attention with additive scores. The parameters are W_q, W_k, w_v and bias; a bias that is
/// empty at the start stays so.
/// @param queries, keys, values  as `additive_attention_stages`
/// @param targets  (…, m, d_v)
/// @param start      the parameters before the first step
/// @param optimizer  copied
/// @param options    mask and dropout, as `self_attention_trainer`
/// @return a trainer before its first step
/// @throws as `additive_attention_stages`, and ShapeMismatch and EmptyInput (targets), OutOfRange
///     (the optimizer's)
/// Time O(m·n·(h + d_v)) and memory O(m·n) for each step.
///
///     auto trainer = attention::additive_attention_trainer(q, k, v, targets, parameters);
template <TensorLike Q, TensorLike K, TensorLike V, TensorLike Y>
Trainer<scalar_of<Q, K, V, Y>> additive_attention_trainer(
    const Q& queries, const K& keys, const V& values, const Y& targets,
    const AdditiveParameters<scalar_of<Q, K, V, Y>>& start, const OptimizerOptions& optimizer = {},
    const AttentionOptions& options = {}) {
  return abi::additive_attention_trainer<scalar_of<Q, K, V, Y>>(
      {abi::read(queries), abi::read(keys), abi::read(values)}, abi::read(targets), start,
      optimizer, options);
}

/// Learns multi-head attention. The parameters are W_q, b_q, W_k, b_k, W_v, b_v, W_o and b_o; a
/// bias that is empty at the start stays so.
/// @param queries, keys, values  as `multi_head`
/// @param targets  (…, m, E_o)
/// @param start      the parameters before the first step
/// @param optimizer  copied
/// @param options    as `multi_head`, copied with its flags and lengths; dropout is the same at
///     every step
/// @return a trainer before its first step
/// @throws as `multi_head`, and ShapeMismatch and EmptyInput (targets), OutOfRange (the
///     optimizer's)
/// Time of a step about three times that of `multi_head_stages`, with as much memory.
///
///     auto trainer = attention::multi_head_trainer(x, x, x, targets, parameters, {},
///                                                  {.num_heads = 8});
template <TensorLike Q, TensorLike K, TensorLike V, TensorLike Y>
Trainer<scalar_of<Q, K, V, Y>> multi_head_trainer(
    const Q& queries, const K& keys, const V& values, const Y& targets,
    const MultiHeadParameters<scalar_of<Q, K, V, Y>>& start, const OptimizerOptions& optimizer,
    const MultiHeadOptions& options) {
  return abi::multi_head_trainer<scalar_of<Q, K, V, Y>>(
      {abi::read(queries), abi::read(keys), abi::read(values)}, abi::read(targets), start,
      optimizer, options);
}

}  // namespace attention
