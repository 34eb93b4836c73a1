// SPDX-License-Identifier: MIT
// This file is long because it has all functions of a model and of its generator.
#include "attention/language_model.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "attention/detail/language_model/pass.hpp"
#include "attention/detail/memory.hpp"
#include "attention/detail/refuse.hpp"
#include "attention/detail/tensor.hpp"
#include "attention/detail/training/optimizer.hpp"

namespace attention {

using detail::guarded;
using detail::LanguageModelData;
using detail::LanguageModelLayout;
using detail::LanguageModelPass;

namespace {

template <class T>
const T* step_of(const std::vector<T>& list, const LanguageModelData& data, Index index) {
  return list.data() + static_cast<std::size_t>(index) * data.step_size();
}

void require_targets(const LanguageModelData& data) {
  if (data.targets.empty())
    detail::refuse_shape("targets", ErrorCode::kEntries, {data.tokens.size()}, 0);
}

void check_rates(Index count, const TensorView<double>& learning_rates) {
  if (learning_rates.shape().size() != 1)
    detail::refuse_shape("learning_rates", ErrorCode::kShape, {{Shape{-1}, "n"}},
                         learning_rates.shape());
  if (learning_rates.empty()) return;
  if (learning_rates.size() != count)
    detail::refuse_shape("learning_rates", ErrorCode::kEntries, {count}, learning_rates.size());
  for (const double rate : learning_rates.row(0)) detail::require_from("learning_rates", rate, 0);
}

// Throws unless `list`, a member of the state, has the expected shape. If no entries are expected,
// an empty list of any shape is accepted.
template <class T>
void check_list(const char* argument, const Shape& expected, const Tensor<T>& list) {
  if (detail::size_of(expected) > 0 || !list.empty())
    detail::check_same_shape(argument, list.shape(), expected);
}

}  // namespace

template <Real T>
struct LanguageModel<T>::Implementation {
  Implementation(const LanguageModelOptions& options, const OptimizerOptions& with,
                 std::uint64_t seed)
      : layout(options), optimizer(with) {
    detail::check_optimizer<T>(optimizer);
    detail::require_memory(detail::multiply_bytes(4 * sizeof(T), layout.size()));
    state.parameters = detail::drawn_parameters<T>(layout, seed);
    gradient = Tensor<T>(state.parameters.shape());
    restore({0, state.parameters, {}, {}});
  }

  LanguageModelData data(const LanguageModelBatches& batches, bool has_steps) const {
    return detail::language_model_data(layout.options(), batches, has_steps);
  }

  LanguageModelPass<T>& pass_for(const LanguageModelData& data) {
    if (!pass || pass->batch() != data.batch || pass->length() != data.length) {
      // Frees the old pass first, so that memory for two passes is never needed.
      pass.reset();
      pass = std::make_unique<LanguageModelPass<T>>(layout, data.batch, data.length, data.length);
    }
    return *pass;
  }

  // Writes the gradients of all parameters for batch `index` to `gradient`, and returns the loss.
  T evaluate(const LanguageModelData& data, Index index) {
    LanguageModelPass<T>& of_data = pass_for(data);
    const T* const parameters = state.parameters.data();
    const std::int32_t* const tokens = step_of(data.tokens, data, index);
    of_data.forward(parameters, tokens);
    const T loss = of_data.loss(step_of(data.targets, data, index),
                                step_of(data.counts, data, index), nullptr);
    of_data.backward(parameters, tokens, gradient.data());
    return loss;
  }

  // Updates the parameters with the gradient and returns its norm before clipping.
  double move(double learning_rate) {
    const std::span<T> parameters = state.parameters.entries();
    const std::span<const T> slopes = gradient.entries();
    const double norm = detail::norm_of<T>({&slopes, 1});
    if (const double factor = detail::clip_factor(optimizer, norm); factor != 1)
      for (T& slope : gradient) slope *= static_cast<T>(factor);
    for (const detail::LanguageModelParameter& x : layout.parameters())
      if (!x.is_vector)
        detail::decay(optimizer, learning_rate,
                      parameters.subspan(static_cast<std::size_t>(x.first),
                                         static_cast<std::size_t>(x.size())));
    state.steps += 1;
    detail::update<T>(optimizer, learning_rate, static_cast<double>(state.steps),
                      {parameters, slopes, state.first.entries(), state.second.entries()});
    return norm;
  }

  // Makes `count` steps. For j = 0 … count − 1, batches(j) returns the data for step j and the
  // index of the batch in this data.
  using Batches = std::function<std::pair<const LanguageModelData*, Index>(Index)>;
  LanguageModelTraining<T> run(Index count, const TensorView<double>& learning_rates,
                               const Batches& batches) {
    if (count < 0) detail::refuse_range("count", ErrorCode::kWholeAtLeast, {0}, count);
    check_rates(count, learning_rates);
    LanguageModelTraining<T> training{Tensor<T>({count}), Tensor<T>({count})};
    for (Index made = 0; made < count; ++made) {
      const auto [data, index] = batches(made);
      training.losses.data()[made] = evaluate(*data, index);
      const double rate =
          learning_rates.empty() ? optimizer.learning_rate : learning_rates.data()[made];
      training.gradient_norms.data()[made] = static_cast<T>(move(rate));
    }
    return training;
  }

  void restore(LanguageModelState<T> next) {
    const Shape whole = {1, layout.size()};
    const Shape first = detail::has_first(optimizer) ? whole : Shape{0};
    const Shape second = detail::has_second(optimizer) ? whole : Shape{0};
    check_list("parameters", whole, next.parameters);
    if (next.first.empty() && next.second.empty()) {
      next.first = Tensor<T>(first);
      next.second = Tensor<T>(second);
    }
    detail::check_steps(static_cast<double>(next.steps));
    check_list("first", first, next.first);
    check_list("second", second, next.second);
    for (const T entry : next.second)
      detail::require_that(!(entry < 0), "second", ErrorCode::kNumbersFrom, entry, 0);
    state = std::move(next);
  }

  LanguageModelLayout layout;
  OptimizerOptions optimizer;
  LanguageModelState<T> state;
  Tensor<T> gradient;  // shaped like the parameters
  std::unique_ptr<LanguageModelPass<T>> pass;
};

template <Real T>
LanguageModel<T>::LanguageModel(const LanguageModelOptions& options,
                                const OptimizerOptions& optimizer, std::uint64_t seed)
    : implementation_(guarded([&] { return new Implementation(options, optimizer, seed); }),
                      [](Implementation* x) { delete x; }) {}

template <Real T>
LanguageModelTraining<T> LanguageModel<T>::train(const LanguageModelBatches& batches, Index count,
                                                 const TensorView<double>& learning_rates) {
  return guarded([&] {
    const LanguageModelData data = implementation_->data(batches, true);
    require_targets(data);
    implementation_->pass_for(data);
    return implementation_->run(count, learning_rates,
                                [&](Index made) { return std::pair(&data, made % data.steps); });
  });
}

template <Real T>
LanguageModelTraining<T> LanguageModel<T>::train_on(const TensorView<Index>& corpus,
                                                    const CorpusSampling& sampling, Index count,
                                                    const TensorView<double>& learning_rates) {
  return guarded([&] {
    detail::CorpusBatches batches(implementation_->layout.options(), corpus, sampling);
    return implementation_->run(count, learning_rates, [&](Index) {
      return std::pair(&batches.batch_of(static_cast<std::uint64_t>(steps())), Index{0});
    });
  });
}

template <Real T>
LanguageModelStages<T> LanguageModel<T>::stages(const LanguageModelBatches& sequences) {
  return guarded([&] {
    const LanguageModelData data = implementation_->data(sequences, false);
    LanguageModelPass<T>& pass = implementation_->pass_for(data);
    pass.forward(implementation_->state.parameters.data(), data.tokens.data());
    LanguageModelStages<T> stages = pass.stages();
    if (data.targets.empty()) return stages;
    stages.loss_rows = Tensor<T>({data.batch, data.length});
    stages.loss = pass.loss(data.targets.data(), data.counts.data(), stages.loss_rows.data());
    return stages;
  });
}

template <Real T>
LanguageModelGradient<T> LanguageModel<T>::gradient(const LanguageModelBatches& batch) {
  return guarded([&] {
    const LanguageModelData data = implementation_->data(batch, false);
    require_targets(data);
    const T loss = implementation_->evaluate(data, 0);
    return LanguageModelGradient<T>{loss, implementation_->gradient};
  });
}

template <Real T>
double LanguageModel<T>::step(const TensorView<T>& gradient, double learning_rate) {
  return guarded([&] {
    Tensor<T>& to = implementation_->gradient;
    detail::check_same_shape("gradient", gradient.shape(), to.shape());
    detail::require_from("learning_rate", learning_rate, 0);
    std::copy_n(gradient.data(), to.size(), to.data());
    return implementation_->move(learning_rate);
  });
}

template <Real T>
std::int64_t LanguageModel<T>::steps() const {
  return implementation_->state.steps;
}

template <Real T>
Index LanguageModel<T>::size() const {
  return static_cast<Index>(implementation_->layout.parameters().size());
}

template <Real T>
const char* LanguageModel<T>::name(Index index) const {
  guarded([&] { detail::check_index(index, size()); });
  return implementation_->layout.parameters()[static_cast<std::size_t>(index)].name.c_str();
}

template <Real T>
TensorView<T> LanguageModel<T>::parameter(Index index) const {
  return part(implementation_->state.parameters, index);
}

template <Real T>
TensorView<T> LanguageModel<T>::part(const Tensor<T>& list, Index index) const {
  return guarded([&] {
    const Index size = implementation_->layout.size();
    if (list.size() != size) detail::refuse_shape("list", ErrorCode::kEntries, {size}, list.size());
    detail::check_index(index, this->size());
    const auto& x = implementation_->layout.parameters()[static_cast<std::size_t>(index)];
    return TensorView<T>(list.data() + x.first, x.shape());
  });
}

template <Real T>
LanguageModelState<T> LanguageModel<T>::state() const {
  return guarded([&] { return implementation_->state; });
}

template <Real T>
void LanguageModel<T>::restore(const LanguageModelState<T>& state) {
  guarded([&] { implementation_->restore(state); });
}

template <Real T>
struct LanguageModelGenerator<T>::Implementation {
  Implementation(const LanguageModelLayout& of_model, const Tensor<T>& with, Index length,
                 Index sequences)
      : layout(of_model),
        parameters(with),
        cache(layout, parameters.data(), sequences, length),
        pass(layout, sequences, 1, length) {}

  LanguageModelLayout layout;
  Tensor<T> parameters;
  detail::LanguageModelCache<T> cache;
  LanguageModelPass<T> pass;
};

template <Real T>
LanguageModelGenerator<T> LanguageModel<T>::generator(Index length, Index sequences) const {
  return guarded([&] {
    const LanguageModelLayout& layout = implementation_->layout;
    const LanguageModelOptions& options = layout.options();
    if (!options.is_causal) detail::refuse_range("causal", ErrorCode::kValue, {"true"}, "false");
    const Index capacity = length == 0 ? options.positions : length;
    const Index most = std::min(detail::longest_sequence(options), Index{1} << 24);
    if (capacity < 1 || capacity > most)
      detail::refuse_range("length", ErrorCode::kNumberFrom, {1, most}, length);
    detail::require_range("sequences", static_cast<double>(sequences), 1, 1 << 24);
    return LanguageModelGenerator<T>(new typename LanguageModelGenerator<T>::Implementation(
        layout, implementation_->state.parameters, capacity, sequences));
  });
}

template <Real T>
LanguageModelGenerator<T>::LanguageModelGenerator(Implementation* implementation) noexcept
    : implementation_(implementation, [](Implementation* x) { delete x; }) {}

template <Real T>
Tensor<T> LanguageModelGenerator<T>::next(const TensorView<Index>& tokens) {
  return guarded([&] {
    detail::LanguageModelCache<T>& cache = implementation_->cache;
    const Index sequences = cache.sequences();
    detail::check_same_shape("tokens", tokens.shape(), {sequences});
    if (length() == cache.capacity())
      detail::refuse_range("tokens", ErrorCode::kSequenceAtMost, {cache.capacity()}, length() + 1);
    const LanguageModelOptions& options = implementation_->layout.options();
    const LanguageModelData data = detail::language_model_data(
        options, {TensorView<Index>(tokens.data(), {sequences, 1}), {}, {}}, false);
    Tensor<T> logits({sequences, options.vocabulary});
    implementation_->pass.forward(implementation_->parameters.data(), data.tokens.data(), &cache);
    std::copy_n(implementation_->pass.logits(), logits.size(), logits.data());
    return logits;
  });
}

template <Real T>
Index LanguageModelGenerator<T>::length() const {
  return implementation_->cache.length();
}

template <Real T>
void LanguageModelGenerator<T>::reset() {
  implementation_->cache.clear();
}

template class LanguageModelGenerator<float>;
template class LanguageModelGenerator<double>;
template class LanguageModel<float>;
template class LanguageModel<double>;

}  // namespace attention
