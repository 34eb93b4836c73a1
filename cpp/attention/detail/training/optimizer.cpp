// SPDX-License-Identifier: MIT
#include "attention/detail/training/optimizer.hpp"

#include <cmath>
#include <cstdint>
#include <utility>

#include "attention/detail/refuse.hpp"
#include "attention/detail/shape.hpp"
#include "attention/detail/sum.hpp"
#include "simd/instantiate.hpp"

namespace attention::detail {
namespace {

// Checks that x, after rounding to the precision of the parameters (`rounded`), is finite and > 0.
void check_positive(const char* argument, double x, double rounded) {
  require_that(rounded > 0 && std::isfinite(rounded), argument, ErrorCode::kFiniteAbove, x, 0);
}

void check_share(const char* argument, double x) {
  require_that(x >= 0 && x < 1, argument, ErrorCode::kNumberFromBelow, x, 0, 1);
}

template <class T>
void check_list(const char* argument, const TensorList<T>& got, const TensorList<T>& expected) {
  if (got.size() != expected.size())
    refuse_shape(argument, ErrorCode::kMatrices, {expected.size()}, got.size());
  for (std::size_t i = 0; i < got.size(); ++i)
    check_same_shape(argument, got[i].shape(), expected[i].shape());
}

template <class T>
void check_not_negative(const char* argument, const TensorList<T>& list) {
  for (const Tensor<T>& x : list)
    for (const T entry : x) require_that(!(entry < 0), argument, ErrorCode::kNumbersFrom, entry, 0);
}

// Computes a power with a whole exponent by squaring. It uses only products, so that every platform
// computes the same bits.
double power(double base, double exponent) {
  double result = 1;
  for (auto left = static_cast<std::uint64_t>(exponent); left > 0; left /= 2) {
    if (left % 2 == 1) result *= base;
    base *= base;
  }
  return result;
}

template <class T>
void update_by_sgd(const OptimizerOptions& options, double learning_rate, const Updated<T>& x) {
  const auto rate = static_cast<T>(learning_rate);
  const auto momentum = static_cast<T>(options.momentum);
  for (std::size_t e = 0; e < x.parameters.size(); ++e) {
    T direction = x.gradient[e];
    if (!x.first.empty()) {
      T& buffer = x.first[e];
      buffer = momentum * buffer + direction;
      direction = buffer;
    }
    x.parameters[e] -= rate * direction;
  }
}

template <class T>
void update_by_adam(const OptimizerOptions& options, double learning_rate, double steps,
                    const Updated<T>& x) {
  const auto beta1 = static_cast<T>(options.beta1);
  const auto beta2 = static_cast<T>(options.beta2);
  // 1 − β is computed in double, because rounding a β near 1 to float would lose digits of the
  // difference.
  const auto rest1 = static_cast<T>(1 - options.beta1);
  const auto rest2 = static_cast<T>(1 - options.beta2);
  const auto rate = static_cast<T>(learning_rate / (1 - power(options.beta1, steps)));
  const auto root = static_cast<T>(std::sqrt(1 - power(options.beta2, steps)));
  const auto epsilon = static_cast<T>(options.epsilon);
  for (std::size_t e = 0; e < x.parameters.size(); ++e) {
    const T g = x.gradient[e];
    T& mean = x.first[e];
    T& square = x.second[e];
    mean = beta1 * mean + rest1 * g;
    square = beta2 * square + rest2 * g * g;
    x.parameters[e] -= rate * (mean / (std::sqrt(square) / root + epsilon));
  }
}

template <class T>
double sum_of_squares(std::span<const T> x, double scale) noexcept {
  return sum_in_order<double>(static_cast<Index>(x.size()), [&](Index e) {
    const double entry = static_cast<double>(x[static_cast<std::size_t>(e)]) * scale;
    return entry * entry;
  });
}

template <class T>
std::span<T> span_of(TensorList<T>& list, std::size_t index) {
  return list.empty() ? std::span<T>() : list[index].entries();
}

}  // namespace

template <class T>
void check_optimizer(const OptimizerOptions& options) {
  const auto rounded = [](double x) { return static_cast<double>(static_cast<T>(x)); };
  check_positive("learning_rate", options.learning_rate, rounded(options.learning_rate));
  check_share("momentum", options.momentum);
  check_share("beta1", options.beta1);
  check_share("beta2", options.beta2);
  check_positive("epsilon", options.epsilon, rounded(options.epsilon));
  require_from("weight_decay", options.weight_decay, 0);
  require_from("clip", options.clip, 0);
}

template <class T>
void update(const OptimizerOptions& options, double learning_rate, double steps,
            const Updated<T>& list) noexcept {
  if (options.method == OptimizerMethod::kAdam)
    update_by_adam(options, learning_rate, steps, list);
  else
    update_by_sgd(options, learning_rate, list);
}

template <class T>
void decay(const OptimizerOptions& options, double learning_rate,
           std::span<T> parameters) noexcept {
  if (options.weight_decay == 0) return;
  const auto rest = static_cast<T>(1 - learning_rate * options.weight_decay);
  for (T& x : parameters) x *= rest;
}

template <class T>
double norm_of(std::span<const std::span<const T>> lists) noexcept {
  const auto sum_with = [&](double scale) {
    double sum = 0;
    for (const std::span<const T> x : lists) sum += sum_of_squares(x, scale);
    return sum;
  };
  const double sum = sum_with(1);
  if (std::isnan(sum) || (sum > 0x1p-900 && std::isfinite(sum))) return std::sqrt(sum);
  const double scale = sum > 1 ? 0x1p-600 : 0x1p600;
  return std::sqrt(sum_with(scale)) / scale;
}

double clip_factor(const OptimizerOptions& options, double norm) noexcept {
  if (options.clip == 0) return 1;
  const double factor = options.clip / (norm + 1e-6);
  return factor > 1 ? 1 : factor;  // keeps NaN
}

void check_steps(double steps) {
  require_that(steps >= 0 && steps <= 0x1p53 && steps == std::floor(steps), "steps",
               ErrorCode::kWholeFrom, steps, 0, "2^53");
}

template <class T>
Optimizer<T>::Optimizer(const OptimizerOptions& options, TensorList<T>&& parameters,
                        std::vector<bool> decays)
    : options_(options), decays_(std::move(decays)) {
  check_optimizer<T>(options);
  state_.parameters = std::move(parameters);
  // `first`, SGD's momentum buffer, starts at 0, so the first step sets it to the gradient.
  for (const Tensor<T>& x : state_.parameters) {
    if (has_first(options)) state_.first.push_back(Tensor<T>(x.shape()));
    if (has_second(options)) state_.second.push_back(Tensor<T>(x.shape()));
  }
}

template <class T>
void Optimizer<T>::step(TensorList<T>&& gradient) {
  if (options_.clip > 0) {
    std::vector<std::span<const T>> lists;
    for (const Tensor<T>& x : gradient) lists.push_back(x.entries());
    const auto factor = static_cast<T>(clip_factor(options_, norm_of<T>(lists)));
    for (Tensor<T>& x : gradient)
      for (T& entry : x) entry *= factor;
  }
  state_.steps += 1;
  for (std::size_t i = 0; i < gradient.size(); ++i) {
    const std::span<const T> by = gradient[i].entries();
    if (by.empty()) continue;
    const std::span<T> x = state_.parameters[i].entries();
    if (decays_.empty() || decays_[i]) decay(options_, options_.learning_rate, x);
    update<T>(options_, options_.learning_rate, static_cast<double>(state_.steps),
              {x, by, span_of(state_.first, i), span_of(state_.second, i)});
  }
}

template <class T>
void Optimizer<T>::restore(TrainerState<T> state) {
  check_list("parameters", state.parameters, state_.parameters);
  check_steps(static_cast<double>(state.steps));
  check_list("first", state.first, state_.first);
  check_list("second", state.second, state_.second);
  check_not_negative("second", state.second);
  state_ = std::move(state);
}

ATTENTION_INSTANTIATE(check_optimizer);
ATTENTION_INSTANTIATE(update);
ATTENTION_INSTANTIATE(decay);
ATTENTION_INSTANTIATE(norm_of);
template class Optimizer<float>;
template class Optimizer<double>;

}  // namespace attention::detail
