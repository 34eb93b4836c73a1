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
  options.has_tied_output = next.flag();
  options.kv_heads = count("kv_heads");
  options.norm = choice<Normalization>("norm", kNormalizationNames, next.index());
  options.norm_epsilon = next.number();
  options.activation = choice<Activation>("activation", kActivationNames, next.index());
  options.position_encoding =
      choice<PositionEncoding>("position_encoding", kPositionEncodingNames, next.index());
  options.rotary_base = next.number();
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

// Reads from the request: tokens, and optionally targets with counts.
template <class T>
LanguageModelData request_batches(const LanguageModel<T>& model, bool has_steps) {
  const LanguageModelOptions& options = model.layout().options();
  const TensorView<T> tokens = request_tensor<T>(0);
  if (!is_given(1) && !is_given(2)) return language_model_tokens(options, tokens, has_steps);
  return language_model_data(options, tokens, request_tensor<T>(1), request_tensor<T>(2),
                             has_steps);
}

// The choices of a training are its learning rates: doubles, also for a model in float.
std::vector<double> request_rates() {
  Choices choices;
  std::vector<double> rates;
  while (choices.has_more()) rates.push_back(choices.number());
  return rates;
}

template <class T>
Address response_of(const LanguageModelTraining<T>& training) {
  return Response()
      .template add_list<T>(training.losses)
      .template add_list<T>(training.gradient_norms)
      .finish();
}

template <class T>
Address train(LanguageModel<T>& model, double count) {
  return guarded([&] {
    const Index steps = stored_index_of("count", count, 2 * sizeof(T));
    return response_of(model.train(request_batches(model, true), steps, request_rates()));
  });
}

template <class T>
Address train_on(LanguageModel<T>& model, double count, double sequences, double length,
                 double seed) {
  return guarded([&] {
    const Index steps = stored_index_of("count", count, 2 * sizeof(T));
    const CorpusSampling sampling{index_of("sequences", sequences), index_of("length", length),
                                  whole("seed", seed)};
    return response_of(model.train_on(request_tensor<T>(0), sampling, steps, request_rates()));
  });
}

template <class T>
LanguageModelGenerator<T>* generator(const LanguageModel<T>& model, double length,
                                     double sequences) {
  return guarded([&] {
    return new LanguageModelGenerator<T>(
        model.generator(index_of("length", length), index_of("sequences", sequences)));
  });
}

template <class T>
Address next(LanguageModelGenerator<T>& generator) {
  return guarded([&] {
    auto logits = generator.next(request_tensor<T>(0));
    return Response().add(logits).finish();
  });
}

template <class T>
double length(const LanguageModelGenerator<T>& generator) {
  return static_cast<double>(generator.length());
}

template <class T>
void reset(LanguageModelGenerator<T>& generator) {
  generator.reset();
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

// Returns one flat list with the name of each parameter, followed by the lengths of its axes.
emscripten::val list_of(const LanguageModelLayout& layout) {
  auto list = emscripten::val::array();
  for (const LanguageModelParameter& x : layout.parameters()) {
    list.call<void>("push", x.name);
    for (const Index side : x.shape()) list.call<void>("push", static_cast<double>(side));
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
      .function("trainOn", &train_on<T>)
      .function("generator", &generator<T>, emscripten::allow_raw_pointers())
      .function("stages", &stages<T>)
      .function("gradient", &gradient<T>)
      .function("steps", &LanguageModel<T>::steps)
      .function("layout", &layout<T>)
      .function("state", &state<T>)
      .function("restore", &restore<T>);
  emscripten::class_<LanguageModelGenerator<T>>(("LanguageModelGenerator" + precision).c_str())
      .function("next", &next<T>)
      .function("length", &length<T>)
      .function("reset", &reset<T>);
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
