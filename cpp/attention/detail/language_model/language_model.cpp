// SPDX-License-Identifier: MIT
#include "attention/detail/language_model/language_model.hpp"

#include <cmath>
#include <string>
#include <utility>

#include "attention/detail/memory.hpp"
#include "attention/detail/range.hpp"
#include "attention/detail/text.hpp"
#include "attention/error.hpp"

namespace attention::detail {
namespace {

template <class T>
const T* step_of(const std::vector<T>& list, const LanguageModelData& data, Index index) {
  return list.data() + static_cast<std::size_t>(index) * data.step_size();
}

void require_targets(const LanguageModelData& data) {
  if (data.targets.empty())
    throw Error(ErrorKind::kShapeMismatch, "targets", "as many as tokens", "none");
}

void check_rates(Index count, std::span<const double> learning_rates) {
  if (learning_rates.empty()) return;
  if (learning_rates.size() != static_cast<std::size_t>(count))
    throw Error(ErrorKind::kShapeMismatch, "learning_rates",
                std::to_string(count).append(" numbers"), std::to_string(learning_rates.size()));
  for (const double rate : learning_rates)
    require_that(rate >= 0 && std::isfinite(rate), "learning_rates", "a finite number >= 0", rate);
}

// Throws unless a list of the state is one row of this size.
template <class T>
void check_list(const char* argument, Index size, const Matrix<T>& list) {
  const Index rows = size > 0 ? 1 : 0;
  if (list.rows() == rows && list.cols() == size) return;
  throw Error(ErrorKind::kShapeMismatch, argument, shape_text(rows, size),
              shape_text(list.rows(), list.cols()));
}

}  // namespace

template <class T>
LanguageModel<T>::LanguageModel(const LanguageModelOptions& options,
                                const OptimizerOptions& optimizer, std::uint64_t seed)
    : layout_(std::make_unique<const LanguageModelLayout>(options)),
      optimizer_(optimizer),
      seed_(seed) {
  check_optimizer<T>(optimizer);
  require_memory(multiply_bytes(4 * sizeof(T), layout_->size()));
  state_.parameters = drawn_parameters<T>(*layout_, seed);
  gradient_.setZero(1, layout_->size());
  restore({0, state_.parameters, {}, {}});
}

template <class T>
LanguageModelPass<T>& LanguageModel<T>::pass_for(const LanguageModelData& data) {
  if (!pass_ || pass_->batch() != data.batch || pass_->length() != data.length) {
    // Frees the old pass before allocating the new one, so that memory for two is never needed at
    // once.
    pass_.reset();
    pass_ = std::make_unique<LanguageModelPass<T>>(*layout_, data.batch, data.length);
  }
  return *pass_;
}

// Computes all gradients of batch `index` and returns its loss.
template <class T>
T LanguageModel<T>::evaluate(LanguageModelPass<T>& pass, const LanguageModelData& data,
                             Index index) {
  const T* const parameters = state_.parameters.data();
  const std::int32_t* const tokens = step_of(data.tokens, data, index);
  pass.forward(parameters, tokens);
  const T loss =
      pass.loss(step_of(data.targets, data, index), step_of(data.counts, data, index), nullptr);
  pass.backward(parameters, tokens, gradient_.data());
  return loss;
}

// Updates the parameters with the gradient and returns its norm before clipping.
template <class T>
double LanguageModel<T>::move(double learning_rate) {
  const auto whole = [](Matrix<T>& list) {
    return std::span<T>(list.data(), static_cast<std::size_t>(list.size()));
  };
  const std::span<const T> gradient = whole(gradient_);
  const double norm = norm_of<T>({&gradient, 1});
  if (const double factor = clip_factor(optimizer_, norm); factor != 1)
    gradient_ *= static_cast<T>(factor);
  for (const LanguageModelParameter& x : layout_->parameters())
    if (!x.is_vector)
      decay(optimizer_, learning_rate,
            whole(state_.parameters)
                .subspan(static_cast<std::size_t>(x.first), static_cast<std::size_t>(x.size())));
  state_.steps += 1;
  update<T>(optimizer_, learning_rate, state_.steps,
            {whole(state_.parameters), gradient, whole(state_.first), whole(state_.second)});
  return norm;
}

template <class T>
LanguageModelTraining<T> LanguageModel<T>::run(Index count, std::span<const double> learning_rates,
                                               const Batches& batches) {
  if (count < 0)
    throw Error(ErrorKind::kOutOfRange, "count", "a whole number >= 0", std::to_string(count));
  check_rates(count, learning_rates);
  require_memory(multiply_bytes(2 * sizeof(T), count));
  LanguageModelTraining<T> training;
  training.losses.reserve(static_cast<std::size_t>(count));
  training.gradient_norms.reserve(static_cast<std::size_t>(count));
  for (Index made = 0; made < count; ++made) {
    const auto [data, index] = batches(made);
    training.losses.push_back(evaluate(pass_for(*data), *data, index));
    const double rate = learning_rates.empty() ? optimizer_.learning_rate
                                               : learning_rates[static_cast<std::size_t>(made)];
    training.gradient_norms.push_back(static_cast<T>(move(rate)));
  }
  return training;
}

template <class T>
LanguageModelTraining<T> LanguageModel<T>::train(const LanguageModelData& data, Index count,
                                                 std::span<const double> learning_rates) {
  require_targets(data);
  pass_for(data);
  return run(count, learning_rates,
             [&](Index made) { return std::pair(&data, made % data.steps); });
}

template <class T>
template <class Entry>
LanguageModelTraining<T> LanguageModel<T>::train_on(const TensorView<Entry>& corpus,
                                                    const CorpusSampling& sampling, Index count,
                                                    std::span<const double> learning_rates) {
  CorpusBatches<Entry> batches(layout_->options(), corpus, sampling);
  return run(count, learning_rates, [&](Index) {
    return std::pair(&batches.batch_of(static_cast<std::uint64_t>(state_.steps)), Index{0});
  });
}

template <class T>
LanguageModelStages<T> LanguageModel<T>::stages(const LanguageModelData& data) {
  LanguageModelPass<T>& pass = pass_for(data);
  pass.forward(state_.parameters.data(), data.tokens.data());
  LanguageModelStages<T> stages = pass.stages();
  if (data.targets.empty()) return stages;
  stages.loss_rows = Tensor<T>(Shape{data.batch, data.length});
  stages.loss = pass.loss(data.targets.data(), data.counts.data(), stages.loss_rows.rows.data());
  return stages;
}

template <class T>
LanguageModelGradient<T> LanguageModel<T>::gradient(const LanguageModelData& data) {
  require_targets(data);
  const T loss = evaluate(pass_for(data), data, 0);
  return {loss, gradient_};
}

template <class T>
void LanguageModel<T>::restore(LanguageModelState<T> state) {
  const Index size = layout_->size();
  const Index first = has_first(optimizer_) ? size : 0;
  const Index second = has_second(optimizer_) ? size : 0;
  check_list("parameters", size, state.parameters);
  if (state.first.size() == 0 && state.second.size() == 0) {
    state.first.setZero(first > 0 ? 1 : 0, first);
    state.second.setZero(second > 0 ? 1 : 0, second);
  }
  check_steps(state.steps);
  check_list("first", first, state.first);
  check_list("second", second, state.second);
  for (Index i = 0; i < second; ++i)
    require_that(!(state.second(i) < 0), "second", "numbers >= 0",
                 static_cast<double>(state.second(i)));
  state_ = std::move(state);
}

#define ATTENTION_INSTANTIATE_TRAINING(T, Entry)                \
  template LanguageModelTraining<T> LanguageModel<T>::train_on( \
      const TensorView<Entry>&, const CorpusSampling&, Index, std::span<const double>);
ATTENTION_INSTANTIATE_TRAINING(float, float)
ATTENTION_INSTANTIATE_TRAINING(float, Index)
ATTENTION_INSTANTIATE_TRAINING(double, double)
ATTENTION_INSTANTIATE_TRAINING(double, Index)
#undef ATTENTION_INSTANTIATE_TRAINING

template class LanguageModel<float>;
template class LanguageModel<double>;

}  // namespace attention::detail
