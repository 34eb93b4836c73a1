// SPDX-License-Identifier: MIT
#include "attention/trainer.hpp"

#include <memory>
#include <utility>
#include <vector>

#include "attention/detail/multi_head_boundary.hpp"
#include "attention/detail/training/trainer.hpp"
#include "simd/instantiate.hpp"

namespace attention {

using detail::guarded;
using detail::inside;
using detail::outside;

template <Real T>
struct Trainer<T>::Implementation {
  detail::Trainer<T> trainer;
};

namespace {

template <Real T>
std::vector<detail::Matrix<T>> list_of(const char* argument, const Tensor<T>* tensors,
                                       std::size_t count) {
  std::vector<detail::Matrix<T>> list;
  for (std::size_t i = 0; i < count; ++i)
    list.push_back(detail::copy_of(detail::parameter(argument, TensorView<T>(tensors[i]))));
  return list;
}

template <Real T>
bool are_given(const Tensor<T>* tensors, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i)
    if (tensors[i].shape() != Tensor<T>().shape()) return true;
  return false;
}

template <Real T>
void copy_to(const std::vector<detail::Matrix<T>>& list, Tensor<T>* to) {
  for (const detail::Matrix<T>& x : list) *to++ = outside(detail::Matrix<T>(x));
}

}  // namespace

template <Real T>
Trainer<T>::Trainer(Implementation* implementation) noexcept
    : implementation_(implementation, [](Implementation* x) { delete x; }) {}

template <Real T>
Tensor<T> Trainer<T>::run(Index count) {
  return guarded([&] {
    const std::vector<T> losses = implementation_->trainer.run(count);
    return Tensor<T>(view(losses));
  });
}

template <Real T>
T Trainer<T>::loss() const {
  return guarded([&] { return implementation_->trainer.loss(); });
}

template <Real T>
Index Trainer<T>::steps() const {
  return static_cast<Index>(implementation_->trainer.steps());
}

template <Real T>
Index Trainer<T>::size() const {
  return static_cast<Index>(implementation_->trainer.names().size());
}

template <Real T>
const char* Trainer<T>::name(Index index) const {
  detail::check_index(index, size());
  // The names are string literals, so that `data()` is null-terminated.
  return implementation_->trainer.names()[static_cast<std::size_t>(index)].data();
}

template <Real T>
TensorView<T> Trainer<T>::parameter(Index index) const {
  detail::check_index(index, size());
  const auto& x = implementation_->trainer.parameters()[static_cast<std::size_t>(index)];
  return {x.data(), {x.rows(), x.cols()}};
}

template <Real T>
TrainerState<T> Trainer<T>::state() const {
  return guarded([&] {
    const detail::TrainerState<T> present = implementation_->trainer.state();
    TrainerState<T> state;
    state.steps = static_cast<Index>(present.optimizer.steps);
    copy_to(present.parameters, state.parameters);
    copy_to(present.optimizer.first, state.first);
    copy_to(present.optimizer.second, state.second);
    return state;
  });
}

template <Real T>
void Trainer<T>::restore(const TrainerState<T>& state) {
  guarded([&] {
    const auto count = static_cast<std::size_t>(size());
    detail::TrainerState<T> next;
    next.parameters = list_of("parameters", state.parameters, count);
    next.optimizer.steps = static_cast<double>(state.steps);
    if (are_given(state.first, count)) next.optimizer.first = list_of("first", state.first, count);
    if (are_given(state.second, count))
      next.optimizer.second = list_of("second", state.second, count);
    implementation_->trainer.restore(std::move(next));
  });
}

namespace abi {
namespace {

template <Real T>
Trainer<T> trainer_of(std::unique_ptr<const detail::Task<T>> task,
                      std::vector<detail::Matrix<T>> start, const OptimizerOptions& optimizer) {
  return Trainer<T>(new typename Trainer<T>::Implementation{
      detail::Trainer<T>(std::move(task), std::move(start), optimizer)});
}

}  // namespace

template <class T>
Trainer<T> kernel_regression_trainer(const TensorView<T>& inputs, const TensorView<T>& targets,
                                     double start, const OptimizerOptions& optimizer) {
  return guarded([&] {
    return trainer_of<T>(detail::kernel_task<T>(detail::matrix("inputs", inputs),
                                                detail::matrix("targets", targets)),
                         {detail::Matrix<T>::Constant(1, 1, static_cast<T>(start))}, optimizer);
  });
}

template <class T>
Trainer<T> self_attention_trainer(const TensorView<T>& inputs, const TensorView<T>& targets,
                                  const Inputs<T>& start, const OptimizerOptions& optimizer,
                                  const AttentionOptions& options) {
  return guarded([&] {
    std::vector<detail::Matrix<T>> parameters = {
        detail::copy_of(detail::matrix("W_q", start.queries)),
        detail::copy_of(detail::matrix("W_k", start.keys)),
        detail::copy_of(detail::matrix("W_v", start.values))};
    return trainer_of<T>(detail::sdpa_task<T>(inside(inputs), inside(targets), inside<T>(options)),
                         std::move(parameters), optimizer);
  });
}

template <class T>
Trainer<T> additive_attention_trainer(const Inputs<T>& inputs, const TensorView<T>& targets,
                                      const AdditiveParameters<T>& start,
                                      const OptimizerOptions& optimizer,
                                      const AttentionOptions& options) {
  return guarded([&] {
    auto parameters = inside(start);
    return trainer_of<T>(
        detail::additive_task<T>(inside(inputs.queries), inside(inputs.keys), inside(inputs.values),
                                 inside(targets), inside<T>(options)),
        {std::move(parameters.W_q), std::move(parameters.W_k), std::move(parameters.w_v),
         std::move(parameters.bias)},
        optimizer);
  });
}

template <class T>
Trainer<T> multi_head_trainer(const Inputs<T>& inputs, const TensorView<T>& targets,
                              const MultiHeadParameters<T>& start,
                              const OptimizerOptions& optimizer, const MultiHeadOptions& options) {
  return guarded([&] {
    const auto p = inside(start);
    std::vector<detail::Matrix<T>> parameters;
    for (const detail::MatrixView<T>* x :
         {&p.W_q, &p.b_q, &p.W_k, &p.b_k, &p.W_v, &p.b_v, &p.W_o, &p.b_o})
      parameters.push_back(detail::copy_of(*x));
    return trainer_of<T>(
        detail::multi_head_task<T>(inside(inputs.queries), inside(inputs.keys),
                                   inside(inputs.values), inside(targets), inside<T>(options)),
        std::move(parameters), optimizer);
  });
}

ATTENTION_INSTANTIATE(kernel_regression_trainer);
ATTENTION_INSTANTIATE(self_attention_trainer);
ATTENTION_INSTANTIATE(additive_attention_trainer);
ATTENTION_INSTANTIATE(multi_head_trainer);

}  // namespace abi

template class Trainer<float>;
template class Trainer<double>;

}  // namespace attention
