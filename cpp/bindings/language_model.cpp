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

// Tensors: tokens, and targets with counts or neither.
template <class T>
LanguageModelData request_batches(const LanguageModel<T>& model, bool has_steps) {
  const LanguageModelOptions& options = model.layout().options();
  if (!is_given(1) && !is_given(2))
    return language_model_tokens(options, request_tensor<T>(0), has_steps);
  return language_model_data(options, request_tensor<T>(0), request_tensor<T>(1),
                             request_tensor<T>(2), has_steps);
}

template <class T>
Address train(LanguageModel<T>& model, double count) {
  return guarded([&] {
    const Index steps = stored_index_of("count", count, sizeof(T));
    const auto losses = model.train(request_batches(model, true), steps);
    return address_of(Response().add_list<T>(losses).finish());
  });
}

template <class T>
Address stages(LanguageModel<T>& model) {
  return guarded([&] {
    auto stages = model.stages(request_batches(model, false));
    Response response;
    for (Tensor<T>* stage : {&stages.weights, &stages.streams, &stages.logits, &stages.loss_rows})
      response.add<T>(std::move(*stage));
    return address_of(response.template add_number<T>(stages.loss).finish());
  });
}

template <class T>
Address gradient(LanguageModel<T>& model) {
  return guarded([&] {
    auto result = model.gradient(request_batches(model, false));
    return address_of(
        Response().add_number<T>(result.loss).template add<T>(std::move(result.gradient)).finish());
  });
}

// The parameters, then what the optimizer remembers: (0, 0) where there is nothing.
template <class T>
Address state(const LanguageModel<T>& model) {
  return guarded([&] {
    auto state = model.state();
    Response response;
    for (Matrix<T>* list : {&state.parameters, &state.first, &state.second})
      response.add<T>(std::move(*list));
    return address_of(response.finish());
  });
}

// Tensors: the lists of `state`.
template <class T>
bool restore(LanguageModel<T>& model, double steps) {
  return guarded([&] {
    model.restore({steps, request_rows<T>(0), request_rows<T>(1), request_rows<T>(2)});
    return true;
  });
}

template <class T>
emscripten::val parameter_names(const LanguageModel<T>& model) {
  auto array = emscripten::val::array();
  for (const LanguageModelParameter& x : model.layout().parameters())
    array.call<void>("push", x.name);
  return array;
}

// Rows and columns of each parameter.
template <class T>
Address parameter_shapes(const LanguageModel<T>& model) {
  return guarded([&] {
    const auto& list = model.layout().parameters();
    Matrix<T> shapes(static_cast<Index>(list.size()), 2);
    for (Index i = 0; i < shapes.rows(); ++i) {
      const LanguageModelParameter& x = list[static_cast<std::size_t>(i)];
      shapes(i, 0) = static_cast<T>(x.rows);
      shapes(i, 1) = static_cast<T>(x.cols);
    }
    return address_of(Response().add<T>(std::move(shapes)).finish());
  });
}

template <class T>
void enter(const std::string& precision) {
  emscripten::class_<LanguageModel<T>>(("LanguageModel" + precision).c_str())
      .function("train", &train<T>)
      .function("stages", &stages<T>)
      .function("gradient", &gradient<T>)
      .function("steps", &LanguageModel<T>::steps)
      .function("names", &parameter_names<T>)
      .function("shapes", &parameter_shapes<T>)
      .function("state", &state<T>)
      .function("restore", &restore<T>);
  emscripten::function(("newLanguageModel" + precision).c_str(), &language_model<T>,
                       emscripten::allow_raw_pointers());
}

}  // namespace
}  // namespace attention::bindings

EMSCRIPTEN_BINDINGS(language_model) {
  namespace b = attention::bindings;
  b::enter<float>("32");
  b::enter<double>("64");
}
