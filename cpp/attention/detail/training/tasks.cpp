// SPDX-License-Identifier: MIT
#include "attention/detail/training/tasks.hpp"

#include <cstdint>
#include <initializer_list>
#include <utility>

#include "attention/detail/gradient/attention.hpp"
#include "attention/detail/gradient/multi_head.hpp"
#include "attention/detail/memory.hpp"
#include "attention/detail/product.hpp"
#include "attention/error.hpp"
#include "simd/instantiate.hpp"

namespace attention::detail {
namespace {

// Makes a `Task` from `model`, a function object that owns the data and computes the loss and its
// gradient from the parameters.
template <class T, class Model>
class ModelTask final : public Task<T> {
 public:
  ModelTask(const TensorView<T>& targets, std::span<const std::string_view> names, Model model)
      : Task<T>(targets, names), model_(std::move(model)) {}

 private:
  LossAndGradient<T> evaluate(const std::vector<Matrix<T>>& parameters) const override {
    return model_(parameters, *this);
  }

  Model model_;
};

template <class T, class Model>
std::unique_ptr<const Task<T>> task_of(const TensorView<T>& targets,
                                       std::span<const std::string_view> names, Model model) {
  return std::make_unique<const ModelTask<T, Model>>(targets, names, std::move(model));
}

template <class T>
Tensor<T> copy_of(const TensorView<T>& x) {
  return Tensor<T>(x.shape, copy_of<T>(x.rows));
}

// The options of a task, and the copy of the bias to which they refer. A move of the bias keeps its
// entries at their address.
template <class T, class Options>
struct OwnOptions {
  explicit OwnOptions(const Options& given) : options(given) {
    if (!options.score_bias) return;
    require_memory(bytes_of<T>(options.score_bias->shape));
    bias = copy_of(*options.score_bias);
    options.score_bias.emplace(bias);
  }
  OwnOptions(OwnOptions&&) noexcept = default;

  Options options;
  Tensor<T> bias;
};

// Copies matrices into a list. With an initializer list, the compiler would
// generate code for each matrix.
template <class T>
std::vector<Matrix<T>> list_of(std::initializer_list<const Matrix<T>*> parts) {
  std::vector<Matrix<T>> list;
  list.reserve(parts.size());
  for (const Matrix<T>* part : parts) list.push_back(*part);
  return list;
}

template <class T>
void check_inputs(const TensorView<T>& inputs) {
  const Shape& shape = inputs.shape;
  if (shape.size() < 2)
    throw Error(ErrorKind::kShapeMismatch, "inputs", "at least 2 axes", shape_text(shape));
  if (side(shape, 1) == 0 || side(shape) == 0)
    throw Error(ErrorKind::kEmptyInput, "inputs", "at least one row and one column",
                shape_text(shape));
  check_entries("inputs", inputs);
}

// Checks that the targets have a row for each query.
template <class T>
void check_targets(const TensorView<T>& targets, const Shape& queries) {
  const Shape& shape = targets.shape;
  Shape expected = queries;
  if (!expected.empty()) expected.back() = side(shape);
  check_shape("targets", targets, expected);
  if (size_of(shape) == 0)
    throw Error(ErrorKind::kEmptyInput, "targets", "at least one entry", shape_text(shape));
}

// Checks that the task's copies of its data do not exceed the machine's total memory.
template <class T>
void require_copies(std::initializer_list<const TensorView<T>*> data) {
  std::uint64_t bytes = 0;
  for (const TensorView<T>* x : data) bytes = add_bytes(bytes, bytes_of<T>(x->shape));
  require_memory(bytes);
}

// Returns x W, computed for every row of x.
template <class T>
Tensor<T> project(const Tensor<T>& x, const Matrix<T>& W) {
  Tensor<T> y(with_matrix(leading(x.shape), side(x.shape, 1), W.cols()));
  multiply<T>(x.rows, W, y.rows);
  return y;
}

template <class T>
Matrix<T> projection_gradient(const Tensor<T>& x, const Tensor<T>& y_gradient) {
  Matrix<T> gradient = zeros<T>(side(x.shape), side(y_gradient.shape));
  transposed_multiply_add<T>(x.rows, y_gradient.rows, gradient);
  return gradient;
}

}  // namespace

template <class T>
Task<T>::Task(const TensorView<T>& targets, std::span<const std::string_view> names)
    : targets_(copy_of(targets)), names_(names) {}

template <class T>
LossAndGradient<T> Task<T>::loss_and_gradient(const std::vector<Matrix<T>>& parameters) const {
  if (parameters.size() != names_.size())
    throw Error(ErrorKind::kShapeMismatch, "parameters",
                std::to_string(names_.size()).append(" matrices"),
                std::to_string(parameters.size()));
  return evaluate(parameters);
}

template <class T>
LossOfOutput<T> Task<T>::loss_of(const Tensor<T>& output) const {
  if (output.shape != targets_.shape)
    throw Error(ErrorKind::kShapeMismatch, "targets", shape_text(output.shape),
                shape_text(targets_.shape));
  const auto entries = static_cast<T>(output.rows.size());
  LossOfOutput<T> result{T(0), Tensor<T>(output.shape)};
  double sum = 0;
  for (Index i = 0; i < output.rows.size(); ++i) {
    const T miss = output.rows.data()[i] - targets_.rows.data()[i];
    sum += static_cast<double>(miss * miss);
    result.output_gradient.rows.data()[i] = 2 * miss / entries;
  }
  result.loss = static_cast<T>(sum / static_cast<double>(output.rows.size()));
  return result;
}

template <class T>
std::unique_ptr<const Task<T>> kernel_task(const MatrixView<T>& inputs,
                                           const MatrixView<T>& targets) {
  const Index n = inputs.rows();
  if (n < 2 || inputs.cols() == 0)
    throw Error(ErrorKind::kEmptyInput, "inputs", "at least two rows and one column",
                shape_text(n, inputs.cols()));
  const TensorView<T> values({targets.rows(), targets.cols()}, targets);
  check_targets(values, {n, inputs.cols()});
  // Requires memory for the mask's flags, the inputs and two copies of the targets, because the
  // values of this attention are the targets.
  require_memory(add_bytes(
      bytes_of<std::uint8_t>({n, n}),
      add_bytes(bytes_of<T>({n, inputs.cols()}), multiply_bytes(bytes_of<T>(values.shape), 2))));
  Mask others{{n, n}, std::vector<std::uint8_t>(static_cast<std::size_t>(n * n), 1)};
  for (Index i = 0; i < n; ++i) others.keep[static_cast<std::size_t>(i * n + i)] = 0;
  AttentionOptions<T> options;
  options.score = Score::kGaussian;
  options.visibility.mask = std::move(others);

  return task_of<T>(
      values, kKernelTaskNames,
      [x = Matrix<T>(inputs), y = copy_of(values), options = std::move(options)](
          const std::vector<Matrix<T>>& p, const Task<T>& task) -> LossAndGradient<T> {
        check_matrix("w", p[0], 1, 1);
        // Multiplies the inputs by w instead of setting σ = 1/w, so that w may be 0.
        const Matrix<T> scaled = x * p[0](0, 0);
        const auto stages = attention<T>(scaled, scaled, y, options);
        const auto loss = task.loss_of(stages.output);
        const auto by =
            attention_gradient<T>(scaled, scaled, y, options, stages, loss.output_gradient);
        double slope = 0;
        for (Index i = 0; i < x.size(); ++i)
          slope += static_cast<double>((by.queries.rows.data()[i] + by.keys.rows.data()[i]) *
                                       x.data()[i]);
        const Matrix<T> gradient = Matrix<T>::Constant(1, 1, static_cast<T>(slope));
        return {loss.loss, list_of<T>({&gradient})};
      });
}

template <class T>
std::unique_ptr<const Task<T>> sdpa_task(const TensorView<T>& inputs, const TensorView<T>& targets,
                                         const AttentionOptions<T>& options) {
  check_inputs(inputs);
  check_targets(targets, inputs.shape);
  require_copies<T>({&inputs, &targets});
  OwnOptions<T, AttentionOptions<T>> own(options);
  own.options.score = Score::kDot;
  return task_of<T>(
      targets, kSdpaTaskNames,
      [x = copy_of(inputs), d_v = side(targets.shape), own = std::move(own)](
          const std::vector<Matrix<T>>& p, const Task<T>& task) -> LossAndGradient<T> {
        check_matrix("W_q", p[0], side(x.shape), -1, "d_k");
        check_matrix("W_k", p[1], side(x.shape), p[0].cols());
        check_matrix("W_v", p[2], side(x.shape), d_v);
        const Tensor<T> queries = project(x, p[0]);
        const Tensor<T> keys = project(x, p[1]);
        const Tensor<T> values = project(x, p[2]);
        const auto stages = attention<T>(queries, keys, values, own.options);
        const auto loss = task.loss_of(stages.output);
        const auto by =
            attention_gradient<T>(queries, keys, values, own.options, stages, loss.output_gradient);
        std::vector<Matrix<T>> gradient;
        for (const Tensor<T>* part : {&by.queries, &by.keys, &by.values})
          gradient.push_back(projection_gradient(x, *part));
        return {loss.loss, std::move(gradient)};
      });
}

template <class T>
std::unique_ptr<const Task<T>> additive_task(const TensorView<T>& queries,
                                             const TensorView<T>& keys, const TensorView<T>& values,
                                             const TensorView<T>& targets,
                                             const AttentionOptions<T>& given_options) {
  checked_scores_shape<T>(queries, keys, values, Widths::kFree, given_options.grouped);
  check_targets(targets, queries.shape);
  require_copies<T>({&queries, &keys, &values, &targets});
  return task_of<T>(
      targets, kAdditiveTaskNames,
      [q = copy_of(queries), k = copy_of(keys), v = copy_of(values),
       own = OwnOptions<T, AttentionOptions<T>>(given_options)](
          const std::vector<Matrix<T>>& p, const Task<T>& task) -> LossAndGradient<T> {
        AttentionOptions<T> options = own.options;
        options.score = Score::kAdditive;
        options.additive = {p[0], p[1], p[2], p[3]};
        const auto stages = attention<T>(q, k, v, options);
        const auto loss = task.loss_of(stages.output);
        const auto by =
            attention_gradient<T>(q, k, v, options, stages, loss.output_gradient).additive;
        return {loss.loss, list_of<T>({&by.W_q, &by.W_k, &by.w_v, &by.bias})};
      });
}

template <class T>
std::unique_ptr<const Task<T>> multi_head_task(const TensorView<T>& queries,
                                               const TensorView<T>& keys,
                                               const TensorView<T>& values,
                                               const TensorView<T>& targets,
                                               const MultiHeadOptions<T>& options) {
  check_targets(targets, queries.shape);
  require_copies<T>({&queries, &keys, &values, &targets});
  return task_of<T>(
      targets, kMultiHeadTaskNames,
      [q = copy_of(queries), k = copy_of(keys), v = copy_of(values),
       own = OwnOptions<T, MultiHeadOptions<T>>(options)](
          const std::vector<Matrix<T>>& p, const Task<T>& task) -> LossAndGradient<T> {
        const MultiHeadParametersView<T> parameters{p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7]};
        const auto stages = multi_head<T>(q, k, v, parameters, own.options);
        const auto loss = task.loss_of(stages.output);
        const auto by = multi_head_gradient<T>(q, k, v, parameters, own.options, view_of(stages),
                                               loss.output_gradient)
                            .parameters;
        return {loss.loss, list_of<T>({&by.W_q, &by.b_q, &by.W_k, &by.b_k, &by.W_v, &by.b_v,
                                       &by.W_o, &by.b_o})};
      });
}

template class Task<float>;
template class Task<double>;
ATTENTION_INSTANTIATE(kernel_task);
ATTENTION_INSTANTIATE(sdpa_task);
ATTENTION_INSTANTIATE(additive_task);
ATTENTION_INSTANTIATE(multi_head_task);

}  // namespace attention::detail
