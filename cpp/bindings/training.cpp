// SPDX-License-Identifier: MIT
#include "attention/trainer.hpp"

#include <algorithm>

#include "attention/detail/training/tasks.hpp"
#include "bindings/calls.hpp"
#include "lab/pointing.hpp"

namespace attention::bindings {
namespace {

// Returns copies of tensors of the request as matrices. An absent tensor has no rows.
template <class T>
TensorList<T> matrices(std::size_t first, std::size_t count) {
  TensorList<T> list;
  for (std::size_t i = first; i < first + count; ++i) {
    const auto x = request_view<T>(i);
    const Shape sides = is_given(i) ? Shape{x.rows(), x.cols()} : Shape{0, 0};
    list.push_back(Tensor<T>(TensorView<T>(x.data(), sides)));
  }
  return list;
}

// Returns a new trainer, the result of `Make()()`, or null after an error.
template <class T, class Make>
Trainer<T>* made() {
  return guarded([] { return new Trainer<T>(Make()()); });
}

template <class T>
Address run(Trainer<T>& trainer, double count) {
  return guarded([&] { return respond(trainer.run(stored_index_of("count", count, sizeof(T)))); });
}

// Returns the parameters, then the optimizer's lists `first` and `second` (TrainerState). Each list
// has one matrix for each parameter, or none if it is empty.
template <class T>
Address state(const Trainer<T>& trainer) {
  return guarded([&] {
    TrainerState<T> state = trainer.state();
    Response response;
    for (auto* list : {&state.parameters, &state.first, &state.second})
      for (Tensor<T>& x : *list) response.add(x);
    return response.finish();
  });
}

// Reads from the request: `num_parameters` parameters, `num_first` matrices of the list `first`,
// then the matrices of the list `second`.
template <class T>
bool restore(Trainer<T>& trainer, double steps, double num_parameters, double num_first) {
  return guarded([&] {
    const std::size_t given = request_count();
    const auto up_to = [given](std::uint64_t end) {
      return static_cast<std::size_t>(std::min<std::uint64_t>(end, given));
    };
    const std::size_t first = up_to(whole("parameters", num_parameters));
    const std::size_t second = up_to(first + whole("first", num_first));
    trainer.restore({steps_of(steps), matrices<T>(0, first), matrices<T>(first, second - first),
                     matrices<T>(second, given - second)});
    return true;
  });
}

template <class T>
emscripten::val parameter_names(const Trainer<T>& trainer) {
  auto names = emscripten::val::array();
  for (Index i = 0; i < trainer.size(); ++i) names.call<void>("push", std::string(trainer.name(i)));
  return names;
}

template <class T>
void enter(const std::string& precision) {
  emscripten::class_<Trainer<T>>(("Trainer" + precision).c_str())
      .function("run", &run<T>)
      .function(
          "loss",
          +[](const Trainer<T>& trainer) {
            return guarded([&] { return respond(trainer.loss()); });
          })
      .function(
          "steps", +[](const Trainer<T>& trainer) { return static_cast<double>(trainer.steps()); })
      .function("names", &parameter_names<T>)
      .function("state", &state<T>)
      .function("restore", &restore<T>);
  const auto constructor = [&]<class Make>(const char* task, Make /*make*/) {
    emscripten::function((std::string("new").append(task).append("Trainer") + precision).c_str(),
                         &made<T, Make>, emscripten::allow_raw_pointers());
  };
  // Reads from the request: inputs, targets, and w before the first step.
  constructor("Kernel", [] {
    const TensorList<T> start = matrices<T>(2, 1);
    check_matrix("w", start[0].shape(), 1, 1);
    return kernel_regression_trainer(request_view<T>(0), request_view<T>(1),
                                     static_cast<double>(start[0](0, 0)),
                                     only_options<OptimizerOptions>());
  });
  // Reads the tensors of the request at the indices of AttentionTensor: the inputs at kQueries, the
  // targets at kOutputGradient, and W_q, W_k and W_v from kParameters on.
  constructor("Sdpa", [] {
    Choices next;
    const AttentionCall<T> call(next);
    return self_attention_trainer(request_view<T>(AttentionTensor::kQueries),
                                  request_view<T>(AttentionTensor::kOutputGradient),
                                  call.additive.W_q, call.additive.W_k, call.additive.w_v,
                                  next_options<OptimizerOptions>(next), call.options);
  });
  constructor("Additive", [] {
    Choices next;
    const AttentionCall<T> call(next);
    return abi::additive_attention_trainer(
        inputs<T>(), request_view<T>(AttentionTensor::kOutputGradient), call.additive,
        next_options<OptimizerOptions>(next), call.options);
  });
  constructor("MultiHead", [] {
    Choices next;
    const MultiHeadCall<T> call(next);
    return abi::multi_head_trainer(inputs<T>(), request_view<T>(MultiHeadTensor::kOutputGradient),
                                   call.parameters, next_options<OptimizerOptions>(next),
                                   call.options, call.document);
  });
  // Reads from the request: targets, W_q and, unless keys use W_q (`is_tied`), W_k.
  constructor("Pointing", [] {
    Choices next;
    const auto [is_tied, is_scaled] = next_options<PointingChoices>(next);
    const auto targets = whole_numbers<T>("targets", 0, request_view<T>(0).size());
    return trainer_of(lab::pointing_task<T>(targets, is_tied, is_scaled),
                      matrices<T>(1, is_tied ? 1 : 2), next_options<OptimizerOptions>(next));
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(training) {
  enter<float>("32");
  enter<double>("64");
  option_table().add("optimizer", OptimizerOptions());
  option_table().add("pointing", PointingChoices());
}

}  // namespace attention::bindings
