// SPDX-License-Identifier: MIT
#include "attention/language_model.hpp"

#include <string>
#include <utility>
#include <vector>

#include "attention/detail/boundary.hpp"
#include "attention/detail/language_model/language_model.hpp"

namespace attention {

using detail::guarded;
using detail::inside;
using detail::outside;

template <Real T>
struct LanguageModel<T>::Implementation {
  detail::LanguageModel<T> model;
};

template <Real T>
struct LanguageModelGenerator<T>::Implementation {
  detail::LanguageModelGenerator<T> generator;
};

namespace {

detail::LanguageModelData data_of(const LanguageModelOptions& options,
                                  const LanguageModelBatches& batches, bool has_steps) {
  const auto tokens = inside(batches.tokens);
  if (batches.targets.empty() && batches.counts.empty())
    return detail::language_model_tokens(options, tokens, has_steps);
  return detail::language_model_data(options, tokens, inside(batches.targets),
                                     inside(batches.counts), has_steps);
}

template <Real T>
detail::Matrix<T> copied(const char* argument, const Tensor<T>& list) {
  if (list.empty()) return {};
  return detail::copy_of(detail::matrix(argument, TensorView<T>(list.data(), list.shape())));
}

// Converts an internal list to a public tensor; an empty list becomes an empty tensor.
template <Real T>
Tensor<T> given(detail::Matrix<T>&& list) {
  return list.size() == 0 ? Tensor<T>() : outside(std::move(list));
}

std::vector<double> rates_of(const TensorView<double>& learning_rates) {
  if (learning_rates.shape().size() != 1)
    throw Error(ErrorKind::kShapeMismatch, "learning_rates", "(n)",
                detail::shape_text(learning_rates.shape()));
  const auto row = learning_rates.row(0);
  return {row.begin(), row.end()};
}

template <Real T>
LanguageModelTraining<T> outside_of(const detail::LanguageModelTraining<T>& training) {
  return {Tensor<T>(view(training.losses)), Tensor<T>(view(training.gradient_norms))};
}

}  // namespace

template <Real T>
LanguageModel<T>::LanguageModel(const LanguageModelOptions& options,
                                const OptimizerOptions& optimizer, std::uint64_t seed)
    : implementation_(
          guarded([&] {
            return new Implementation{detail::LanguageModel<T>(options, optimizer, seed)};
          }),
          [](Implementation* x) { delete x; }) {}

template <Real T>
LanguageModelTraining<T> LanguageModel<T>::train(const LanguageModelBatches& batches, Index count,
                                                 const TensorView<double>& learning_rates) {
  return guarded([&] {
    detail::LanguageModel<T>& model = implementation_->model;
    return outside_of(model.train(data_of(model.layout().options(), batches, true), count,
                                  rates_of(learning_rates)));
  });
}

template <Real T>
LanguageModelTraining<T> LanguageModel<T>::train_on(const TensorView<Index>& corpus,
                                                    const CorpusSampling& sampling, Index count,
                                                    const TensorView<double>& learning_rates) {
  return guarded([&] {
    return outside_of(
        implementation_->model.train_on(inside(corpus), sampling, count, rates_of(learning_rates)));
  });
}

template <Real T>
LanguageModelGenerator<T> LanguageModel<T>::generator(Index length, Index sequences) const {
  using Generator = LanguageModelGenerator<T>;
  return guarded([&] {
    return Generator(new typename Generator::Implementation{
        implementation_->model.generator(length, sequences)});
  });
}

template <Real T>
LanguageModelGenerator<T>::LanguageModelGenerator(Implementation* implementation) noexcept
    : implementation_(implementation, [](Implementation* x) { delete x; }) {}

template <Real T>
Tensor<T> LanguageModelGenerator<T>::next(const TensorView<Index>& tokens) {
  return guarded([&] { return outside(implementation_->generator.next(inside(tokens))); });
}

template <Real T>
Index LanguageModelGenerator<T>::length() const {
  return implementation_->generator.length();
}

template <Real T>
void LanguageModelGenerator<T>::reset() {
  implementation_->generator.reset();
}

template <Real T>
LanguageModelStages<T> LanguageModel<T>::stages(const LanguageModelBatches& sequences) {
  return guarded([&] {
    detail::LanguageModel<T>& model = implementation_->model;
    auto stages = model.stages(data_of(model.layout().options(), sequences, false));
    LanguageModelStages<T> result{outside(std::move(stages.weights)),
                                  outside(std::move(stages.streams)),
                                  outside(std::move(stages.logits)),
                                  {},
                                  stages.loss};
    if (stages.loss_rows.rows.size() > 0) result.loss_rows = outside(std::move(stages.loss_rows));
    return result;
  });
}

template <Real T>
LanguageModelGradient<T> LanguageModel<T>::gradient(const LanguageModelBatches& batch) {
  return guarded([&] {
    detail::LanguageModel<T>& model = implementation_->model;
    auto result = model.gradient(data_of(model.layout().options(), batch, false));
    return LanguageModelGradient<T>{result.loss, outside(std::move(result.gradient))};
  });
}

template <Real T>
Index LanguageModel<T>::steps() const {
  return static_cast<Index>(implementation_->model.steps());
}

template <Real T>
Index LanguageModel<T>::size() const {
  return static_cast<Index>(implementation_->model.layout().parameters().size());
}

template <Real T>
const char* LanguageModel<T>::name(Index index) const {
  detail::check_index(index, size());
  return implementation_->model.layout().parameters()[static_cast<std::size_t>(index)].name.c_str();
}

template <Real T>
TensorView<T> LanguageModel<T>::parameter(Index index) const {
  return cut(implementation_->model.parameters().data(), index);
}

template <Real T>
TensorView<T> LanguageModel<T>::part(const Tensor<T>& list, Index index) const {
  return guarded([&] {
    const Index size = implementation_->model.layout().size();
    if (list.size() != size)
      throw Error(ErrorKind::kShapeMismatch, "list", std::to_string(size).append(" entries"),
                  std::to_string(list.size()));
    return cut(list.data(), index);
  });
}

template <Real T>
TensorView<T> LanguageModel<T>::cut(const T* list, Index index) const {
  detail::check_index(index, size());
  const auto& x = implementation_->model.layout().parameters()[static_cast<std::size_t>(index)];
  return {list + x.first, x.shape()};
}

template <Real T>
LanguageModelState<T> LanguageModel<T>::state() const {
  return guarded([&] {
    detail::LanguageModelState<T> state = implementation_->model.state();
    return LanguageModelState<T>{static_cast<Index>(state.steps),
                                 outside(std::move(state.parameters)),
                                 given(std::move(state.first)), given(std::move(state.second))};
  });
}

template <Real T>
void LanguageModel<T>::restore(const LanguageModelState<T>& state) {
  guarded([&] {
    implementation_->model.restore({static_cast<double>(state.steps),
                                    copied("parameters", state.parameters),
                                    copied("first", state.first), copied("second", state.second)});
  });
}

template class LanguageModelGenerator<float>;
template class LanguageModelGenerator<double>;
template class LanguageModel<float>;
template class LanguageModel<double>;

}  // namespace attention
