// SPDX-License-Identifier: MIT
#include "attention/detail/language_model/language_model.hpp"

#include <string>
#include <utility>

#include "attention/detail/memory.hpp"
#include "attention/detail/text.hpp"
#include "attention/error.hpp"

namespace attention::detail {
namespace {

template <class T>
const T* step_of(const std::vector<T>& list, const LanguageModelData& data, Index index) {
  return list.data() + static_cast<std::size_t>(index) * data.step_size();
}

template <class T>
std::vector<Matrix<T>> listed(Matrix<T>&& x) {
  std::vector<Matrix<T>> list;
  if (x.size() > 0) list.push_back(std::move(x));
  return list;
}

void require_targets(const LanguageModelData& data) {
  if (data.targets.empty())
    throw Error(ErrorKind::kShapeMismatch, "targets", "as many as tokens", "none");
}

}  // namespace

template <class T>
LanguageModel<T>::LanguageModel(const LanguageModelOptions& options,
                                const OptimizerOptions& optimizer, std::uint64_t seed)
    : layout_(std::make_unique<const LanguageModelLayout>(options)),
      seed_(seed),
      parameters_(1, drawn_parameters<T>(*layout_, seed)),
      gradient_(1, Matrix<T>::Zero(1, layout_->size())),
      optimizer_(optimizer, parameters_) {}

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
T LanguageModel<T>::step(LanguageModelPass<T>& pass, const LanguageModelData& data, Index index) {
  const T* const parameters = parameters_[0].data();
  const std::int32_t* const tokens = step_of(data.tokens, data, index);
  pass.forward(parameters, tokens);
  const T loss =
      pass.loss(step_of(data.targets, data, index), step_of(data.counts, data, index), nullptr);
  pass.backward(parameters, tokens, gradient_[0].data());
  return loss;
}

template <class T>
std::vector<T> LanguageModel<T>::train(const LanguageModelData& data, Index count) {
  if (count < 0)
    throw Error(ErrorKind::kOutOfRange, "count", "a whole number >= 0", std::to_string(count));
  require_targets(data);
  require_memory(multiply_bytes(sizeof(T), count));
  std::vector<T> losses;
  losses.reserve(static_cast<std::size_t>(count));
  LanguageModelPass<T>& pass = pass_for(data);
  for (Index made = 0; made < count; ++made) {
    losses.push_back(step(pass, data, made % data.steps));
    optimizer_.step(parameters_, gradient_);
  }
  return losses;
}

template <class T>
LanguageModelStages<T> LanguageModel<T>::stages(const LanguageModelData& data) {
  LanguageModelPass<T>& pass = pass_for(data);
  pass.forward(parameters_[0].data(), data.tokens.data());
  LanguageModelStages<T> stages = pass.stages();
  if (data.targets.empty()) return stages;
  stages.loss_rows = Tensor<T>(Shape{data.batch, data.length});
  stages.loss = pass.loss(data.targets.data(), data.counts.data(), stages.loss_rows.rows.data());
  return stages;
}

template <class T>
LanguageModelGradient<T> LanguageModel<T>::gradient(const LanguageModelData& data) {
  require_targets(data);
  const T loss = step(pass_for(data), data, 0);
  return {loss, gradient_[0]};
}

template <class T>
LanguageModelState<T> LanguageModel<T>::state() const {
  const OptimizerState<T>& optimizer = optimizer_.state();
  LanguageModelState<T> state{optimizer.steps, parameters_[0], {}, {}};
  if (!optimizer.first.empty()) state.first = optimizer.first[0];
  if (!optimizer.second.empty()) state.second = optimizer.second[0];
  return state;
}

template <class T>
void LanguageModel<T>::restore(LanguageModelState<T> state) {
  const Matrix<T>& present = parameters_[0];
  if (state.parameters.rows() != 1 || state.parameters.cols() != present.cols())
    throw Error(ErrorKind::kShapeMismatch, "parameters", shape_text(1, present.cols()),
                shape_text(state.parameters.rows(), state.parameters.cols()));
  OptimizerState<T> optimizer{state.steps, listed(std::move(state.first)),
                              listed(std::move(state.second))};
  if (optimizer.first.empty() && optimizer.second.empty()) {
    const auto nothing = [](const std::vector<Matrix<T>>& list) {
      return std::vector<Matrix<T>>(list.size(),
                                    Matrix<T>::Zero(1, list.empty() ? 0 : list[0].cols()));
    };
    optimizer.first = nothing(optimizer_.state().first);
    optimizer.second = nothing(optimizer_.state().second);
  }
  optimizer_.restore(std::move(optimizer));
  parameters_[0] = std::move(state.parameters);
}

template class LanguageModel<float>;
template class LanguageModel<double>;

}  // namespace attention::detail
