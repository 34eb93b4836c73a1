// SPDX-License-Identifier: MIT
#include "attention/detail/training/trainer.hpp"

#include <algorithm>

#include "bindings/options.hpp"
#include "lab/pointing.hpp"

namespace attention::bindings {
namespace {

template <class T>
std::vector<Matrix<T>> matrices(std::size_t first, std::size_t count) {
  std::vector<Matrix<T>> list;
  for (std::size_t i = 0; i < count; ++i) list.push_back(request_rows<T>(first + i));
  return list;
}

// Reads from the request: inputs, targets, and w before the first step.
template <class T>
Trainer<T>* kernel_trainer() {
  return guarded([] {
    Choices choices;
    return new Trainer<T>(
        kernel_task<T>(request_matrix<T>(0, "inputs"), request_matrix<T>(1, "targets")),
        matrices<T>(2, 1), next_optimizer(choices));
  });
}

// Reads the tensors of the request at the indices of AttentionTensor: the inputs at kQueries, the
// targets at kOutputGradient, and W_q, W_k and W_v from kParameters on.
template <class T>
Trainer<T>* sdpa_trainer() {
  using At = AttentionTensor;
  return guarded([] {
    Choices choices;
    const auto options = next_attention<T>(choices);
    return new Trainer<T>(sdpa_task<T>(request_tensor<T>(At::kQueries),
                                       request_tensor<T>(At::kOutputGradient), options),
                          matrices<T>(At::kParameters, kSdpaTaskNames.size()),
                          next_optimizer(choices));
  });
}

template <class T>
Trainer<T>* additive_trainer() {
  using At = AttentionTensor;
  return guarded([] {
    Choices choices;
    const auto options = next_attention<T>(choices);
    return new Trainer<T>(
        additive_task<T>(request_tensor<T>(At::kQueries), request_tensor<T>(At::kKeys),
                         request_tensor<T>(At::kValues), request_tensor<T>(At::kOutputGradient),
                         options),
        matrices<T>(At::kParameters, kAdditiveTaskNames.size()), next_optimizer(choices));
  });
}

template <class T>
Trainer<T>* multi_head_trainer() {
  using At = MultiHeadTensor;
  return guarded([] {
    Choices choices;
    const auto options = next_multi_head<T>(choices);
    return new Trainer<T>(
        multi_head_task<T>(request_tensor<T>(At::kQueries), request_tensor<T>(At::kKeys),
                           request_tensor<T>(At::kValues), request_tensor<T>(At::kOutputGradient),
                           options),
        matrices<T>(At::kParameters, kMultiHeadTaskNames.size()), next_optimizer(choices));
  });
}

// Reads from the request: targets, W_q and, unless keys use W_q (`is_tied`), W_k.
template <class T>
Trainer<T>* pointing_trainer() {
  return guarded([] {
    Choices choices;
    const bool is_tied = choices.flag();
    const bool is_scaled = choices.flag();
    return new Trainer<T>(
        lab::pointing_task<T>(whole_numbers<T>("targets", 0, request_view<T>(0).size()), is_tied,
                              is_scaled),
        matrices<T>(1, is_tied ? 1 : 2), next_optimizer(choices));
  });
}

template <class T>
Address run(Trainer<T>& trainer, double count) {
  return guarded([&] {
    const auto losses = trainer.run(stored_index_of("count", count, sizeof(T)));
    return Response().add_list<T>(losses).finish();
  });
}

template <class T>
Address loss(const Trainer<T>& trainer) {
  return guarded([&] { return Response().add(trainer.loss()).finish(); });
}

// Returns the parameters, then the optimizer's lists `first` and `second` (OptimizerState). Each
// list has one matrix for each parameter, or none if it is empty.
template <class T>
Address state(const Trainer<T>& trainer) {
  return guarded([&] {
    TrainerState<T> state = trainer.state();
    Response response;
    for (auto* list : {&state.parameters, &state.optimizer.first, &state.optimizer.second})
      for (Matrix<T>& x : *list) response.add(x);
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
    trainer.restore(
        {matrices<T>(0, first),
         {steps, matrices<T>(first, second - first), matrices<T>(second, given - second)}});
    return true;
  });
}

template <class T>
emscripten::val parameter_names(const Trainer<T>& trainer) {
  return names(trainer.names());
}

template <class T>
void enter(const std::string& precision) {
  emscripten::class_<Trainer<T>>(("Trainer" + precision).c_str())
      .function("run", &run<T>)
      .function("loss", &loss<T>)
      .function("steps", &Trainer<T>::steps)
      .function("names", &parameter_names<T>)
      .function("state", &state<T>)
      .function("restore", &restore<T>);
  const auto constructor = [&](const char* task, auto function) {
    emscripten::function((std::string("new").append(task).append("Trainer") + precision).c_str(),
                         function, emscripten::allow_raw_pointers());
  };
  constructor("Kernel", &kernel_trainer<T>);
  constructor("Sdpa", &sdpa_trainer<T>);
  constructor("Additive", &additive_trainer<T>);
  constructor("MultiHead", &multi_head_trainer<T>);
  constructor("Pointing", &pointing_trainer<T>);
}

}  // namespace
}  // namespace attention::bindings

EMSCRIPTEN_BINDINGS(training) {
  namespace b = attention::bindings;
  b::enter<float>("32");
  b::enter<double>("64");
}
