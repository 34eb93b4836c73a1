// SPDX-License-Identifier: MIT
#include "attention/detail/training/trainer.hpp"

#include <utility>

#include "attention/detail/memory.hpp"
#include "attention/detail/text.hpp"
#include "attention/error.hpp"

namespace attention::detail {
namespace {

// Whether each parameter decays: all do except biases.
std::vector<bool> decays_of(std::span<const std::string_view> names) {
  std::vector<bool> decays;
  for (const std::string_view name : names) decays.push_back(!name.starts_with('b'));
  return decays;
}

}  // namespace

template <class T>
Trainer<T>::Trainer(std::unique_ptr<const Task<T>> task, std::vector<Matrix<T>> start,
                    const OptimizerOptions& options)
    : task_(std::move(task)),
      parameters_(std::move(start)),
      optimizer_(options, parameters_, decays_of(task_->names())) {
  // Computes a loss and discards it, only so that the model checks the shapes of the parameters.
  // These shapes never change later.
  loss();
}

template <class T>
std::vector<T> Trainer<T>::run(Index count) {
  if (count < 0)
    throw Error(ErrorKind::kOutOfRange, "count", "a whole number >= 0", std::to_string(count));
  require_memory(multiply_bytes(sizeof(T), count));
  std::vector<T> losses;
  losses.reserve(static_cast<std::size_t>(count));
  for (Index step = 0; step < count; ++step) {
    const LossAndGradient<T> now = task_->loss_and_gradient(parameters_);
    optimizer_.step(parameters_, now.gradient);
    losses.push_back(now.loss);
  }
  return losses;
}

template <class T>
void Trainer<T>::restore(TrainerState<T> state) {
  if (state.parameters.size() != parameters_.size())
    throw Error(ErrorKind::kShapeMismatch, "parameters",
                std::to_string(parameters_.size()).append(" matrices"),
                std::to_string(state.parameters.size()));
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const Matrix<T>& present = parameters_[i];
    const Matrix<T>& next = state.parameters[i];
    if (next.rows() != present.rows() || next.cols() != present.cols())
      throw Error(ErrorKind::kShapeMismatch, "parameters",
                  shape_text(present.rows(), present.cols()), shape_text(next.rows(), next.cols()));
  }
  optimizer_.restore(std::move(state.optimizer));
  parameters_ = std::move(state.parameters);
}

template class Trainer<float>;
template class Trainer<double>;

}  // namespace attention::detail
