// SPDX-License-Identifier: MIT
#include "attention/detail/training/optimizer.hpp"

#include <cmath>
#include <cstdint>
#include <utility>

#include "attention/detail/memory.hpp"
#include "attention/detail/range.hpp"
#include "attention/detail/text.hpp"
#include "attention/error.hpp"

namespace attention::detail {
namespace {

// The (rows, columns) of each matrix in a list.
using Shapes = std::vector<std::array<Index, 2>>;

template <class T>
Shapes shapes_of(const std::vector<Matrix<T>>& list) {
  Shapes shapes;
  for (const Matrix<T>& x : list) shapes.push_back({x.rows(), x.cols()});
  return shapes;
}

// Checks that x, after rounding to the precision of the parameters (`rounded`), is finite and > 0.
void check_positive(const char* argument, double x, double rounded) {
  require_that(rounded > 0 && std::isfinite(rounded), argument, "a finite number > 0", x);
}

void check_share(const char* argument, double x) {
  require_that(x >= 0 && x < 1, argument, "a number from 0 to below 1", x);
}

template <class T>
void check(const OptimizerOptions& options) {
  const auto rounded = [](double x) { return static_cast<double>(static_cast<T>(x)); };
  check_positive("learning_rate", options.learning_rate, rounded(options.learning_rate));
  check_share("momentum", options.momentum);
  check_share("beta1", options.beta1);
  check_share("beta2", options.beta2);
  check_positive("epsilon", options.epsilon, rounded(options.epsilon));
}

// Checks that a list has matrices of the expected shapes. It allocates nothing, because every step
// calls it.
template <class T>
void check_list(const char* argument, const std::vector<Matrix<T>>& got, const Shapes& expected,
                bool may_be_empty = false) {
  if (got.size() != expected.size())
    throw Error(ErrorKind::kShapeMismatch, argument,
                std::to_string(expected.size()).append(" matrices"), std::to_string(got.size()));
  for (std::size_t i = 0; i < got.size(); ++i) {
    const Matrix<T>& x = got[i];
    const bool fits = x.rows() == expected[i][0] && x.cols() == expected[i][1];
    if (fits || (may_be_empty && x.size() == 0)) continue;
    throw Error(ErrorKind::kShapeMismatch, argument, shape_text(expected[i][0], expected[i][1]),
                shape_text(x.rows(), x.cols()));
  }
}

template <class T>
void check_not_negative(const char* argument, const std::vector<Matrix<T>>& list) {
  for (const Matrix<T>& x : list)
    for (Index i = 0; i < x.size(); ++i)
      require_that(!(x.data()[i] < 0), argument, "numbers >= 0", static_cast<double>(x.data()[i]));
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

}  // namespace

template <class T>
Optimizer<T>::Optimizer(const OptimizerOptions& options, const std::vector<Matrix<T>>& parameters)
    : options_(options), shapes_(shapes_of(parameters)) {
  check<T>(options);
  std::uint64_t bytes = 0;
  for (const Matrix<T>& x : parameters)
    bytes = add_bytes(bytes, multiply_bytes(sizeof(T) * 2, x.size()));
  require_memory(bytes);
  // The b of SGD starts at 0. The first step then sets b = g, because μ·0 + g = g.
  const bool is_adam = options.method == OptimizerMethod::kAdam;
  if (!is_adam && options.momentum == 0) return;
  state_.first = parameters;
  for (Matrix<T>& x : state_.first) x.setZero();
  if (is_adam) state_.second = state_.first;
}

template <class T>
void Optimizer<T>::step(std::vector<Matrix<T>>& parameters,
                        const std::vector<Matrix<T>>& gradient) {
  check_list("parameters", parameters, shapes_);
  check_list("gradient", gradient, shapes_, true);
  state_.steps += 1;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (gradient[i].size() == 0) continue;
    if (options_.method == OptimizerMethod::kAdam)
      move_by_adam(i, parameters[i], gradient[i]);
    else
      move_by_sgd(i, parameters[i], gradient[i]);
  }
}

template <class T>
void Optimizer<T>::move_by_sgd(std::size_t index, Matrix<T>& parameter, const Matrix<T>& gradient) {
  const auto rate = static_cast<T>(options_.learning_rate);
  const auto momentum = static_cast<T>(options_.momentum);
  for (Index e = 0; e < parameter.size(); ++e) {
    T direction = gradient.data()[e];
    if (!state_.first.empty()) {
      T& buffer = state_.first[index].data()[e];
      buffer = momentum * buffer + direction;
      direction = buffer;
    }
    parameter.data()[e] -= rate * direction;
  }
}

template <class T>
void Optimizer<T>::move_by_adam(std::size_t index, Matrix<T>& parameter,
                                const Matrix<T>& gradient) {
  const auto beta1 = static_cast<T>(options_.beta1);
  const auto beta2 = static_cast<T>(options_.beta2);
  // 1 − β is computed in double, because rounding a β near 1 to float would lose digits of the
  // difference.
  const auto rest1 = static_cast<T>(1 - options_.beta1);
  const auto rest2 = static_cast<T>(1 - options_.beta2);
  const auto rate =
      static_cast<T>(options_.learning_rate / (1 - power(options_.beta1, state_.steps)));
  const auto root = static_cast<T>(std::sqrt(1 - power(options_.beta2, state_.steps)));
  const auto epsilon = static_cast<T>(options_.epsilon);
  for (Index e = 0; e < parameter.size(); ++e) {
    const T g = gradient.data()[e];
    T& mean = state_.first[index].data()[e];
    T& square = state_.second[index].data()[e];
    mean = beta1 * mean + rest1 * g;
    square = beta2 * square + rest2 * g * g;
    parameter.data()[e] -= rate * (mean / (std::sqrt(square) / root + epsilon));
  }
}

template <class T>
void Optimizer<T>::restore(OptimizerState<T> state) {
  require_that(state.steps >= 0 && state.steps <= 0x1p53 && state.steps == std::floor(state.steps),
               "steps", "a whole number from 0 to 2^53", state.steps);
  check_list("first", state.first, shapes_of(state_.first));
  check_list("second", state.second, shapes_of(state_.second));
  check_not_negative("second", state.second);
  state_ = std::move(state);
}

template class Optimizer<float>;
template class Optimizer<double>;

}  // namespace attention::detail
