// SPDX-License-Identifier: MIT
/// @file
/// Trainers fit parameters by gradient descent.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "attention/multi_head.hpp"
#include "attention/options.hpp"
#include "attention/scaled_dot_product.hpp"
#include "attention/tensor.hpp"

namespace attention {

namespace abi {
[[noreturn]] ATTENTION_API void refuse_tensors(std::size_t most);
}

/// A list of tensors, such as the parameters of a model.
template <Real T>
class TensorList {
 public:
  static constexpr std::size_t kMaxSize = 8;  ///< enough for multi-head attention's parameters

  /// The number of tensors, and whether it is 0.
  /// @{
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  /// @}

  /// Access to the tensors, without bounds checks.
  /// @{
  Tensor<T>& operator[](std::size_t index) { return tensors_[index]; }
  const Tensor<T>& operator[](std::size_t index) const { return tensors_[index]; }
  Tensor<T>* begin() { return tensors_; }
  Tensor<T>* end() { return tensors_ + size_; }
  const Tensor<T>* begin() const { return tensors_; }
  const Tensor<T>* end() const { return tensors_ + size_; }
  /// @}

  /// Adds a tensor at the end. @throws OutOfRange naming `size` for more than `kMaxSize` tensors
  void push_back(Tensor<T> x) {
    if (size_ == kMaxSize) abi::refuse_tensors(kMaxSize);
    tensors_[size_] = std::move(x);
    ++size_;
  }

 private:
  Tensor<T> tensors_[kMaxSize];
  std::size_t size_ = 0;
};

/// The state that a trainer needs to continue, apart from its data and options.
template <Real T>
struct TrainerState {
  std::int64_t steps = 0;    ///< completed steps: from 0 to 2⁵³
  TensorList<T> parameters;  ///< in the order of `Trainer::name`
  /// The optimizer's b or a of each parameter (see `OptimizerMethod`). Empty for SGD without
  /// momentum.
  TensorList<T> first;
  TensorList<T> second;  ///< the optimizer's s of each parameter, entries ≥ 0; empty for SGD
};

/// Fits the parameters of a model to data, step by step: p ← optimizer(p, ∂loss/∂p). The loss is
/// the mean over all entries of (output − target)². The functions below create trainers. A trainer
/// owns copies of its data; it can be moved but not copied. A moved-from trainer can only be
/// destroyed or assigned to.
///
///     auto trainer =
///         attention::kernel_regression_trainer(inputs, targets, 1, {.learning_rate = 3});
///     const auto losses = trainer.run(100);
///     const double bandwidth = 1 / trainer.parameter(0)(0, 0);
///
/// If the learning rate is too large for the data, the losses grow to ∞ or NaN. Such losses are
/// returned unchanged, and training can still continue.
template <Real T>
class ATTENTION_API Trainer {
 public:
  /// Makes `count` steps. One call with k steps and k calls with one step give the same bits.
  /// @param count  ≥ 0
  /// @return the losses, of shape (count), each computed before its step
  /// @throws OutOfRange naming `count`; OutOfMemory. Steps completed before the error are kept
  /// Time of `count` forward and backward passes.
  Tensor<T> run(Index count);

  /// The loss with the current parameters. @throws OutOfMemory
  T loss() const;

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

  /// A copy of the state that `restore` needs. @throws OutOfMemory
  TrainerState<T> state() const;

  /// Continues from `state`: with the same data and options, the next steps give the same bits as
  /// if training had not been interrupted.
  /// @throws ShapeMismatch naming `parameters`, `first` or `second`; OutOfRange naming `steps` or
  ///     `second`; OutOfMemory. The trainer is then unchanged
  void restore(const TrainerState<T>& state);

  struct Implementation;
  /// Takes ownership of the implementation. Only the library's own functions call it.
  explicit Trainer(Implementation* implementation) noexcept;

 private:
  std::unique_ptr<Implementation, void (*)(Implementation*)> implementation_;
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
                                            const MultiHeadOptions& options,
                                            const DocumentVariant& variant = {});
}  // namespace abi

/// Learns the bandwidth of a kernel regression that predicts each target from all others: output_i
/// = Σ_{j≠i} α_ij target_j with α_i = softmax_j(−‖(x_i − x_j) w‖²/2). If point i were not left out,
/// w → ∞ would fit perfectly. The parameter is w (1, 1), any number; 1/w is the bandwidth σ, and w
/// = 0 gives the mean of the others.
/// @param inputs     of shape (n, d): x, n ≥ 2, d ≥ 1
/// @param targets    of shape (n, d_v), d_v ≥ 1
/// @param start      w before the first step
/// @param optimizer  the update rule and its constants; copied
/// @return a trainer before its first step
/// @throws ShapeMismatch; EmptyInput naming `inputs` or `targets`; OutOfRange naming an option
///     of the optimizer; OutOfMemory
/// Time and memory O(n²·(d + d_v)) for each step.
///
///     auto trainer = attention::kernel_regression_trainer(inputs, targets, 1);
template <TensorLike X, TensorLike Y>
Trainer<scalar_of<X, Y>> kernel_regression_trainer(const X& inputs, const Y& targets, double start,
                                                   const OptimizerOptions& optimizer = {}) {
  return abi::kernel_regression_trainer<scalar_of<X, Y>>(abi::read(inputs), abi::read(targets),
                                                         start, optimizer);
}

/// Learns self-attention with one head, softmax(X W_q (X W_k)ᵀ / divisor) X W_v. The parameters are
/// W_q and W_k (d, d_k) and W_v (d, d_v), multiplied from the right, without biases.
/// @param inputs   of shape (…, t, d): X
/// @param targets  of shape (…, t, d_v)
/// @param W_q, W_k, W_v  the parameters before the first step
/// @param optimizer      the update rule and its constants; copied
/// @param options  as for `scaled_dot_product`; flags, lengths and bias are copied. Dropout drops
///     the same weights at every step
/// @return a trainer before its first step
/// @throws ShapeMismatch and EmptyInput naming `inputs`, `targets`, `W_q`, `W_k` or `W_v`;
///     OutOfRange naming an option of the optimizer or as `scaled_dot_product` does; OutOfMemory
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

/// Learns attention with additive scores. The parameters are W_q, W_k, w_v and bias. A bias that is
/// empty at the start stays empty.
/// @param queries, keys, values  as for `additive_attention_stages`
/// @param targets  of shape (…, m, d_v)
/// @param start      the parameters before the first step
/// @param optimizer  the update rule and its constants; copied
/// @param options    as for `self_attention_trainer`; the scale is not used
/// @return a trainer before its first step
/// @throws as `additive_attention_stages` does, and ShapeMismatch and EmptyInput naming `targets`;
///     OutOfRange naming an option of the optimizer
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

/// Learns multi-head attention. The parameters are W_q, b_q, W_k, b_k, W_v, b_v, W_o and b_o. A
/// bias that is empty at the start stays empty.
/// @param queries, keys, values  as for `multi_head`
/// @param targets  of shape (…, m, E_o)
/// @param start      the parameters before the first step
/// @param optimizer  the update rule and its constants; copied
/// @param options    as for `multi_head`; flags, lengths and bias are copied. Dropout drops the
///     same weights at every step
/// @return a trainer before its first step
/// @throws as `multi_head` does, and ShapeMismatch and EmptyInput naming `targets`; OutOfRange
///     naming an option of the optimizer
/// Time of one step: about three times that of `multi_head_stages`; memory: as much as
/// `multi_head_stages`.
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
