// SPDX-License-Identifier: MIT
#include "attention/detail/language_model/language_model.hpp"

#include "bindings/options.hpp"

namespace attention::bindings {
namespace {

LanguageModelOptions next_model(Choices& next) {
  const auto count = [&next](const char* option) { return index_of(option, next.number()); };
  LanguageModelOptions options;
  options.vocabulary = count("vocabulary");
  options.width = count("width");
  options.layers = count("layers");
  options.heads = count("heads");
  options.hidden = count("hidden");
  options.positions = count("positions");
  options.is_causal = next.flag();
  options.is_tied = next.flag();
  options.is_scaled = next.flag();
  return options;
}

template <class T>
LanguageModel<T>* language_model() {
  return guarded([] {
    Choices choices;
    const LanguageModelOptions options = next_model(choices);
    const OptimizerOptions optimizer = next_optimizer(choices);
    return new LanguageModel<T>(options, optimizer, whole("seed", choices.number()));
  });
}

template <class T>
Tensor<double> in_double(std::size_t index) {
  const TensorView<T> x = request_tensor<T>(index);
  return {x.shape, x.rows.template cast<double>()};
}

// Reads from the request: tokens, and optionally targets with counts.
template <class T>
LanguageModelData request_batches(const LanguageModel<T>& model, bool has_steps) {
  const LanguageModelOptions& options = model.layout().options();
  const Tensor<double> tokens = in_double<T>(0);
  if (!is_given(1) && !is_given(2)) return language_model_tokens(options, tokens, has_steps);
  return language_model_data(options, tokens, in_double<T>(1), in_double<T>(2), has_steps);
}

template <class T>
Address train(LanguageModel<T>& model, double count) {
  return guarded([&] {
    const Index steps = stored_index_of("count", count, sizeof(T));
    const auto losses = model.train(request_batches(model, true), steps);
    return Response().add_list<T>(losses).finish();
  });
}

template <class T>
Address stages(LanguageModel<T>& model) {
  return guarded([&] {
    auto stages = model.stages(request_batches(model, false));
    return Response()
        .add(stages.weights, stages.streams, stages.logits, stages.loss_rows, stages.loss)
        .finish();
  });
}

template <class T>
Address gradient(LanguageModel<T>& model) {
  return guarded([&] {
    auto result = model.gradient(request_batches(model, false));
    return Response().add(result.loss, result.gradient).finish();
  });
}

// Returns three lists: the parameters and the optimizer's lists `first` and `second`, such as
// Adam's moments. An empty list has shape (0, 0).
template <class T>
Address state(const LanguageModel<T>& model) {
  return guarded([&] {
    auto state = model.state();
    return Response().add(state.parameters, state.first, state.second).finish();
  });
}

// Sets the model to the three lists in the request, which `state` returned.
template <class T>
bool restore(LanguageModel<T>& model, double steps) {
  return guarded([&] {
    model.restore({steps, request_rows<T>(0), request_rows<T>(1), request_rows<T>(2)});
    return true;
  });
}

// Returns one flat list with the name, the number of rows and the number of columns of each
// parameter.
emscripten::val list_of(const LanguageModelLayout& layout) {
  auto list = emscripten::val::array();
  for (const LanguageModelParameter& x : layout.parameters()) {
    list.call<void>("push", x.name);
    list.call<void>("push", static_cast<double>(x.rows));
    list.call<void>("push", static_cast<double>(x.cols));
  }
  return list;
}

template <class T>
emscripten::val layout(const LanguageModel<T>& model) {
  return list_of(model.layout());
}

template <class T>
void enter_language_model(const std::string& precision) {
  emscripten::class_<LanguageModel<T>>(("LanguageModel" + precision).c_str())
      .function("train", &train<T>)
      .function("stages", &stages<T>)
      .function("gradient", &gradient<T>)
      .function("steps", &LanguageModel<T>::steps)
      .function("layout", &layout<T>)
      .function("state", &state<T>)
      .function("restore", &restore<T>);
  emscripten::function(("newLanguageModel" + precision).c_str(), &language_model<T>,
                       emscripten::allow_raw_pointers());
}

}  // namespace
}  // namespace attention::bindings

EMSCRIPTEN_BINDINGS(language_model) {
  namespace b = attention::bindings;
  b::enter_language_model<float>("32");
  b::enter_language_model<double>("64");
}
