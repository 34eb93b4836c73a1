// SPDX-License-Identifier: MIT
#include "attention/detail/training/tasks.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "attention/detail/attention.hpp"
#include "attention/detail/product.hpp"
#include "attention/detail/refuse.hpp"
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
  LossAndGradient<T> evaluate(const TensorList<T>& parameters) const override {
    return model_(parameters, *this);
  }

  Model model_;
};

template <class T, class Model>
std::unique_ptr<const Task<T>> task_of(const TensorView<T>& targets,
                                       std::span<const std::string_view> names, Model model) {
  return std::make_unique<const ModelTask<T, Model>>(targets, names, std::move(model));
}

// Returns a copy of the options that owns its flags, lengths and bias.
template <class T, class Options>
Options owned(Options options) {
  MaskOptions& mask = options.mask;
  for (auto* flags : {&mask.keep, &mask.hide, &options.dropout.keep})
    if (*flags) *flags = to_tensor(**flags);
  if (mask.valid_lens) mask.valid_lens = to_tensor(*mask.valid_lens);
  if (auto* bias = std::get_if<TensorArgument<T>>(&options.score_bias))
    options.score_bias = TensorArgument<T>(to_tensor(*bias));
  return options;
}

template <class T, class... Parts>
TensorList<T> list_of(Parts&&... parts) {
  TensorList<T> list;
  (list.push_back(std::forward<Parts>(parts)), ...);
  return list;
}

void check_inputs(const Shape& shape) {
  if (shape.size() < 2) refuse_shape("inputs", ErrorCode::kAxesAtLeast, {2}, shape);
  if (side(shape, 1) == 0 || side(shape) == 0)
    refuse_empty("inputs", ErrorCode::kRowAndColumn, {}, shape);
}

void check_targets(const Shape& shape, const Shape& queries) {
  check_same_shape("targets", shape, with_width(queries, side(shape)));
  if (size_of(shape) == 0) refuse_empty("targets", ErrorCode::kEntry, {}, shape);
}

template <class T>
Tensor<T> project(const Tensor<T>& x, const Tensor<T>& W) {
  Tensor<T> y = uninitialised<T>(with_width(x.shape(), W.cols()));
  multiply<T>(matrix_of(x), matrix_of(W), matrix_of(y));
  return y;
}

template <class T>
Tensor<T> projection_gradient(const Tensor<T>& x, const Tensor<T>& y_gradient) {
  Tensor<T> gradient({x.cols(), y_gradient.cols()});
  transposed_multiply_add<T>(matrix_of(x), matrix_of(y_gradient), matrix_of(gradient));
  return gradient;
}

}  // namespace

template <class T>
Task<T>::Task(const TensorView<T>& targets, std::span<const std::string_view> names)
    : targets_(targets), names_(names) {}

template <class T>
LossAndGradient<T> Task<T>::loss_and_gradient(const TensorList<T>& parameters) const {
  if (parameters.size() != names_.size())
    refuse_shape("parameters", ErrorCode::kMatrices, {names_.size()}, parameters.size());
  return evaluate(parameters);
}

template <class T>
LossOfOutput<T> Task<T>::loss_of(const Tensor<T>& output) const {
  check_same_shape("targets", targets_.shape(), output.shape());
  LossOfOutput<T> result{T(0), uninitialised<T>(output.shape())};
  double sum = 0;
  for (Index i = 0; i < output.size(); ++i) {
    const T miss = output.data()[i] - targets_.data()[i];
    sum += static_cast<double>(miss * miss);
    result.output_gradient.data()[i] = 2 * miss / static_cast<T>(output.size());
  }
  result.loss = static_cast<T>(sum / static_cast<double>(output.size()));
  return result;
}

template <class T>
std::unique_ptr<const Task<T>> kernel_task(const TensorView<T>& inputs,
                                           const TensorView<T>& targets) {
  check_matrix("inputs", inputs.shape());
  check_matrix("targets", targets.shape());
  const Index n = inputs.rows();
  if (n < 2 || inputs.cols() == 0) refuse_empty("inputs", ErrorCode::kTwoRows, {}, inputs.shape());
  check_targets(targets.shape(), inputs.shape());
  Tensor<std::uint8_t> itself = uninitialised<std::uint8_t>({n, n});
  std::fill(itself.begin(), itself.end(), 0);
  for (Index i = 0; i < n; ++i) itself(i, i) = 1;
  AttentionOptions options;
  options.mask.hide = std::move(itself);
  return task_of<T>(
      targets, kKernelTaskNames,
      [x = Tensor<T>(inputs), y = Tensor<T>(targets), options = std::move(options)](
          const TensorList<T>& p, const Task<T>& task) -> LossAndGradient<T> {
        check_matrix("w", p[0].shape(), 1, 1);
        // Multiplies the inputs by w instead of setting σ = 1/w, so that w may be 0.
        Tensor<T> scaled = x;
        for (T& entry : scaled) entry *= p[0](0, 0);
        const abi::Inputs<T> read{scaled, scaled, y};
        const abi::Scoring<T> gaussian{Score::kGaussian};
        const auto stages = attend<T>(read, options, gaussian);
        const auto loss = task.loss_of(stages.output);
        const auto by = attend_gradient<T>(read, options, stages, loss.output_gradient, gaussian)
                            .additive.inputs;
        double slope = 0;
        for (Index i = 0; i < x.size(); ++i)
          slope += static_cast<double>((by.queries.data()[i] + by.keys.data()[i]) * x.data()[i]);
        return {loss.loss, list_of<T>(Tensor<T>({1, 1}, {static_cast<T>(slope)}))};
      });
}

template <class T>
std::unique_ptr<const Task<T>> sdpa_task(const TensorView<T>& inputs, const TensorView<T>& targets,
                                         const AttentionOptions& options) {
  check_inputs(inputs.shape());
  check_targets(targets.shape(), inputs.shape());
  return task_of<T>(
      targets, kSdpaTaskNames,
      [x = Tensor<T>(inputs), d_v = targets.cols(), options = owned<T>(options)](
          const TensorList<T>& p, const Task<T>& task) -> LossAndGradient<T> {
        check_matrix("W_q", p[0].shape(), x.cols(), -1, "d_k");
        check_matrix("W_k", p[1].shape(), x.cols(), p[0].cols());
        check_matrix("W_v", p[2].shape(), x.cols(), d_v);
        const Tensor<T> queries = project(x, p[0]);
        const Tensor<T> keys = project(x, p[1]);
        const Tensor<T> values = project(x, p[2]);
        const abi::Inputs<T> read{queries, keys, values};
        const auto stages = attend<T>(read, options);
        const auto loss = task.loss_of(stages.output);
        const auto by =
            attend_gradient<T>(read, options, stages, loss.output_gradient).additive.inputs;
        return {loss.loss,
                list_of<T>(projection_gradient(x, by.queries), projection_gradient(x, by.keys),
                           projection_gradient(x, by.values))};
      });
}

template <class T>
std::unique_ptr<const Task<T>> additive_task(const abi::Inputs<T>& inputs,
                                             const TensorView<T>& targets,
                                             const AttentionOptions& options) {
  checked_scores_shape(inputs.queries.shape(), inputs.keys.shape(), inputs.values.shape(),
                       Widths::kFree, options.grouped);
  check_targets(targets.shape(), inputs.queries.shape());
  return task_of<T>(
      targets, kAdditiveTaskNames,
      [q = Tensor<T>(inputs.queries), k = Tensor<T>(inputs.keys), v = Tensor<T>(inputs.values),
       options = owned<T>(options)](const TensorList<T>& p,
                                    const Task<T>& task) -> LossAndGradient<T> {
        const AdditiveParameters<T> parameters{p[0], p[1], p[2], p[3]};
        const abi::Scoring<T> additive{Score::kAdditive, &parameters};
        const abi::Inputs<T> read{q, k, v};
        const auto stages = attend<T>(read, options, additive);
        const auto loss = task.loss_of(stages.output);
        auto by =
            attend_gradient<T>(read, options, stages, loss.output_gradient, additive).additive;
        return {loss.loss, list_of<T>(std::move(by.W_q), std::move(by.W_k), std::move(by.w_v),
                                      std::move(by.bias))};
      });
}

template <class T>
std::unique_ptr<const Task<T>> multi_head_task(const abi::Inputs<T>& inputs,
                                               const TensorView<T>& targets,
                                               const MultiHeadOptions& options,
                                               const abi::DocumentVariant& variant) {
  check_targets(targets.shape(), inputs.queries.shape());
  return task_of<T>(
      targets, kMultiHeadTaskNames,
      [q = Tensor<T>(inputs.queries), k = Tensor<T>(inputs.keys), v = Tensor<T>(inputs.values),
       options = owned<T>(options),
       variant](const TensorList<T>& p, const Task<T>& task) -> LossAndGradient<T> {
        const MultiHeadParameters<T> parameters{p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7]};
        const abi::Inputs<T> read{q, k, v};
        const auto stages = abi::multi_head_stages<T>(read, parameters, options, variant);
        const auto loss = task.loss_of(stages.output);
        auto by = abi::multi_head_gradient<T>(read, parameters, stages, loss.output_gradient,
                                              options, variant);
        return {loss.loss, list_of<T>(std::move(by.W_q), std::move(by.b_q), std::move(by.W_k),
                                      std::move(by.b_k), std::move(by.W_v), std::move(by.b_v),
                                      std::move(by.W_o), std::move(by.b_o))};
      });
}

template class Task<float>;
template class Task<double>;
ATTENTION_INSTANTIATE(kernel_task);
ATTENTION_INSTANTIATE(sdpa_task);
ATTENTION_INSTANTIATE(additive_task);
ATTENTION_INSTANTIATE(multi_head_task);

}  // namespace attention::detail
